"""Options of Barovian Boneyard (BB)."""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from games.engine.errors import BadChoice
from games.engine.game import option, variant
from games.gembones.shared.stakes import MOST_WAGERS
from games.gembones.spotlight.options import SpotlightOptions


class Options(SpotlightOptions):
    """Options of Barovian Boneyard."""

    size: Literal["g6", "g8", "g10"] = option(
        "g6", "Gembone", "The size that everyone wagers and the house rolls."
    )
    blinsky: bool = variant(
        "Blinsky",
        "Winners get tickets for toys, one for each piece they would have won.",
        shows="Ravenloft with a g6 wins 12 tickets instead of two g6.",
    )
    madam_eva: bool = variant(
        "Madam Eva",
        "The players roll first, then the house.",
        shows="Ann's g6 shows 3. Then the house rolls 2 and 5: ravenloft.",
    )
    storming_the_castle: bool = variant(
        "Storming the Castle",
        "Everyone together against the house: roll mist and it catches you, until someone rolls "
        "ravenloft. One wager each, two or more players.",
        shows="Ann rolls mist and is caught: it costs her a g6 each game, until Bob rolls ravenloft.",
    )
    vistani_stowaway: bool = variant(
        "Vistani Stowaway",
        "Mist pays 2 to 1 and everything else loses. One wager each; not for leaderboards.",
        shows="House 2 and 5 with g6: a 1 wins 2g6, a 3 or a 5 loses one.",
    )
    wolves_in_the_woods: bool = variant(
        "Wolves in the Woods", "Svalich loses.", shows="House 2 and 5 with g6: a 2 loses, a 3 wins 2g6."
    )

    @model_validator(mode="after")
    def _together(self) -> Options:
        """Refuse variants that contradict each other (GEN-R5)."""
        if self.vistani_stowaway and self.wolves_in_the_woods:
            raise BadChoice(
                "Vistani Stowaway and Wolves in the Woods don't go together: svalich loses with either."
            )
        if self.vistani_stowaway and self.storming_the_castle:
            raise BadChoice(
                "Vistani Stowaway and Storming the Castle don't go together: the mist can't both pay and catch."
            )
        return self

    @property
    def most(self) -> int:
        """The most wagers of a player in one game (BB-R2, BB-R9, PTS-R7)."""
        return 1 if self.storming_the_castle or self.vistani_stowaway or self.for_points else MOST_WAGERS
