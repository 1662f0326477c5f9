"""The luck with which a computer player imagines what is hidden: fast, and fixed by the luck that it was given."""

from __future__ import annotations

from random import Random

from games.engine import Chance


class Thoughts(Chance):
    """A source of imagined luck; nothing that happens at a table comes from it."""

    __slots__ = ("_random",)

    def __init__(self, luck: Chance) -> None:
        self._random = Random(luck.below(1 << 32)).random

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each with as good as the same chance."""
        return int(self._random() * n)
