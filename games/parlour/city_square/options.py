"""The options of City Square."""

from __future__ import annotations

from pydantic import Field

from games.parlour.shared.pot_game import SharesOptions


class Options(SharesOptions):
    """Options of City Square."""

    dragon_cards: bool = Field(
        False,
        title="Dragon Cards",
        description="Three Dragons join the deck as Fancy Taverns: extra neighbours for Estates and Markets.",
    )
    happy_peasants: bool = Field(
        False,
        title="Happy Peasants",
        description="A Tavern keeps the Slums beside it quiet, like a Barracks.",
    )
