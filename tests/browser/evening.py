"""A first evening on a phone: one newcomer with computer players at every game, from the lobby to the result.

    python -m tests.browser.evening                          all games
    python -m tests.browser.evening -o build/evening threes  one of them, with its pictures in that folder

For each game it prints the words and pixels that were to be read, the seconds of the table's own clock, and the
presses. The newcomer takes a few seconds for each press, and presses anything but what ends the game; computer players
keep their usual pace. Seeds are fixed.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

from playwright.async_api import Browser

from benchmarks.words import RESULT, SCREEN, words
from bot.tables.question_clocks import BotPacing
from games.registry import GAMES
from playground import Message
from tests.browser.pictures import AVOID, EVENING, fixed_evening, shoot
from tests.e2e.conftest import Evening
from tests.helpers.browser_seat import PHONE, Visitor, Visitors
from tests.helpers.chromium import chromium
from tests.helpers.clicking import Player

READS = 6.0
"""Seconds that the newcomer takes for a press."""
STEP = 0.5
"""Seconds by which the clock goes on while others act."""
MEASURED = 12
"""Decisions at which the page is measured; words are counted at all of them."""
LONGEST = 4 * 3600.0
"""Seconds after which a match is taken for endless."""


@dataclass
class Walk:
    """All that one game gave the newcomer to read and to press."""

    board: list[int] = field(default_factory=list)
    panel: list[int] = field(default_factory=list)
    heights: dict[str, list[float]] = field(default_factory=dict)
    result: int = 0
    presses: int = 0
    first: float = 0.0
    seconds: float = 0.0

    def line(self, key: str) -> str:
        """Return the walk as a line of a table, with a mark at what is too high."""
        most = {"board": SCREEN, "panel": SCREEN, "result": SCREEN * RESULT}
        heights = []
        for name in ("board", "panel", "result"):
            seen = self.heights.get(name, [0.0])
            heights.append(f"{seen[0]:6.0f}{'!' if seen[0] > most[name] else ' '}{max(seen):5.0f}")
        return (
            f"{key:22}{len(self.board):5}{self.presses:6}{self.first:7.0f}{self.seconds:8.0f}"
            f"{fmean(self.board or [0]):7.0f}{fmean(self.panel or [0]):7.0f}{self.result:7}   {'  '.join(heights)}"
        )


HEAD = (
    f"{'game':22}{'asked':>5}{'press':>6}{'first':>7}{'seconds':>8}{'board':>7}{'panel':>7}{'result':>7}"
    f"   {'board px':>12}  {'panel px':>12}  {'result px':>12}"
)
"""The heads of the columns; pixels are those at the first question, and the most of all that were measured."""


@dataclass
class Newcomer:
    """Ann at her phone, at a table of one game."""

    evening: Evening
    phone: Visitor
    ann: Player
    key: str
    folder: Path | None
    walk: Walk = field(default_factory=Walk)
    taken: int = 0

    async def take(self, name: str, message: Message) -> None:
        """Save a picture of a message and its surroundings."""
        if self.folder is not None:
            await self.still()
            self.taken += 1
            shot = await shoot(self.phone, message)
            shot.save(self.folder / f"{self.key}-{self.taken}-{name}.png")

    async def still(self) -> None:
        """Wait until pictures have followed their texts."""
        await self.evening.quiet()
        await asyncio.sleep(0.1)
        await self.evening.quiet()

    async def height(self, name: str, message: Message) -> None:
        """Measure a message on the page."""
        await self.still()
        shown = self.phone.message(message)
        await shown.wait_for()
        box = await shown.bounding_box()
        self.walk.heights.setdefault(name, []).append(box["height"] if box is not None else 0.0)

    @property
    def is_asked(self) -> bool:
        """True while Ann has a question that is hers to answer."""
        table = self.evening.table(self.ann.channel)
        seat = table.state.seat_of(self.ann.person.id)
        if table.session is None or seat is None:
            return False
        open_now = table.session.match.open.values()
        return any(
            ask.seat == seat.number and not ask.answered and ask.prompt.clock != "none" for ask in open_now
        )

    async def plays(self) -> None:
        """Play one match, from the command that opens the table to its result."""
        evening, ann, clock = self.evening, self.ann, self.evening.clock
        began = clock.now()
        opened = await ann.person.slash(ann.channel, "table open", game=self.key)
        await evening.quiet()
        assert opened.message is not None
        await self.take("lobby", ann.board)
        await self.take("welcome", ann.panel)
        clock.advance(READS)
        await ann.person.press(opened.message, "Start with computer players")
        self.walk.presses += 2
        await evening.quiet()
        while evening.table(ann.channel).session is not None:
            assert clock.now() - began < LONGEST, f"{self.key} does not end"
            if not self.is_asked:
                clock.advance(STEP)
                await evening.quiet()
                continue
            await self._reads()
            self.walk.first = self.walk.first or clock.now() - began
            clock.advance(READS)
            await evening.quiet()
            if self.is_asked:
                await ann.acts(avoid=AVOID)
                self.walk.presses += 1
                await evening.quiet()
        clock.advance(READS)
        await evening.quiet()
        self.walk.seconds = clock.now() - began
        self.walk.result = words({"components": ann.board.components})
        await self.height("result", ann.board)
        await self.take("result", ann.board)
        await self.take("my-result", ann.panel)

    async def _reads(self) -> None:
        """Count what is to be read at a decision; at the first ones also on the page."""
        board, panel = self.ann.board, self.ann.panel
        self.walk.board.append(words({"components": board.components}))
        self.walk.panel.append(words({"components": panel.components}))
        asked = len(self.walk.board)
        if asked <= MEASURED:
            await self.height("board", board)
            await self.height("panel", panel)
        if asked in (1, 3, 8):
            await self.take("board", board)
            await self.take("panel", panel)


async def walk(browser: Browser, key: str, folder: Path | None) -> Walk:
    """Let a newcomer play one game."""
    async with fixed_evening() as evening:
        evening.bot.registry.context.pacing = BotPacing()
        visitors = Visitors(browser, evening)
        phone = await visitors.open("Ann", PHONE, "dark")
        await phone.page.clock.set_fixed_time(EVENING)
        ann = Player(evening, "Ann", phone.channel)
        newcomer = Newcomer(evening, phone, ann, key, folder)
        await newcomer.plays()
        await phone.leave()
        # a picture may have been replaced before the page had fetched it
        faults = [fault for fault in visitors.faults if "404" not in fault]
        assert faults == [], faults
    return newcomer.walk


async def main(arguments: Sequence[str]) -> None:
    """Walk through the games that are named, or through all of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.evening", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"which ones: {', '.join(GAMES)}")
    parser.add_argument("-o", "--pictures", type=Path, metavar="FOLDER", help="save pictures there")
    parsed = parser.parse_args(arguments)
    if parsed.pictures is not None:
        parsed.pictures.mkdir(parents=True, exist_ok=True)
    print(HEAD)  # noqa: T201 - the tool's own words
    async with chromium() as browser:
        for key in parsed.games or list(GAMES):
            line = (await walk(browser, key, parsed.pictures)).line(key)
            print(line, flush=True)  # noqa: T201 - the tool's own words


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
