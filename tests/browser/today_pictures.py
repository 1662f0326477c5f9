"""The picture of docs/playing.md about the table of the day: a try, its result, and the board of a channel, on a phone.

make pictures                             with those of the games
python -m tests.browser.today_pictures    alone
"""

from __future__ import annotations

from typing import Any
from unittest import mock

from PIL import Image
from playwright.async_api import Browser

from tests.browser.pictures import fixed_evening, save, shoot
from tests.e2e.test_today import boards, play
from tests.helpers.browser_seat import PHONE, Visitors
from tests.helpers.chromium import in_chromium

HOUR = 3_600


async def take_pictures(browser: Browser) -> None:
    """Bring the table of the day into a channel, play it, and let the day end; a picture of each."""
    # a press of the script waits for its answer, however busy the machine is
    with mock.patch("cogs.requests.responder.PATIENCE", 60.0):
        await _take_pictures(browser)


async def _take_pictures(browser: Browser) -> None:
    async with fixed_evening() as evening:
        ground = evening.playground
        tavern = ground.guild.channel("tavern")
        people: list[Any] = [ground.member(name) for name in ("Ann", "Bob", "Cid", "Dot", "Eve")]
        ann, bob, *others = people
        await ground.idle()
        phone = await Visitors(browser, evening).open("Bob", PHONE, "dark")
        shots: list[Image.Image] = []

        async def take(message: Any) -> None:
            await evening.quiet()
            await evening.quiet()
            # the page tells times from its own clock
            await phone.page.clock.set_fixed_time(evening.clock.now())
            await phone.page.reload()
            shots.append(await shoot(phone, message))

        await ann.slash(tavern, "today", here="19")
        await evening.quiet()
        for person in (ann, *others):
            await play(person, await person.press(boards(tavern)[-1], "Play"), "first")
        question = await bob.press(boards(tavern)[-1], "Play")
        await take(question.message)
        result = await play(bob, question, "second")
        await take(result.message)
        bob.dismiss(result.message)
        await take(boards(tavern)[-1])
        closed = boards(tavern)[-1]
        evening.clock.advance(30 * HOUR)
        await take(closed)
        save(shots, len(shots), "today-phone.webp")
        await phone.leave()


if __name__ == "__main__":
    in_chromium(take_pictures)
