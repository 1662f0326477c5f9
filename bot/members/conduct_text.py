"""The words of the gambler's code, from `conduct.toml`."""

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
    """A prank item: what is said of it, and what it does."""

    name: str
    promise: str
    truth: str


class Altar(BaseModel):
    """A deity of the tricksters, and what an offering brings: a line (L13-R12)."""

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
    tomllib.loads((files("bot.members") / "conduct.toml").read_text(encoding="utf-8"))
)


def title(form: int) -> str:
    """The title that a tally of form earns (CODE-R1)."""
    return next(each.title for each in WORDS.titles if form >= each.least)


def blessing(deity: str) -> str:
    """A line of one of the altars; which, is luck of its own."""
    return secrets.choice(WORDS.altars[deity].blessings)


def remark(kind: str) -> str:
    """One of the remarks of a kind, as a template; which, is luck of its own."""
    return secrets.choice(WORDS.remarks[kind])
