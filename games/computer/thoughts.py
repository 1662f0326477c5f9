"""The luck with which a computer player imagines what is hidden: fast, and fixed by the luck that it was given."""

from __future__ import annotations

from games.engine import Chance

FACTOR, ADDED = 6364136223846793005, 1442695040888963407
"""Knuth's linear congruential generator of 64 bits (MMIX), of which the upper half is used."""
WHOLE = (1 << 64) - 1


class Thoughts(Chance):
    """A source of imagined luck; nothing that happens at a table comes from it."""

    __slots__ = ("_state",)

    def __init__(self, luck: Chance) -> None:
        self._state = luck.below(1 << 32) << 32 | luck.below(1 << 32)

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each with as good as the same chance."""
        state = self._state = (self._state * FACTOR + ADDED) & WHOLE
        return (state >> 32) * n >> 32
