"""The built-in decks: four characters, their extra decks, the Drink Deck.

The files ship with the code, so they are read once, on import.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from games.tavern.cards import Decks
from games.tavern.decks.loader import load

_NAMES = ("shared", "drink", "serena", "wizgille", "gear", "phrenk", "potion", "kaylin", "mood")
_FILES: Mapping[str, str] = {
    f"{name}.toml": (files("games.tavern.decks") / f"{name}.toml").read_text(encoding="utf-8")
    for name in _NAMES
}
BUILT_IN: Decks = load(_FILES)
"""Serena, Wizgille, Phrenk, Kaylin, and the Drinks."""


def with_own(own: Mapping[str, str]) -> Decks:
    """Return the built-in decks together with those of the texts in `own`, by file name. Raises `DeckFault`."""
    return _with_own(tuple(own.items())) if own else BUILT_IN


@lru_cache(maxsize=32)
def _with_own(own: tuple[tuple[str, str], ...]) -> Decks:
    return load(_FILES, dict(own))
