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
    """A card as text: a short mark, and its name in words."""

    mark: str
    name: str

    @property
    def text(self) -> str:
        """Mark and name together; a card of a colour always names it."""
        return f"{self.mark} {self.name}"


_LONE = {"knight": Painted("⚔️", "Knight"), "queen": Painted("👑", "Queen")}


def wyrm(key: str) -> Painted | None:
    """How a card of the wyrms is written; None for the cards of other games."""
    if card := _COLORED.fullmatch(key):
        color, face = card.groups()
        return Painted(f"{SQUARES[color]}{PICTURES.get(face, face)}", f"{color} {face.capitalize()}")
    if card := _DOMINANT.fullmatch(key):
        color = card.group(1)
        return Painted(SQUARES[color], "no colour" if color == "none" else color)
    return _LONE.get(key)
