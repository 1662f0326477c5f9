"""Names and marks of the cards of Please Don't Burn My Village!, and heaps of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from games.village_cards import NAMES, card

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


def heap_text(items: Iterable[str], told: Callable[[str], str]) -> str:
    """Many cards of few kinds, each kind once: `🪓 Axe ×3, 🃏 Wild`; `told` says a card."""
    counts = Counter(items)
    return ", ".join(told(item) + (f" ×{n}" if n > 1 else "") for item, n in counts.items()) or "nothing"
