"""What a wager comes to at Hag's Haggle: a roll against the total of the house (HH-12 to HH-14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple


class Set(NamedTuple):
    """A set of gembones: what the house rolls two of, and how many to one a match pays."""

    house: str
    match: int


SETS: Mapping[str, Set] = {"g8": Set("g4", 3), "g12": Set("g6", 6), "g20": Set("g10", 9)}
"""The player's die to the house's, which is half as large (HH-01, HH-02, HH-12, HH-13)."""
Verdict = Literal["match", "exceed", "lower"]
CALLED: Mapping[Verdict, str] = {"match": "a match", "exceed": "higher", "lower": "lower"}
"""How a verdict is called beside the dice."""


def judge(face: int, total: int) -> Verdict:
    """A roll against the total of the house (HH-12 to HH-14)."""
    return "match" if face == total else "exceed" if face > total else "lower"


def settle(
    die: str, face: int, total: int, kind: bool = False, sevens: bool = False
) -> tuple[dict[str, int], int]:
    """What one wager wins, and how many of its die it loses (HH-12 to HH-14, HH-25, HH-R1, HH-R5)."""
    verdict = judge(face, total)
    won = {"match": {die: SETS[die].match}, "exceed": {SETS[die].house: 1}, "lower": dict[str, int]()}[
        verdict
    ]
    lost = verdict == "lower" or (verdict == "exceed" and not kind) or (sevens and face == 7)
    return won, int(lost)
