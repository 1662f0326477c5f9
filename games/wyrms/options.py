"""Options of A Conclave of Wyrms."""

from __future__ import annotations

from typing import Self

from pydantic import model_validator

from games.engine.errors import BadChoice
from games.engine.game import option, variant
from games.engine.side_stake import StakeOptions
from games.wyrms.scoring import Scoring

CYCLES = 6
"""The number of cycles in a full game; the last one has no dominant colour."""
MIN_PLAYERS, MAX_PLAYERS, MAX_PLAYERS_PERSONALISED, MIN_PLAYERS_POWERFUL = 3, 6, 5, 5


class Options(StakeOptions):
    """Variants that a host may choose."""

    cycles: int = option(CYCLES, "Cycles", "How many cycles; a full game has six.", ge=1, le=CYCLES)
    first_dealer: int = option(
        0,
        "First dealer",
        "The seat that deals first, counted round the table; 0 draws one.",
        ge=0,
        le=MAX_PLAYERS,
    )
    powerful_lair: bool = variant(
        "Powerful Lair",
        "A Lair needs only most of the coloured cards to be of its colour. Five or six players.",
    )
    personalised_colors: bool = variant(
        "Personalised Dominant Colours",
        "Each player has a personal dominant colour, for when they can't follow. Up to five players.",
    )
    higher_scoring: bool = variant(
        "Higher Prediction Scoring", "An exact prediction also earns 25 for each gathering taken."
    )
    alternate_scoring: bool = variant(
        "Alternate Prediction Scoring",
        "25 for each gathering up to the prediction, exact or not; an exact one earns 100 instead of 50.",
    )

    @model_validator(mode="after")
    def _together(self) -> Self:
        if self.higher_scoring and self.alternate_scoring:
            raise BadChoice("Higher and Alternate Prediction Scoring don't go together: choose one of them.")
        if self.first_dealer > seats_for(self)[1]:
            raise BadChoice(
                "Personalised Dominant Colours take up to five players, so there's no sixth to deal first."
            )
        return self

    @property
    def scoring(self) -> Scoring:
        """The scoring of predictions."""
        return "higher" if self.higher_scoring else "alternate" if self.alternate_scoring else "standard"


def seats_for(options: Options) -> tuple[int, int]:
    """Return the fewest and the most players (CW-R1, CW-R20, CW-R25)."""
    fewest = MIN_PLAYERS_POWERFUL if options.powerful_lair else MIN_PLAYERS
    most = MAX_PLAYERS_PERSONALISED if options.personalised_colors else MAX_PLAYERS
    return max(fewest, options.first_dealer), most
