"""Whole matches in the Activity: two members in browsers, one in the chat, from the lobby to the result.

The page is the real one in the playground's host, with the official SDK; the server and the bot are real too.
`make soak` plays all games.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Frame, FrameLocator, expect

from games.catalogue import CATALOGUE
from playground import Playground
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.activity_pages import activity_of
from tests.helpers.activity_stage import built_page
from tests.helpers.browser_seat import PHONE, Visitor, Visitors
from tests.helpers.clicking import Player
from tests.helpers.random_matches import SOAK

FEW = ("rogues_and_warriors", "city_square", "fireball", "tiamat")
"""The games that every run plays; a soak plays all. Through sockets alone all are played in `tests/e2e`."""
PLAYED = 40
"""Rounds in which everyone presses something; afterwards time passes too, so that long games end."""
LONGEST = 600
ROBOT = """(choice) => {
  const ready = (each) => !each.disabled && each.getBoundingClientRect().width > 0;
  const all = (query) => [...document.querySelectorAll(query)].filter(ready);
  const page = document.querySelector('.page');
  if (!page || page.dataset.phase !== 'playing') return page ? page.dataset.phase : 'none';
  const sure = all('dialog .answer.gold, .detail .answer.gold');
  const open = sure.length ? sure : all('.detail .target, .detail .way, .detail .close');
  const rest = all('.tray [data-spot], .table [data-spot], .tray .hand button, .tray .aim .target')
    .concat(all('.tray .answers > .buttons:not(.controls) .answer:not(.pressed)'));
  const found = open.length ? open : rest;
  if (found.length) found[choice % found.length].click();
  return 'playing';
}"""


@pytest_asyncio.fixture(loop_scope="session")
async def evening(playground: Playground, tmp_path: Path) -> AsyncIterator[Evening]:
    """An evening of a bot whose tables can be opened as pages."""
    folder = built_page()
    clock, path = HandClock(), tmp_path / "evening.db"
    # Discord tells the bot at its start whether there is an Activity; its address comes after
    playground.enable_activity("http://127.0.0.1:1")
    async with (
        bot_on(playground, path, clock, activity=True) as bot,
        activity_of(playground, bot, folder=folder),
    ):
        yield Evening(playground, path, clock, bot)


class AtTable:
    """A member who has opened the table as a page."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor

    @property
    def inside(self) -> FrameLocator:
        """The Activity's page."""
        return self.visitor.page.frame_locator("iframe")

    @property
    def frame(self) -> Frame:
        """The same, for scripts."""
        return next(frame for frame in self.visitor.page.frames if "/activity/" in frame.url)

    async def press(self, words: str) -> None:
        """Press a button of the page."""
        await self.inside.get_by_role("button", name=words, exact=True).first.click()

    async def phase(self, phase: str) -> None:
        """Wait until the page shows the table in a phase."""
        await self.inside.locator(f'.page[data-phase="{phase}"]').wait_for()


async def opens(visitor: Visitor) -> AtTable:
    """Open the table of the channel from its message, and agree to be known."""
    page = visitor.page
    await visitor.board.get_by_role("button", name="Open the table", exact=True).click()
    await page.get_by_role("button", name="Authorise", exact=True).click()
    found = AtTable(visitor)
    await found.inside.locator(".page").wait_for()
    return found


async def play(evening: Evening, pages: Sequence[AtTable], chat: Player) -> int:
    """Let everyone press until the match is over, and return the number of rounds."""
    for number in range(LONGEST):
        table = evening.table(chat.channel)
        if table.session is None:
            return number
        for at, page in enumerate(pages):
            await page.frame.evaluate(ROBOT, number * 7 + at * 3)
        await evening.quiet()
        session = table.session
        if session is not None and any(
            ask.seat == table.state.seat_of(chat.person.id).number  # type: ignore[union-attr]
            for ask in session.match.open.values()
            if not ask.answered
        ):
            await chat.acts()
            await evening.quiet()
        evening.clock.advance(0.5 if number < PLAYED else 30)
        await evening.quiet()
    raise AssertionError("the match has no end")


@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", [game.key for game in CATALOGUE] if SOAK > 1 else FEW)
async def test_two_pages_and_a_chat_play_a_match(visitors: Visitors, evening: Evening, game: str) -> None:
    ann, bob = await visitors.open("Ann", PHONE), await visitors.open("Bob", PHONE)
    opened = await ann.person.slash(ann.channel, "table open", game=game)
    await evening.quiet()
    assert opened.message is not None
    first, second = await opens(ann), await opens(bob)
    await second.press("Sit down")
    cid = Player(evening, "Cid", ann.channel)
    await cid.press("Sit down")
    await expect(first.inside.locator(".seat", has_text="Cid")).to_be_visible()
    await first.press("Start")
    await second.phase("playing")
    rounds = await play(evening, (first, second), cid)
    assert rounds > 0
    for page in (first, second):
        await page.phase("over")
        await expect(page.inside.locator(".result h1")).to_be_visible()


async def test_a_page_comes_back_by_itself(visitors: Visitors, evening: Evening, browser: Browser) -> None:
    ann = await visitors.open("Ann", PHONE)
    await ann.slash("table open", game="threes")
    page = await opens(ann)
    await ann.page.context.set_offline(True)
    await ann.page.context.set_offline(False)
    await page.press("Add computer")
    await expect(page.inside.locator(".seat")).not_to_have_count(1)
