"""Options of Lucky No. 13, its gembones and its blessings (L13)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from pydantic import model_validator

from games.engine.errors import BadChoice
from games.engine.game import variant
from games.gembones.spotlight.options import SpotlightOptions

LUCKY = 13
DICE = ("g4", "g6", "g8", "g10")
"""The gembones of each player, from the smallest."""

BLESSINGS: Mapping[str, str] = {
    "garl": "Garl's Gratuitous Gift",
    "brandobaris": "Brandobaris' Little Luck",
    "leira": "Leira's Dice Deception",
    "mask": "Mask's Shadow Swindle",
    "tymora": "Tymora's Bold Blessing",
    "waukeen": "Waukeen's Winning Wealth",
}
"""Each trickster to the name of its blessing."""


class Options(SpotlightOptions):
    """Options of Lucky No. 13."""

    garls_gratuitous_gift: bool = variant(
        BLESSINGS["garl"],
        "On someone else's turn you may roll one of your gembones for their total.",
        shows="Bob has 9. Ann, who hasn't had her turn, rolls her g4 for him: a 4. Bob has 13, and Ann pays nothing.",
    )
    brandobaris_little_luck: bool = variant(
        BLESSINGS["brandobaris"],
        "If you bust, you may replace your last roll with another gembone, which ends your turn.",
        shows="g10 = 8 and g6 = 6 are 14. The g4 replaces the g6 and shows 3: 11, and the turn is over.",
    )
    leiras_dice_deception: bool = variant(
        BLESSINGS["leira"],
        "Once on your turn you must say one higher or lower than you rolled, and that counts.",
        shows="g10 = 8 and g6 = 6 would be 14; the 6 is called a 5, and 13 wins.",
    )
    masks_shadow_swindle: bool = variant(
        BLESSINGS["mask"],
        "When a neighbour's turn ends, you get their smallest unrolled gembone.",
        shows="Ann stops with g8 and g10 unrolled: her neighbour takes the g8.",
    )
    tymoras_bold_blessing: bool = variant(
        BLESSINGS["tymora"],
        "At exactly 12 you may flip a coin: heads is 13, tails is a bust.",
        shows="Ann has 12 and flips: heads is 13 and wins, tails is 14 and a bust.",
    )
    waukeens_winning_wealth: bool = variant(
        BLESSINGS["waukeen"],
        "If you win, players with 10 or more pay the largest gembone they rolled.",
        shows="The winner has 12. Dot stopped at 10 with g8 = 8 and g4 = 2, and pays the g8, not the g4.",
    )
    blessings_of_the_tricksters: bool = variant(
        "Blessings of the Tricksters",
        "Up to six players, each the champion of a different trickster, with that blessing alone.",
        shows="Bob rolls lowest for the order and chooses Tymora: only he may flip the coin at 12.",
    )

    @model_validator(mode="after")
    def _together(self) -> Self:
        """Refuse the draft of all six together with blessings for all players (GEN-R5)."""
        if self.blessings_of_the_tricksters and self.common_blessings:
            raise BadChoice(
                "Blessings of the Tricksters deals the six blessings out: switch the single ones off."
            )
        return self

    @property
    def common_blessings(self) -> tuple[str, ...]:
        """The blessings that all players have."""
        values = self.model_dump()
        return tuple(
            name for name in BLESSINGS if any(v and field.startswith(name) for field, v in values.items())
        )
