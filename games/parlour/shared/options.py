"""The options of the games for a pot."""

from __future__ import annotations

from typing import Literal

from games.engine.game import Options, option

SplitRule = Literal["merchant", "king", "commoner"]

MINIMUM_RAISE = "A raise must be at least as big as the last one of the round."
"""The description of that option, which a night of several games has too."""


class ParlourOptions(Options):
    """Options of every game with a pot."""

    minimum_raise: bool = option(True, "Minimum raise", MINIMUM_RAISE)
    table_stakes: bool = option(
        True, "Table stakes", "No adding money mid-game, unless everyone agrees at the start."
    )
    split_rule: Literal["merchant", "king", "commoner", "starting_player"] = option(
        "merchant",
        "Split rule",
        "If the best hands tie: Merchant's Rule splits the pot. King's Rule: only the "
        "tied players play off. Commoner's Rule: everyone plays again. Or the Starting Player chooses.",
    )
    stakes: Literal["betting", "shares"] = option(
        "betting",
        "Played for",
        "Betting Rounds; or shares: everyone pays one at the start, nobody bets or folds, and the first "
        "places are paid, without a Split Rule.",
    )
    share: int = option(
        3, "Share", "How many pieces a share is, in games played for shares. 0 is no stake.", ge=0, le=24
    )


class SharesOptions(ParlourOptions):
    """Options of a game with a pot that recommends playing for shares in its menu (SHR-17)."""

    stakes: Literal["betting", "shares"] = option(
        "betting",
        "Played for",
        f"{ParlourOptions.model_fields['stakes'].description} Shares suit this game well.",
    )
