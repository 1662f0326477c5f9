"""The cards of Tiamat in words and signs."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.scene import CardFace

SQUARES = {"red": "🟥", "green": "🟩", "blue": "🟦", "black": "⬛", "white": "⬜"}
"""The hue as a square; the name beside it says the same in words."""

CARD_FACES: Mapping[str, CardFace] = {
    f"dragon.{color}": CardFace(square, color) for color, square in SQUARES.items()
}
