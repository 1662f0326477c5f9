"""The table as a page: opened from the playground by its official SDK, and played there, beside the chat's buttons."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ViewportSize, expect

from bot.startup.load_games import load_games
from db.opening import open_store
from games.registry import GAMES
from playground import Playground
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.activity_pages import activity_of
from tests.helpers.activity_stage import built_page
from tests.helpers.activity_visitor import AtTable, open_table
from tests.helpers.browser_seat import DESKTOP, PHONE, Visitors
from tests.helpers.children import victim
from tests.helpers.clicking import Player
from tests.helpers.postgres import location_for
from tests.helpers.random_matches import SOAK

load_games()
BY_ANSWERS = ("rogues_and_warriors", "burn_my_village", "tavern") if SOAK > 1 else ("rogues_and_warriors",)
"""Games with each kind of question: amounts, picks, places, cards with aims and windows. No clock ends one here."""
MOST_TAPS = 4_000
"""Taps of a match; the longest take some hundred."""


@pytest_asyncio.fixture(loop_scope="session")
async def evening(playground: Playground, tmp_path: Path) -> AsyncIterator[Evening]:
    """An evening of a bot whose tables open as pages."""
    playground.enable_activity("")
    clock, path = HandClock(), tmp_path / "evening.db"
    async with (
        bot_on(playground, path, clock, activity=True) as bot,
        activity_of(playground, bot, folder=built_page()),
    ):
        yield Evening(playground, path, clock, bot)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
async def test_a_member_opens_the_table_and_is_there(visitors: Visitors, size: ViewportSize) -> None:
    ann = await visitors.open("Ann", size)
    tavern = ann.channel
    await ann.slash("table open", game="threes")
    there = await open_table(ann)
    await expect(there.inside.get_by_text("Threes").first).to_be_visible()
    activities = ann.evening.playground.world.activities
    [instance] = activities.instances.values()
    assert (instance.channel, [*instance.users]) == (tavern, [ann.person.id])
    await there.tap("Start with computer players")
    await ann.evening.playground.wait_for(lambda: ann.evening.table(tavern).session is not None)
    await expect(there.inside.locator(".tray.asks")).to_be_visible()
    await ann.page.get_by_role("button", name="Leave the Activity").click()
    await expect(ann.page.locator("#activity")).to_be_hidden()
    assert not activities.instances


async def test_a_second_launch_asks_for_no_consent(visitors: Visitors) -> None:
    ann = await visitors.open("Ann", PHONE)
    await ann.slash("table open", game="threes")
    await open_table(ann)
    await ann.page.get_by_role("button", name="Leave the Activity").click()
    asked = []
    ann.page.on("console", lambda line: asked.append(line.text))
    await open_table(ann)
    assert asked == []


async def test_who_does_not_consent_reads_why_there_is_no_table(visitors: Visitors) -> None:
    ann = await visitors.open("Ann", PHONE)
    await ann.slash("table open", game="threes")
    await ann.board.get_by_role("button", name="Open the table", exact=True).click()
    words = await ann.page.locator("#client").inner_text()
    assert "null" not in words, words
    await ann.page.get_by_role("button", name="Cancel", exact=True).click()
    inside = ann.page.frame_locator("#activity iframe")
    await expect(inside.get_by_role("alert")).to_contain_text("your name")
    await inside.get_by_role("button", name="Try again").click()
    await ann.page.get_by_role("button", name="Authorise", exact=True).click()
    await expect(inside.locator(".page")).to_be_visible()


async def test_the_launcher_of_discord_opens_the_channels_table(visitors: Visitors) -> None:
    ann = await visitors.open("Ann", DESKTOP)
    await ann.slash("table open", game="threes")
    await ann.page.get_by_role("button", name="Launch the Activity").click()
    await ann.page.get_by_role("button", name="Authorise", exact=True).click()
    inside = ann.page.frame_locator("#activity iframe")
    await expect(inside.get_by_text("Threes").first).to_be_visible()


async def test_a_small_picture_shows_the_board_alone(visitors: Visitors) -> None:
    ann = await visitors.open("Ann", DESKTOP)
    await ann.slash("table open", game="threes")
    there = await open_table(ann)
    await ann.page.get_by_role("button", name="A small picture of it").click()
    await expect(there.inside.locator(".page.layout-picture")).to_be_visible()
    await expect(there.inside.locator(".tray")).to_be_hidden()
    await ann.page.get_by_role("button", name="A small picture of it").click()
    await expect(there.inside.locator(".tray")).to_be_visible()


async def play_out(evening: Evening, pages: dict[int, AtTable], in_chat: Player | None) -> int:
    """Answer every question, at the page or by the chat's buttons, until the match is over; return the taps."""
    taps = 0
    assert in_chat is not None or pages
    channel = next(iter(pages.values())).visitor.channel
    table = evening.table(channel)
    while table.session is not None:
        asked = {ask.seat for ask in table.session.match.open.values() if not ask.answered}
        users = [seat.user_id for seat in table.state.seats.values() if seat.number in asked]
        version = table.version
        tapped = []
        for user in users:
            if user in pages:
                tapped.append(await pages[user].answer())
            elif in_chat is not None and user == in_chat.person.id:
                await in_chat.acts()
                tapped.append("chat")
        taps += len(tapped)
        assert taps < MOST_TAPS, f"{tapped} lead nowhere\n{evening.playground.describe()}"
        await evening.quiet()
        if not any(tapped) and table.version == version:
            # what comes next is a matter of time, or still on its way to the page
            evening.clock.advance(1.0)
    return taps


