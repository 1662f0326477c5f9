"""The options of a night of Adventurer's Choice."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from games.engine import Options
from games.parlour.shared.pot_game import ParlourOptions


class NightOptions(Options):
    """Options of a night."""

    length: Literal["rounds", "time"] = Field(
        "rounds",
        title="Length",
        description="A number of rounds, or until time runs out (after the game you're in).",
    )
    rounds: int = Field(
        1,
        ge=1,
        le=10,
        title="Rounds",
        description="For a night by rounds: everyone is Starting Player once a round.",
    )
    minutes: Literal[30, 60, 90, 120, 180, 240] = Field(
        90, title="Minutes", description="For a night by time: no new game starts after this many minutes."
    )
    split_rule: Literal["starting_player", "merchant", "king", "commoner"] = Field(
        "starting_player",
        title="Split rule",
        description="How to split ties: the Starting Player says before each game, or one rule for the night.",
    )
    share: int = Field(
        3, ge=0, le=24, title="Share", description="How many pieces a share is, in games played for shares."
    )
    minimum_raise: bool = Field(
        True,
        title="Minimum raise",
        description=ParlourOptions.model_fields["minimum_raise"].description,
    )

    @property
    def house(self) -> dict[str, Any]:
        """The options that hold in every game of the night."""
        rule = "merchant" if self.split_rule == "starting_player" else self.split_rule
        return {"minimum_raise": self.minimum_raise, "share": self.share, "split_rule": rule}
