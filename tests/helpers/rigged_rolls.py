"""Luck of a table in a test: the rolls that the test sets, then a stream."""

from __future__ import annotations

from collections.abc import Iterable

from bot.luck.draws import RecordingChance
from games.engine import Seed


class RiggedRolls(RecordingChance):
    """The luck of a match at a table, whose first rolls a test sets. They aren't in its list of draws."""

    __slots__ = ("rolls",)

    def __init__(self, rolls: Iterable[int]) -> None:
        super().__init__(Seed("rigged"))
        self.rolls = [*rolls]

    def die(self, sides: int) -> int:
        """Return the next roll that was set, else one of the stream."""
        return self.rolls.pop(0) if self.rolls else super().die(sides)
