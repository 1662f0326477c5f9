"""A match in the hands of its table: asks with deadlines, and how the journal rebuilds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from bot.tables.state import SECONDS, Seat
from db import MatchRecord
from games.engine import HOUSE, OUTSIDE, Answer, Ask, Choose, Game, Header, Match, Row

GRACE = 60.0
"""No deadline is nearer than this after a restart."""
AWAY_SECONDS = 2.0
"""How long an absent player's question stays open."""
WALK_SECONDS = 4.0
"""The same in a race: so far apart are the rolls that are made for who is away (FB-R7)."""


class Held(NamedTuple):
    """A press in a race that came before the seat's interval was over: it counts at `at` (FB-R1)."""

    at: float
    answer: Answer
    press_id: int | None


class Playing:
    """A match, its number in the journal, and the deadlines of its open asks.

    `free`: chips only, nothing of it goes into the ledger. `due`: deadline of each open ask that has one, in
    seconds since the epoch. `think`: when a computer player answers, likewise. `restarted`: asks that were open when
    the bot was started anew. `until`: when the agreed time of a night is over.
    `standing`: questions that a member has answered for good, which the table answers for them.
    `rolled`: in a race, when each seat's last answer counted, at first when its race began. `held`: by ask, the press
    that waits for the end of its seat's interval. `ends`: the deadline of each seat's last question, for those that
    go on with the same clock.
    """

    __slots__ = (
        "due",
        "ends",
        "free",
        "held",
        "id",
        "match",
        "opened",
        "restarted",
        "rolled",
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
        self.held: dict[int, Held] = {}
        self.standing: set[int] = set()
        self.ends: dict[int, float] = {}

    @classmethod
    def load(cls, game: Game, record: MatchRecord, now: float) -> Playing:
        """The match that the journal tells. Raises `ReplayDiverged` if these rules do not fit it."""
        header = Header.from_json(record.header)
        rows = [Row(row.ask, row.seat, row.digest or "", row.answer, row.by) for row in record.rows]
        playing = cls(record.id, Match.replay(game, header, rows), free=bool(record.header.get("free")))
        playing.due = {
            ask: max(due, now + GRACE) for ask, due in record.deadlines.items() if ask in playing.match.open
        }
        playing.ends = {playing.match.open[ask].seat: due for ask, due in playing.due.items()}
        playing.opened = dict.fromkeys(playing.match.open, now)
        playing.restarted = frozenset(playing.match.open)
        if not playing.match.table.time_up:
            playing.until = record.header.get("until")
        return playing

    def header(self) -> dict[str, Any]:
        """The header for the journal."""
        return {**self.match.header.to_json(), "free": self.free, "until": self.until}

    def reckon(
        self, seats: Mapping[int, Seat], pace: float, now: float, thinking: float, calling: float
    ) -> None:
        """Give new asks their deadlines, and forget those of asks that are closed.

        `pace` multiplies all clocks; `thinking` and `calling` are the seconds that a computer player takes for its
        next answer, and the house for its call.
        """
        still = self.match.open
        for gone in [ask for ask in self.opened if ask not in still]:
            del self.opened[gone]
            self.due.pop(gone, None)
            self.think.pop(gone, None)
            self.held.pop(gone, None)
        for ask in still.values():
            if ask.answered:
                # it may be waited for again, as a new question (TIM-R8)
                for times in (self.think, self.due, self.opened):
                    times.pop(ask.id, None)
                continue
            if ask.prompt.clock == "race" and len(still) > 1:
                # the first interval is everybody's alike: who is nearer to the server gains nothing by it
                self.rolled.setdefault(ask.seat, now)
            if ask.seat == HOUSE:
                if ask.id not in self.think:
                    patience = calling if ask.prompt.clock == "call" else (self.seconds(ask) or 0.0) * pace
                    self.opened[ask.id], self.think[ask.id] = now, now + patience
                continue
            seat = seats.get(ask.seat)
            computer = seat is not None and seat.policy is not None
            if not computer and "stays" in ask.prompt.says and ask.id not in self.opened:
                self.standing.add(ask.id)
                self.think[ask.id] = now
            if computer and ask.id not in self.think:
                self.think[ask.id] = now + max(thinking, self.too_soon(ask, now))
                self.due.pop(ask.id, None)
            back = not computer and ask.id in self.think and ask.id not in self.standing
            if back:
                del self.think[ask.id]
                self.opened.pop(ask.id, None)
            if ask.id in self.opened:
                continue
            self.opened[ask.id] = now
            seconds = self.seconds(ask)
            ends = self.ends.pop(ask.seat, None)
            if computer or seconds is None:
                continue
            if seat is not None and seat.away:
                self._ends_at(ask, now + away_seconds(ask))
            elif ends is not None and (back or ask.prompt.clock == "same"):
                # neither steps of one decision nor a seat that is taken back win time
                self._ends_at(ask, ends)
            else:
                self._ends_at(ask, now + seconds * pace)

    def _ends_at(self, ask: Ask, moment: float) -> None:
        self.due[ask.id] = self.ends[ask.seat] = moment

    def waited_for(self) -> set[int]:
        """The open asks that are not answered."""
        return {ask.id for ask in self.match.open.values() if not ask.answered}

    def hurry(self, seat: int, now: float) -> None:
        """An absent player is not waited for: their open questions end soon."""
        for ask in self.match.asks_of(seat):
            if ask.id in self.due:
                self._ends_at(ask, min(self.due[ask.id], now + away_seconds(ask)))

    def relax(self, seat: int, pace: float, now: float) -> None:
        """They are back: their open questions have their full time again."""
        for ask in self.match.asks_of(seat):
            seconds = self.seconds(ask)
            if ask.id in self.due and seconds is not None:
                self._ends_at(ask, now + seconds * pace)
                self.opened[ask.id] = now

    def too_soon(self, ask: Ask, now: float, answer: Answer = None) -> float:
        """Seconds for which a seat must still wait before its next answer in a race; 0 if it need not (FB-R1).

        An answer about which is asked whether it is meant has waited long enough.
        """
        if isinstance(ask.prompt, Choose) and answer in ask.prompt.confirm:
            return 0.0
        seconds = float(ask.prompt.says.get("seconds", 0)) if ask.prompt.clock == "race" else 0.0
        return max(0.0, self.rolled.get(ask.seat, 0.0) + seconds - now)

    def seconds(self, ask: Ask) -> float | None:
        """The time that a question has at the normal pace: the game's own, or its clock's; None is no end."""
        if ask.prompt.clock == "none":
            return None
        return self.match.game.seconds.get(ask.prompt.kind, SECONDS[ask.prompt.clock])

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

    def news(self, verb: str, value: Any) -> Row:
        """Tell the rules something from outside."""
        return self.match.answer(0, OUTSIDE, [verb, value], "table")


def away_seconds(ask: Ask) -> float:
    """How long a question to somebody who is away stays open."""
    return WALK_SECONDS if ask.prompt.clock == "race" else AWAY_SECONDS
