"""The cards of the tavern in words and signs: the sign says when a card may be played, the title which card it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.scene import CardFace
from games.tavern.cards import CardType, Decks
from games.tavern.decks.builtin import BUILT_IN

MARKS: Mapping[CardType, str] = {
    "action": "👊",
    "sometimes": "↩️",
    "anytime": "⏳",
    "gambling": "🎲",
    "cheating": "🤫",
    "gear": "⚙️",
    "mood": "🐺",
}
DRINK, EVENT = "🍺", "📣"


def card_faces(decks: Decks) -> Mapping[str, CardFace]:
    """Return the faces of all cards of these decks. Cards that may be played at the same time share a drawing."""
    return {
        **{
            key: CardFace(
                MARKS[card.types[0]], card.title, short=card.short, drawing=f"tavern.{card.types[0]}"
            )
            for key, card in decks.cards.items()
        },
        **{key: CardFace(DRINK, drink.title, drawing="tavern.drink") for key, drink in decks.drinks.items()},
        **{key: CardFace(EVENT, event.title, drawing="tavern.event") for key, event in decks.events.items()},
    }


CARD_FACES = card_faces(BUILT_IN)


class _Latest:
    """The decks that were looked up last, and their faces: a table asks for the same ones at every repaint."""

    decks: Decks = BUILT_IN
    faces: Mapping[str, CardFace] = CARD_FACES


def faces_for(options: Any) -> Mapping[str, CardFace]:
    """Return the faces of a match by the decks in its options, as its server may have changed them; None: no match."""
    if options is None:
        return CARD_FACES
    if _Latest.decks is not options.decks:
        _Latest.decks, _Latest.faces = options.decks, card_faces(options.decks)
    return _Latest.faces
