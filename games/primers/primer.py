"""The primer of a game: its rules in three lines, an example, and a lesson."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec
from msgspec import Struct

from games.engine import Game
from games.primers.lesson import Lesson

NAME = "primer.toml"
"""`primer.toml` in a game's folder, `<game>.primer.toml` beside a game that is a single file."""


class Primer(Struct, frozen=True, forbid_unknown_fields=True):
    """A game for newcomers. `betting`: it has Betting Rounds, which have a page of their own."""

    game: str
    lines: tuple[str, str, str]
    example: str = ""
    """One result, told like a dealer who shows it; empty where the data sheet has one."""
    betting: bool = False
    lesson: Lesson | None = None


def find_primer(game: Game) -> Primer | None:
    """Return the primer of a game; None for one that an author has not given any yet."""
    return _primers().get(game.key)


@cache
def _primers() -> dict[str, Primer]:
    """Read the primers of all games, by the games' keys."""
    texts = [file.read_text(encoding="utf-8") for file in _find(files("games"))]
    primers = [msgspec.convert(tomllib.loads(text), Primer) for text in texts]
    found = {primer.game: primer for primer in primers}
    if len(found) < len(primers):
        raise ValueError("two primers of one game")
    return found


def _find(folder: Traversable) -> Iterator[Traversable]:
    """Yield the primers in a folder and below."""
    for each in folder.iterdir():
        if each.is_dir():
            yield from _find(each)
        elif each.name.endswith(NAME):
            yield each
