"""The language of each reader: kept where it differs from English, and there without a press."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import language
from bot.members.languages import Changed, Languages
from bot.places.place import Place, PlaceKind
from db import members
from db.opening import open_store
from db.store import Store

ANN, BOB = 11, 12
HERE = Place(PlaceKind.GUILD, 5)
DIRECT = Place(PlaceKind.CONVERSATION, 7)


@pytest.fixture(autouse=True)
def four_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "LANGUAGES", ("en", "de", "es", "fr"))


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await open_store(tmp_path / "dicenight.db") as opened:
        yield opened


async def languages_of(store: Store) -> Languages:
    """The languages as a process finds them at its start."""
    found = Languages(store, {5: "fr"}.get)
    await found.load()
    return found


async def test_discord_tells_a_language_and_it_is_there_after_a_restart(store: Store) -> None:
    await store.member(HERE.key, ANN, "Ann")
    languages = await languages_of(store)
    assert languages.of_person(ANN) == "en"
    assert languages.heard(ANN, "de", HERE, "fr") == "de"
    await languages.settled()
    assert (await languages_of(store)).of_person(ANN) == "de"
    assert languages.heard(ANN, "en-GB", HERE, "fr") == "en"
    await languages.settled()
    assert (await languages_of(store)).of_person(ANN) == "en"


async def test_nothing_is_kept_of_english_nor_of_strangers_until_they_are_members(store: Store) -> None:
    languages = await languages_of(store)
    languages.heard(BOB, "en-US", HERE, None)
    languages.heard(ANN, "es-419", HERE, None)
    await languages.settled()
    assert languages.of_person(ANN) == "es"
    assert (await languages_of(store)).of_person(ANN) == "en"
    await store.member(HERE.key, ANN, "Ann")
    languages.heard(ANN, "es-419", HERE, None)
    await languages.settled()
    assert (await languages_of(store)).of_person(ANN) == "es"


async def test_a_choice_counts_more_than_what_discord_tells(store: Store) -> None:
    member = await store.member(HERE.key, ANN, "Ann")
    languages = await languages_of(store)
    await languages.choose(ANN, member, "fr")
    assert languages.heard(ANN, "de", HERE, None) == "fr"
    await languages.settled()
    again = await languages_of(store)
    assert again.of_person(ANN) == "fr"
    await again.choose(ANN, member, None)
    assert again.of_person(ANN) == "de"


async def test_the_last_choice_counts_wherever_it_was_made(store: Store) -> None:
    """Ann has an account in two places; she chooses in the second one first, and then in the first one."""
    first, second = await store.member(HERE.key, ANN, "Ann"), await store.member(6, ANN, "Ann")
    languages = await languages_of(store)
    await languages.choose(ANN, second, "fr")
    await languages.choose(ANN, first, "de")
    await languages.choose_pictures(ANN, first, pictures=False)
    again = await languages_of(store)
    assert (again.of_person(ANN), again.pictured(ANN)) == ("de", False)


async def test_pictures_are_kept_with_the_language_and_told_to_other_processes(store: Store) -> None:
    member = await store.member(HERE.key, ANN, "Ann")
    languages, other = await languages_of(store), await languages_of(store)
    assert languages.pictured(ANN)
    await languages.choose_pictures(ANN, member, pictures=False)
    await languages.choose(ANN, member, "fr")
    languages.heard(ANN, "de", HERE, None)
    await languages.settled()
    assert (await other.refresh()).people == {ANN}
    assert (other.pictured(ANN), other.of_person(ANN), other.pictured(BOB)) == (False, "fr", True)
    await other.choose_pictures(ANN, member, pictures=True)
    assert await store.read(members.about_everywhere, "language") == [(ANN, ["fr", "de"])]


async def test_a_channel_reads_that_of_its_table_its_house_or_its_server(store: Store) -> None:
    languages = await languages_of(store)
    assert languages.of_place(HERE) == languages.of_server(5) == "fr"
    await languages.choose_in(HERE, "de")
    assert languages.of_place(HERE) == "de"
    assert languages.of_place(HERE, "es") == "es"
    assert (await languages_of(store)).of_place(HERE) == "de"
    await languages.choose_in(HERE, None)
    assert (await languages_of(store)).of_place(HERE) == "fr"


async def test_a_place_without_the_bot_reads_what_a_press_there_tells(store: Store) -> None:
    languages = await languages_of(store)
    assert languages.of_place(DIRECT) == "en"
    languages.heard(ANN, "de", DIRECT, None)
    assert languages.of_place(DIRECT) == "de"
    languages.heard(ANN, "de", Place(PlaceKind.UNINVITED, 9), "es-ES")
    assert languages.of_place(Place(PlaceKind.UNINVITED, 9)) == "es"
    assert languages.of_server(None) == "en"


async def test_a_choice_reaches_the_other_bots_of_a_store(store: Store) -> None:
    member = await store.member(HERE.key, ANN, "Ann")
    one, other = await languages_of(store), await languages_of(store)
    await one.choose(ANN, member, "pl")
    await one.choose_in(HERE, "de")
    assert other.of_person(ANN) == "en"
    assert await other.refresh() == Changed(frozenset({ANN}), frozenset({HERE.key}))
    assert (other.of_person(ANN), other.of_place(HERE)) == ("pl", "de")
    assert await other.refresh() == Changed(frozenset(), frozenset())
    # what both chose at nearly the same time, both know
    await other.choose_in(HERE, "fr")
    await one.choose(ANN, member, None)
    await other.refresh()
    await one.refresh()
    assert (one.of_place(HERE), other.of_person(ANN)) == ("fr", "en")
