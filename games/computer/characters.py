"""The house's computer players by name, each with a temper that shows in how it bets."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

Temper = Literal["plain", "bold", "careful", "grand", "twenty"]
PLAIN: Temper = "plain"
TEMPERS: Mapping[Temper, str] = {
    "plain": "",
    "bold": "bets boldly and bluffs",
    "careful": "bets carefully",
    "grand": "bets big",
    "twenty": "loves a g20",
}
"""The tempers, with their words for people."""


class Character(Struct, frozen=True, forbid_unknown_fields=True):
    """A computer player."""

    name: str
    temper: Temper


@cache
def characters() -> tuple[Character, ...]:
    """Return all of them, in the order in which they sit down."""
    text = files("games.computer").joinpath("characters.toml").read_text(encoding="utf-8")
    return tuple(msgspec.convert(tomllib.loads(text)["character"], list[Character]))


def is_of_the_house(name: str) -> bool:
    """Return whether one of the house's computer players has this name."""
    return any(each.name == name for each in characters())


def temper_of(name: str) -> Temper:
    """Return the temper of a computer player; plain for an unknown name."""
    return next((each.temper for each in characters() if each.name == name), PLAIN)
