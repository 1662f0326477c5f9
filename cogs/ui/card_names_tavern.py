"""Names and marks of the cards of the tavern: a mark says when a card can be played, the title says which it is."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import Options
from games.tavern.cards import CardType, Decks
from games.tavern.decks.builtin import BUILT_IN
from games.tavern.options import Options as TavernOptions

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


class _Lookup:
    """The cards of the decks that were learnt last, for the whole process: whoever tells cards learns theirs first."""

    def __init__(self) -> None:
        self.decks: Decks | None = None
        self.names: dict[str, tuple[str, str]] = {}
        self.kinds: dict[str, str] = {}


_lookup = _Lookup()


def learn(decks: Decks) -> None:
    """From now on cards are told as they are called in these decks."""
    if _lookup.decks is decks:
        return
    _lookup.decks = decks
    _lookup.names = {
        **{key: (MARKS[card.types[0]], card.title) for key, card in decks.cards.items()},
        **{key: (DRINK, drink.title) for key, drink in decks.drinks.items()},
        **{key: (EVENT, event.title) for key, event in decks.events.items()},
    }
    _lookup.kinds = {
        **{key: f"tavern.{card.types[0]}" for key, card in decks.cards.items()},
        **dict.fromkeys(decks.drinks, "tavern.drink"),
        **dict.fromkeys(decks.events, "tavern.event"),
    }


def learn_from(options: Options | None) -> None:
    """The same with the decks of a match, whose files may have been changed or removed since it began."""
    if isinstance(options, TavernOptions):
        learn(options.decks)


learn(BUILT_IN)


def tavern_card(key: str) -> tuple[str, str] | None:
    """Mark and title of a card such as `kaylin.poof`; None for the cards of other games."""
    return _lookup.names.get(key)


def tavern_kind(key: str) -> str | None:
    """The key of the emoji of a card: one for all that may be played at the same time; None for other games."""
    return _lookup.kinds.get(key)
