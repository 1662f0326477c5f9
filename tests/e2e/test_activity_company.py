"""Things that the page offers beside a game: welcome, lessons, the company, words for the luck, past matches."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.face.help.texts import LESSON, NAMES, WORDS
from bot.face.help.welcome import new_words
from bot.face.text.runs import runs_of
from db import SaveBlock
from games.primers import find_primer
from games.registry import GAMES
from tests.e2e.conftest import Evening
from tests.helpers.activity_pages import Page, Served, activity_of, words_of
from tests.helpers.activity_players import PagePlayer
from tests.helpers.clicking import sat_down


@pytest.fixture
async def served(evening: Evening) -> AsyncIterator[Served]:
    """The Activity of the evening's bot."""
    async with activity_of(evening.playground, evening.bot) as found:
        yield found


def controls(page: Page, what: str) -> list[dict[str, Any]]:
    """Return the controls of a page by what they do."""
    return [control for control in page.view["controls"] if control["what"] == what]


async def test_a_newcomer_is_welcomed_once(served: Served, tavern: Any) -> None:
    async with served.page("Ann", tavern) as ann:
        first = await ann.do("open", game="threes")
        assert words_of(first["greeting"][0]) == "Welcome, Ann! New here? Teach me shows you the game."
        assert len(first["greeting"]) == 3
        await ann.until(lambda: bool(controls(ann, "leave")))
        await ann.do("leave")
        await ann.until(lambda: ann.view["table"]["phase"] == "closed")
        assert (await ann.do("open", game="threes"))["greeting"] == []
    later = words_of(runs_of(new_words(("share",), on_page=True)))
    assert later == f"{NAMES['share']}: {WORDS['share']}"


TAUGHT = [key for key, game in GAMES.items() if (primer := find_primer(game)) is not None and primer.lesson]


@pytest.mark.parametrize("game", TAUGHT)
async def test_a_lesson_is_taken_in_the_page_to_its_end(served: Served, tavern: Any, game: str) -> None:
    async with served.page("Ann", tavern) as ann:
        await ann.do("open", game=game)
        await ann.until(lambda: bool(controls(ann, "lesson")))
        assert (await ann.do("lesson"))["t"] == "taken"
        await ann.until(lambda: ann.view["lesson"] is not None)
        steps = ann.view["lesson"]["steps"]
        for step in range(steps):
            lesson = ann.view["lesson"]
            assert (lesson["step"], lesson["over"]) == (step, False)
            assert words_of(lesson["say"])
            wanted = lesson["wanted"]
            [prompt] = [each for each in ann.view["prompts"].values() if each["seat"] == ann.view["me"]][:1]
            if step == 0:
                refused = await ann.press(prompt["id"], "nothing at all")
                assert (refused["t"], words_of(refused["words"])) == ("refused", LESSON["gone"])
            answers = [await ann.press(each, wanted) for each in sorted(ann.view["prompts"])]
            assert "taken" in [answer["t"] for answer in answers]
            await ann.until(lambda step=step: ann.view["lesson"]["step"] == step + 1)
        assert ann.view["lesson"]["over"]
        assert [control["what"] for control in ann.view["controls"]] == ["lesson_stop", "lesson"]
        assert (await ann.do("lesson_stop"))["t"] == "taken"
        await ann.until(lambda: ann.view["lesson"] is None)
        assert ann.view["table"]["phase"] == "lobby"


async def test_a_lesson_ends_when_a_match_begins(evening: Evening, served: Served, tavern: Any) -> None:
    await sat_down(evening, "threes", ("Ann", "Bob"))
    async with served.page("Ann", tavern) as ann, served.page("Bob", tavern) as bob:
        await bob.do("lesson")
        await bob.until(lambda: bob.view["lesson"] is not None)
        assert (await bob.do("lesson_do"))["t"] == "taken"
        await ann.do("start")
        await bob.until(lambda: bob.view["lesson"] is None)
        assert bob.view["table"]["phase"] == "playing"


