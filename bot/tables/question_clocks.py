"""How long questions stay open: the game's own times, the host's, the pace; and a seat's share of a stretch of play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from bot.tables.state import SECONDS, TableSettings
from games.engine import Ask, Game, Prompt, Row, TimeBudgetScope
from games.engine import Clock as ClockName

BEAT = 3.0
"""Seconds after its question at which an answer is given that a seat has given beforehand, and that of who is away."""
WALK_SECONDS = 4.0
"""The same in a race: so far apart are the rolls that are made for who is away (FB-R7)."""
SHARE, SHARE_LONGER, SHARE_SPENT = 45.0, 15.0, 5.0
"""Seconds that a seat has for all windows of a stretch of play, how many more each time that it gets longer, and for
how many a window waits for a seat that has used them up (TIM-R19)."""
UNHURRIED = 60.0
"""Where windows are longer than this, seats have no share that could be used up (TIM-R19)."""
WINDOWS: frozenset[ClockName] = frozenset(("window", "late"))


class ClockSettings(NamedTuple):
    """What the host has set: `pace` multiplies the times of the rules, `given` are seconds by clock in their place."""

    pace: float = 1.0
    given: Mapping[str, int] = {}

    @classmethod
    def of(cls, settings: TableSettings, pace: float) -> ClockSettings:
        """The tempo of a table."""
        return cls(pace, settings.clocks)

    def seconds(self, game: Game, prompt: Prompt) -> float | None:
        """The time that a question has; None is no end.

        Where the game lets hosts set a clock, its ends hold for the pace too. Who has waited gets half a window.
        """
        if prompt.clock == "none":
            return None
        clock: ClockName = "window" if prompt.clock == "late" else prompt.clock
        low, high = game.clocks.get(clock, (0.0, float("inf")))
        found = game.seconds.get(prompt.kind, SECONDS[clock])
        if found is None:
            return None
        found = self.given[clock] if clock in self.given and clock in game.clocks else found * self.pace
        found = min(max(found, low), high)
        return found / 2 if prompt.clock == "late" else found


NORMAL = ClockSettings()


class TimeBudget:
    """How much of its share of the present stretch each seat has used: only while a window waits for it (TIM-R19)."""

    __slots__ = ("_used", "_waiting")

    def __init__(self) -> None:
        self._used: dict[int, tuple[int, float]] = {}
        self._waiting: dict[int, tuple[int, TimeBudgetScope, float]] = {}

    def wait(self, ask: Ask, now: float, seconds: float) -> float:
        """A window begins to wait for the ask's seat; gives for how long it does."""
        stretch = ask.time_budget
        if stretch is None or ask.prompt.clock not in WINDOWS:
            return seconds
        self._waiting[ask.id] = (ask.seat, stretch, now)
        if seconds * (2 if ask.prompt.clock == "late" else 1) > UNHURRIED:
            return seconds
        return min(seconds, max(self.left(ask.seat, stretch), SHARE_SPENT))

    def left(self, seat: int, stretch: TimeBudgetScope) -> float:
        """What a seat has left of its share."""
        number, used = self._used.get(seat, (stretch.number, 0.0))
        return SHARE + SHARE_LONGER * stretch.extensions - (used if number == stretch.number else 0.0)

    def stop(self, ask_id: int, now: float) -> None:
        """The window waits for that seat no more."""
        if ask_id in self._waiting:
            seat, stretch, since = self._waiting.pop(ask_id)
            number, used = self._used.get(seat, (stretch.number, 0.0))
            before = used if number == stretch.number else 0.0
            self._used[seat] = (stretch.number, before + max(0.0, now - since))


def late_in_a_row(rows: Iterable[Row]) -> dict[int, int]:
    """How often each seat was out of time at last, with no answer of its own since."""
    late: dict[int, int] = {}
    for row in rows:
        if row.by == "timeout":
            late[row.seat] = late.get(row.seat, 0) + 1
        elif row.by == "player":
            late.pop(row.seat, None)
    return late


def away_seconds(ask: Ask) -> float:
    """How long a question to somebody who is away stays open."""
    return WALK_SECONDS if ask.prompt.clock == "race" else BEAT
