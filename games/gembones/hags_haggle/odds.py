"""Hag's Haggle in numbers: the sets of gembones, the gain and loss of a roll, and its odds (HH-12 to HH-14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Literal, NamedTuple

from games.engine.game import Odds
from games.engine.money import SIZES
from games.gembones.hags_haggle.codes import SEVENS
from games.gembones.hags_haggle.options import Options
from games.gembones.shared.rolls import CRACKS_IN, share
from games.phrases import N_, joined, spelled


class Set(NamedTuple):
    """A set of gembones: the size of the house's two dice, and the odds to one of a match."""

    house: str
    match: int


SETS: Mapping[str, Set] = {"g8": Set("g4", 3), "g12": Set("g6", 6), "g20": Set("g10", 9)}
"""The player's die to its set; the house's dice are half as large."""
Verdict = Literal["match", "exceed", "lower"]
VERDICT_TEXT: Mapping[Verdict, str] = {
    "match": N_("a match"),
    "exceed": N_("higher"),
    "lower": N_("lower"),
}
"""The words for a verdict next to the dice."""


def judge(face: int, total: int) -> Verdict:
    """Compare a roll with the total of the house."""
    return "match" if face == total else "exceed" if face > total else "lower"


def settle(
    die: str, face: int, total: int, kind: bool = False, sevens: bool = False
) -> tuple[dict[str, int], int]:
    """Return the gembones that one wager wins, and the number of its own die that it loses, 0 or 1.

    `kind`: a higher roll keeps its die. `sevens`: the code by which a 7 is the hag's, whatever it won (HH-R1, HH-R5).
    """
    verdict = judge(face, total)
    won = {"match": {die: SETS[die].match}, "exceed": {SETS[die].house: 1}, "lower": dict[str, int]()}[
        verdict
    ]
    lost = verdict == "lower" or (verdict == "exceed" and not kind) or (sevens and face == 7)
    return won, int(lost)


def odds(options: Options) -> Iterator[Odds]:
    """Yield the chances of a match, a higher and a lower roll, and the mean of a wager (OD-HH1 to OD-HH3).

    A gembone that leaves the tray counts as lost. In points nothing is lost, so the mean is left out.
    """
    cracks = Fraction(options.tray, CRACKS_IN)
    for die in SETS if options.gembones == "dealer" else (options.gembones,):
        half = range(1, SIZES[SETS[die].house] + 1)
        rolls = [
            (one + other, face) for one, other in product(half, half) for face in range(1, SIZES[die] + 1)
        ]
        for verdict, words in VERDICT_TEXT.items():
            chance = share(judge(face, total) == verdict for total, face in rolls)
            yield Odds(joined(f"{die}: ", words), (1 - cracks) * chance)
        if cracks:
            yield Odds(spelled("{die}: it leaves the tray", die=die), cracks)
        for sevens in (False, True) if options.codes else (False,):
            net = 0
            for total, face in rolls:
                won, lost = settle(die, face, total, options.kind_hag, sevens)
                net += sum(SIZES[unit] * n for unit, n in won.items()) - lost * SIZES[die]
            name = (
                spelled("{die}: a wager brings under code {code}", die=die, code=SEVENS)
                if sevens
                else spelled("{die}: a wager brings", die=die)
            )
            gain = (1 - cracks) * Fraction(net, len(rolls) * SIZES[die]) - cracks
            if not options.for_points:
                yield Odds(name, gain, N_("wagers"))
    if options.bargains:
        yield Odds("bargains", None)
