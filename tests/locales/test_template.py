"""The template of the catalogues has every text that games say, as people who play hear it."""

from __future__ import annotations

import pytest

from bot.face.text.plurals import count_in
from bot.face.text.turns import YOU
from games.catalogue import CATALOGUE
from games.phrases import SPELLED
from games.texts import spell_out
from locales.entries import Entries, in_second_person
from locales.sources import all_texts


@pytest.fixture(scope="module")
def entries() -> Entries:
    return all_texts()


def test_every_word_of_every_game_is_in_it(entries: Entries) -> None:
    words = {text for game in CATALOGUE for text in game.words.values()}
    sources = {SPELLED[text].source if text in SPELLED else text for text in words}
    assert {text for text in sources if text.isalpha()} <= {entry.text for entry in entries}


def test_a_text_that_stands_for_several_is_one_entry(entries: Entries) -> None:
    words = spell_out({"keep:{face}": "Keep the {dice_{face}}"}, {"face": range(1, 3)})
    assert words == {"keep:1": "Keep the {dice_1}", "keep:2": "Keep the {dice_2}"}
    assert SPELLED["Keep the {dice_2}"].source == "Keep the {dice_{face}}"
    assert SPELLED["Keep the {dice_2}"].values["{face}"] == "2"


def test_a_key_that_only_finds_a_value_is_no_text(entries: Entries) -> None:
    assert "red_lair" not in {entry.text for entry in entries}


def test_what_a_seat_does_is_there_in_the_second_person_too(entries: Entries) -> None:
    deed = "{seat:seat} calls {n} and is all in."
    assert in_second_person(deed) == "You call {n} and are all in."
    assert any(entry.context == YOU and entry.text == deed for entry in entries)


def test_values_and_signs_alone_are_no_text() -> None:
    entries = Entries()
    entries.add("{dice:items} · {n:+}", "here")
    assert not list(entries)


@pytest.mark.parametrize(
    ("template", "count"),
    [
        ("{n} pots nobody paid to see", "n"),
        ("Swap up to {most} cards.", "most"),
        ("{now} → {{kinds}} points", "{kinds}"),
        ("{seat:seat} calls {n} and is all in.", None),
        ("The {spoke} spoke is closed in the next game.", None),
    ],
)
def test_a_template_with_a_count_is_known(template: str, count: str | None) -> None:
    assert count_in(template) == count
