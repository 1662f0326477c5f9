"""The times of a table: for questions, reminders, computer players, an idle lobby, and the slower ones by letter.

This module decides how long a turn lasts. A game's data sheet may give a kind of question other seconds
(`Game.seconds`) and let the host set a clock (`Game.clocks`); `ClockSettings.seconds` combines these.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import log2
from typing import NamedTuple

from bot.tables.state import LETTER, TableSettings
from games.engine.game import Game
from games.engine.match import Row
from games.engine.prompts import Choose, Prompt
from games.engine.prompts import Clock as ClockName
from games.engine.questions import Ask, TimeBudgetScope

SECONDS_A_TURN = 90.0
SECONDS: Mapping[ClockName, float | None] = {
    "turn": SECONDS_A_TURN,
    "same": SECONDS_A_TURN,
    "window": 30.0,
    "choice": 30.0,
    "quick": 20.0,
    "race": 30.0,
    "call": 5.0,
    "pause": 8.0,
    "none": None,
}
"""The seconds of each clock of the rules at the normal pace. The clock `late` gives half of a `window`."""
PACE: Mapping[str, float] = {"relaxed": 3.0, "normal": 1.0, "fast": 0.4}
"""The factor of these seconds by the pace that the host chose; matches by letter use `LETTER`."""
READING_PACE: Mapping[str, float] = {"relaxed": 1.6, "normal": 1.0, "fast": 0.4, **dict.fromkeys(LETTER, 1.0)}
"""The factor of the time that people get to read events, by pace."""
LEAST_CHOICE = 20.0
"""The fewest seconds for a choice, unless the host has set its clock. Races have their own times."""
BEAT = 3.0
"""The delay before a pre-selected answer, or an absent player's default, is played."""
HURRIED = 0.5
"""The part of its usual time that a question lasts at a live table if its player has just run out of time."""
UNSHORTENED = 30.0
"""Questions of up to these seconds keep their time even then."""
READING = 0.5
"""The part of its usual time that is left to a question, once, after its player has pressed something to read."""
BRIEF = 0.3
"""The part of a window in which a seat may answer a matter that is not its own, unless it looks closer (TIM-R21)."""
WALK_SECONDS = 4.0
"""Seconds between the automatic rolls of an absent player in a race (FB-R7)."""
SHARE, SHARE_LONGER, SHARE_SPENT = 45.0, 15.0, LEAST_CHOICE
"""A seat's seconds for the windows of one scope: at first, by each extension, and once used up (TIM-R19)."""
PAUSE = (6.0, 10.0)
"""The fewest and the most seconds of a pause, whatever the host's pace."""
UNHURRIED = 60.0
"""If windows last longer than these seconds, no time budget applies: the host wants a slow game."""
ASIDE = 12
"""By letter, a pause or a question with one answer stays open for a turn divided by this."""
NO_CHOICE: frozenset[ClockName] = frozenset(("race", "call", "pause", "none"))
"""Clocks of questions that leave nothing to think about."""
WINDOWS: frozenset[ClockName] = frozenset(("window", "late"))


@dataclass(frozen=True, slots=True)
class BotPacing:
    """Seconds that computer players seem to think, people read, and the house waits with its call (FB-R6).

    They come from random numbers of their own, never from the match's: a replay must not depend on them.
    """

    shortest: float = 0.7
    longest: float = 1.6
    soonest_call: float = 2.0
    latest_call: float = 5.0
    reading: float = 2.5
    """The seconds that an event is shown before the next computer player acts, while members play."""
    reveal: float = 1.8
    """The seconds that the revealed cards are shown before the winner is announced."""

    def thinking(self) -> float:
        """Return a random thinking time."""
        return _between(self.shortest, self.longest)

    def calling(self) -> float:
        """Return a random delay for a call."""
        return _between(self.soonest_call, self.latest_call)


def _between(low: float, high: float) -> float:
    return low + (high - low) * secrets.randbelow(1000) / 1000


