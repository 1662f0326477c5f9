"""Names and marks of the cards of Please Don't Burn My Village!, and heaps of them."""

from __future__ import annotations

from games.village.cards import NAMES, card

MARKS = {
    "axe": "🪓",
    "crown": "👑",
    "feather": "🪶",
    "gem": "💎",
    "scroll": "📜",
    "sword": "⚔️",
    "wild": "🃏",
}
_CARDS = {card(kind): (MARKS[kind], one) for kind, (one, _) in NAMES.items()}


def treasure(key: str) -> tuple[str, str] | None:
    """Mark and name of a card of the village; None for the cards of other games."""
    return _CARDS.get(key)