@pytest.mark.parametrize("key", BY_ANSWERS)
async def test_two_at_the_page_and_one_in_the_chat_play_by_answers_alone(
    visitors: Visitors, key: str
) -> None:
    evening, game = visitors.evening, GAMES[key]
    ann, bob = await visitors.open("Ann", PHONE), await visitors.open("Bob", DESKTOP, "dark")
    tavern, cid = ann.channel, evening.playground.member("Cid")
    await ann.person.slash(tavern, "table open", game=key)
    await evening.quiet()
    most = game.limits(game.options())[1]
    pages = {ann.person.id: await open_table(ann)}
    chatting: Player | None = None
    if most >= 2:
        pages[bob.person.id] = await open_table(bob)
        await pages[bob.person.id].tap("Sit down")
        await evening.playground.wait_for(lambda: evening.table(tavern).state.seat_of(bob.person.id))
    if most >= 3:
        chatting = Player(evening, "Cid", tavern)
        await cid.press(chatting.board, "Sit down")
    await evening.quiet()
    start = pages[ann.person.id].inside.locator(".controls .answer.gold").first
    await start.click()
    await evening.playground.wait_for(lambda: evening.table(tavern).session is not None)
    assert await play_out(evening, pages, chatting) > 0
    for page in pages.values():
        await expect(page.inside.locator('.page[data-phase="over"], .result').first).to_be_visible()


async def test_a_result_is_shared_by_discords_own_dialog(visitors: Visitors) -> None:
    """The picture goes to Discord first, whose dialog takes no other."""
    evening = visitors.evening
    ann = await visitors.open("Ann", PHONE)
    await ann.slash("table open", game="threes")
    there = await open_table(ann)
    await there.tap("Start with computer players")
    await evening.playground.wait_for(lambda: evening.table(ann.channel).session is not None)
    await play_out(evening, {ann.person.id: there}, None)
    await there.tap("Share")
    picture = ann.page.locator("#client img")
    await expect(picture).to_be_visible()
    size = await picture.evaluate(
        "async (image) => (await image.decode(), [image.naturalWidth, image.naturalHeight])"
    )
    assert size == [780, 620]
    await ann.page.locator("#client").get_by_role("button", name="Share", exact=True).click()
    await expect(ann.page.locator("#client")).to_be_hidden()


async def test_a_bot_that_is_killed_loses_nothing_of_an_open_page(
    browser: Browser, playground: Playground, tmp_path: Path
) -> None:
    built_page()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    playground.enable_activity(f"http://127.0.0.1:{port}")
    activity = (port, playground.world.activities.client_secret)
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    path = tmp_path / "killed.db"
    page = await browser.new_page(viewport=PHONE)
    inside = page.frame_locator("#activity iframe")
    question = inside.locator(".tray.asks .question")
    async with victim(playground, path, activity):
        opened = await ann.slash(tavern, "table open", game="rogues_and_warriors")
        await ann.press(opened.message, "Start with computer players")
        await page.goto(f"{playground.page_url}#{ann.id}/{tavern.id}")
        await page.get_by_role("button", name="Open the table", exact=True).last.click()
        await page.get_by_role("button", name="Authorise", exact=True).click()
        await expect(question).to_be_visible()
        asked = await question.inner_text()
    await expect(inside.get_by_text("coming back …")).to_be_visible()
    for _ in range(3):
        async with victim(playground, path, activity):
            await expect(inside.get_by_text("coming back …")).to_be_hidden()
            await expect(question).to_have_text(asked)
        await expect(inside.get_by_text("coming back …")).to_be_visible()
    async with victim(playground, path, activity):
        await expect(inside.get_by_text("coming back …")).to_be_hidden()
        await inside.locator(".tray .answer").first.click()
        await expect(question.filter(has_text=asked)).to_be_hidden()
    async with await open_store(location_for(path)) as store:
        assert await store.audit() == []
