"""Odds of FIREBALL: the mean number of rolls to a fireball, counted with the game's own `Dice` (OD-FB1 to OD-FB8).

Wall of Fire is not counted, since its stacks fall. Up to eight gembones are counted in fractions. With more the
fractions would have thousands of digits, and floating point is exact to more digits than anyone is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Any

from games.engine.game import Odds
from games.engine.money import SIZES
from games.gembones.fireball.dice import Dice
from games.gembones.fireball.options import ORDINARY, Options
from games.phrases import N_

Stacks = tuple[int, ...]
"""The gembones locked on each target; of two stacks the higher one first."""


def number(count: int, value: int, of: int) -> Any:
    """Return `value / of` as a fraction, or for more than eight gembones as a float."""
    return Fraction(value, of) if count <= ORDINARY else value / of


def first_rolls(count: int, sides: int, highest: bool) -> Iterator[tuple[list[int], int]]:
    """Yield first rolls with the number of ways to roll them, merging those that lock alike.

    Rolls lock alike if their numbers show equally often. With `highest` only the highest number locks.
    """
    if highest:
        for hits in range(count + 1):
            yield [sides] * hits + [1] * (count - hits), comb(count, hits) * (sides - 1) ** (count - hits)
        return
    for parts in partitions(count, sides):
        named = factorial(sides) // prod(
            map(factorial, Counter([*parts, *[0] * (sides - len(parts))]).values())
        )
        faces = [face for face, n in enumerate(parts, 1) for _ in range(n)]
        yield faces, named * factorial(count) // prod(map(factorial, parts))


def partitions(total: int, parts: int, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """Yield every way to write `total` as a sum of at most this many numbers, the largest first."""
    if total == 0:
        yield ()
    elif parts:
        for first in range(min(total, most or total), 0, -1):
            for rest in partitions(total - first, parts - 1, first):
                yield (first, *rest)


@cache
def opening(count: int, sides: int, targets: int, highest: bool) -> Mapping[Stacks, Any]:
    """Return the chance of each pair of stacks after the first roll."""
    after: Counter[Stacks] = Counter()
    for faces, ways in first_rolls(count, sides, highest):
        dice = Dice(count, sides, targets=targets, highest=highest)
        dice.lock(faces)
        after[tuple(sorted(dice.stacks, reverse=True))] += ways
    return {stacks: number(count, ways, sides**count) for stacks, ways in after.items()}


@cache
def next_roll(count: int, sides: int, stacks: Stacks) -> Mapping[Stacks, Any]:
    """Return the chance of each pair of stacks after one more roll.

    All numbers but the targets count as one, a miss, so that there are far fewer rolls to go through.
    """
    loose, targets = count - sum(stacks), len(stacks)
    after: Counter[Stacks] = Counter()
    # faces 1 to `targets` are hits, and one more face stands for all misses, weighted by their number
    for faces in combinations_with_replacement(range(1, targets + 2), loose):
        seen = Counter(faces)
        misses = seen[targets + 1]
        ways = factorial(loose) // prod(factorial(n) for n in seen.values())
        dice = Dice(count, sides, targets=targets)
        dice.targets, dice.stacks = [*range(1, targets + 1)], [*stacks]
        dice.lock(faces)
        after[tuple(sorted(dice.stacks, reverse=True))] += ways * (sides - targets) ** misses
    return {stacks: number(count, ways, sides**loose) for stacks, ways in after.items()}


@cache
def more_rolls(count: int, sides: int, stacks: Stacks) -> Any:
    """Return the mean number of further rolls until all are locked."""
    if sum(stacks) == count:
        return number(count, 0, 1)
    after = next_roll(count, sides, stacks)
    rest = sum(chance * more_rolls(count, sides, grown) for grown, chance in after.items() if grown != stacks)
    # a roll that locks nothing leaves the stacks as they are: solve the equation for this state
    return (1 + rest) / (1 - after.get(stacks, 0))


def mean_rolls(count: int, sides: int, targets: int = 1, highest: bool = False) -> Fraction:
    """Return the mean number of rolls that a lone player needs, the first one included."""
    first = opening(count, sides, targets, highest)
    return Fraction(1 + sum(chance * more_rolls(count, sides, stacks) for stacks, chance in first.items()))


def odds(options: Options) -> Iterator[Odds]:
    """Yield the chance that one loose gembone locks, and the mean number of rolls until all do."""
    targets = 2 if options.flame_strike or options.meteor_swarm else 1
    yield Odds(
        "a loose gembone shows your target" if targets == 1 else "a loose gembone shows your targets",
        Fraction(targets, SIZES[options.size]),
    )
    name = N_("until all do, alone")
    if options.wall_of_fire:
        yield Odds(name, None, uncounted=N_("Wall of Fire"))
        return
    mean_of = mean_rolls(options.count, SIZES[options.size], targets, options.evocation_overchannel)
    yield Odds(name, mean_of, N_("rolls"), counted=True)
