"""The options of City Square."""

from __future__ import annotations

from games.engine.game import variant
from games.parlour.shared.options import SharesOptions


class Options(SharesOptions):
    """Options of City Square."""

    dragon_cards: bool = variant(
        "Dragon Cards",
        "Three Dragons join the deck as Fancy Taverns: extra neighbours for Estates and Markets.",
    )
    happy_peasants: bool = variant(
        "Happy Peasants", "A Tavern keeps the Slums beside it quiet, like a Barracks."
    )
