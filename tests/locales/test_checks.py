"""A translation is refused if it has other values, signs, commands or lines than its text."""

from __future__ import annotations

import pytest
from babel.messages.catalog import Message

from locales.checks import faults_of


def faults(text: str | tuple[str, str], translation: str | tuple[str, ...], context: str = "") -> str:
    return " ".join(faults_of(Message(text, translation, context=context)))


@pytest.mark.parametrize(
    ("text", "translation", "word"),
    [
        ("{seat:seat} takes {n}.", "{seat:seat} nimmt {m}.", "values"),
        ("{seat:seat} takes {n}.", "{seat} nimmt {n}.", "values"),
        ("{seat:seat} takes {n}.", "{seat:seat} nimmt.", "values"),
        ("{n} left", "{n übrig", "values"),
        ("All in", "Alles}", "brace"),
        ("🎲 Roll", "Würfeln", "signs"),
        ("**Bold**", "*Fett*", "pairs"),
        ("**Bold**", "**Fett", "pairs"),
        ("Try /table open.", "Versuch /tisch open.", "/table open"),
        ("- One\n- Two", "- Eins", "lines"),
        ("- One\n- Two", "- Eins\n* Zwei", "begin"),
        ("So far: ", "Bisher:", "end with a space"),
    ],
)
def test_a_fault_is_told(text: str, translation: str, word: str) -> None:
    assert word in faults(text, translation)


@pytest.mark.parametrize(
    ("text", "translation", "context"),
    [
        ("{seat:seat} takes {n}.", "{n} gehen an {seat:seat}.", ""),
        ("{seat:seat} takes {n}.", "Du nimmst {n}.", "you"),
        ("{seat:seat} takes {n}.", "", ""),
        ("## Head\n- `One`: **a**, /table open", "## Kopf\n- `Eins`: **a**, /table open", ""),
    ],
)
def test_a_sound_translation_has_none(text: str, translation: str, context: str) -> None:
    assert faults(text, translation, context) == ""


def test_the_form_for_one_may_leave_its_number_out() -> None:
    assert (
        faults(
            ("{n} card of {who:seat}", "{n} cards of {who:seat}"),
            ("eine Karte von {who:seat}", "{n} Karten von {who:seat}"),
        )
        == ""
    )
    assert "values" in faults(("{n} card", "{n} cards"), ("eine {x}", "{n} Karten"))
