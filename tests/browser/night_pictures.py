"""The picture of docs/playing.md about an evening: a shared result, the card of the evening, and a profile, on a phone.

make pictures                             with those of the games
python -m tests.browser.night_pictures    alone
"""

from __future__ import annotations

from PIL import Image
from playwright.async_api import Browser

from playground import Message
from tests.browser.pictures import AVOID, EVENING, fixed_evening, save, shoot
from tests.helpers.browser_seat import PHONE, Visitors
from tests.helpers.chromium import in_chromium
from tests.helpers.clicking import Player, at_play, play_one

NAMES = ("Ann", "Bob", "Cid", "Dot")
GAMES = ("rogues_and_warriors", "tripledip", "threes", "the_wheel", "lucky_13")
BETWEEN = 900
"""Seconds from one game of the evening to the next."""


async def take_pictures(browser: Browser) -> None:
    """Play some games, share a result, and end the evening; a picture of each, and of the winner's profile."""
    async with fixed_evening() as evening:
        tavern = evening.playground.guild.channel("tavern")
        phone = await Visitors(browser, evening).open("Ann", PHONE, "dark")
        await phone.page.clock.set_fixed_time(EVENING)
        shots: list[Image.Image] = []

        async def take(message: Message) -> None:
            await evening.quiet()
            shots.append(await shoot(phone, message))

        for key in GAMES:
            players: list[Player] = await at_play(evening, key, NAMES)
            presses = 0
            while evening.table(tavern).session is not None:
                await play_one(evening, players, presses, avoid=AVOID)
                presses += 1
                await evening.quiet()
            ann = players[0]
            if key == GAMES[0]:
                await ann.press("Share")
                await evening.quiet()
                await take(tavern.messages[-1])
            await ann.person.slash(tavern, "table close")
            evening.clock.advance(BETWEEN)
            await evening.quiet()
        await ann.person.slash(tavern, "night end")
        await evening.quiet()
        await take(tavern.messages[-1])
        profile = await ann.person.slash(tavern, "my profile")
        assert profile.message is not None
        await take(profile.message)
        save(shots, len(shots), "night-phone.webp")
        await phone.leave()


if __name__ == "__main__":
    in_chromium(take_pictures)
