"""One match read in three languages at once, each text marked with that of its reader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot import language
from bot.language import Catalogue
from bot.person import Person
from db import journal
from db.backend.names import Name
from playground import Playground
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.clicking import Player

pytestmark = pytest.mark.in_english


class Marked(Catalogue):
    """A language that says everything in English, with its own name before it."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.language = code

    def gettext(self, message: str) -> str:
        return f"{self.language}·{message}"

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture(autouse=True)
def three_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogues = {code: Marked(code) for code in ("de", "fr")}
    monkeypatch.setattr(language, "LANGUAGES", ("en", "de", "fr"))
    monkeypatch.setattr(language, "catalogue", catalogues.get)


def marks(message: Any) -> set[str]:
    """The languages that a message speaks, by its texts and buttons."""
    words = [message.text, *(str(each.label) for each in message.buttons)]
    return {code for code in ("de", "fr") if any(f"{code}·" in each for each in words)}


async def test_a_match_is_read_in_three_languages_at_once(evening: Evening, tavern: Any) -> None:
    ann, bob = (Player(evening, name, tavern) for name in ("Ann", "Bob"))
    ann.person.user.locale, bob.person.user.locale = "de", "fr"
    await ann.person.slash(tavern, "table open", game="rogues_and_warriors")
    await evening.quiet()
    assert marks(ann.board) == set(), "the server is English"
    await bob.person.press(ann.board, "Sit down")
    await evening.quiet()
    assert marks(ann.board) == set(), "a press in French repaints what everyone reads"
    await ann.person.press(ann.board, "Start")
    await evening.quiet()
    hands = [(await each.opens_hand()).message for each in (ann, bob)]
    assert [marks(hand) for hand in hands] == [{"de"}, {"fr"}]
    refused = await ann.person.slash(tavern, "table open", game="threes")
    assert refused.ephemeral
    assert "de·This channel already has a table" in refused.text
    match_id = evening.table(tavern).state.match_id
    assert match_id is not None
    record = await evening.store.read(journal.match, match_id)
    assert "·" not in repr(record), "what is kept is in no language"
    assert evening.bot.languages.of_person(bob.person.id) == "fr"


async def test_a_member_a_house_and_a_table_choose(evening: Evening, tavern: Any) -> None:
    ann = Player(evening, "Ann", tavern)
    tavern.guild.locale = "fr"
    languages = evening.bot.languages
    await ann.person.slash(tavern, "table open", game="threes")
    await evening.quiet()
    place = evening.table(tavern).state.place
    answer = await ann.person.slash(tavern, "my language", language="usual")
    assert "From now on you read English here." in answer.text
    answer = await ann.person.slash(tavern, "table language", language="usual")
    assert "from now on." in answer.text
    await evening.table(tavern).hosting.speak(Person(ann.person.id, Name("Ann")), "de")
    await evening.quiet()
    assert marks(ann.board) == {"de"}
    assert languages.of_place(place, "de") == "de"
    await ann.person.slash(tavern, "table language", language="usual")
    await evening.quiet()
    assert marks(ann.board) == ({languages.of_place(place)} - {"en"})


async def test_a_table_speaks_its_language_at_once_after_a_restart(
    playground: Playground, tmp_path: Path
) -> None:
    playground.guild.locale = "fr"
    channel, path, clock = playground.guild.channel("tavern"), tmp_path / "evening.db", HandClock()
    async with bot_on(playground, path, clock) as bot:
        await playground.member("Ann").slash(channel, "table open", game="threes")
        await Evening(playground, path, clock, bot).quiet()
    playground.requests.clear()
    async with bot_on(playground, path, clock) as bot:
        await Evening(playground, path, clock, bot).quiet()
    painted = [repr(each.json) for each in playground.requests if "components" in (each.json or {})]
    assert [words for words in painted if "fr·" not in words] == []


async def test_only_an_admin_chooses_for_the_house(evening: Evening, tavern: Any) -> None:
    bob = Player(evening, "Bob", tavern)
    bob.person.user.locale = "de"
    refused = await bob.person.press_raw(tavern, 1, "gone")
    assert "de·That button is no longer in use." in refused.text
