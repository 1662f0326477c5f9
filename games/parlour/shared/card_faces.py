"""The cards of the Rogues and Warriors Deck in words and signs: rank and colour are each told in more than one way."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.scene import CardFace
from games.parlour.shared.deck import (
    COLOR_MARK,
    DRAGONS,
    GREYS,
    PLAIN,
    RANK_NAMES,
    SUIT_NAMES,
    card_name,
    color,
)

SQUARES = {"red": "🟥", "green": "🟩", "blue": "🟦", "grey": "⬜"}
ICONS = {"W": "⚔️", "L": "👑", "B": "🎵", "M": "💰", "R": "🗡️", "D": "🐉"}
NUMBERS = {"W": "¹", "L": "²", "B": "³", "M": "⁴", "R": "⁵", "D": ""}
"""A rank is shown by icon, number and name (DECK-13)."""


def _face(card: str) -> CardFace:
    rank, name = RANK_NAMES[card[0]], card_name(card)
    numbered = name.replace(rank, rank + NUMBERS[card[0]])
    return CardFace(f"{SQUARES[color(card)]}{card[0]}", name, _text(card), numbered)


def _text(card: str) -> str:
    """Return a card's text, with the colour's square where the card bears its mark.

    That is left for red, in the middle for green and right for blue, so that nobody needs to see the hue (DECK-06).
    """
    hue, rank = color(card), card[0]
    square = SQUARES[hue]
    title = f"{ICONS[rank]} {RANK_NAMES[rank]}{NUMBERS[rank]}"
    kind = f"of {SUIT_NAMES[card[2:]]}" if card[2:] in SUIT_NAMES else f"({hue})"
    match COLOR_MARK.get(hue):
        case "middle":
            return f"{title} {square} {kind}"
        case "right":
            return f"{title} {kind} {square}"
        case _:
            return f"{square} {title} {kind}"


CARD_FACES: Mapping[str, CardFace] = {card: _face(card) for card in (*dict.fromkeys(PLAIN), *DRAGONS, *GREYS)}
"""Every card of the deck, the Dragons and the Grey Cards."""
