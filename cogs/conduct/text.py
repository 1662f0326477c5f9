"""Texts of the gambler's code, read from `conduct.toml`."""

from __future__ import annotations

import secrets
import tomllib
from collections.abc import Mapping
from importlib.resources import files

from pydantic import BaseModel

from bot.tables.state import Venue
from games.gembones.shared.prank_items import Item


class Title(BaseModel):
    """A title, and the least form that earns it."""

    least: int
    title: str


class Prank(BaseModel):
    """A prank item: its name, the house's promise, and its true effect."""

    name: str
    promise: str
    truth: str


class Altar(BaseModel):
    """A deity of the tricksters, and the lines that an offering may bring (L13-R12)."""

    name: str
    blessings: list[str]


class ConductText(BaseModel):
    """The file, checked."""

    altars: Mapping[str, Altar]
    titles: list[Title]
    remarks: Mapping[str, list[str]]
    tips: Mapping[Venue, str]
    items: Mapping[Item, Prank]


WORDS = ConductText.model_validate(
    tomllib.loads((files("cogs.conduct") / "conduct.toml").read_text(encoding="utf-8"))
)


def title(form: int) -> str:
    """Return the title that a tally of form earns (CODE-R1)."""
    return next(each.title for each in WORDS.titles if form >= each.least)


def blessing(deity: str) -> str:
    """Return a random line of one of the altars; it is not a match's luck."""
    return secrets.choice(WORDS.altars[deity].blessings)


def remark(kind: str) -> str:
    """Return a random remark of a kind, as a template; it is not a match's luck."""
    return secrets.choice(WORDS.remarks[kind])