class ClockSettings(NamedTuple):
    """The host's choice: `pace` multiplies the times of the rules, `given` replaces the seconds of single clocks.

    `letter`: the seconds for every decision in a match by letter.
    """

    pace: float = 1.0
    given: Mapping[str, int] = {}
    letter: float | None = None

    @classmethod
    def of(cls, settings: TableSettings) -> ClockSettings:
        """Return the host's choice from the settings of a table."""
        return cls(PACE.get(settings.pace, 1.0), settings.clocks, LETTER.get(settings.pace))

    def seconds(self, game: Game, prompt: Prompt) -> float | None:
        """Return the seconds for a question; None means no deadline.

        If the game lets hosts set a clock, its lowest and highest value limit the pace too. A seat that has waited for
        the others (clock `late`) gets half a window. By letter every decision lasts as long as a turn, but races and
        calls keep their own time, since nobody can hurry for days.
        """
        if prompt.clock == "none":
            return None
        clock: ClockName = "window" if prompt.clock == "late" else prompt.clock
        low, high = game.clocks.get(clock, (0.0, float("inf")))
        seconds = game.seconds.get(prompt.kind, SECONDS[clock])
        if seconds is None:
            return None
        if self.letter is not None and clock not in ("race", "call"):
            return self._by_letter(prompt, clock, low, high)
        if is_formality(prompt):
            return game.seconds.get(prompt.kind, SECONDS["turn"])
        if clock in self.given and clock in game.clocks:
            seconds = min(max(self.given[clock], low), high)
            return seconds / 2 if prompt.clock == "late" else seconds
        low, high = PAUSE if clock == "pause" else (low, high)
        seconds = min(max(seconds * self.pace, low), high)
        seconds = seconds / 2 if prompt.clock == "late" else seconds
        return seconds if clock in NO_CHOICE else max(seconds, LEAST_CHOICE)

    def _by_letter(self, prompt: Prompt, clock: ClockName, low: float, high: float) -> float:
        """Return the seconds for a question in a match by letter."""
        assert self.letter is not None
        if clock == "pause" or is_formality(prompt):
            return self.letter / ASIDE
        seconds = min(max(float(self.given.get(clock, self.letter)), low), high)
        return seconds / 2 if prompt.clock == "late" else seconds


def is_formality(prompt: Prompt) -> bool:
    """Return True for a public question with only one answer, which nobody is hurried or late with.

    Its player may take a turn's time, which is not shown. Then it is answered for them, as are later ones after one
    beat, until they press.
    """
    return (
        isinstance(prompt, Choose)
        and prompt.public
        and len(prompt.options) == 1
        and prompt.amount is None
        and prompt.clock not in NO_CHOICE
    )


def is_never_late(prompt: Prompt) -> bool:
    """Return True if nobody counts as late with a question, since its default costs them nothing."""
    # a player who looks at a result until it disappears is not late
    costs_nothing = isinstance(prompt, Choose) and prompt.harmless
    return costs_nothing or prompt.clock == "pause" or is_formality(prompt)


NORMAL = ClockSettings()

GATHER_A_MINUTE = 10.0
"""The seconds that members have to say that they're ready for the next match, for each minute that it lasts."""
LEAST_GATHER, ROUND_GATHER = 10.0, 15.0
"""The fewest of these seconds, and those at a table of a tournament."""
SILENT_MATCHES = 2
"""A member who ran out of time in so many matches in a row without a single press is away."""
CALL_AFTER = 1 / 3
"""The part of a countdown after which those who aren't ready are mentioned, once."""
IDLE = 1800.0
"""The seconds without a press after which a table in its lobby closes and stakes go home."""
LETTER_IDLE = 3
"""The same for a match by letter, in turns."""
GRACE = 60.0
"""The fewest seconds until any deadline after a restart."""
NUDGE_AFTER, LETTER_NUDGE_AFTER = 30.0, 120.0
"""The seconds of a turn after which its player is mentioned once; the second is for a match by letter."""
WARN_BEFORE, LETTER_WARN_BEFORE = 15.0, 0.1
"""How long before the default is played its player is warned: in seconds; by letter, as a part of the turn."""


class TablePace:
    """The times of a live table, at which everyone is present."""

    by_letter = False
    idle = IDLE
    """Seconds without a press after which its lobby closes."""
    grace = GRACE
    """The fewest seconds until any deadline after a restart."""
    nudge_after = NUDGE_AFTER
    warn_before = WARN_BEFORE
    slower = 1.0
    """The factor by which a night with an agreed end lasts longer than at a live table."""

    def __init__(self, reading: float = 1.0) -> None:
        self.reading = reading
        """The factor of the time that people get to read."""

    def gather(self, minutes: int, most: float) -> float:
        """Return the seconds until the next match of so many minutes starts; `most` is the setting of the process."""
        return min(most, max(LEAST_GATHER, GATHER_A_MINUTE * minutes * self.reading))

    def mentions(self, prompt: Prompt) -> bool:
        """Return True if players are reminded of a question."""
        # a mention would show whose answer is missing in a window (TIM-R5)
        return not prompt.quiet


