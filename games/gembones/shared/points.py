"""The point system: what gembones score, and the option to play any gembone game for points (PTS)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import Field

from games.engine import Money, Options, Pay

VALUES: Mapping[str, int] = {"g4": 1, "g6": 2, "g8": 3, "g10": 4, "g12": 5, "g20": 6, "g100": 10}
"""The points of each gembone that is won (PTS-04)."""

Length = Literal["quick", "full"]
"""The two targets that every game names (PTS-08)."""


class GemboneOptions(Options):
    """What the seven gembone games have in common: gembones, or a race for points (GEN-R9)."""

    played_for: Literal["gembones", "points_quick", "points_full"] = Field(
        "gembones",
        title="Played for",
        description="Gembones, or points: game after game until somebody has the target, and no purse is touched. "
        "Quick to try a game out, full for an evening of it.",
    )

    @property
    def for_points(self) -> bool:
        """Whether no gembone changes hands (PTS-01, PTS-06)."""
        return self.played_for != "gembones"

    @property
    def length(self) -> Length:
        """The length of a match for points."""
        return "full" if self.played_for == "points_full" else "quick"


def money_for(options: GemboneOptions) -> Money:
    """What is staked: for `Game.money_for`."""
    return "points" if options.for_points else "gembones"


def scored(pays: Sequence[Pay]) -> dict[int, int]:
    """What every seat scores: the gembones that it wins, by their size; a lost one is 0 (PTS-03, PTS-05, PTS-R3)."""
    points: Counter[int] = Counter()
    for pay in pays:
        if pay.taker >= 0:
            points[pay.taker] += VALUES.get(pay.unit, 0) * pay.amount
    return {seat: n for seat, n in points.items() if n}
