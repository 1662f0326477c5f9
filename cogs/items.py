"""Names and marks of cards and dice, for text."""

from __future__ import annotations

import re

from games.engine import BACK
from games.parlour.deck import RANK_NAMES, card_name, color

_CARD = re.compile(r"[WLBMRD]\.[a-z]+")
_DIE = re.compile(r"([dg])(\d+):(\d+)")
SQUARES = {"red": "🟥", "green": "🟩", "blue": "🟦", "grey": "⬜"}
"""Colour marks; the name beside them says the same in words."""
PIPS = "⚀⚁⚂⚃⚄⚅"


def item_mark(key: str) -> str:
    """A short mark, for rows of cards and dice: `🟥W`, `⚂`, `🂠`."""
    if key == BACK:
        return "🂠"
    if _CARD.fullmatch(key):
        return f"{SQUARES[color(key)]}{key[0]}"
    if die := _DIE.fullmatch(key):
        kind, size, face = die.groups()
        return PIPS[int(face) - 1] if kind == "d" and size == "6" else f"**{face}**"
    return key


def item_name(key: str) -> str:
    """The name in words: `Warrior of Wolves`, `3`, `a hidden card`."""
    if key == BACK:
        return "a hidden card"
    if _CARD.fullmatch(key):
        return card_name(key)
    if die := _DIE.fullmatch(key):
        kind, size, face = die.groups()
        return f"{face} (g{size})" if kind == "g" else face
    return key


def item_text(key: str) -> str:
    """Mark and name together: `🟥 Warrior of Wolves`."""
    if _CARD.fullmatch(key):
        return f"{SQUARES[color(key)]} {card_name(key)}"
    if _DIE.fullmatch(key):
        return f"{item_mark(key)}" if key.startswith("d6:") else item_name(key)
    return item_name(key)


__all__ = ["RANK_NAMES", "item_mark", "item_name", "item_text"]
