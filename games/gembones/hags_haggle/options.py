"""Options of Hag's Haggle (HH)."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from games.engine.errors import BadChoice
from games.engine.game import option, variant
from games.gembones.shared.stakes import MOST_WAGERS
from games.gembones.spotlight.options import SpotlightOptions

LEAST_NUMBER, MOST_NUMBER = 5, 100
"""The numbers that a host may set as the dealer's, for a match for points (HH-R10)."""


class Options(SpotlightOptions):
    """Options of Hag's Haggle."""

    gembones: Literal["dealer", "g8", "g12", "g20"] = option(
        "dealer", "Gembones", "What everyone rolls. The dealer may choose again for each game."
    )
    kind_hag: bool = variant(
        "Kind hag",
        "Roll higher and you keep your die. One wager each; not for leaderboards.",
        shows="The hag rolls 2 and 3. Ann's g8 shows 7: she gets a g4 and keeps her g8.",
    )
    codes: bool = option(
        True,
        "Codes of conduct",
        "The dealer has rules, and watches whether you keep them.",
        shows="Without codes you can roll any way you like.",
    )
    bargains: bool = option(
        True,
        "Bargains",
        "The dealer offers side wagers.",
        shows="Without bargains a lost g12 is gone: nobody offers you another roll.",
    )
    dealer: bool = variant(
        "A dealer at your table",
        "A spectator, or a player who doesn't wager, deals for the hag and makes up bargains.",
        shows="The dealer offers Ann 10 to 1 that her g20 shows 7. She adds a g20, and rolls a 7: 10g20 for her.",
    )
    dealers_number: int = option(
        0,
        "Dealer's number",
        "Played for points: the target, 5 to 100 (times the players in a long match); 0 lets her choose.",
        ge=0,
        le=MOST_NUMBER,
        offered=[0, 5, 9, 13, 17, 21, 25, 30, 40, 50, 60, 75, 100],
    )
    tray: int = option(
        0,
        "Cracks",
        "How many gembones in a hundred leave the tray and are lost, unless redeemed; 0 is none.",
        ge=0,
        le=5,
        shows="Ann's g8 leaves the tray. She rolls another to redeem it and needs a 5: it shows 5, and she keeps both.",
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        """Refuse a dealer's number that is too low, and a dealer without bargains (HH-R10)."""
        if 0 < self.dealers_number < LEAST_NUMBER:
            raise BadChoice(
                "The dealer's number is from {low} to {high}, or 0 for her choice.",
                low=LEAST_NUMBER,
                high=MOST_NUMBER,
            )
        if self.dealer and not self.side_wagers:
            raise BadChoice("A dealer at your table offers bargains: switch those on, and play for gembones.")
        return self

    @property
    def most(self) -> int:
        """The most dice that a player may wager in one game (HH-R1, HH-R2, PTS-R7)."""
        return 1 if self.kind_hag or self.for_points else MOST_WAGERS

    @property
    def side_wagers(self) -> bool:
        """True if the dealer offers bargains that cost a further gembone; in points there is none to lose."""
        return self.bargains and not self.for_points
