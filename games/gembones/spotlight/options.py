"""Options of games in which characters may use their talents (SPOT)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pydantic import model_validator

from games.engine.errors import BadChoice
from games.engine.game import Odds, option
from games.gembones.shared.options import GemboneOptions
from games.gembones.spotlight.skill_checks import DCS
from games.phrases import N_, spelled

Level = Literal["off", "rerolls", "full"]
"""The talents that characters may use: none, rerolls only, or pleas and cheating too."""


class SpotlightOptions(GemboneOptions):
    """Options of games that have the spotlight."""

    spotlight: Level = option(
        "off",
        "Spotlight",
        "Characters (/my sheet) use their talents (rerolls), or may also plead and cheat (full).",
    )
    dc: int = option(
        0,
        "DC",
        "What a character's check must reach: 5 to 30, or 0 to go by the gembones' base. "
        "An admin must allow less than that.",
        ge=0,
        le=30,
        offered=[0, 5, 10, 12, 15, 18, 20, 22, 25, 28, 30],
    )

    @property
    def ranked(self) -> bool:
        """False with the spotlight on: talents and cheating bend what a match would have paid (SPOT-R1)."""
        return self.spotlight == "off"

    def uncounted_odds(self) -> Iterable[Odds]:
        """Return a line about the effect of talents on the odds, if talents are used."""
        if self.spotlight != "off":
            yield Odds("what talents change", None, uncounted=N_("the spotlight"))

    def generous(self, base: str) -> tuple[str, ...]:
        """Return the titles of options that make checks easier than gembones of `base` do (SPOT-R7)."""
        easy = self.spotlight == "full" and 0 < self.dc < DCS[base]
        return (spelled("A DC of {dc}", dc=self.dc),) if easy else ()

    @model_validator(mode="after")
    def _dc_can_be(self) -> SpotlightOptions:
        """Refuse a DC that is too low, and a spotlight in a match for points (SPOT-R7, SPOT-R1)."""
        if 0 < self.dc < 5:
            raise BadChoice("A DC goes from 5 to 30, or 0 to go by the gembones' base.")
        if self.for_points and self.spotlight != "off":
            raise BadChoice("A match for points has no spotlight. Switch one of them off.")
        return self
