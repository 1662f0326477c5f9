"""Every text on a control has room there, in every language, with its longest values.

Where a text stands is read from the code: what is said within `button(…)` is on a button, and Discord would cut it.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from bot.face.text.plurals import fields_of
from locales.catalogues import languages, path_of, read, texts_of
from locales.checks import forms_of, sources_of
from locales.sources import all_texts

NAME = "Bartholomew the Bold"
"""As long as a name is on a control before it is cut."""
LONGEST = {
    "n": "1,000",
    "word": "RESET",
    "title": "Please Don't Burn My Village!",
    "game": "Please Don't Burn My Village!",
}
_FIELD = re.compile(r"\{[^{}]*\}")


@cache
def limits() -> dict[tuple[str, str], int]:
    return {(entry.context, entry.text): entry.most for entry in all_texts() if entry.most}


def filled(text: str) -> str:
    """A text with its longest values: for a number four digits, for anything else a name."""
    for name, _mark in fields_of(text):
        text = _FIELD.sub(LONGEST.get(name, NAME), text, count=1)
    return text


def test_there_are_texts_on_all_kinds_of_controls() -> None:
    assert {80, 45, 150, 100} <= set(limits().values())
    assert len(limits()) > 150


@pytest.mark.parametrize("language", languages())
def test_every_text_has_room_on_its_control(language: str) -> None:
    too_long = []
    for message in texts_of(read(path_of(language))):
        most = limits().get((message.context or "", sources_of(message)[0]), 0)
        for form in forms_of(message) if most else ():
            if len(filled(form)) > most:
                too_long.append((most, len(filled(form)), form))
    assert too_long == []
