"""FIREBALL in numbers: what a roll locks, and how many rolls it takes, counted with the game's own locks (OD-FB).

Without Wall of Fire, whose stacks fall. The more gembones, the longer it takes to count: 14g8 some seconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from games.gembones.fireball.dice import Dice

Stacks = tuple[int, ...]
"""How many are locked on each target; of two the higher one first."""


def rolls(count: int, sides: int) -> Iterator[tuple[list[int], Fraction]]:
    """Every roll, in any order of the dice, with its chance."""
    for faces in combinations_with_replacement(range(1, sides + 1), count):
        ways = factorial(count) // prod(factorial(n) for n in Counter(faces).values())
        yield [*faces], Fraction(ways, sides**count)


@cache
def opening(count: int, sides: int, targets: int, highest: bool) -> Mapping[Stacks, Fraction]:
    """What is locked after the first roll; of two stacks the higher one first."""
    after: Counter[Stacks] = Counter()
    for faces, chance in rolls(count, sides):
        dice = Dice(count, sides, targets=targets, highest=highest)
        dice.lock(faces)
        after[tuple(sorted(dice.stacks, reverse=True))] += chance  # type: ignore[assignment]
    return after  # type: ignore[return-value]


@cache
def next_roll(count: int, sides: int, stacks: Stacks) -> Mapping[Stacks, Fraction]:
    """What is locked after one more roll. Only targets and all other numbers are told apart."""
    loose, targets = count - sum(stacks), len(stacks)
    after: Counter[Stacks] = Counter()
    for faces, _ in rolls(loose, targets + 1):
        seen = Counter(faces)
        misses = seen[targets + 1]
        ways = factorial(loose) // prod(factorial(n) for n in seen.values())
        dice = Dice(count, sides, targets=targets)
        dice.targets, dice.stacks = [*range(1, targets + 1)], [*stacks]
        dice.lock(faces)
        chance = Fraction(ways * (sides - targets) ** misses, sides**loose)
        after[tuple(sorted(dice.stacks, reverse=True))] += chance  # type: ignore[assignment]
    return after  # type: ignore[return-value]


@cache
def more_rolls(count: int, sides: int, stacks: Stacks) -> Fraction:
    """How many more rolls it takes from here on average."""
    if sum(stacks) == count:
        return Fraction(0)
    after = next_roll(count, sides, stacks)
    rest = sum(
        (chance * more_rolls(count, sides, there) for there, chance in after.items() if there != stacks),
        Fraction(0),
    )
    return (1 + rest) / (1 - after.get(stacks, Fraction(0)))


def mean_rolls(count: int, sides: int, targets: int = 1, highest: bool = False) -> Fraction:
    """How many rolls a lone player needs on average, the first one included."""
    first = opening(count, sides, targets, highest)
    return 1 + sum((chance * more_rolls(count, sides, there) for there, chance in first.items()), Fraction(0))
