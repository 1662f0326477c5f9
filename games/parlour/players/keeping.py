"""The best dice to keep in Threes, by exact odds, under any ranking of Keeps (TH).

The search space is small, at most 462 Keeps of up to five dice and 252 rolls, so the plan is computed exactly by
working backwards. A finished Keep is worth its chance to beat the rivals' Keeps; at each roll the best value is kept.
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
    """Return the possible rolls of this many dice, as counts by value, each with its chance."""
    found = []
    for faces in combinations_with_replacement(VALUES, dice):
        shown = Counter(faces)
        ways = factorial(dice) / prod(map(factorial, shown.values()))
        found.append((shown, ways / 6**dice))
    return tuple(found)


def kept(keep: Keep, value: int, count: int) -> Keep:
    """Add `count` dice of a value to a Keep."""
    return tuple(sorted((*keep, *(value,) * count)))


class Plan:
    """The choices that give the highest average worth, for a given worth of each finished Keep."""

    def __init__(self, worth: Callable[[Keep], float]) -> None:
        self._worth = worth
        self._values: dict[tuple[Keep, int], float] = {}
        self._steps: dict[tuple[Keep, int], Mapping[tuple[int, int], float]] = {}
        self._ends: dict[tuple[Keep, int], Mapping[Keep, float]] = {}

    def value(self, keep: Keep, dice: int) -> float:
        """Return the average final worth of a Keep with this many dice still to roll."""
        if (keep, dice) not in self._values:
            self._values[keep, dice] = self._planned(keep, dice) if dice else self._worth(keep)
        return self._values[keep, dice]

    def _planned(self, keep: Keep, dice: int) -> float:
        """Choose for every roll, note how often each value and number of dice is kept, and return the average worth."""
        # many rolls leave the same Keep, so each is valued once
        worth = {
            (value, n): self.value(kept(keep, value, n), dice - n)
            for value in VALUES
            for n in range(1, dice + 1)
        }
        steps: dict[tuple[int, int], float] = defaultdict(float)
        total = 0.0
        for shown, chance in rolls(dice):
            # in ascending order, so that equally good values always give the same choice
            best = max(shown.items(), key=worth.__getitem__)
            steps[best] += chance
            total += chance * worth[best]
        self._steps[keep, dice] = dict(steps)
        return total

    def ways(self, keep: Keep, shown: Mapping[int, int]) -> dict[int, float]:
        """Return the average final worth by the value kept from a roll."""
        dice = sum(shown.values())
        return {value: self.value(kept(keep, value, n), dice - n) for value, n in shown.items()}

    def ends(self, keep: Keep, dice: int) -> Mapping[Keep, float]:
        """Return the chance of each finished Keep under this plan."""
        if (keep, dice) not in self._ends:
            self.value(keep, dice)
            # the Keeps on the way, by the dice that are left to roll
            reached: list[dict[Keep, float]] = [defaultdict(float) for _ in range(dice + 1)]
            reached[dice][keep] = 1.0
            for left in range(dice, 0, -1):
                for begun, likely in reached[left].items():
                    for (value, n), chance in self._steps[begun, left].items():
                        reached[left - n][kept(begun, value, n)] += likely * chance
            self._ends[keep, dice] = dict(reached[0])
        return self._ends[keep, dice]


class Odds:
    """The chances to beat a random rival, whose finished Keeps have the chances `ends`."""

    def __init__(self, strength: Callable[[Keep], Any], ends: Mapping[Keep, float]) -> None:
        chances: dict[Any, float] = defaultdict(float)
        for keep, chance in ends.items():
            chances[strength(keep)] += chance
        self._ranks = sorted(chances)
        self._below = [0.0, *accumulate(chances[rank] for rank in self._ranks)]

    def beats(self, rank: Any) -> float:
        """Return the chance that a Keep of this rank beats the rival's; a tie counts half."""
        low, high = bisect_left(self._ranks, rank), bisect_right(self._ranks, rank)
        return (self._below[low] + self._below[high]) / 2


def plan_against(strength: Callable[[Keep], Any], dice: int, rivals: int) -> Plan:
    """Compute a plan to beat this many rivals, who also play to win."""
    plan = Plan(lambda keep: 0.0)
    ends: Mapping[Keep, float] = _as_they_fall(dice)
    # the first pass finds a sound plan against random Keeps, the second a plan against rivals who play the first
    for _ in range(2):
        odds = Odds(strength, ends)

        def worth(keep: Keep, odds: Odds = odds) -> float:
            return float(odds.beats(strength(keep)) ** rivals)

        plan = Plan(worth)
        ends = plan.ends((), dice)
    return plan


def _as_they_fall(dice: int) -> dict[Keep, float]:
    """Return the chance of each Keep if all dice were rolled once and kept."""
    return {
        tuple(sorted(value for value, n in shown.items() for _ in range(n))): chance
        for shown, chance in rolls(dice)
    }
