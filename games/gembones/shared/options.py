"""Options of every gembone game: play it for gembones, or for points (GEN-R9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from games.engine.game import Odds, Options, option

MatchLength = Literal["quick", "full"]
"""The two lengths of a match for points; every game names a target for each (PTS-08)."""


class GemboneOptions(Options):
    """Options that the seven gembone games have in common."""

    played_for: Literal["gembones", "points_quick", "points_full"] = option(
        "gembones",
        "Played for",
        "Gembones; or points, game after game until someone reaches the target, without touching a purse. "
        "Quick is a try-out, full an evening.",
    )

    @property
    def for_points(self) -> bool:
        """True if points are played for, and no gembone changes hands."""
        return self.played_for != "gembones"

    @property
    def length(self) -> MatchLength:
        """The length of a match for points."""
        return "full" if self.played_for == "points_full" else "quick"

    def uncounted_odds(self) -> Iterable[Odds]:
        """Return lines about the options that the odds of the game leave out."""
        return ()

    def generous(self, base: str) -> tuple[str, ...]:
        """Return the titles of chosen options that would let players win from the house at will."""
        return ()
