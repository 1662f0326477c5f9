"""The cards of the village in words and signs."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.scene import CardFace
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

CARD_FACES: Mapping[str, CardFace] = {
    card(kind): CardFace(MARKS[kind], one) for kind, (one, _) in NAMES.items()
}
