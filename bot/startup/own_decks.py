"""A host's own decks for the tavern, read from the folder that DICENIGHT_DECKS names.

They are checked before anything starts.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from games.tavern.cards import copies
from games.tavern.decks.balance import balance
from games.tavern.decks.builtin import with_own
from games.tavern.decks.deck_file import DeckFault


class BadDecks(Exception):
    """Decks that cannot be used. The message names file and line, and the allowed values."""


def read_own(path: Path | None) -> dict[str, str]:
    """Return the texts of the decks in a folder, or of one file, by file name; none without a path.

    Raises `BadDecks` if a deck cannot be read, or has a fault.
    """
    if path is None:
        return {}
    if not path.exists():
        raise BadDecks(f"There is no {path} to read decks from.")
    files = sorted(path.glob("*.toml")) if path.is_dir() else [path]
    if not files:
        raise BadDecks(f"There is no deck in {path}: a deck is a file that ends in .toml.")
    texts = {file.name: _text(file) for file in files}
    try:
        with_own(texts)
    except DeckFault as fault:
        raise BadDecks(f"{files[0].parent / fault.file}:{fault.line}: {fault.sentence}") from fault
    return texts


def about_characters(own: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return every character as JSON: name, system, number of cards, and their worth with the extra deck."""
    decks = with_own(own)
    characters = []
    for key, character in decks.characters.items():
        deck, extra = balance(decks, key)
        characters.append(
            {
                "key": key,
                "name": character.name,
                "about": character.about,
                "system": character.system,
                "own": key in decks.own,
                "cards": len(copies(character.deck)),
                "extra": len(copies(character.extra)),
                "worth": {name: round(n, 1) for name, n in deck.plus(extra)._asdict().items()},
            }
        )
    return characters


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except OSError as fault:
        raise BadDecks(f"{file} cannot be read: {fault.strerror}.") from fault
    except UnicodeDecodeError as wrong:
        raise BadDecks(f"{file} is not a deck, not even text.") from wrong
