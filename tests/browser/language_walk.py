"""An evening on a phone in each language, as pictures to look at: the table, its page, and what members ask for.

    python -m tests.browser.language_walk FOLDER           every language
    python -m tests.browser.language_walk FOLDER de pl     some

Nobody can test whether a sentence is odd, so somebody looks: at labels that are cut, at English, at wrong plurals.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from PIL import Image

from bot.language import ENGLISH, LANGUAGES, _, pgettext, speaking
from bot.startup.load_games import load_games
from playground import Message
from playground.world.state import Guild, User
from tests.browser.activity_pictures import shot
from tests.browser.pictures import EVENING, Table, fixed_evening, shoot, strip
from tests.e2e.conftest import Evening
from tests.helpers.activity_pages import activity_of
from tests.helpers.activity_stage import built_page
from tests.helpers.activity_visitor import AtTable
from tests.helpers.browser_seat import PHONE, Visitor, Visitors
from tests.helpers.chromium import chromium
from tests.helpers.clicking import Player
from tests.helpers.in_accents import begun_in

GAME = "rogues_and_warriors"
COMMANDS: tuple[tuple[str, dict[str, str]], ...] = (
    ("my profile", {}),
    ("rules", {"game": GAME}),
    ("help", {}),
    ("today", {}),
    ("purse show", {}),
    ("purse chart", {}),
    ("my limits", {}),
    ("my sheet", {}),
    ("leaderboard", {"board": "winnings"}),
    ("table settings", {}),
)
"""The commands whose answers a member reads alone."""
COLUMNS = 6


@contextlib.contextmanager
def members_who_read(language: str) -> Iterator[None]:
    """Let every Discord and every server be in a language, and let players of the tests find their buttons in it."""
    press = Player.press

    async def pressed(self: Player, label: str) -> Any:
        if label == "Add computer":
            return None  # it's behind a button that the helpers know in English alone
        with speaking(language):
            return await press(self, _(label))

    with (
        mock.patch.object(Player, "press", pressed),
        mock.patch.object(User, "__init__", begun_in(language, User.__init__)),
        mock.patch.object(Guild, "__init__", begun_in(language, Guild.__init__)),
    ):
        yield


class Walk:
    """One evening in one language."""

    def __init__(self, evening: Evening, phone: Visitor, language: str) -> None:
        self.evening, self.phone, self.language = evening, phone, language
        self.shots: list[Image.Image] = []

    async def take(self, message: Message | None) -> None:
        """Take a picture of a message, once everything is painted."""
        await self.evening.quiet()
        await asyncio.sleep(0.2)  # a table's picture follows its text
        await self.evening.quiet()
        if message is not None:
            self.shots.append(await shoot(self.phone, message))

    async def asks(self, command: str, **options: str) -> None:
        """Take a picture of the answer to a command."""
        reply = await self.phone.person.slash(self.phone.channel, command, **options)  # type: ignore[arg-type]
        await self.take(reply.message)
        for message in self.phone.person.ephemerals(self.phone.channel):
            if message is not self.table.players[0].panel:
                self.phone.person.dismiss(message)

    async def presses(self, label: str, message: Message) -> None:
        """Press a button of a message, and take a picture of the answer."""
        reply = await self.phone.person.press(message, label)
        await self.take(reply.message)

    async def walk(self) -> None:
        """Open a table, play, and ask for everything."""
        self.table = table = Table(self.evening, GAME)
        await table.open()
        ann = table.players[0]
        await self.take(ann.board)
        await self.take(ann.panel)
        await self.at_the_page()
        await table.start()
        await table.play(2)
        await self.take(ann.board)
        await self.take(ann.panel)
        await self.at_the_page()
        await table.play()
        await self.take(ann.board)
        await self.take(ann.panel)
        await self.at_the_page()
        with speaking(self.language):
            share = pgettext("to post it", "Share")
        before = len(ann.channel.messages)
        await ann.person.press(ann.board, share)
        await self.take(ann.channel.messages[-1] if len(ann.channel.messages) > before else None)
        for command, options in COMMANDS:
            await self.asks(command, **options)
        await ann.person.slash(ann.channel, "night end")
        await self.evening.quiet()
        await self.take(next(each for each in reversed(ann.channel.messages) if each.viewer is None))

    async def at_the_page(self) -> None:
        """Take pictures of the table as a page, and of what its menu opens."""
        page = self.phone.page
        with speaking(self.language):
            opens, more, menu, closes = _("Open the table"), _("More…"), _("Menu"), _("Close")
            sheets = (_("What has happened"), _("Scores"), _("Settings"), _("Rules"), _("Lesson"))
        if not await self.phone.board.get_by_role("button", name=opens, exact=True).count():
            # below a result there is no room for it
            await self.phone.person.press(self.table.players[0].board, more)
            await self.evening.quiet()
        await page.get_by_role("button", name=opens, exact=True).last.click()
        if self.phone.person.id not in self.evening.playground.world.activities.consented:
            await page.get_by_role("button", name="Authorise", exact=True).click()
        there = AtTable(self.phone)
        await there.inside.locator(".page").wait_for()
        await page.wait_for_timeout(900)
        self.shots.append(await shot(there))
        await there.inside.get_by_role("button", name=menu, exact=True).click()
        await page.wait_for_timeout(200)
        self.shots.append(await shot(there))
        for words in sheets:
            button = there.inside.locator(".menu").get_by_role("button", name=words, exact=True)
            if await button.count():
                await button.first.click()
                await page.wait_for_timeout(500)
                self.shots.append(await shot(there))
                await there.inside.get_by_role("button", name=closes, exact=True).last.click()
                await there.inside.get_by_role("button", name=menu, exact=True).click()
        await page.get_by_role("button", name="Leave the Activity").click()


@contextlib.asynccontextmanager
async def evening_in(language: str) -> AsyncIterator[Evening]:
    """Start a playground and a bot on a server of that language, with the table as a page."""
    with members_who_read(language):
        async with (
            fixed_evening(activity=True) as evening,
            activity_of(evening.playground, evening.bot, folder=built_page()),
        ):
            yield evening


async def main(folder: Path, languages: list[str]) -> None:
    """Walk in these languages, and write a picture of each."""
    load_games()
    async with chromium() as browser:
        for language in languages:
            async with evening_in(language) as evening:
                phone = await Visitors(browser, evening).open("Ann", PHONE, "dark")
                await phone.page.clock.set_fixed_time(EVENING)
                walk = Walk(evening, phone, language)
                try:
                    await walk.walk()
                finally:
                    for n in range(0, len(walk.shots), COLUMNS):
                        name = f"{language}-{n // COLUMNS}.png"
                        strip(walk.shots[n : n + COLUMNS], COLUMNS).save(folder / name)


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2:] or [each for each in LANGUAGES if each != ENGLISH]))
