"""The pictures of docs/playing.md: a call for players, a planned night, and the choices about notices, on a phone.

make pictures                               with those of the games
python -m tests.browser.meeting_pictures    alone
"""

from __future__ import annotations

from typing import Any

from PIL import Image
from playwright.async_api import Browser

from playground.world.permissions import Permission
from tests.browser.pictures import fixed_evening, save, shoot
from tests.helpers.browser_seat import PHONE, Visitors
from tests.helpers.chromium import in_chromium

HOUR = 3_600


async def take_pictures(browser: Browser) -> None:
    """Ask to be called, call players, plan a night and let it begin; a picture of each."""
    async with fixed_evening() as evening:
        ground = evening.playground
        guild, tavern = ground.guild, ground.guild.channel("tavern")
        people: list[Any] = [ground.member(name) for name in ("Ann", "Bob", "Cid", "Dot")]
        ann, bob, cid, dot = people
        bot: Any = ground.world.bot_member(guild)
        bot.roles.append(ground.world.add_role(guild, "events", int(Permission.CREATE_EVENTS)))
        ground.world.member_changed(bot)
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

        panel = await bob.slash(tavern, "notify me")
        games = next(
            select.custom_id for select in panel.message.selects if select.custom_id.endswith("games")
        )
        panel = await bob.select(panel.message, games, ["threes", "rogues_and_warriors"])
        panel = await bob.submit((await bob.press(panel.message, "Quiet hours")).modal, {"value": "23-9"})
        panel = await bob.submit((await bob.press(panel.message, "My time")).modal, {"value": "+1"})
        await take(panel.message)
        bob.dismiss(panel.message)
        players = ground.world.add_role(guild, "dice players", mentionable=True)
        await ground.idle()
        await ann.slash(tavern, "house callrole", role=players)
        await ann.slash(tavern, "table open", game="rogues_and_warriors")
        await evening.quiet()
        board = tavern.message(evening.table(tavern).state.message_id or 0)
        for _ in range(7):
            await ann.press((await ann.press(board, "More…")).message, "Add computer")
            await evening.quiet()
        await cid.press(board, "Sit down")
        await evening.quiet()
        await take(board)
        await ann.press((await ann.press(board, "More…")).message, "Call players")
        await evening.quiet()
        call = next(message for message in tavern.messages if "Players wanted" in message.text)
        await take(call)
        await ann.slash(tavern, "table close")
        await cid.slash(tavern, "table leave")
        evening.clock.advance(2 * HOUR)
        await evening.quiet()
        for message in list(tavern.messages):
            ground.world.delete_message(message)
        await ann.slash(tavern, "night plan", when="in 3 days", weekly=True)
        night = tavern.messages[-1]
        await bob.press(night, "I'm coming")
        await dot.press(night, "Maybe")
        await cid.press(night, "I'm coming")
        await take(night)
        evening.clock.advance(3 * 24 * HOUR)
        await evening.quiet()
        await evening.quiet()
        await take(next(m for m in tavern.messages if ": the table is open, and" in m.text))
        save(shots, len(shots), "meetings-phone.webp")
        await phone.leave()


if __name__ == "__main__":
    in_chromium(take_pictures)
