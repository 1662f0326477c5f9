"""Options of Tiamat (TM)."""

from __future__ import annotations

from games.engine.game import variant
from games.gembones.spotlight.options import SpotlightOptions


class Options(SpotlightOptions):
    """Options of Tiamat."""

    bahamut: bool = variant(
        "Bahamut",
        "Two teams of two, Chromatic and Metallic; partners never hurt each other. Four players.",
        shows="Ann and Cid are Chromatic, Bob and Dot Metallic. Ann's Adult Dragon hurts Bob and Dot, and never Cid.",
    )
    dracolich: bool = variant(
        "Dracolich",
        "Knocked-out players may buy back in with another g100, up to three times.",
        shows="Bob is out and buys back in with a g100: he has ten lives again.",
    )
    dueling_dragons: bool = variant(
        "Dueling Dragons",
        "The last two players may fight out a tie with their dragons, if both agree.",
        shows="Both have a Young Dragon: 30 hit points each. Ann claws, Bob soars: he takes nothing, she takes 1g6.",
    )
