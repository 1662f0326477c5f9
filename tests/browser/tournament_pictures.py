"""The picture of a tournament's board in docs/pictures: entries, the call to a round, its tables, and the end.

make pictures                                  with those of the games
python -m tests.browser.tournament_pictures    alone
"""

from __future__ import annotations

import asyncio

from PIL import Image

from tests.browser.pictures import EVENING, fixed_evening, save, shoot
from tests.e2e.test_tournament import NAMES, board, opened, passing, running, settle
from tests.helpers.browser_seat import PHONE, Visitors
from tests.helpers.chromium import chromium

MORE = ("Ida", "Jo", "Kit", "Lou")


async def main() -> None:
    """Play a tournament and write its picture."""
    async with chromium() as browser, fixed_evening() as evening:
        for name in MORE:
            evening.playground.add_member(name)
        tavern = evening.playground.guild.channel("tavern")
        visitors = Visitors(browser, evening)
        phone = await visitors.open("Ann", PHONE, "dark")
        await phone.page.clock.set_fixed_time(EVENING)
        ann, shots = evening.playground.member("Ann"), list[Image.Image]()

        async def take() -> None:
            await settle(evening)
            for message in ann.ephemerals(tavern):
                ann.dismiss(message)
            shots.append(await shoot(phone, board(evening, tavern)))

        await opened(evening, tavern, NAMES + MORE, rounds=2, stake=20)
        await take()
        await ann.press(board(evening, tavern), "Start")
        await settle(evening)
        for name in NAMES[1:]:
            await evening.playground.member(name).press(board(evening, tavern), "I'm here")
        await take()
        while (
            not (record := running(evening, tavern).record).tables
            or record.round < 2
            or not any(table.done for table in record.tables if table.round == 2)
        ):
            evening.clock.advance(20)
            await settle(evening)
        await take()
        await passing(evening, tavern, steps=1_000)
        await take()
        save(shots, 4, "tournament-phone.webp")
        await phone.leave()


if __name__ == "__main__":
    asyncio.run(main())
