"""Odds of Tiamat: the hands that can be dealt, by their combination (OD-TM1 to OD-TM7)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from games.engine.game import Odds
from games.gembones.tiamat.combinations import (
    ADULT,
    ANCIENT,
    COLORS,
    HAND,
    OF_A_COLOR,
    OF_ANY_COLOR,
    TIAMAT,
    WYRMLING,
    YOUNG,
    Combination,
)
from games.gembones.tiamat.options import Options
from games.phrases import spelled

DEALT = {
    Combination(TIAMAT): 100_000,
    Combination(ANCIENT): 1_260,
    Combination(ADULT): 42_000,
    Combination(YOUNG, second=True): 108_000,
    Combination(YOUNG): 360_000,
    Combination(WYRMLING, second=True): 607_500,
    Combination(WYRMLING): 900_000,
}
"""Each combination to the number of dealt hands that make it."""
HANDS = comb(len(COLORS) * OF_A_COLOR, HAND)


def odds(options: Options) -> Iterator[Odds]:
    """Yield the chance of each combination in five cards as they are dealt."""
    for hand, hands in DEALT.items():
        name = OF_ANY_COLOR[hand.rank]
        words = (
            spelled("dealt: {name} with a second pair", name=name)
            if hand.second
            else spelled("dealt: {name}", name=name)
        )
        yield Odds(words, Fraction(hands, HANDS))
