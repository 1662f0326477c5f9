"""Options of Rolled Gold (RG)."""

from __future__ import annotations

from typing import Literal, NamedTuple, Self

from pydantic import model_validator

from games.engine.errors import BadChoice
from games.engine.game import option, variant
from games.engine.money import SIZES
from games.gembones.spotlight.options import SpotlightOptions

HOUSE_SIDES = 20
"""The house rolls a g20."""
MOST_DICE, MOST_IN_THE_VAULT = 3, 20
"""The most wager dice of one player in one game, bonuses not counted (RG-R1, RG-R13)."""


class Rules(NamedTuple):
    """The variants that change the worth of a roll."""

    bane: bool = False
    snake: bool = False
    duel: bool = False


class Options(SpotlightOptions):
    """Options of Rolled Gold."""

    minimum: Literal["g4", "g6", "g8", "g10", "g12", "g20"] = option(
        "g4", "Buy in", "The smallest die you may wager."
    )
    g100_wagers: bool = variant(
        "g100 wagers",
        "g100 as wager dice. They nearly always win, so an admin must allow them; not for leaderboards.",
        shows="The house rolls 19. A g100 wins with 19 or more, 82 times in 100.",
    )
    acereraks_bane: bool = variant(
        "Acererak's Bane",
        "After all rolls the house rolls a g4 and lowers them by it; a 20 pays 6 to 5.",
        shows="The house rolls 12, Ann 14. Then the house's g4 shows 3: 11 is too little, and she loses her die.",
    )
    dark_moon_heresy: bool = variant(
        "Dark Moon Heresy",
        "Two games in a row: the house rolls with advantage, then with disadvantage.",
        shows="The house rolls 8 and 15: in the first game 15 counts, in the second 8 would.",
    )
    flying_snake_tax: bool = variant(
        "Flying Snake Tax",
        "You only win with more than the house's roll.",
        shows="The house rolls 15: a 15 loses, a 16 wins the g20.",
    )
    jarlaxles_charm: bool = variant(
        "Jarlaxle's Charm",
        "The payout is always a g20 or a g100.",
        shows="The house rolls 7, then 12, then 14: only the 14 stands, and the payout is a g20.",
    )
    red_wizards_duel: bool = variant(
        "Red Wizards Duel",
        "The house answers your bonus dice with one more for itself; you keep yours if they win.",
        shows="House 14, Ann 13 and a g4 of 4: 17. The house's own g4 shows 2: 16. Ann wins a g20 and keeps her g4.",
    )
    vault_of_dragons: bool = variant(
        "Vault of Dragons",
        "Up to twenty wager dice, all rolled together, no bonuses; not for leaderboards.",
        shows="The house rolls 6. Ann rolls five dice together, and each one showing 6 or more wins a g6.",
    )
    buy_in_again: bool = variant(
        "Buy in again",
        "If you lose your buy in, another one goes in for your next game.",
        shows="Ann loses her buy in, a g4. In the next game another g4 is already in her tray.",
    )
    tray: int = option(
        0,
        "Cracks",
        "In the Vault: how many gembones in a hundred leave the tray and come back unused.",
        ge=0,
        le=5,
        shows="Two of Ann's five dice leave the tray: they come back to her, and only three count.",
    )

    @model_validator(mode="after")
    def _together(self) -> Self:
        """Refuse variants that contradict each other (GEN-R5)."""
        if self.vault_of_dragons and self.red_wizards_duel:
            raise BadChoice(
                "Vault of Dragons and Red Wizards Duel don't go together: the Vault has no bonuses."
            )
        return self

    def generous(self, base: str) -> tuple[str, ...]:
        """Return the titles of options that let players win from the house at will (RG-R2)."""
        return (
            *super().generous(base),
            *(("g100 wagers",) if self.g100_wagers and not self.for_points else ()),
        )

    @property
    def rules(self) -> Rules:
        """The variants that change the worth of a roll."""
        return Rules(self.acereraks_bane, self.flying_snake_tax, self.red_wizards_duel)

    @property
    def sizes(self) -> tuple[str, ...]:
        """The sizes that may be wagered: from the minimum to g20, or to g100 if the host allows it (RG-R1, RG-R2)."""
        largest = SIZES["g100" if self.g100_wagers else "g20"]
        return tuple(size for size, sides in SIZES.items() if SIZES[self.minimum] <= sides <= largest)

    @property
    def most(self) -> int:
        """The most wager dice of a player. In points they cost nothing, so the Vault allows no more (PTS-R7)."""
        return MOST_IN_THE_VAULT if self.vault_of_dragons and not self.for_points else MOST_DICE

    @property
    def cracks(self) -> int:
        """The gembones of a hundred that leave the tray, which happens only in the Vault (RG-R13)."""
        return self.tray if self.vault_of_dragons else 0

    @property
    def houses(self) -> tuple[int, ...]:
        """The rolls that the house may have (RG-R12)."""
        return tuple(range(13 if self.jarlaxles_charm else 1, HOUSE_SIDES + 1))
