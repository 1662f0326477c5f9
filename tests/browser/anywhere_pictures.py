"""The picture of docs/playing.md about places without the bot, on a phone.

make pictures                               with those of the games
python -m tests.browser.anywhere_pictures   alone
"""

from __future__ import annotations

import io

from PIL import Image
from playwright.async_api import Browser

from tests.browser.pictures import fixed_evening, save, shoot
from tests.helpers.browser_seat import PHONE, Visitor, Visitors
from tests.helpers.chromium import in_chromium
from tests.helpers.clicking import Player

NAMES = ("Ann", "Bob", "Cid")


async def take_pictures(browser: Browser) -> None:
    """Let three play in a group, be away for a while and come back; a picture of each."""
    async with fixed_evening() as evening:
        ground = evening.playground
        ground.add_places_without_bot()
        [room] = [each for each in ground.world.channels.values() if each.name == "The Back Room"]
        ann, bob, cid = (Player(evening, name, room) for name in NAMES)
        phone = await Visitors(browser, evening).open("Bob", PHONE, "dark")
        phone = Visitor(evening, phone.page, phone.person, room)
        shots: list[Image.Image] = []

        async def look() -> None:
            await evening.quiet()
            await evening.quiet()
            # the page tells times from its own clock
            await phone.page.clock.set_fixed_time(evening.clock.now())
            await phone.page.goto(f"{ground.page_url}#{bob.person.id}/{room.id}")
            await phone.page.reload()

        await look()
        await phone.page.get_by_role("button", name="Channels").click()
        screenshot = await phone.page.screenshot(animations="disabled", caret="hide")
        shots.append(Image.open(io.BytesIO(screenshot)).convert("RGB"))
        await ann.person.slash(room, "table open", game="three_kingdoms")
        await evening.quiet()
        for player in (bob, cid):
            await player.press("Sit down")
            await evening.quiet()
        for message in bob.person.ephemerals(room):
            bob.person.dismiss(message)
        await look()
        shots.append(await shoot(phone, phone.board_message))
        await ann.press("Start")
        await evening.quiet()
        await bob.press("My hand")
        await look()
        shots.append(await shoot(phone, phone.board_message))
        for message in bob.person.ephemerals(room):
            bob.person.dismiss(message)
        evening.clock.advance(15 * 60)
        await evening.quiet()
        await bob.press("My hand")
        await look()
        shots.append(await shoot(phone, bob.person.ephemerals(room)[-1]))
        save(shots, len(shots), "anywhere-phone.webp")
        await phone.leave()


if __name__ == "__main__":
    in_chromium(take_pictures)
