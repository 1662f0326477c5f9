"""Odds of Tripledip, counted over all rolls of three gembones (OD-TD1 to OD-TD4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from games.engine.money import SIZES
from games.gembones.shared.odds import Odds, share
from games.gembones.tripledip.options import Options
from games.gembones.tripledip.state import ALL, ANNAM, ANNAM_LOSS, DUBS, TRIPS, score_of


def odds(options: Options) -> Iterator[Odds]:
    """Yield the chances of one roll of each size that is played."""
    named = {"trips": TRIPS, "dubs": DUBS}
    if options.annam_all_or_nothing:
        named |= {"the three highest": ANNAM, "1, 2, 3": ANNAM_LOSS}
    for size in options.sizes:
        sides = SIZES[size]
        rolls = [
            score_of(roll, sides, options.annam_all_or_nothing).rank
            for roll in product(range(1, sides + 1), repeat=ALL)
        ]
        for name, rank in named.items():
            yield Odds(f"one roll of 3{size}: {name}", share(each == rank for each in rolls))
