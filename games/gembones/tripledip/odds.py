"""Odds of Tripledip, counted over all rolls of three gembones (OD-TD1 to OD-TD4)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from games.engine.game import Odds
from games.engine.money import SIZES
from games.gembones.shared.rolls import CRACKS_IN, share
from games.gembones.tripledip.nine_bells import DIE, ROLLS_A_PRESS
from games.gembones.tripledip.options import Options
from games.gembones.tripledip.state import ALL, ANNAM, ANNAM_LOSS, DUBS, TRIPS, score_of
from games.phrases import N_, spelled


def odds(options: Options) -> Iterator[Odds]:
    """Yield the chances of one roll of each size that is played, or of the Nine Bells."""
    if options.nine_bells:
        hit = Fraction(1, SIZES[DIE] ** ALL)
        yield Odds("one roll: 20, 20, 20", hit)
        yield Odds(
            spelled("20, 20, 20 within {n} rolls, one press", n=ROLLS_A_PRESS), 1 - (1 - hit) ** ROLLS_A_PRESS
        )
        yield Odds("until 20, 20, 20", 1 / hit, N_("rolls"), counted=True)
        return
    named = {N_("trips"): TRIPS, N_("dubs"): DUBS}
    if options.annam_all_or_nothing:
        named |= {N_("the three highest"): ANNAM, "1, 2, 3": ANNAM_LOSS}
    # each trio that is rolled together makes it likelier that a gembone leaves the tray (TD-R6)
    stays = (1 - Fraction(options.tray * len(options.sizes), CRACKS_IN)) ** ALL
    one = (
        N_("the first roll of 3{size}: {name}")
        if options.tray and len(options.sizes) > 1
        else N_("one roll of 3{size}: {name}")
    )
    for size in options.sizes:
        sides = SIZES[size]
        rolls = [
            score_of(roll, sides, options.annam_all_or_nothing).rank
            for roll in product(range(1, sides + 1), repeat=ALL)
        ]
        for name, rank in named.items():
            yield Odds(spelled(one, size=size, name=name), stays * share(each == rank for each in rolls))
        if options.tray:
            yield Odds(spelled(one, size=size, name=N_("it cracks")), 1 - stays)
