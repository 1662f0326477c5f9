"""A match in the hands of its table: asks with deadlines, and how the journal rebuilds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from bot.tables.question_clocks import (
    BEAT,
    NORMAL,
    WINDOWS,
    ClockSettings,
    TimeBudget,
    away_seconds,
    late_in_a_row,
)
from bot.tables.state import Seat
from db import MatchRecord
from games.engine import HOUSE, OUTSIDE, Answer, Ask, Choose, Game, Header, Match, Prompt, Row

GRACE = 60.0
"""No deadline is nearer than this after a restart."""


class EarlyPress(NamedTuple):
    """A press in a race that came before the seat's interval was over: it counts at `at` (FB-R1)."""

    at: float
    answer: Answer
    press_id: int | None


class MatchSession:
    """A match, its number in the journal, and the deadlines of its open asks.

    `free`: chips only, nothing of it goes into the ledger. `due`: deadline of each open ask that has one, in
    seconds since the epoch. `think`: when a computer player answers, likewise. `restarted`: asks that were open when
    the bot was started anew. `until`: when the agreed time of a night is over.
    `standing`: questions that a member has answered for good, which the table answers for them.
    `rolled`: in a race, when each seat's last answer counted, at first when its race began. `held`: by ask, the press
    that waits for the end of its seat's interval. `ends`: the deadline of each seat's last question, for those that
    go on with the same clock. `late`: how often in a row each seat was out of time. `left`: what is left of the time
    of a question that has been interrupted. `beaten`: asks that are answered at the beat. `standard`: until when each
    ask of a window stands open by the table's own time, the same for everybody: that is what all may see. `seen`: the
    prompt that each ask had last.
    """

    __slots__ = (
        "beaten",
        "due",
        "ends",
        "free",
        "held",
        "id",
        "late",
        "left",
        "match",
        "opened",
        "restarted",
        "rolled",
        "seen",
        "shares",
        "standard",
        "standing",
        "think",
        "until",
    )

    def __init__(self, match_id: int, match: Match, *, free: bool) -> None:
        self.id, self.match, self.free = match_id, match, free
        self.due: dict[int, float] = {}
        self.opened: dict[int, float] = {}
        self.think: dict[int, float] = {}
        self.restarted: frozenset[int] = frozenset()
        self.until: float | None = None
        self.rolled: dict[int, float] = {}
        self.held: dict[int, EarlyPress] = {}
        self.standing: set[int] = set()
        self.ends: dict[int, float] = {}
        self.late: dict[int, int] = {}
        self.left: dict[int, float] = {}
        self.beaten: set[int] = set()
        self.standard: dict[int, float] = {}
        self.seen: dict[int, Prompt] = {}
        self.shares = TimeBudget()

    @classmethod
    def load(cls, game: Game, record: MatchRecord, now: float) -> MatchSession:
        """The match that the journal tells. Raises `ReplayDiverged` if these rules do not fit it."""
        header = Header.from_json(record.header)
        rows = [Row(row.ask, row.seat, row.digest or "", row.answer, row.by) for row in record.rows]
        session = cls(record.id, Match.replay(game, header, rows), free=bool(record.header.get("free")))
        session.due = {
            ask: max(due, now + GRACE) for ask, due in record.deadlines.items() if ask in session.match.open
        }
        session.ends = {session.match.open[ask].seat: due for ask, due in session.due.items()}
        for ask in session.match.open.values():
            if ask.id in session.due and ask.auto_answer is not None:
                session.due[ask.id] = now + BEAT
                session.beaten.add(ask.id)
            if ask.prompt.clock in WINDOWS:
                session.standard[ask.id] = now + GRACE
        session.opened = {ask.id: now for ask in session.match.open.values() if not ask.answered}
        session.late = late_in_a_row(rows)
        session.restarted = frozenset(session.match.open)
        if not session.match.table.time_up:
            session.until = record.header.get("until")
        return session

    def header(self) -> dict[str, Any]:
        """The header for the journal."""
        return {**self.match.header.to_json(), "free": self.free, "until": self.until}

    def update_deadlines(
        self, seats: Mapping[int, Seat], tempo: ClockSettings, now: float, thinking: float, calling: float
    ) -> None:
        """Give new asks their deadlines, and forget those of asks that are closed.

        `tempo` is how fast the host wants it; `thinking` and `calling` are the seconds that a computer player takes for
        its next answer, and the house for its call.
        """
        still = self.match.open
        for gone in [ask for ask in self.opened if ask not in still]:
            self._close(gone, now)
        for gone in [ask for ask in self.standard if ask not in still]:
            del self.standard[gone]
        for ask in still.values():
            if ask.answered:
                self._close(ask.id, now)
                continue
            if ask.prompt.clock == "race" and len(still) > 1:
                # the first interval is everybody's alike: who is nearer to the server gains nothing by it
                self.rolled.setdefault(ask.seat, now)
            if ask.seat == HOUSE:
                if ask.id not in self.think:
                    patience = calling if ask.prompt.clock == "call" else self.seconds(ask, tempo) or 0.0
                    self.opened[ask.id], self.think[ask.id] = now, now + patience
                continue
            seat = seats.get(ask.seat)
            computer = seat is not None and seat.policy is not None
            if not computer and "stays" in ask.prompt.says and ask.id not in self.opened:
                self.standing.add(ask.id)
                self.think[ask.id] = now
            if computer and ask.id not in self.think and ask.auto_answer is None:
                self.think[ask.id] = now + max(thinking, self.cooldown_left(ask, now))
                self.due.pop(ask.id, None)
            back = not computer and ask.id in self.think and ask.id not in self.standing
            if back:
                del self.think[ask.id]
                self.opened.pop(ask.id, None)
            if ask.id in self.opened:
                self._beat(ask)
                continue
            self._open(ask, seat, tempo, now, back=back)

    def _open(self, ask: Ask, seat: Seat | None, tempo: ClockSettings, now: float, *, back: bool) -> None:
        """An ask is open from now on, or again after an interruption; `back`: its seat has been taken back."""
        self.opened[ask.id] = now
        seconds = self.seconds(ask, tempo)
        ends = self.ends.pop(ask.seat, None)
        if seconds is None:
            return
        if ask.prompt.clock in WINDOWS:
            self.standard.setdefault(ask.id, now + seconds)
        if ask.auto_answer is not None:
            self._ends_at(ask, now + BEAT)
            self.beaten.add(ask.id)
        elif seat is not None and seat.policy is not None:
            return
        elif seat is not None and seat.away:
            self._ends_at(ask, now + away_seconds(ask))
        elif ends is not None and (back or ask.prompt.clock == "same"):
            # neither steps of one decision nor a seat that is taken back win time
            self._ends_at(ask, ends)
        else:
            # who was interrupted goes on with the time that was left (TIM-R12)
            seconds = self.left.pop(ask.id, seconds)
            self._ends_at(ask, now + self.shares.wait(ask, now, seconds))

    def _close(self, ask_id: int, now: float) -> None:
        """An ask is answered, or is not open any more; it may come back, if it was only interrupted."""
        answered = bool(self.match.rows) and self.match.rows[-1].ask == ask_id
        due = self.due.pop(ask_id, None)
        if due is not None and not answered:
            self.left[ask_id] = max(0.0, due - now)
        self.opened.pop(ask_id, None)
        self.think.pop(ask_id, None)
        self.held.pop(ask_id, None)
        self.beaten.discard(ask_id)
        self.shares.stop(ask_id, now)

    def _beat(self, ask: Ask) -> None:
        """Whether an open ask is answered by itself may change with the standing answers of its seat (TIM-R11)."""
        due = self.due.get(ask.id)
        if due is None or (ask.auto_answer is not None) == (ask.id in self.beaten):
            return
        if ask.auto_answer is not None:
            self.beaten.add(ask.id)
            self._ends_at(ask, min(due, self.opened[ask.id] + BEAT))
        else:
            self.beaten.discard(ask.id)
            self._ends_at(ask, max(due, self.standard.get(ask.id, due)))

    def _ends_at(self, ask: Ask, moment: float) -> None:
        self.due[ask.id] = self.ends[ask.seat] = moment

    def shorten_deadlines(self, seat: int, now: float) -> None:
        """An absent player is not waited for: their open questions end soon."""
        for ask in self.match.asks_of(seat):
            if ask.id in self.due:
                self._ends_at(ask, min(self.due[ask.id], now + away_seconds(ask)))

    def restore_deadlines(self, seat: int, tempo: ClockSettings, now: float) -> None:
        """They are back: their open questions have their full time again."""
        for ask in self.match.asks_of(seat):
            seconds = self.seconds(ask, tempo)
            if ask.id in self.due and seconds is not None and ask.auto_answer is None:
                self._ends_at(ask, now + self.shares.wait(ask, now, seconds))
                self.opened[ask.id] = now

    def cooldown_left(self, ask: Ask, now: float, answer: Answer = None) -> float:
        """Seconds for which a seat must still wait before its next answer in a race; 0 if it need not (FB-R1).

        An answer about which is asked whether it is meant has waited long enough.
        """
        if isinstance(ask.prompt, Choose) and answer in ask.prompt.confirm:
            return 0.0
        seconds = float(ask.prompt.says.get("seconds", 0)) if ask.prompt.clock == "race" else 0.0
        return max(0.0, self.rolled.get(ask.seat, 0.0) + seconds - now)

    def seconds(self, ask: Ask, tempo: ClockSettings = NORMAL) -> float | None:
        """The time that a question has at this tempo; None is no end."""
        return tempo.seconds(self.match.game, ask.prompt)

    def window_until(self) -> float | None:
        """Until when the window that is open stands open by the table's own time: the same for everybody (TIM-R5)."""
        return min(self.standard.values(), default=None)

    def take_newly_asked(self) -> set[int]:
        """The seats to which something is asked that was not asked before, or asked otherwise."""
        fresh = {ask.seat for ask in self.match.open.values() if self.seen.get(ask.id) is not ask.prompt}
        kept = {ask: prompt for ask, prompt in self.seen.items() if prompt.clock == "none"}
        self.seen = {**kept, **{ask.id: ask.prompt for ask in self.match.open.values()}}
        return fresh

    def find(self, seat: int, which: int | str) -> Ask | None:
        """The open ask of `seat` with this id, or of this kind (controls that several seats share name a kind)."""
        for ask in self.match.open.values():
            if ask.seat == seat and which in (ask.id, ask.prompt.kind):
                return ask
        return None

    def next_moment(self) -> float | None:
        """When something happens by itself next."""
        until = [] if self.until is None else [self.until]
        held = [held.at for held in self.held.values()]
        return min([*self.due.values(), *self.think.values(), *held, *until], default=None)

    def tell_rules(self, verb: str, value: Any) -> Row:
        """Tell the rules something from outside."""
        return self.match.answer(0, OUTSIDE, [verb, value], "table")