async def test_a_host_decides_about_the_company(evening: Evening, served: Served, tavern: Any) -> None:
    await sat_down(evening, "threes", ("Ann", "Bob", "Cid"))
    table = evening.table(tavern)
    async with served.page("Ann", tavern) as ann, served.page("Bob", tavern) as bob:
        assert not controls(bob, "company")
        company = controls(ann, "company")
        assert [control["words"] for control in company] == [
            "Bob: kick, co-host, host",
            "Cid: kick, co-host, host",
        ]
        user = {control["words"][:3]: control["with"]["user"] for control in company}
        refused = await bob.do("company", user=user["Cid"], deed="kick")
        assert words_of(refused["words"]) == "Only the host, Ann, can do that."
        assert (await ann.do("company", user=user["Bob"], deed="cohost"))["t"] == "taken"
        await bob.until(lambda: bool(controls(bob, "company")))
        said = await bob.do("company", user=user["Cid"], deed="kick")
        assert words_of(said["words"]) == "Cid has left the table."
        assert table.state.seat_of(int(user["Cid"])) is None
        # the kicked are let in again by name, whoever else may sit down
        await ann.until(lambda: bool(controls(ann, "invite")))
        assert (await ann.do("seats", to="invited"))["t"] == "taken"
        assert table.state.access.open_to == "invited"
        async with served.page("Cid", tavern) as cid:
            assert (await cid.do("sit"))["t"] == "refused"
            assert words_of((await ann.do("invite", user=user["Cid"]))["words"]) == "They may sit down now."
            assert (await cid.do("sit"))["t"] == "taken"
        assert (await ann.do("company", user=user["Bob"], deed="host"))["t"] == "taken"
        await bob.until(lambda: bool(controls(bob, "close")))
        for wrong in ({"user": "me", "deed": "kick"}, {"user": user["Cid"], "deed": "x"}, {}):
            assert (await bob.do("company", **wrong))["t"] == "refused"


async def test_a_word_is_mixed_into_the_luck(evening: Evening, served: Served, tavern: Any) -> None:
    await sat_down(evening, "threes", ("Ann", "Bob"))
    async with served.page("Bob", tavern) as bob:
        assert (await bob.do("word", word="   "))["t"] == "refused"
        assert (await bob.do("word", word=" red   dragon "))["t"] == "taken"
        seat = evening.table(tavern).state.seats[1]
        assert seat.word == "red dragon"
        await bob.until(lambda: not controls(bob, "word"))
        assert (await bob.do("word", word="again"))["t"] == "refused"


async def test_any_past_match_of_ones_own_is_looked_back_at(
    evening: Evening, served: Served, tavern: Any
) -> None:
    await sat_down(evening, "threes", ("Ann",), computers=1)
    async with served.page("Ann", tavern) as ann, served.page("Dot", tavern) as dot:
        assert words_of((await dot.do("matches"))["words"]).startswith("You haven't")
        for again in (False, True):
            await ann.do("again" if again else "start")
            await ann.until(lambda: ann.view["table"]["phase"] == "playing")
            table = evening.table(tavern)
            while table.session is not None:
                if ann.view["prompts"] and not ann.view["result"]:
                    await PagePlayer("Ann", ann).acts()
                evening.clock.advance(1.0)
                await evening.quiet()
            await ann.until(lambda: ann.view["table"]["phase"] == "over")
        choose = (await ann.do("matches"))["choose"]
        options = choose["asks"]["options"]
        assert [option["words"] for option in options] == ["Threes", "Threes"]
        oldest = options[-1]["value"]
        assert (await ann.do(choose["what"], **{choose["asks"]["name"]: oldest}))["t"] == "taken"
        await ann.until(lambda: ann.view["past"] is not None)
        assert ann.view["past"]["match"] == int(oldest)
        assert (await ann.do("step", step=1))["t"] == "taken"
        await ann.until(lambda: ann.view["past"]["step"] == 1)
        assert (await ann.do("present"))["t"] == "taken"
        await ann.until(lambda: ann.view["past"] is None)
        # a number that is nobody's to see is refused like one that does not exist
        assert (await ann.do("look_back", match="999"))["t"] == "refused"
        assert (await dot.do("look_back", match=oldest))["t"] == "taken"
        await dot.until(lambda: dot.view["past"] is not None)
        account = evening.table(tavern).state.seats[0].member
        assert account is not None
        await evening.store.commit(SaveBlock(account, evening.playground.member("Dot").id, True))
        assert (await dot.do("step", step=1))["t"] == "refused", "she has been blocked since"
