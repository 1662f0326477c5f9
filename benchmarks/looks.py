"""Costs of pictures: the time and size of a table of each game, and the requests and bytes of a turn with and without.

`python -m benchmarks looks -o FOLDER` also writes a sheet of each game's pictures there, to look at.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from types import SimpleNamespace
from typing import Any

import aiohttp

from benchmarks.figures import Figure
from benchmarks.shown_tables import shown_tables
from bot.client import Dicenight
from bot.face.art import emoji
from bot.face.art.drawing import MOST_BYTES, draw
from bot.requests.connections import Connections, Response
from bot.tables.question_clocks import BotPacing
from bot.tables.table_actor import TableActor
from cogs import EXTENSIONS
from db.opening import open_store
from games.catalogue import CATALOGUE
from playground import Channel, Message, Person, Playground
from tests.helpers.as_discord import as_discord
from tests.helpers.clicking import is_panel

GAMES = ("rogues_and_warriors", "city_square", "conclave_of_wyrms")
ANSWERS = 60
PACE = BotPacing(0.3, 0.6, reading=0.0, reveal=0.0)
"""Seconds that computer players think: quicker than at a real table, so that repaints come close together."""


MOST_MS = 15.0
"""Milliseconds of a processor that a picture may take."""


def run(quick: bool) -> list[Figure]:
    """Measure drawing, then play with and without pictures."""
    return [*_drawing(quick), *_turns(quick)]


def _drawing(quick: bool) -> list[Figure]:
    keys = list(emoji.DRAWN)[: 40 if quick else None]
    times, sizes = [], []
    for key in keys:
        started = perf_counter()
        file = emoji.png(emoji.picture(key))
        times.append(perf_counter() - started)
        sizes.append(len(file))
    figures = [
        Figure("an emoji drawn", "ms", median(times) * 1000),
        Figure("an emoji's file", "bytes", median(sizes)),
    ]
    for game in CATALOGUE:
        figures += _pictures(game.key, 6 if quick else 24)
    return figures


def _pictures(key: str, most: int) -> list[Figure]:
    """Return the processor's time for a picture of a game, once its pieces are known, and the size of its file."""
    drawings = [picture.drawing for picture in shown_tables(key, most)]
    for drawing in drawings:
        draw(drawing)
    times, sizes = [], []
    for drawing in drawings:
        started = process_time()
        file = draw(drawing)
        times.append(process_time() - started)
        sizes.append(len(file))
    return [
        Figure(f"{key}: a picture drawn, off the loop", "ms", median(times) * 1000, MOST_MS, "at most"),
        Figure(f"{key}: its file", "bytes", max(sizes), MOST_BYTES, "at most", goal=1.0, want="at most"),
    ]


@dataclass(slots=True)
class Sent:
    """The requests that the bot has sent to Discord."""

    requests: int = 0
    bytes: int = 0


def _turns(quick: bool) -> list[Figure]:
    figures = []
    for game in GAMES[:2] if quick else GAMES:
        answers = ANSWERS // 4 if quick else ANSWERS
        plain = asyncio.run(_played(game, answers, pictures=False))
        drawn = asyncio.run(_played(game, answers, pictures=True))
        for what, ours, peer, goal in (
            ("requests to Discord an answer", drawn[0], plain[0], 1.5),
            ("bytes to Discord an answer", drawn[1], plain[1], None),
        ):
            figures.append(
                Figure(f"{game}: {what}", "", ours, peer, "without pictures", goal=goal, want="at most")
            )
    return figures


async def _played(game: str, answers: int, *, pictures: bool) -> tuple[float, float]:
    """Return the requests and bytes for each answer, at a table of one member and computer players."""
    sent = Sent()
    async with running_bot(sent, pictures) as (playground, bot):
        channel, ann = playground.guild.channel("tavern"), playground.member("Ann")
        opened = await ann.slash(channel, "table open", game=game, fun=True)
        await ann.press(opened.message, "Start with computer players")
        table = bot.registry.find_in_channel(channel.id)
        assert table is not None
        before = Sent(sent.requests, sent.bytes)
        given = 0
        while given < answers:
            if table.session is None:
                # a busy machine repaints the panel a moment later
                again = partial(_offers, ann, channel, "Again")
                panel = await playground.wait_for(again)
                assert panel is not None
                await ann.press(panel, "Again")
                await asyncio.sleep(0.2)
                continue
            session = table.session
            rows = len(session.match.rows)
            await _answer(table, ann, _panel(ann, channel))
            await asyncio.sleep(0.3)
            given += len(session.match.rows) - rows
        await bot.registry.listener.wait_idle()
        return (sent.requests - before.requests) / given, (sent.bytes - before.bytes) / given


def _panel(person: Person, channel: Channel) -> Message:
    """Return a member's hand panel; a newcomer reads further messages below it."""
    return next(each for each in reversed(person.ephemerals(channel)) if is_panel(each))


def _offers(person: Person, channel: Channel, label: str) -> Message | None:
    """Return a member's hand panel if it has a button with that label."""
    panel = _panel(person, channel)
    return panel if any(button.label == label for button in panel.buttons) else None


async def _answer(table: TableActor, person: Person, panel: Message) -> None:
    """Press the first thing that the panel offers, if it offers any."""
    for menu in panel.selects:
        if (menu.custom_id or "").startswith(("d:", "s:")):
            await person.select(
                panel, menu.custom_id, [line.value for line in menu.options[: max(1, menu.min_values)]]
            )
            return
    for button in panel.buttons:
        if (button.custom_id or "").startswith("p:") and button.label != "Fold":
            await person.press(panel, custom_id=button.custom_id)
            return


@asynccontextmanager
async def running_bot(sent: Sent, pictures: bool) -> AsyncIterator[tuple[Playground, Dicenight]]:
    """Run the bot on a playground and count its requests; with `pictures` all emoji are uploaded first."""
    with tempfile.TemporaryDirectory(prefix="dicenight-bench-") as folder:
        async with (
            as_discord(Playground(port=0)) as playground,
            await open_store(Path(folder) / "looks.db") as store,
        ):
            bot = Dicenight(store, EXTENSIONS, pacing=PACE, ready_after=0.01, pictures=pictures)
            bot.http.http_trace = _counting(sent)
            _count(bot.service(Connections), sent)
            async with bot:
                task = asyncio.create_task(bot.start(playground.token))
                try:
                    await playground.wait_for(lambda: playground.connected)
                    await bot.wait_until_ready()
                    cog: Any = bot.get_cog("EmojiSyncCog")
                    if cog.work is not None:
                        await cog.work
                    yield playground, bot
                finally:
                    await bot.close()
                    await asyncio.gather(task, return_exceptions=True)


def _count(connections: Connections, sent: Sent) -> None:
    """Count the requests by tokens."""
    plain = connections.request

    async def counted(
        method: str, url: str, headers: Mapping[str, str], body: bytes | None = None, **named: Any
    ) -> Response:
        sent.requests += 1
        sent.bytes += len(body or b"")
        return await plain(method, url, headers, body, **named)

    connections.request = counted  # type: ignore[method-assign]


def _counting(sent: Sent) -> aiohttp.TraceConfig:
    trace = aiohttp.TraceConfig()

    async def begun(session: aiohttp.ClientSession, about: SimpleNamespace, request: Any) -> None:
        sent.requests += 1

    async def chunk(session: aiohttp.ClientSession, about: SimpleNamespace, part: Any) -> None:
        sent.bytes += len(part.chunk)

    trace.on_request_start.append(begun)
    trace.on_request_chunk_sent.append(chunk)
    return trace
