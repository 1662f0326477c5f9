"""A match at its table: a record of times for each open question, and loading from the journal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any, NamedTuple

from bot.luck.deal import Deal, deal_of
from bot.luck.draws import RecordingChance, draws_of, hash_of_draws
from bot.tables.question_clocks import (
    BEAT,
    BRIEF,
    GRACE,
    HURRIED,
    IDLE,
    LEAST_CHOICE,
    NO_CHOICE,
    NORMAL,
    READING,
    UNSHORTENED,
    WINDOWS,
    BotPacing,
    ClockSettings,
    TimeBudget,
    away_seconds,
    is_formality,
    late_in_a_row,
    seconds_to_think,
)
from bot.tables.state import Seat
from bot.tables.view import LastOutcome
from db.journal import MatchRecord
from games.engine import money as gems
from games.engine.card_prompts import PlayCard
from games.engine.endings.ending import Ending
from games.engine.game import Game
from games.engine.match import Header, Match, Row
from games.engine.prompts import Answer, Choose, Prompt
from games.engine.prompts import Clock as ClockName
from games.engine.questions import Ask
from games.engine.result import HOUSE
from games.engine.scene import Line

LINES_AT_ONCE, MOST_LINES = 3, 6
"""The lines that take as long to read as one event, and the number of lines above which reading time stops growing."""
QUARTERS = 4
"""The steps in which a picture shows how much time is left."""
ALONE = 0.3
"""The part of their thinking time that computer players use when no member follows the match."""


class EarlyPress(NamedTuple):
    """A press in a race before the seat's interval was over: it counts at the moment `at` (FB-R1)."""

    at: float
    answer: Answer
    press_id: int | None


@dataclass(slots=True, eq=False)
class OpenQuestion:
    """The times of one ask. Moments are seconds since the epoch.

    The record outlives an interruption, such as a window that opens over a turn: the ask then continues with its
    remaining time.
    """

    ask: Ask
    opened: float | None = None
    """The moment since which it waits for its seat; None while it is interrupted or answered."""
    clock: ClockName | None = None
    """The clock that it runs on."""
    due: float | None = None
    """The moment at which the default is played; None for questions without a deadline and for computer players."""
    think_at: float | None = None
    """The moment at which a computer player or the house answers."""
    searching: bool = False
    """True while a computer player searches for its answer."""
    public_deadline: float | None = None
    """The moment at which a window closes by the table's own time.

    It is the same for every seat, and the only deadline of a window that everyone may see: a seat's own deadline would
    show the others what it selected in advance.
    """
    time_left: float | None = None
    """The seconds that were left when it was interrupted."""
    auto_answered: bool = False
    """True if the seat selected its answer in advance; it is played after one beat."""
    standing: bool = False
    """True if the seat gave a standing answer, which the table gives in its place."""
    early_press: EarlyPress | None = None
    """A press that waits for the end of the seat's interval in a race."""
    unhurried: bool = False
    """True while only computer players wait for its seat: it has no deadline."""
    read: bool = False
    """True once it was given time because its player had pressed something to read."""
    brief_until: float | None = None
    """The moment at which silence in a brief window counts as a pass, unless the seat looks closer (TIM-R21)."""
    restarted: bool = False
    """True if it was already open when the bot started."""
    nudged: bool = False
    warned: bool = False
    seen_prompt: Prompt | None = None
    """The prompt that was shown last, to tell new and changed questions from old ones."""

    @property
    def ready_at(self) -> float | None:
        """The moment at which an early press counts, else at which a computer player or the house answers."""
        if self.early_press is not None:
            # also in a seat that a computer player has taken since: it waits for the interval as well
            return self.early_press.at
        return None if self.searching else self.think_at


