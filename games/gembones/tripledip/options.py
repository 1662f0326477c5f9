"""Options of Tripledip (TD)."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from games.engine.errors import BadChoice
from games.engine.game import option, variant
from games.gembones.spotlight.options import SpotlightOptions

ORDINARY = ("g4", "g6", "g8")
"""The common sizes, which are also the three of Mordenkainen's Madness."""


class Options(SpotlightOptions):
    """Options of Tripledip."""

    size: Literal["g4", "g6", "g8", "g10", "g12", "g20"] = option(
        "g4", "Gembone", "The size of the three gembones that everyone rolls."
    )
    high_stakes: bool = variant(
        "High Stakes",
        "Allows g10, g12 and g20, with which points are rare.",
        shows="With g20, 7 7 20 are dubs with point 20.",
    )
    annam_all_or_nothing: bool = variant(
        "Annam All-or-Nothing",
        "The three highest numbers in a row win everything at once; 1, 2, 3 loses everything at once.",
        shows="With g6 Ann rolls 1 2 3 and has lost; Cid rolls 4 5 6 and wins: all others give 3g6.",
    )
    machaes_golden_pot: bool = variant(
        "Machae's Golden Pot",
        "What the winners would get goes into a pot, and the first to roll trips takes it.",
        shows="Four players, g4: dubs put 3g4 into the pot, dubs again 3 more, and trips add nine and take all 15.",
    )
    mordenkainens_madness: bool = variant(
        "Mordenkainen's Madness",
        "Three games at once, with 3g4, 3g6 and 3g8, each won and paid for itself.",
        shows="Three players: dubs win 2g4, trips 6g6 and dubs 2g8, each as soon as that game is over.",
    )
    nine_bells: bool = variant(
        "Nine Bells",
        "Alone against the house: nine to one, until you win. /gembones bells has the small print.",
        shows="Only 20, 20, 20 ends the contract: one roll in 8000. It pays 27g20.",
    )
    tray: int = option(
        0,
        "Cracks",
        "How many gembones of a hundred leave the tray, which is an automatic loss; 0 is none.",
        ge=0,
        le=5,
        shows="Ann cracks; Bob wins by dubs over Cid: Ann gives three gembones, Cid one.",
    )

    @model_validator(mode="after")
    def _together(self) -> Self:
        """Refuse variants that contradict each other (GEN-R5, TD-R11, PTS-R7)."""
        if self.nine_bells and self.for_points:
            raise BadChoice("Nine Bells is a contract about gembones: it is not played for points.")
        if self.nine_bells and (
            self.annam_all_or_nothing or self.machaes_golden_pot or self.mordenkainens_madness
        ):
            raise BadChoice("Nine Bells goes with no other variant: its contract knows only 20, 20, 20.")
        if self.nine_bells and self.spotlight != "off":
            raise BadChoice("Nine Bells has no spotlight: no talent bends its contract.")
        if self.size not in ORDINARY and not self.high_stakes:
            raise BadChoice(
                "Gembones of size {size} need High Stakes: switch it on, or take g4, g6 or g8.",
                size=self.size,
            )
        return self

    @property
    def sizes(self) -> tuple[str, ...]:
        """The sizes played at once."""
        return ORDINARY if self.mordenkainens_madness else (self.size,)
