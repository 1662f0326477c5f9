"""Names and marks of the cards of A Conclave of Wyrms."""

from __future__ import annotations

import re
from typing import NamedTuple

_COLORED = re.compile(r"(red|blue|yellow|green|purple)\.(\d|lair|treasure)")
_DOMINANT = re.compile(r"dominant\.(red|blue|yellow|green|purple|none)")
SQUARES = {"red": "🟥", "blue": "🟦", "yellow": "🟨", "green": "🟩", "purple": "🟪", "none": "⬜"}
"""Colour marks; the name beside them says the same in words."""
PICTURES = {"lair": "⛰️", "treasure": "💎"}


class Painted(NamedTuple):
    """A card as text: a short mark, its name in words, and both together."""

    mark: str
    name: str
    text: str
    """The colour's square, if there is one, and the name, which says the colour too."""


_LONE = {
    "knight": Painted("⚔️", "Knight", "⚔️ Knight"),
    "queen": Painted("👑", "Queen", "👑 Queen"),
}


def wyrm(key: str) -> Painted | None:
    """How a card of the wyrms is written; None for the cards of other games."""
    if card := _COLORED.fullmatch(key):
        color, face = card.groups()
        name = f"{color} {face.capitalize()}"
        return Painted(f"{SQUARES[color]}{PICTURES.get(face, face)}", name, f"{SQUARES[color]} {name}")
    if card := _DOMINANT.fullmatch(key):
        color = card.group(1)
        name = "no colour" if color == "none" else color
        return Painted(SQUARES[color], name, f"{SQUARES[color]} {name}")
    return _LONE.get(key)