class LetterPace(TablePace):
    """The times of a match by letter, whose turns last `turn` seconds."""

    by_letter = True
    nudge_after = LETTER_NUDGE_AFTER

    def __init__(self, turn: int) -> None:
        super().__init__()
        self.turn = turn
        self.idle = max(IDLE, float(LETTER_IDLE * turn))
        # a player who looks in once a day must find their turn still open after an outage
        self.grace = max(GRACE, turn / ASIDE)
        self.warn_before = max(WARN_BEFORE, LETTER_WARN_BEFORE * turn)
        self.slower = turn / SECONDS_A_TURN

    def gather(self, minutes: int, most: float) -> float:
        """Return the seconds of a turn."""
        return float(self.turn)

    def mentions(self, prompt: Prompt) -> bool:
        """Return True if only the player can decide: over days nobody is mentioned for anything else."""
        return not is_formality(prompt) and prompt.clock != "pause"


def pace_of(settings: TableSettings) -> TablePace:
    """Return the pace that the host chose."""
    return TablePace(READING_PACE[settings.pace]) if settings.letter is None else LetterPace(settings.letter)


EASIEST, WIDE, AT_STAKE = 0.5, 1.8, 1.5
"""Factors of a computer player's thinking time: one answer, very many, and extra for everything at stake."""
HIDDEN = 1.2
"""The factor for every question that only its seat sees: the delay must not show what is asked."""
SLOWEST_THOUGHT = 1.6
"""The largest pace factor that a computer player's thinking time follows."""


def difficulty(prompt: Prompt) -> float:
    """Return the difficulty of a decision from its public side: its answers, and the part of a seat's money at stake.

    A plain choice of two is 1.
    """
    if not prompt.public:
        return HIDDEN
    if not isinstance(prompt, Choose):
        return 1.0
    answers = len(prompt.options) + (prompt.amount.high - prompt.amount.low + 1 if prompt.amount else 0)
    staked: float = prompt.says.get("need", 0) / max(1, prompt.says.get("money", 1))
    return min(WIDE, EASIEST + log2(answers) / 2) + AT_STAKE * min(1.0, staked)


def seconds_to_think(prompt: Prompt, seconds: float, pace: float) -> float:
    """Return the thinking time of a computer player, whose time for a plain choice is `seconds`."""
    return seconds * difficulty(prompt) * min(pace, SLOWEST_THOUGHT)


class TimeBudget:
    """The time budget that each seat has used in the current scope (TIM-R19).

    Time counts only while a window waits for the seat.
    """

    __slots__ = ("_used", "_waiting")

    def __init__(self) -> None:
        self._used: dict[int, tuple[int, float]] = {}
        self._waiting: dict[int, tuple[int, TimeBudgetScope, float]] = {}

    def wait(self, ask: Ask, now: float, seconds: float) -> float:
        """Record that a window begins to wait for the ask's seat; return the seconds that it waits.

        `seconds` is the time of the clock without a budget.
        """
        scope = ask.time_budget
        if scope is None or ask.prompt.clock not in WINDOWS:
            return seconds
        self._waiting[ask.id] = (ask.seat, scope, now)
        # a late question has half of a window, but is measured by the whole
        if seconds * (2 if ask.prompt.clock == "late" else 1) > UNHURRIED:
            return seconds
        return min(seconds, max(self.left(ask.seat, scope), SHARE_SPENT))

    def left(self, seat: int, scope: TimeBudgetScope) -> float:
        """Return the seconds that a seat has left in a scope."""
        number, used = self._used.get(seat, (scope.number, 0.0))
        return SHARE + SHARE_LONGER * scope.extensions - (used if number == scope.number else 0.0)

    def stop(self, ask_id: int, now: float) -> None:
        """Record that the window no longer waits for the seat of this ask."""
        if ask_id in self._waiting:
            seat, scope, since = self._waiting.pop(ask_id)
            number, used = self._used.get(seat, (scope.number, 0.0))
            before = used if number == scope.number else 0.0
            self._used[seat] = (scope.number, before + max(0.0, now - since))


def late_in_a_row(rows: Iterable[Row]) -> dict[int, int]:
    """Return how often each seat ran out of time since its last own answer."""
    late: dict[int, int] = {}
    for row in rows:
        if row.by == "timeout":
            late[row.seat] = late.get(row.seat, 0) + 1
        elif row.by == "player":
            late.pop(row.seat, None)
    return late


def away_seconds(ask: Ask) -> float:
    """Return the seconds that a question to an absent player stays open."""
    return WALK_SECONDS if ask.prompt.clock == "race" else BEAT
