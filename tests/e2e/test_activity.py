"""The Activity beside the chat: two members on pages, one with buttons, at one table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.e2e.conftest import Evening
from tests.helpers.activity_pages import Served, activity_of, words_of


@pytest.fixture
async def served(evening: Evening) -> AsyncIterator[Served]:
    """The Activity of the evening's bot."""
    async with activity_of(evening.playground, evening.bot) as found:
        yield found


async def test_a_table_is_opened_and_started_from_a_page(served: Served, tavern: Any) -> None:
    async with served.page("Ann", tavern) as ann, served.page("Bob", tavern) as bob:
        assert ann.view["table"]["phase"] == "closed"
        assert (await ann.do("open", game="threes"))["t"] == "taken"
        await bob.until(lambda: bob.view["table"]["phase"] == "lobby")
        assert [control["what"] for control in bob.view["controls"] if control["place"] == "primary"] == [
            "sit"
        ]
        assert words_of((await bob.do("sit"))["words"]) == "You're in seat 2."
        refused = await bob.do("setting", name="pace", value="fast")
        assert refused["t"] == "refused"
        assert words_of(refused["words"]) == "Only the host, Ann, can do that."
        assert (await ann.do("setting", name="pace", value="fast"))["t"] == "taken"
        assert (await ann.do("start"))["t"] == "taken"
        await ann.until(lambda: ann.view["table"]["phase"] == "playing")
        await bob.until(lambda: bob.view["table"]["phase"] == "playing")
