"""The fast luck with which a computer player samples hidden cards, seeded by the luck that it was given."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TypeVar

from games.engine.chance import Chance

T = TypeVar("T")

# only the upper half of each number is used: the low bits of such a generator soon repeat
FACTOR, ADDED = 6364136223846793005, 1442695040888963407
"""Knuth's linear congruential generator of 64 bits (MMIX)."""
WHOLE = (1 << 64) - 1


class Thoughts(Chance):
    """A source of imagined luck; nothing that happens at a table comes from it."""

    __slots__ = ("_state",)

    def __init__(self, luck: Chance) -> None:
        self._state = luck.below(1 << 32) << 32 | luck.below(1 << 32)

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each with very nearly the same chance."""
        state = self._state = (self._state * FACTOR + ADDED) & WHOLE
        return (state >> 32) * n >> 32

    def draw(self, pile: MutableSequence[T]) -> T:
        """Remove a random card from `pile`, which is not empty, and return it."""
        state = self._state = (self._state * FACTOR + ADDED) & WHOLE
        place = (state >> 32) * len(pile) >> 32
        card = pile[place]
        pile[place] = pile[-1]
        del pile[-1]
        return card

    def deal(self, pile: MutableSequence[T], count: int) -> list[T]:
        """Draw `count` cards from `pile`: the same cards as that many calls of `draw`, but faster."""
        state, left, dealt = self._state, len(pile), list[T]()
        for _ in range(count):
            state = (state * FACTOR + ADDED) & WHOLE
            place = (state >> 32) * left >> 32
            left -= 1
            dealt.append(pile[place])
            pile[place] = pile[left]
            del pile[left]
        self._state = state
        return dealt

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put `items` in a random order, as `Chance.shuffle` would with these numbers, but faster."""
        state = self._state
        for end in range(len(items) - 1, 0, -1):
            state = (state * FACTOR + ADDED) & WHOLE
            place = (state >> 32) * (end + 1) >> 32
            items[end], items[place] = items[place], items[end]
        self._state = state
