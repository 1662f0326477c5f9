"""Texts in the language of who reads them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from bot import language
from bot.language import (
    N_,
    _,
    closest,
    found,
    kept_by_language,
    listed,
    ngettext,
    number,
    pgettext,
    speaking,
    with_label,
)


@pytest.fixture(autouse=True)
def polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Polish, which has three plural forms, with a handful of texts."""
    words = Catalog("pl")
    words.add("Sit down", "Usiądź")
    words.add(("{n} card", "{n} cards"), ("{n} karta", "{n} karty", "{n} kart"))
    words.add("{seat:seat} folds.", "Pasujesz.", context="you")
    words.add("{label}: {value}", "{label} – {value}", context="a label and its value")
    words.add("English", "polski", context="this language, in itself")
    path = tmp_path / "pl" / "LC_MESSAGES" / "dicenight.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, words)
    monkeypatch.setattr(language, "LOCALES", tmp_path)
    monkeypatch.setattr(language, "LANGUAGES", ("en", "pl"))
    language.catalogue.cache_clear()
    yield
    language.catalogue.cache_clear()


def cards(n: int) -> str:
    return ngettext("{n} card", "{n} cards", n).format(n=n)


def test_english_is_what_stands_in_the_code() -> None:
    assert (_("Sit down"), cards(1), cards(2), cards(0)) == ("Sit down", "1 card", "2 cards", "0 cards")
    assert language.reader_language() == "en"


def test_another_language_says_it_in_its_words_and_plural_forms() -> None:
    with speaking("pl"):
        assert language.reader_language() == "pl"
        assert (_(N_("Sit down")), _("Stand up"), _("")) == ("Usiądź", "Stand up", "")
        assert [cards(n) for n in (1, 2, 5, -1)] == ["1 karta", "2 karty", "5 kart", "-1 karta"]
        assert pgettext("you", "{seat:seat} folds.") == "Pasujesz."
        assert pgettext("you", "Sit down") == "Sit down"
    assert _("Sit down") == "Sit down"


def test_a_text_that_nobody_has_translated_is_not_found() -> None:
    assert found("Sit down") is None
    with speaking("pl"):
        assert found("Sit down") == "Usiądź"
        assert found("{seat:seat} folds.", "you") == "Pasujesz."
        assert found("{seat:seat} folds.") is None
        assert found("") is None


def test_lists_and_numbers_are_written_as_the_language_does() -> None:
    assert listed([]) == ""
    assert listed(["Ann"]) == "Ann"
    assert listed(["Ann", "Bob", "Cid"]) == "Ann, Bob and Cid"
    assert listed(["Ann", "Bob"], "or") == "Ann or Bob"
    assert number(-12345) == "−12,345"
    with speaking("pl"):
        assert listed(["Ann", "Bob", "Cid"]) == "Ann, Bob i Cid"
        assert listed(["Ann", "Bob"], "or") == "Ann lub Bob"
        assert number(-12345) == "−12\xa0345"


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("pl", "pl"),
        ("pl-PL", "pl"),
        ("pl_PL", "pl"),
        ("en-GB", "en"),
        ("ko", "en"),
        ("en-XA", "en"),
        (None, "en"),
    ],
)
def test_discords_locale_finds_the_closest_of_our_languages(locale: str | None, language: str) -> None:
    assert closest(locale) == language


def test_a_language_that_is_not_there_is_english() -> None:
    with speaking("xx"):
        assert language.reader_language() == "en"
        assert _("Sit down") == "Sit down"


def test_a_language_says_its_own_name() -> None:
    assert (language.own_name("en"), language.own_name("pl")) == ("English", "polski")


def test_what_is_kept_is_kept_for_each_language() -> None:
    asked = []

    @kept_by_language()
    def label(n: int) -> str:
        asked.append(n)
        return _("Sit down")

    assert [label(1), label(1)] == ["Sit down"] * 2
    with speaking("pl"):
        assert [label(1), label(1)] == ["Usiądź"] * 2
    assert [label(1), len(asked)] == ["Sit down", 2]


async def test_a_task_says_things_in_the_language_it_was_begun_in() -> None:
    async def sit() -> str:
        await asyncio.sleep(0)
        return _("Sit down")

    with speaking("pl"):
        begun = asyncio.create_task(sit())
    assert await sit() == "Sit down"
    assert await begun == "Usiądź"


def test_each_language_joins_a_value_to_its_label_as_it_does() -> None:
    assert with_label("Stakes", "high") == "Stakes: high"
    with speaking("pl"):
        assert with_label("Stawka", "3") == "Stawka – 3"
