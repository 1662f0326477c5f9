"""The options of a night of Adventurer's Choice."""

from __future__ import annotations

from typing import Any, Literal

from games.engine.game import Options, option
from games.parlour.shared.options import MINIMUM_RAISE


class NightOptions(Options):
    """Options of a night."""

    length: Literal["rounds", "time"] = option(
        "rounds", "Length", "A number of rounds, or until time runs out (after the game you're in)."
    )
    rounds: int = option(
        1, "Rounds", "For a night by rounds: everyone is Starting Player once a round.", ge=1, le=10
    )
    minutes: Literal[30, 60, 90, 120, 180, 240] = option(
        90, "Minutes", "For a night by time: no new game starts after this many minutes."
    )
    split_rule: Literal["starting_player", "merchant", "king", "commoner"] = option(
        "starting_player",
        "Split rule",
        "How to split ties: the Starting Player says before each game, or one rule for the night.",
    )
    share: int = option(3, "Share", "How many pieces a share is, in games played for shares.", ge=0, le=24)
    minimum_raise: bool = option(True, "Minimum raise", MINIMUM_RAISE)

    @property
    def house(self) -> dict[str, Any]:
        """The options that hold in every game of the night."""
        rule = "merchant" if self.split_rule == "starting_player" else self.split_rule
        return {"minimum_raise": self.minimum_raise, "share": self.share, "split_rule": rule}