@dataclass(slots=True, eq=False)
class SeatClock:
    """The times of one seat in a match."""

    last_due: float | None = None
    """The deadline of its last question, for a question that continues on the same clock."""
    last_roll: float = 0.0
    """The moment at which its last answer in a race counted; at first, the moment its race began."""
    late: int = 0
    """The number of times in a row that it ran out of time."""
    unattended: bool = False
    """True after a roll of a race, or a question with one answer, was answered for it: the next ones no longer wait."""
    timed_out: Line | None = None
    """The answer that was given for it when its time ran out, in words; None once its player has pressed."""
    last_outcome: LastOutcome | None = None
    """How the previous game ended for it; None once its player has answered a question of this one."""
    last_active: float = 0.0
    """The moment of its player's last action."""
    stands_until: float = 0.0
    """The moment until which its clock is paused because its player is on vacation."""


def _is_alone(seats: Mapping[int, Seat], number: int) -> bool:
    """Return True if only computer players are left besides a seat."""
    return all(seat.policy is not None or seat.left for other, seat in seats.items() if other != number)


class MatchSession:
    """A match, its number in the journal, and the records of its open questions and seats.

    `free`: played for chips, nothing goes into the ledger. `deal`: the source of its luck; None for a match of an older
    version. `time_up_at`: the agreed end of a night. `purses`: the pieces of each member when a match for gembones
    began.
    """

    __slots__ = (
        "_shown",
        "began",
        "deal",
        "free",
        "id",
        "match",
        "purses",
        "questions",
        "read_until",
        "seat_clocks",
        "time_budget",
        "time_up_at",
        "told",
    )

    def __init__(self, match_id: int, match: Match, *, free: bool, deal: Deal | None = None) -> None:
        self.id, self.match, self.free, self.deal = match_id, match, free, deal
        self.time_up_at: float | None = None
        self.began: float | None = None
        """When it began; None after a restart of the bot."""
        self.purses: dict[int, int] = {}
        self.questions: dict[int, OpenQuestion] = {}
        self.seat_clocks: defaultdict[int, SeatClock] = defaultdict(SeatClock)
        self.time_budget = TimeBudget()
        self.read_until = 0.0
        """No computer player acts before this moment, so that people can read the last events."""
        self.told = 0
        """The number of events for which reading time has been given."""
        self._shown: list[OpenQuestion] = []

    def purse_of(self, seat: int) -> int | None:
        """Return the pieces that a seat can still put up or bring to a pot; None if not known."""
        purse = self.purses.get(seat)
        if purse is None:
            # without Table Stakes the rules of a pot have to know the purse too
            purse = self.match.table.facts.get(seat, {}).get("purse")
        return None if purse is None else purse - gems.worth(self.match.risked.get(seat, {}))

    @classmethod
    def load(cls, game: Game, record: MatchRecord, now: float, grace: float = GRACE) -> MatchSession:
        """Return the match that the journal records. Raises `ReplayDiverged` if these rules do not fit it.

        `grace`: the fewest seconds until any deadline.
        """
        header = Header.from_json(record.header)
        rows = [Row(row.ask, row.seat, row.digest or "", row.answer, row.by) for row in record.rows]
        session = cls(
            record.id,
            Match.replay(game, header, rows, chance=RecordingChance(header.seed)),
            free=bool(record.header.get("free")),
            deal=deal_of(record.header),
        )
        # Every question of a window gets its latest deadline: one that was answered in advance has an earlier one of
        # its own.
        window = max(record.deadlines.values(), default=0.0)
        for ask in session.match.open.values():
            question = session.questions[ask.id] = OpenQuestion(ask, restarted=True)
            if ask.id in record.deadlines:
                # without a deadline it is opened as if it were new: a suspended match may go on with another question
                question.opened, question.clock = now, ask.prompt.clock
                due = max(record.deadlines[ask.id], now + grace)
                session.seat_clocks[ask.seat].last_due = due
                question.auto_answered = ask.auto_answer is not None
                question.due = now + BEAT if question.auto_answered else due
            if ask.prompt.clock in WINDOWS:
                question.public_deadline = max(now + grace, window)
        session.told = len(session.match.events)
        # the late answers are counted from the rows, so they are not saved with the seats
        for seat, late in late_in_a_row(rows).items():
            session.seat_clocks[seat].late = late
        if not session.match.table.time_up:
            session.time_up_at = record.header.get("until")
        return session

    def header(self) -> dict[str, Any]:
        """Return the header to be saved in the journal."""
        header = {**self.match.header.to_json(), "free": self.free, "until": self.time_up_at}
        return header if self.deal is None else {**header, "luck": self.deal.model_dump(mode="json")}

    def hash_of_draws(self) -> str:
        """Return the hash over everything that was drawn, for the result of the match."""
        return hash_of_draws(self.match.header.seed.server, draws_of(self.match))

    # ---- deadlines

    @property
    def deadlines(self) -> dict[int, float]:
        """The deadline of each open ask that has one."""
        deadlines = {}
        for ask_id, question in self.questions.items():
            if question.due is not None:
                deadlines[ask_id] = question.due
        return deadlines

    def ends(self) -> dict[int, float]:
        """Return the moment at which each open ask is answered for its player: its deadline, or much later."""
        gone = {ask_id: self.given_up(question) for ask_id, question in self.questions.items()}
        return self.deadlines | {ask_id: at for ask_id, at in gone.items() if at is not None}

    def shown_deadlines(self) -> dict[int, float]:
        """Return the deadlines that people see: none for a question with one answer, which nobody hurries."""
        shown = {}
        for ask_id, question in self.questions.items():
            if question.due is not None and not is_formality(question.ask.prompt):
                shown[ask_id] = question.due
        return shown

    def opened(self, asked: Iterable[int]) -> dict[int, float]:
        """Return the moment from which the time of each of these questions runs."""
        moments = ((ask_id, self.questions[ask_id].opened) for ask_id in asked)
        return {ask_id: opened for ask_id, opened in moments if opened is not None}

    def time_left(self, deadlines: Mapping[int, float], now: float) -> dict[int, float]:
        """Return the share of its time that each question with a deadline has left, rounded up to quarters."""
        left = {}
        for ask_id, due in deadlines.items():
            opened = self.questions[ask_id].opened
            if opened is not None and due > opened:
                share = min(1.0, max(0.0, (due - now) / (due - opened)))
                left[ask_id] = ceil(share * QUARTERS) / QUARTERS
        return left

    def update_deadlines(
        self,
        seats: Mapping[int, Seat],
        clocks: ClockSettings,
        now: float,
        pacing: BotPacing,
        *,
        patient: bool = False,
    ) -> None:
        """Give new asks their deadlines, and remove those of closed asks.

        `patient`: a question for which only computer players wait gets none.
        """
        open_asks = self.match.open
        for ask_id, question in list(self.questions.items()):
            if ask_id not in open_asks:
                self._close(question, now)
                question.public_deadline = None
                # the record is kept only if the ask may come back after an interruption
                seen = question.seen_prompt
                if question.time_left is None and (seen is None or seen.clock != "none"):
                    del self.questions[ask_id]
        thinking: float | None = None
        for ask in open_asks.values():
            question = self.questions.get(ask.id) or self._record(ask)
            if ask.answered:
                if question.opened is not None:
                    self._close(question, now)
                continue
            if question.opened is not None and question.clock != ask.prompt.clock:
                # a seat that waits for the others and answers last is asked again at once, on another clock
                self._close(question, now)
            if ask.prompt.clock == "race" and len(open_asks) > 1 and not self.seat_clocks[ask.seat].last_roll:
                # everyone's first interval begins with the race, so a fast connection gains nothing
                self.seat_clocks[ask.seat].last_roll = now
            if ask.seat == HOUSE:
                if question.think_at is None:
                    wait = pacing.calling() if ask.prompt.clock == "call" else self.seconds(ask, clocks)
                    question.opened, question.think_at = now, now + (wait or 0.0)
                    question.clock = ask.prompt.clock
                continue
            seat = seats.get(ask.seat)
            computer = seat is not None and seat.policy is not None
            if not computer and question.opened is None and "stays" in ask.prompt.says:
                question.standing, question.think_at = True, now
            if computer and question.think_at is None and ask.auto_answer is None:
                # all computer players that are asked the same thing at once think for the same time, so that speed
                # tells nothing
                if thinking is None:
                    thinking = pacing.thinking() * (1.0 if self.has_readers(seats) else ALONE)
                wait = max(seconds_to_think(ask.prompt, thinking, clocks.pace), self.cooldown_left(ask, now))
                reads = ask.prompt.clock not in ("race", "pause")
                question.think_at = max(now + wait, self.read_until if reads else 0.0)
                question.due = None
            taken_back = not computer and question.think_at is not None and not question.standing
            if taken_back:
                question.think_at = question.opened = None
                question.searching = False
            unhurried = patient and not computer and self._has_all_the_time(ask, seats)
            if question.opened is None:
                self._open(question, seat, clocks, now, taken_back=taken_back, unhurried=unhurried)
                if ask.silence is not None and question.due is not None and not question.auto_answered:
                    self._shorten_window(question, now, alone=_is_alone(seats, ask.seat))
                continue
            if question.unhurried != unhurried:
                # people have come or gone since it was asked, or its answer was selected in advance
                question.opened = None
                self._open(question, seat, clocks, now, taken_back=False, unhurried=unhurried)
                continue
            if question.due is not None and (ask.auto_answer is not None) != question.auto_answered:
                self._change_auto_answer(question, question.due, question.opened)
            if ask.silence is None and ask.auto_answer is None:
                # the seat may just have told us that it wants to be asked
                self.look_closer(ask.seat)

    def keep_outcomes(self, ending: Ending, names: Mapping[int, str]) -> None:
        """Keep the outcome of a game for each seat until its player acts in the next one."""
        for number, line in ending.personal.items():
            self.seat_clocks[number].last_outcome = LastOutcome(line, names)

    def let_read(self, seats: Mapping[int, Seat], now: float, seconds: float) -> None:
        """Give people time to read the events since the last call: `seconds`, or more for a longer text.

        Nobody waits if only computer players are left in the hand.
        """
        new = self.match.events[self.told :]
        lines = sum(event.to is None and bool(event.text) for event in new)
        self.told = len(self.match.events)
        if lines and self.has_readers(seats):
            longer = min(lines, MOST_LINES) / LINES_AT_ONCE
            self.read_until = now + seconds * max(1.0, longer)

    def has_readers(self, seats: Mapping[int, Seat]) -> bool:
        """Return True while a present member plays in the hand."""
        return any(not seat.away for seat in self._people(seats))

    def has_people(self, seats: Mapping[int, Seat]) -> bool:
        """Return True while a member plays in the hand, even one who is away."""
        return next(self._people(seats), None) is not None

    def _people(self, seats: Mapping[int, Seat]) -> Iterator[Seat]:
        players = self.match.table
        outside = players.gone | players.seats.out
        for number in (*players.ring, *players.rail):
            seat = seats.get(number) if number not in outside else None
            if seat is not None and seat.person is not None and not seat.policy:
                yield seat

    def _has_all_the_time(self, ask: Ask, seats: Mapping[int, Seat]) -> bool:
        """Return True if a question needs no deadline, since only computer players wait for its seat.

        Races, calls and pauses go on by themselves, as does a window that its seat can do nothing in.
        """
        prompt, seat, clock = ask.prompt, seats.get(ask.seat), self.seat_clocks[ask.seat]
        if prompt.clock in NO_CHOICE or ask.auto_answer is not None or seat is None or seat.away:
            return False
        if isinstance(prompt, PlayCard) and not prompt.moves and ask.silence is not None:
            return False
        if clock.unattended and _walks_on(prompt):
            return False
        others = (other for number, other in seats.items() if number != ask.seat)
        return not any(self._waits(other, seat) for other in others)

    def _waits(self, other: Seat, seat: Seat) -> bool:
        """Return True if another person at the table, playing or there for the next match, waits for a seat."""
        if other.policy is not None or other.left or other.person == seat.person:
            return False
        return not other.away or other.number in self.match.table.ring

    def _record(self, ask: Ask) -> OpenQuestion:
        question = self.questions[ask.id] = OpenQuestion(ask)
        return question

    def _open(
        self,
        question: OpenQuestion,
        seat: Seat | None,
        clocks: ClockSettings,
        now: float,
        *,
        taken_back: bool,
        unhurried: bool = False,
    ) -> None:
        """Start the clock of a question, at first or after an interruption.

        `taken_back`: a computer thought about it in place of a member, who now plays again. `unhurried`: only computer
        players wait for it, so it has no deadline.
        """
        ask = question.ask
        question.opened, question.clock, question.unhurried = now, ask.prompt.clock, unhurried
        if unhurried:
            question.due = question.public_deadline = question.time_left = None
            self.time_budget.stop(ask.id, now)
            self.seat_clocks[ask.seat].last_due = None
            return
        seconds = self.seconds(ask, clocks)
        seat_clock = self.seat_clocks[ask.seat]
        last_due, seat_clock.last_due = seat_clock.last_due, None
        if seconds is None:
            return
        if ask.prompt.clock in WINDOWS and question.public_deadline is None:
            question.public_deadline = now + seconds
        if ask.auto_answer is not None:
            self._set_due(question, now + BEAT)
            question.auto_answered = True
        elif seat is not None and seat.policy is not None:
            return  # a computer player has its time to think instead
        elif seat is not None and (seat.away or (seat_clock.unattended and _walks_on(ask.prompt))):
            self._set_due(question, now + away_seconds(ask))
        elif last_due is not None and (taken_back or ask.prompt.clock == "same"):
            # neither the next step of one decision nor taking a seat back gains time
            self._set_due(question, last_due)
        else:
            # an interrupted player continues with the remaining time (TIM-R12)
            if question.time_left is not None:
                seconds, question.time_left = question.time_left, None
            elif seat_clock.late and clocks.letter is None and ask.prompt.clock not in NO_CHOICE:
                seconds = max(HURRIED * seconds, min(seconds, UNSHORTENED))
            wait = self.time_budget.wait(ask, now, seconds)
            self._set_due(question, now + wait + self._stand(question, now))

    def _stand(self, question: OpenQuestion, now: float) -> float:
        """Return the seconds for which a vacation still pauses the clock of a question.

        The clock of a window runs on: silence is an answer there, and everyone waits for it.
        """
        if question.ask.silence is not None or question.auto_answered:
            return 0.0
        return max(0.0, self.seat_clocks[question.ask.seat].stands_until - now)

    def stand_still(self, seat: int, until: float, now: float) -> None:
        """Pause the clock of a seat until a moment; a past moment lets it run again."""
        before = {question.ask.id: self._stand(question, now) for question in self._open_to(seat)}
        self.seat_clocks[seat].stands_until = until
        for question in self._open_to(seat):
            if question.due is not None:
                more = self._stand(question, now) - before[question.ask.id]
                self._set_due(question, question.due + more)

    def _shorten_window(self, question: OpenQuestion, now: float, *, alone: bool) -> None:
        """Close a window early for a member who need not answer it (TIM-R21).

        Among members only public facts decide this, or it would show their cards. A member alone with computer
        players hides nothing from anyone, so there their possible moves decide.
        """
        prompt, due = question.ask.prompt, question.due
        assert due is not None
        if alone:
            if isinstance(prompt, PlayCard) and not prompt.moves:
                self._set_due(question, min(due, now + BEAT))
        elif question.ask.brief and question.public_deadline is not None:
            # nobody is hurried here, so the time does not count against the seat's budget
            self.time_budget.stop(question.ask.id, now)
            question.brief_until = now + max(BEAT, BRIEF * (question.public_deadline - now))
            self._set_due(question, min(due, question.brief_until))

    def look_closer(self, seat: int) -> bool:
        """Give a seat the full time of a brief window, since it looks at it; return True if that changes anything."""
        changed = False
        for question in self.questions.values():
            until = question.public_deadline
            if question.brief_until is None or until is None or question.due == until:
                continue
            ask = question.ask
            if ask.seat == seat and not ask.answered and ask.id in self.match.open:
                self._set_due(question, until)
                changed = True
        return changed

    def _close(self, question: OpenQuestion, now: float) -> None:
        """Stop the clocks of a question that was answered, closed, or interrupted."""
        rows = self.match.rows
        if question.due is not None and not (rows and rows[-1].ask == question.ask.id):
            question.time_left = max(0.0, question.due - now - self._stand(question, now))
        question.due = question.opened = question.think_at = question.early_press = question.brief_until = (
            None
        )
        question.auto_answered = question.searching = question.unhurried = question.read = False
        self.time_budget.stop(question.ask.id, now)

    def _change_auto_answer(self, question: OpenQuestion, due: float, opened: float) -> None:
        """Adjust the deadline when a seat selects or clears an answer in advance (TIM-R11)."""
        question.auto_answered = question.ask.auto_answer is not None
        if question.auto_answered:
            self._set_due(question, min(due, opened + BEAT))
        else:
            self._set_due(question, max(due, question.public_deadline or due))

    def _set_due(self, question: OpenQuestion, moment: float) -> None:
        question.due = self.seat_clocks[question.ask.seat].last_due = moment

    def shorten_deadlines(self, seat: int, now: float) -> None:
        """Let the open questions of a seat end soon: the table does not wait for an absent player."""
        for question in self._open_to(seat):
            if question.due is not None:
                self._set_due(question, min(question.due, now + away_seconds(question.ask)))

    def restore_deadlines(self, seat: int, clocks: ClockSettings, now: float) -> None:
        """Give the open questions of a seat their full time again, since its player is back."""
        for question in self._open_to(seat):
            ask = question.ask
            seconds = self.seconds(ask, clocks)
            if question.due is not None and seconds is not None and ask.auto_answer is None:
                wait = self.time_budget.wait(ask, now, seconds)
                self._set_due(question, now + wait + self._stand(question, now))
                question.opened = now

    def is_hurried(self, seat: int) -> bool:
        """Return True if a seat's clock is shortened, since its player ran out of time."""
        clock = self.seat_clocks.get(seat)
        return clock is not None and (clock.late > 0 or clock.unattended)

    def no_longer_late(self, seat: int) -> bool:
        """Stop shortening a seat's clock, since its player is there; return True if they had run out of time."""
        clock = self.seat_clocks[seat]
        was_late, clock.late, clock.unattended = clock.late > 0, 0, False
        return was_late

    def may_read_on(self, seat: int, clocks: ClockSettings, now: float) -> bool:
        """Return True if a seat's open question may last longer for a player who reads."""
        return any(True for _ in self._read(seat, clocks, now))

    def give_time_to_read(self, seat: int, clocks: ClockSettings, now: float) -> None:
        """Give a player some time for their open question, once, since they read something."""
        for question, due in list(self._read(seat, clocks, now)):
            question.read = True
            self._set_due(question, due)

    def _read(self, seat: int, clocks: ClockSettings, now: float) -> Iterator[tuple[OpenQuestion, float]]:
        """Yield the questions of a seat that may last longer for its reader, with their new deadlines.

        A window keeps its time, since everyone waits for it and nobody may see who reads.
        """
        for question in self._open_to(seat):
            ask, due = question.ask, question.due
            if due is None or question.read or question.auto_answered or clocks.letter is not None:
                continue
            seconds = self.seconds(ask, clocks)
            if seconds is None or ask.prompt.clock in NO_CHOICE or ask.silence is not None:
                continue
            later = now + max(READING * seconds, min(seconds, LEAST_CHOICE))
            if due < later:
                yield question, later

    def given_up(self, question: OpenQuestion) -> float | None:
        """Return the moment at which an unhurried question is answered for its player, who seems to be gone."""
        if not question.unhurried or question.opened is None:
            return None
        return max(question.opened, self.seat_clocks[question.ask.seat].last_active) + IDLE

    def keep_deadline(self, due: float) -> None:
        """Give every open question this deadline instead of its own."""
        for question in self.questions.values():
            if question.due is not None:
                question.due = due

    def _open_to(self, seat: int) -> list[OpenQuestion]:
        asks = self.match.asks_of(seat)
        return [self.questions[ask.id] for ask in asks if ask.id in self.questions]

    # ---- looking things up

    def cooldown_left(self, ask: Ask, now: float, answer: Answer = None) -> float:
        """Return the seconds that a seat must still wait before its next answer in a race; 0 if none (FB-R1).

        An answer that the client asks to confirm has waited long enough already.
        """
        if ask.prompt.clock != "race" or (isinstance(ask.prompt, Choose) and answer in ask.prompt.confirm):
            return 0.0
        seconds = float(ask.prompt.says.get("seconds", 0))
        return max(0.0, self.seat_clocks[ask.seat].last_roll + seconds - now)

    def seconds(self, ask: Ask, clocks: ClockSettings = NORMAL) -> float | None:
        """Return the seconds for a question under these settings; None means no deadline."""
        return clocks.seconds(self.match.game, ask.prompt)

    def was_silent(self, seat: int) -> bool:
        """Return True if a seat ran out of time and its player has pressed nothing at all."""
        clock = self.seat_clocks.get(seat)
        return clock is not None and clock.late > 0 and not clock.last_active

    def times_late(self, seat: int) -> int:
        """Return how many times in a row a seat ran out of time."""
        return self.seat_clocks[seat].late

    def early_presses(self) -> frozenset[int]:
        """Return the asks of a race whose early press is held until the seat's interval is over."""
        early = set()
        for ask_id, question in self.questions.items():
            if question.early_press is not None:
                early.add(ask_id)
        return frozenset(early)

    def window_until(self) -> float | None:
        """Return the moment at which the open window closes by the table's own time (TIM-R5)."""
        until: float | None = None
        for question in self.questions.values():
            moment = question.public_deadline
            if moment is not None and (until is None or moment < until):
                until = moment
        return until

    def next_moment(self) -> float | None:
        """Return the next moment at which something happens by itself."""
        moments = [] if self.time_up_at is None else [self.time_up_at]
        for question in self.questions.values():
            gone_at = self.given_up(question)
            if gone_at is not None:
                moments.append(gone_at)
            if question.due is not None:
                moments.append(question.due)
            if question.ready_at is not None:
                moments.append(question.ready_at)
        return min(moments, default=None)

    # ---- what has been shown

    def take_newly_asked(self) -> set[int]:
        """Return the seats with a new or changed question since the last call.

        A question that was interrupted counts as new when it comes back, unless it has no clock: such an offer stays
        open between all other questions.
        """
        for question in self._shown:
            prompt = question.seen_prompt
            if question.ask.id not in self.match.open and prompt is not None and prompt.clock != "none":
                question.seen_prompt = None
        seats = set()
        self._shown = []
        for ask in self.match.open.values():
            question = self.questions.get(ask.id) or self._record(ask)
            if question.seen_prompt is not ask.prompt:
                seats.add(ask.seat)
                question.seen_prompt = ask.prompt
            self._shown.append(question)
        return seats

    def keep_reminders(self, before: MatchSession) -> None:
        """Copy from the session before a rebuild which players were reminded, so that nobody is reminded twice."""
        for ask_id, question in self.questions.items():
            earlier = before.questions.get(ask_id)
            if earlier is not None:
                question.nudged, question.warned = earlier.nudged, earlier.warned


def _walks_on(prompt: Prompt) -> bool:
    """Return True if the question is answered after one beat for a seat that left the previous one unanswered."""
    return prompt.clock == "race" or is_formality(prompt)
