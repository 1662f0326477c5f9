"""The best way to keep dice of one value and roll the rest, by exact odds, however the Keeps are ranked (TH).

The space is small: 462 Keeps of five dice and fewer, 252 rolls at most. So the whole plan is worked out backwards: each
Keep is worth the chance that it beats the Keeps of rivals, and each roll is kept in the way that is worth most.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from functools import cache
from itertools import accumulate, combinations_with_replacement
from math import factorial, prod
from typing import Any

VALUES = range(1, 7)

Keep = tuple[int, ...]
"""The kept dice, in ascending order."""


@cache
def rolls(dice: int) -> tuple[tuple[Mapping[int, int], float], ...]:
    """Return the possible rolls of this many dice: how often each value, and the chance of that."""
    found = []
    for faces in combinations_with_replacement(VALUES, dice):
        shown = Counter(faces)
        ways = factorial(dice) / prod(map(factorial, shown.values()))
        found.append((shown, ways / 6**dice))
    return tuple(found)


def kept(keep: Keep, value: int, count: int) -> Keep:
    """Return the Keep with this many more dice of a value."""
    return tuple(sorted((*keep, *(value,) * count)))


class Plan:
    """A way to keep dice, where a finished Keep has a worth of its own."""

    def __init__(self, worth: Callable[[Keep], float]) -> None:
        self._worth = worth
        self._values: dict[tuple[Keep, int], float] = {}
        self._ends: dict[tuple[Keep, int], Mapping[Keep, float]] = {}

    def value(self, keep: Keep, dice: int) -> float:
        """Return the mean worth of a Keep with this many dice still to roll."""
        if (keep, dice) not in self._values:
            self._values[keep, dice] = (
                sum(chance * max(self.ways(keep, shown).values()) for shown, chance in rolls(dice))
                if dice
                else self._worth(keep)
            )
        return self._values[keep, dice]

    def ways(self, keep: Keep, shown: Mapping[int, int]) -> dict[int, float]:
        """Return the average worth of keeping each value of a roll."""
        dice = sum(shown.values())
        return {value: self.value(kept(keep, value, n), dice - n) for value, n in shown.items()}

    def best(self, keep: Keep, shown: Mapping[int, int]) -> int:
        """Return the value to keep."""
        ways = self.ways(keep, shown)
        return max(sorted(ways), key=ways.__getitem__)

    def ends(self, keep: Keep, dice: int) -> Mapping[Keep, float]:
        """Return how likely each finished Keep is."""
        if not dice:
            return {keep: 1.0}
        if (keep, dice) not in self._ends:
            chances: dict[Keep, float] = defaultdict(float)
            for shown, chance in rolls(dice):
                value = self.best(keep, shown)
                for end, likely in self.ends(kept(keep, value, shown[value]), dice - shown[value]).items():
                    chances[end] += chance * likely
            self._ends[keep, dice] = dict(chances)
        return self._ends[keep, dice]


class Odds:
    """The chance that a finished Keep beats that of an unknown rival; a tie counts half."""

    def __init__(self, strength: Callable[[Keep], Any], ends: Mapping[Keep, float]) -> None:
        chances: dict[Any, float] = defaultdict(float)
        for keep, chance in ends.items():
            chances[strength(keep)] += chance
        self._ranks = sorted(chances)
        self._below = [0.0, *accumulate(chances[rank] for rank in self._ranks)]

    def beats(self, rank: Any) -> float:
        """Return the chance for a Keep of this rank."""
        low, high = bisect_left(self._ranks, rank), bisect_right(self._ranks, rank)
        return (self._below[low] + self._below[high]) / 2


def plan_against(strength: Callable[[Keep], Any], dice: int, rivals: int) -> Plan:
    """Return the plan that wins most often against this many rivals with the same aim."""
    plan = Plan(lambda keep: 0.0)
    ends: Mapping[Keep, float] = _as_they_fall(dice)
    # twice: at first against Keeps as they fall, then against those of a sound player
    for _ in range(2):
        odds = Odds(strength, ends)

        def worth(keep: Keep, odds: Odds = odds) -> float:
            return float(odds.beats(strength(keep)) ** rivals)

        plan = Plan(worth)
        ends = plan.ends((), dice)
    return plan


def _as_they_fall(dice: int) -> dict[Keep, float]:
    """Return how likely each Keep is if every die were rolled once."""
    return {
        tuple(sorted(value for value, n in shown.items() for _ in range(n))): chance
        for shown, chance in rolls(dice)
    }
