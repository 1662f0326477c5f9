"""The pictures of the README: the table as a page, on a phone and a desk, and a short moving one.

make pictures                               with those of the games
python -m tests.browser.activity_pictures   alone
"""

from __future__ import annotations

import io
from typing import Any

from PIL import Image
from playwright.async_api import Browser, ViewportSize, expect

from bot.startup.load_games import load_games
from tests.browser.pictures import PICTURES, fixed_evening, save
from tests.e2e.conftest import Evening
from tests.helpers.activity_pages import activity_of
from tests.helpers.activity_stage import built_page
from tests.helpers.activity_visitor import AtTable, open_table
from tests.helpers.browser_seat import Visitors
from tests.helpers.chromium import in_chromium
from tests.helpers.clicking import Player

GAME = "rogues_and_warriors"
SMALL: ViewportSize = {"width": 390, "height": 748}
"""A phone of 390 by 700, and the client's bar above it."""
WIDE: ViewportSize = {"width": 1280, "height": 760}
MOVING, STILL = 90, 1_500
"""Milliseconds for which a frame of the moving picture is seen: while something moves, and once it lies."""
FRAMES = 5
"""Frames of each move."""


async def shot(seat: AtTable) -> Image.Image:
    """Take a picture of the Activity alone."""
    frame = seat.visitor.page.locator("#activity iframe")
    return Image.open(io.BytesIO(await frame.screenshot())).convert("RGB")


class Film:
    """A moving picture, frame by frame."""

    def __init__(self) -> None:
        self.frames: list[Image.Image] = []
        self.times: list[int] = []

    def add(self, frame: Image.Image, time: int) -> None:
        """Add a frame; one like the last makes that one longer."""
        if self.frames and self.frames[-1].tobytes() == frame.tobytes():
            self.times[-1] = max(self.times[-1], time)
            return
        self.frames.append(frame)
        self.times.append(time)

    async def follow(self, seat: AtTable) -> None:
        """Film a move, until it lies."""
        for _ in range(FRAMES):
            self.add(await shot(seat), MOVING)
        await seat.visitor.page.wait_for_timeout(900)
        self.add(await shot(seat), STILL)

    def save(self, name: str) -> None:
        """Write it."""
        first, *rest = self.frames
        first.save(
            PICTURES / name,
            save_all=True,
            append_images=rest,
            duration=self.times,
            loop=0,
            quality=60,
            method=6,
        )


async def others_act(evening: Evening, others: dict[int, Player], channel: Any) -> bool:
    """Let the members in the chat answer; return whether one was asked."""
    table = evening.table(channel)
    if table.session is None:
        return False
    asked = {ask.seat for ask in table.session.match.open.values() if not ask.answered}
    users = [seat.user_id for seat in table.state.seats.values() if seat.number in asked]
    for user in users:
        if user in others:
            await others[user].acts()
            return True
    return False


async def take_pictures(browser: Browser) -> None:
    """Play a hand: Ann at the page on a phone, Bob at the page on a desk, Cid in the chat."""
    async with (
        fixed_evening(activity=True) as evening,
        activity_of(evening.playground, evening.bot, folder=built_page()),
    ):
        ground = evening.playground
        tavern = ground.guild.channel("tavern")
        visitors = Visitors(browser, evening)
        phone, desk = await visitors.open("Ann", SMALL, "dark"), await visitors.open("Bob", WIDE, "light")
        await phone.person.slash(tavern, "table open", game=GAME)
        await evening.quiet()
        ann, bob = await open_table(phone), await open_table(desk)
        shots, film = [], Film()
        await bob.tap("Sit down")
        await ground.wait_for(lambda: evening.table(tavern).state.seat_of(desk.person.id))
        cid = Player(evening, "Cid", tavern)
        await cid.press("Sit down")
        await evening.quiet()
        await film.follow(ann)
        shots.append(film.frames[-1])
        await ann.inside.locator(".controls .answer.gold").first.click()
        await ground.wait_for(lambda: evening.table(tavern).session is not None)
        others = {cid.person.id: cid}
        seats = {phone.person.id: ann, desk.person.id: bob}
        wide = None
        for _ in range(60):
            table = evening.table(tavern)
            if table.session is None:
                break
            asked = {ask.seat for ask in table.session.match.open.values() if not ask.answered}
            users = [seat.user_id for seat in table.state.seats.values() if seat.number in asked]
            for user in users:
                if user in seats:
                    if user == phone.person.id and len(shots) < 2:
                        await film.follow(ann)
                        shots.append(film.frames[-1])
                    if user == desk.person.id and wide is None:
                        await desk.page.wait_for_timeout(900)
                        wide = Image.open(io.BytesIO(await desk.page.screenshot())).convert("RGB")
                    await seats[user].answer()
            # the panel of the one in the chat is painted after the answers of the others
            await evening.quiet()
            await others_act(evening, others, tavern)
            await film.follow(ann)
            await evening.quiet()
        await expect(ann.inside.locator('.page[data-phase="over"], .result').first).to_be_visible()
        await film.follow(ann)
        shots.append(film.frames[-1])
        save(shots, len(shots), "activity-phone.webp")
        if wide is not None:
            save([wide], 1, "activity-desktop.webp")
        film.save("activity.webp")
        await phone.leave()
        await desk.leave()


if __name__ == "__main__":
    load_games()
    in_chromium(take_pictures)
