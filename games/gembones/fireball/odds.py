"""Odds of FIREBALL: the mean number of rolls to a fireball, counted with the game's own `Dice` (OD-FB1 to OD-FB8).

Wall of Fire is not counted, since its stacks fall. The time it takes grows with the number of gembones: 14g8 take some
seconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from games.engine.money import SIZES
from games.gembones.fireball.dice import Dice
from games.gembones.fireball.options import ORDINARY, Options
from games.gembones.shared.odds import Odds

Stacks = tuple[int, ...]
"""The gembones locked on each target; of two stacks the higher one first."""


def rolls(count: int, sides: int) -> Iterator[tuple[list[int], Fraction]]:
    """Yield every roll, in any order of the dice, with its chance."""
    for faces in combinations_with_replacement(range(1, sides + 1), count):
        ways = factorial(count) // prod(factorial(n) for n in Counter(faces).values())
        yield [*faces], Fraction(ways, sides**count)


@cache
def opening(count: int, sides: int, targets: int, highest: bool) -> Mapping[Stacks, Fraction]:
    """Return the chance of each pair of stacks after the first roll."""
    after: Counter[Stacks] = Counter()
    for faces, chance in rolls(count, sides):
        dice = Dice(count, sides, targets=targets, highest=highest)
        dice.lock(faces)
        after[tuple(sorted(dice.stacks, reverse=True))] += chance  # type: ignore[assignment]
    return after  # type: ignore[return-value]


@cache
def next_roll(count: int, sides: int, stacks: Stacks) -> Mapping[Stacks, Fraction]:
    """Return the chance of each pair of stacks after one more roll.

    All numbers but the targets count as one, a miss, so that there are far fewer rolls to go through.
    """
    loose, targets = count - sum(stacks), len(stacks)
    after: Counter[Stacks] = Counter()
    # faces 1 to `targets` are hits, and one more face stands for all misses, weighted by their number
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
    """Return the mean number of further rolls until all are locked."""
    if sum(stacks) == count:
        return Fraction(0)
    after = next_roll(count, sides, stacks)
    rest = sum(
        (chance * more_rolls(count, sides, grown) for grown, chance in after.items() if grown != stacks),
        Fraction(0),
    )
    # a roll that locks nothing leaves the stacks as they are: solve the equation for this state
    return (1 + rest) / (1 - after.get(stacks, Fraction(0)))


def mean_rolls(count: int, sides: int, targets: int = 1, highest: bool = False) -> Fraction:
    """Return the mean number of rolls that a lone player needs, the first one included."""
    first = opening(count, sides, targets, highest)
    return 1 + sum(
        (chance * more_rolls(count, sides, stacks) for stacks, chance in first.items()), Fraction(0)
    )


def odds(options: Options) -> Iterator[Odds]:
    """Yield the chance that one loose gembone locks, and the mean number of rolls where it can be counted quickly."""
    targets = 2 if options.flame_strike or options.meteor_swarm else 1
    yield Odds(
        "a loose gembone shows your target" + "s" * (targets - 1), Fraction(targets, SIZES[options.size])
    )
    if options.count == ORDINARY and not options.wall_of_fire:
        # more gembones would take too long to count, and stacks that fall are not counted at all
        mean_of = mean_rolls(options.count, SIZES[options.size], targets, options.evocation_overchannel)
        yield Odds("until all do, alone", mean_of, "rolls", counted=True)
