"""The pictures of docs/pictures: each game's lobby, turn, hand panel and show-down, on a phone and on a desk.

    make pictures                                   all games
    python -m tests.browser.pictures threes tiamat  some of them

Seeds, clock and players are fixed, so that a picture changes only when what it shows has changed.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import itertools
import sys
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import Browser

from games.registry import GAMES
from playground import Message, Playground
from playground.world.state import Emoji
from tests.e2e.conftest import Evening, HandClock, bot_on, unpaced
from tests.helpers.as_discord import as_discord
from tests.helpers.browser_seat import DESKTOP, PHONE, Visitor, Visitors
from tests.helpers.chromium import chromium
from tests.helpers.clicking import Player, play_one
from tests.helpers.luck import seeds_from

DOCS = Path(__file__).parent.parent.parent / "docs"
PICTURES = DOCS / "pictures"
EVENING = 1_893_524_400.0
"""The time of the pictures: a Tuesday, at seven in the evening."""
SHOWN = 0.6
"""The part of Ann's turns before the one in the picture, so that there is something on the table."""
MAX_PRESSES = 5_000
"""Presses after which a match is taken for endless."""
GAP = 12
AROUND = (128, 128, 136)
AVOID = ("Fold", "Not this game")
"""The buttons that no player presses, so that the game goes on."""
UPLOADED: dict[int, Emoji] = {}
"""The emoji that the first bot uploaded, and later ones need not draw again."""


@contextlib.asynccontextmanager
async def fixed_evening(*, activity: bool = False) -> AsyncIterator[Evening]:
    """Start a playground and a bot that are the same each time; with an `activity`, tables open as pages too."""
    clock, numbers = HandClock(EVENING), itertools.count(1)
    async with contextlib.AsyncExitStack() as stack:
        stack.enter_context(seeds_from(lambda size: next(numbers).to_bytes(size, "big")))
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        ground = await stack.enter_async_context(as_discord(Playground(clock=clock.now, rate_limits=False)))
        stack.enter_context(unpaced())
        path = Path(folder) / "evening.db"
        ground.world.emojis.update(UPLOADED)
        if activity:
            ground.enable_activity("")
        bot = await stack.enter_async_context(bot_on(ground, path, clock, pictures=True, activity=activity))
        cog: Any = bot.get_cog("EmojiSyncCog")
        await cog.work
        UPLOADED.update(ground.world.emojis)
        yield Evening(ground, path, clock, bot)


@dataclass
class Table:
    """Three members and a computer player at a table of one game."""

    evening: Evening
    key: str
    players: list[Player] = field(default_factory=list)

    async def open(self) -> None:
        """Let Ann open the table and the others sit down."""
        tavern = self.evening.playground.guild.channel("tavern")
        self.players = [Player(self.evening, name, tavern) for name in ("Ann", "Bob", "Cid")]
        ann, *others = self.players
        await ann.person.slash(tavern, "table open", game=self.key)
        await self.evening.quiet()
        for player in others:
            await player.press("Sit down")
        await ann.press("Add computer")
        await self.evening.quiet()

    async def start(self) -> None:
        """Start the first match, and open the hand of each player."""
        ann = self.players[0]
        for message in ann.person.ephemerals(ann.channel):
            ann.person.dismiss(message)
        await ann.press("Start")
        await self.evening.quiet()
        for player in self.players:
            await player.opens_hand()
        await self.evening.quiet()

    @property
    def is_over(self) -> bool:
        """True once the match has ended."""
        table = self.evening.bot.registry.find_in_channel(self.players[0].channel.id)
        return table is None or table.session is None

    @property
    def is_anns_turn(self) -> bool:
        """True while Ann is asked a question that her panel can answer."""
        table = self.evening.table(self.players[0].channel)
        assert table.session is not None
        open_now = table.session.match.open.values()
        return any(ask.seat == 0 and not ask.answered and ask.prompt.clock != "none" for ask in open_now)

    async def play(self, until: int | None = None) -> int:
        """Play to the end, or to Ann's turn number `until`. Returns the number of her turns."""
        turns = presses = 0
        while not self.is_over:
            turns += self.is_anns_turn
            if turns == until:
                break
            await play_one(self.evening, self.players, presses, avoid=AVOID)
            presses += 1
            assert presses < MAX_PRESSES, f"{self.key} does not end"
            await self.evening.quiet()
        return turns


