"""Texts of the gambler's code, read from `texts.toml`."""

from __future__ import annotations

import secrets
import tomllib
from collections.abc import Mapping
from importlib.resources import files

from pydantic import BaseModel

from bot.tables.state import Venue
from games.gembones.shared.prank_items import Item


class Prank(BaseModel):
    """The house's promise about a prank item, and its true effect."""

    promise: str
    truth: str


class Altar(BaseModel):
    """A deity of the tricksters, and the lines that an offering may bring (L13-R12)."""

    name: str
    blessings: list[str]


class ConductText(BaseModel):
    """The texts of the file, checked."""

    altars: Mapping[str, Altar]
    remarks: Mapping[str, list[str]]
    tips: Mapping[Venue, str]
    items: Mapping[Item, Prank]


WORDS = ConductText.model_validate(
    tomllib.loads((files("cogs.conduct") / "texts.toml").read_text(encoding="utf-8"))
)


def blessing(deity: str) -> str:
    """Return a random line of one of the altars; it is not a match's luck."""
    return secrets.choice(WORDS.altars[deity].blessings)


def remark(kind: str) -> str:
    """Return a random remark of a kind, as a template; it is not a match's luck."""
    return secrets.choice(WORDS.remarks[kind])
