"""The cards of the wyrms and the dominant colours in words and signs."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.scene import CardFace
from games.wyrms.cards import COLORS, FACES, KNIGHT, NO_COLOR, QUEEN

SQUARES = {"red": "🟥", "blue": "🟦", "yellow": "🟨", "green": "🟩", "purple": "🟪", NO_COLOR: "⬜"}
"""The colour as a square; the name next to it says the same in words."""
SIGNS = {"lair": "⛰️", "treasure": "💎"}


def _face(card: str) -> CardFace:
    if card == KNIGHT:
        return CardFace("⚔️", "Knight")
    if card == QUEEN:
        return CardFace("👑", "Queen")
    color, _, face = card.partition(".")
    name = f"{color} {face.capitalize()}"
    return CardFace(f"{SQUARES[color]}{SIGNS.get(face, face)}", name, f"{SQUARES[color]} {name}")


def _dominant(color: str) -> CardFace:
    return CardFace(SQUARES[color], "no colour" if color == NO_COLOR else color)


CARD_FACES: Mapping[str, CardFace] = {
    **{card: _face(card) for card in FACES},
    **{f"dominant.{color}": _dominant(color) for color in (*COLORS, NO_COLOR)},
}