async def shoot(visitor: Visitor, message: Message) -> Image.Image:
    """Return a screenshot of a message and its surroundings. The window grows if the message needs it."""
    page = visitor.page
    size = page.viewport_size
    assert size is not None
    room, shown = page.locator("#room"), visitor.message(message)
    await shown.wait_for()
    need = (await shown.bounding_box() or {"height": 0})["height"]
    have = (await room.bounding_box() or {"height": 0})["height"]
    if need > have:
        await page.set_viewport_size(
            {"width": size["width"], "height": int(size["height"] + need - have + 24)}
        )
    await shown.evaluate("message => message.scrollIntoView({block: 'nearest'})")
    screenshot = await page.screenshot(animations="disabled", caret="hide")
    await page.set_viewport_size(size)
    return Image.open(io.BytesIO(screenshot)).convert("RGB")


def strip(shots: list[Image.Image], columns: int) -> Image.Image:
    """Return the pictures side by side, in rows of `columns`."""
    rows = [shots[first : first + columns] for first in range(0, len(shots), columns)]
    heights = [max(shot.height for shot in row) for row in rows]
    width = max(sum(shot.width for shot in row) + GAP * (len(row) + 1) for row in rows)
    image = Image.new("RGB", (width, sum(heights) + GAP * (len(rows) + 1)), AROUND)
    y = GAP
    for row, height in zip(rows, heights, strict=True):
        x = GAP
        for shot in row:
            image.paste(shot, (x, y))
            x += shot.width + GAP
        y += height + GAP
    return image


def save(shots: list[Image.Image], columns: int, name: str) -> None:
    """Save the pictures as one file of the gallery, in rows of `columns`."""
    # a palette halves the size, and nobody sees the difference
    few = strip(shots, columns).quantize(256, dither=Image.Dither.NONE).convert("RGB")
    few.save(PICTURES / name, lossless=True, method=6)


async def picture(browser: Browser, key: str) -> None:
    """Play one game and write its two pictures.

    The first play counts Ann's turns, the second takes the pictures.
    """
    async with fixed_evening() as evening:
        rehearsal = Table(evening, key)
        await rehearsal.open()
        await rehearsal.start()
        turns = await rehearsal.play()
    async with fixed_evening() as evening:
        visitors = Visitors(browser, evening)
        phone, desk = await visitors.open("Ann", PHONE, "dark"), await visitors.open("Ann", DESKTOP, "light")
        for visitor in (phone, desk):
            await visitor.page.clock.set_fixed_time(EVENING)
        shots_of: dict[Visitor, list[Image.Image]] = {phone: [], desk: []}

        async def take(message: Message) -> None:
            await evening.quiet()
            await asyncio.sleep(0.1)  # a table's picture follows its text
            await evening.quiet()
            for visitor, shots in shots_of.items():
                shots.append(await shoot(visitor, message))

        table = Table(evening, key)
        await table.open()
        ann = table.players[0]
        await take(ann.board)
        await table.start()
        await table.play(max(1, round(turns * SHOWN)))
        await take(ann.board)
        await take(ann.panel)
        await table.play()
        await take(ann.board)
        for visitor, name, columns in ((phone, "phone", 4), (desk, "desktop", 2)):
            save(shots_of[visitor], columns, f"{key}-{name}.webp")
            await visitor.leave()
        print(f"{key}: {turns} turns of Ann's", flush=True)  # noqa: T201 - the tool's own words


INTRODUCTION = """\
# The games in pictures

Taken by `make pictures` in the playground: the lobby, Ann's turn at the table, her hand panel, which only she sees, and
the show-down. Dark on a phone, 390 pixels wide; light on a desk, 1100 pixels wide. At the end of an evening its
card tells of all games:

![A shared result, the card of an evening, and a profile on a phone](pictures/night-phone.webp)
"""
ENTRY = """
### {title}

{pitch}

![{title}: lobby, turn, hand panel and show-down on a phone](pictures/{key}-phone.webp)

<details><summary>On a desk</summary>

![{title}: lobby, turn, hand panel and show-down on a desk](pictures/{key}-desktop.webp)

</details>
"""


def gallery() -> str:
    """Return the page of all pictures, by rulebook."""
    books: dict[str, list[str]] = {}
    for key, game in GAMES.items():
        entry = ENTRY.format(title=game.title, pitch=game.pitch, key=key)
        books.setdefault(game.rulebook, [f"\n## {game.rulebook}\n"]).append(entry)
    return INTRODUCTION + "".join(part for parts in books.values() for part in parts)


async def main(keys: list[str]) -> None:
    """Take the pictures of the games with these keys, or of all games."""
    PICTURES.mkdir(exist_ok=True)
    (DOCS / "gallery.md").write_text(gallery(), encoding="utf-8")
    async with chromium() as browser:
        for key in keys or list(GAMES):
            await picture(browser, key)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
