"""The primer of a game: its rules in three lines, an example, and a lesson."""

from __future__ import annotations

import tomllib
from functools import cache

import msgspec
from msgspec import Struct

from games.engine.game import Game
from games.primers.lesson import Lesson
from games.texts import find_text

NAME = "primer.toml"


class Primer(Struct, frozen=True, forbid_unknown_fields=True):
    """A game for newcomers. `betting`: it has Betting Rounds, which have a page of their own."""

    lines: tuple[str, str, str]
    example: str = ""
    """One result as a dealer would explain it; empty if the data sheet has an example."""
    betting: bool = False
    lesson: Lesson | None = None


def find_primer(game: Game) -> Primer | None:
    """Return the primer of a game; None for one that an author has not given any yet."""
    return _read(type(game).__module__)


@cache
def _read(module: str) -> Primer | None:
    text = find_text(module, NAME)
    return None if text is None else msgspec.convert(tomllib.loads(text), Primer)
