"""The explanations of `texts.toml`, by key."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files

from bot.language import _

_TEXTS: Mapping[str, Mapping[str, str]] = tomllib.loads(
    (files("bot.face.help") / "texts.toml").read_text(encoding="utf-8")
)

WORDS = _TEXTS["words"]
"""Words of ours, the simplest first, and their meanings."""
NAMES = _TEXTS["names"]
"""The words as they are written at the head of a line."""
WELCOME = _TEXTS["welcome"]
"""The lines of the welcome, as templates."""
COSTS = _TEXTS["costs"]
"""The line of the welcome that tells what the table costs, by what it plays for."""
BETTING = _TEXTS["betting"]
"""The parts of the page about betting."""
LESSON = _TEXTS["lesson"]
"""The frame of a lesson."""
HERE = _TEXTS["here"]
"""The lines of `/help`, by the occasion for each."""


def meaning(word: str) -> str:
    """Return a word of ours and its meaning, in one line."""
    return f"**{_(NAMES[word])}**: {_(WORDS[word])}"
