"""A game on phones: every question is in sight with all that it takes to answer it, and so is the result.

`make soak` plays all games with one, two and five members.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Browser

from bot.face.help.lesson_step import lesson_step
from bot.language import LANGUAGES
from games.registry import GAMES
from tests.browser.evening import MOST_PANEL, Friend, walk
from tests.browser.language_walk import members_who_read
from tests.browser.pictures import EVENING, fixed_evening
from tests.e2e.conftest import Evening
from tests.helpers.browser_seat import PHONE, Visitors
from tests.helpers.clicking import Player, play_out
from tests.helpers.random_matches import SOAK

FEW = (("rogues_and_warriors", 5), ("barovian_boneyard", 2), ("tiamat", 1))
"""A pot, dice against the house, and a duel with dragons, in each company."""
LESSONS = tuple(GAMES) if SOAK > 1 else ("burn_my_village", "three_kingdoms")
WALKS = [(key, people) for key in GAMES for people in (1, 2, 5)] if SOAK > 1 else FEW


@pytest.mark.parametrize(("key", "people"), WALKS)
@pytest.mark.timeout(120 if SOAK == 1 else 3600)
async def test_every_question_is_in_sight(browser: Browser, key: str, people: int) -> None:
    walked = await walk(browser, key, people)
    assert len(walked.questions) >= people
    assert len(walked.endings) == people
    assert walked.faults == []


@asynccontextmanager
async def on_a_phone(browser: Browser) -> AsyncIterator[tuple[Evening, Friend]]:
    """An evening that Ann sees on a phone."""
    async with fixed_evening() as evening:
        phone = await Visitors(browser, evening).open("Ann", PHONE, "dark")
        await phone.page.clock.set_fixed_time(EVENING)
        yield evening, Friend(phone, Player(evening, "Ann", phone.channel))
        await phone.leave()


@pytest.mark.timeout(120 if SOAK == 1 else 3600)
async def test_what_stands_beside_the_game_fits_a_phone(browser: Browser) -> None:
    """The first welcome, the lobby, what *More…* opens, looking back, and the coach."""
    async with on_a_phone(browser) as (evening, friend):
        ann, heights = friend.player, dict[str, float]()

        async def measure(name: str, message: Any) -> None:
            await evening.quiet()
            heights[name] = (await friend.box(message))["height"]

        opened = await ann.person.slash(ann.channel, "table open", game="rogues_and_warriors")
        await evening.quiet()
        await measure("welcome", opened.message)
        await measure("lobby", ann.board)
        await measure("help of an admin who hosts", (await ann.person.slash(ann.channel, "help")).message)
        await ann.person.press(opened.message, "Start with computer players")
        await play_out(evening, [ann], on_board=False)
        await measure("more", (await ann.press("More…")).message)
        for label in ("Look back", "Coach", "The whole night"):
            await measure(label, (await ann.press(label)).message)
        assert max(heights.values()) <= MOST_PANEL, heights


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.timeout(120 if SOAK == 1 else 3600)
async def test_lessons_and_limits_fit_a_phone(browser: Browser, language: str) -> None:
    with members_who_read(language):
        async with on_a_phone(browser) as (evening, friend):
            ann, heights = friend.player, dict[str, float]()
            await ann.person.slash(ann.channel, "table open", game="rogues_and_warriors")
            await evening.quiet()
            for key in LESSONS:
                begun = lesson_step(GAMES[key], 0, "Ann")
                for number in range(len(begun.lesson.steps) if begun is not None else 0):
                    # after somebody's line a message has its author's name above it
                    ann.person.say(ann.channel, "a line")
                    step = await ann.person.press_raw(ann.channel, ann.board.id, f"teach:{key}:{number}:show")
                    await evening.quiet()
                    assert step.message is not None
                    heights[f"{key} {number}"] = (await friend.box(step.message))["height"]
            assert heights
            await ann.person.press_raw(ann.channel, ann.board.id, "limits:cap:100")
            await ann.person.press_raw(ann.channel, ann.board.id, "limits:pause:7")
            ann.person.say(ann.channel, "a line")
            limits = await ann.person.slash(ann.channel, "my limits")
            assert limits.message is not None
            heights["limits"] = (await friend.box(limits.message))["height"]
            assert {step: high for step, high in heights.items() if high > MOST_PANEL} == {}


@pytest.mark.timeout(120 if SOAK == 1 else 3600)
async def test_each_question_of_a_try_at_the_table_of_the_day_fits_a_phone(browser: Browser) -> None:
    """That of this evening is of a game whose answers are long."""
    async with on_a_phone(browser) as (evening, friend):
        person, heights = friend.player.person, list[float]()
        asked: Any = await person.press((await person.slash(friend.player.channel, "today")).message, "Play")
        for _press in range(16):
            heights.append((await friend.box(asked.message))["height"])
            controls = [*asked.message.buttons, *asked.message.selects]
            if any(each.label == "The board" for each in asked.message.buttons):
                break  # it was over sooner: the computer players' choices are not the same each time
            first = controls[len(heights) % len(controls)]
            if first in asked.message.selects:
                asked = await person.select(asked.message, first.custom_id, [first.options[0].value])
            else:
                asked = await person.press(asked.message, custom_id=first.custom_id)
            await evening.quiet()
        assert len(heights) > 5
        assert max(heights) <= MOST_PANEL, heights
