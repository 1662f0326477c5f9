"""Names and marks of the cards of the tavern: a mark says when a card can be played, the title says which it is."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import Options
from games.tavern.builtin import BUILT_IN
from games.tavern.cards import CardType, Decks
from games.tavern.own import WithOwnDecks

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
_known: dict[str, tuple[str, str]] = {}
_kinds: dict[str, str] = {}


def learn(decks: Decks) -> None:
    """Know the cards of these decks too: those of a server's own are read when the process starts."""
    _known.update({key: (MARKS[card.types[0]], card.title) for key, card in decks.cards.items()})
    _known.update({key: (DRINK, drink.title) for key, drink in decks.drinks.items()})
    _known.update({key: (EVENT, event.title) for key, event in decks.events.items()})
    _kinds.update({key: f"tavern.{card.types[0]}" for key, card in decks.cards.items()})
    _kinds.update(dict.fromkeys(decks.drinks, "tavern.drink"))
    _kinds.update(dict.fromkeys(decks.events, "tavern.event"))


def learn_from(options: Options | None) -> None:
    """Know the cards with which a match is played: of decks too whose files were changed or removed since."""
    if isinstance(options, WithOwnDecks) and options.own_decks:
        learn(options.decks)


learn(BUILT_IN)


def tavern_card(key: str) -> tuple[str, str] | None:
    """Mark and title of a card such as `kaylin.poof`; None for the cards of other games."""
    return _known.get(key)


def tavern_kind(key: str) -> str | None:
    """The key of the emoji of a card: one for all that may be played at the same time; None for other games."""
    return _kinds.get(key)
