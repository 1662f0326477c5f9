"""The options of The Wheel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import model_validator

from games.engine.errors import BadChoice
from games.engine.game import variant
from games.parlour.shared.options import SharesOptions


class Options(SharesOptions):
    """Options of The Wheel."""

    dragon_cards: bool = variant(
        "Dragon Cards",
        "Three Dragons join the deck: play one on any spoke to add 3; in your hand it scores nothing.",
    )
    successive_games: bool = variant(
        "Multiple Successive Games",
        "Each game's strongest spoke is closed in the next ones; they all open after the third.",
    )
    unwound_clock: bool = variant(
        "The Unwound Clock",
        "Played for shares: discard to play a Clock card instead; the last one ends the game.",
    )

    @model_validator(mode="before")
    @classmethod
    def _unwound_for_shares(cls, raw: Any) -> Any:
        """The Unwound Clock turns Playing for Shares on, if nothing else has been chosen (UC-R5)."""
        if isinstance(raw, Mapping) and raw.get("unwound_clock") is True:
            return {"stakes": "shares", **raw}
        return raw

    @model_validator(mode="after")
    def _unwound_without_bets(self) -> Options:
        """And it refuses Betting Rounds (UC-R5, BET-R21)."""
        if self.unwound_clock and self.stakes != "shares":
            raise BadChoice("The Unwound Clock has no Betting Rounds: play it for shares.")
        return self
