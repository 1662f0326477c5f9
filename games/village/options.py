"""Options of Please Don't Burn My Village!"""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from games.engine.game import option, variant
from games.engine.side_stake import StakeOptions
from games.village.cards import KINDS
from games.village.scoring import STANDARD, space_values


class Options(StakeOptions):
    """Variants that a host may choose."""

    five_types: bool = variant(
        "Five types", "Play without Gems: five types of Treasure and five spaces of favour."
    )
    track: Literal["standard", "1 1 2 2 3 4", "1 2 2 3 3 4", "0 1 2 2 3 4", "0 1 2 3 4", "1 1 2 3 4"] = (
        option(
            "standard",
            "Dragon's Favour",
            "What the spaces are worth. Standard is 1 1 2 2 3 4, or 0 1 2 3 4 with five types.",
        )
    )

    @model_validator(mode="after")
    def _a_space_for_each_type(self) -> Self:
        space_values(self._track, len(self.kinds))
        return self

    @property
    def _track(self) -> str:
        return STANDARD[len(self.kinds)] if self.track == "standard" else self.track

    @property
    def kinds(self) -> tuple[str, ...]:
        """The types of Treasure in play."""
        return tuple(kind for kind in KINDS if kind != "gem" or not self.five_types)

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the spaces, lowest first."""
        return space_values(self._track, len(self.kinds))
