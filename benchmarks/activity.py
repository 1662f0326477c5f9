"""The Activity: from a press to the frames of eight pages, beside a bare echo; bytes a decision; the first picture.

Server and pages are in one process, so processor time is that of both sides; the echo is measured in the same way: a
message that the server sends to eight sockets as it is. The bot has its store and no Discord.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import tempfile
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import fmean, median
from time import perf_counter, process_time
from typing import Any

import aiohttp
from aiohttp import WSMsgType, web
from discord.http import Route

from activity.art import file_of
from activity.frames import PageState
from activity.identity import SESSION_LIFE, Credentials, Identity, Session
from activity.server import ActivityServer
from activity.view import sections_of
from benchmarks.figures import Figure
from bot.client import Dicenight
from bot.person import Person
from bot.places.settings import PlaceSettings
from bot.startup.load_games import load_games
from bot.startup.load_rows import load_rows
from bot.tables.question_clocks import BotPacing
from bot.tables.state import Seat, TableSettings, TableState
from bot.tables.table_actor import TableActor
from bot.tables.view import TableView
from db.backend.names import Name
from db.opening import open_store
from games.engine import RAIL, Chance, Game, Header, Match, Seed
from games.registry import GAMES
from tests.helpers.activity_stage import built_page, stage
from tests.helpers.activity_views import frame_of, moments
from tests.helpers.chromium import chromium, find_chromium

GUILD, GAME, STAKE = 1, "rogues_and_warriors", 100_000
VIEWERS, SEATED = 8, 4
TABLES = int(os.environ.get("DICENIGHT_ACTIVITY_TABLES", "200"))
PRESSES, QUICK = 300, 60
MOST_BYTES = 2_048
"""The aim for the bytes that a viewer is sent for a decision, on average over a game."""
MOMENT = "04-0"
"""A decision with a hand of cards, a pot and everyone at the table."""
FIRST_KB, FIRST_MS = 150, 1_000
"""The aims for the first picture of the page on a slow phone."""
ORIGIN = "https://1.discordsays.com"
STEPS = 120
"""Decisions of each game whose frames are counted."""


class _Discord:
    """Discord as far as an identity asks it: everyone is in every instance."""

    async def request(self, route: Route, **_: Any) -> Any:
        instance = route.path.rpartition("/")[2].format(instance_id=route.channel_id)
        found = str(route.url).rpartition("/")[2] or instance
        return {
            "application_id": "1",
            "instance_id": found,
            "location": {"kind": "gc", "channel_id": found.removeprefix("i-"), "guild_id": str(GUILD)},
            "users": [str(number) for number in range(1, 1000)],
        }


class _Bot(Dicenight):
    """A bot that is in every server."""

    def is_in_server(self, guild_id: int) -> bool:
        return True


class _Page:
    """A page that reads frames, and counts them."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.frames, self.bytes = 0, 0
        self.news = asyncio.Event()
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self.socket:
            if message.type is WSMsgType.TEXT and not message.data.startswith('{"t":"taken"'):
                self.frames += 1
                self.bytes += len(message.data)
                self.news.set()

    async def next(self, after: int) -> None:
        """Wait for a frame after the first so many."""
        while self.frames <= after:
            self.news.clear()
            await self.news.wait()


class _Table:
    """A table with its pages, at which members raise by one in turn."""

    def __init__(self, table: TableActor, pages: list[_Page]) -> None:
        self.table, self.pages = table, pages

    async def press(self) -> None:
        """Let the member whose turn it is raise, and wait until every page has been sent that."""
        session = self.table.session
        assert session is not None
        ask = next(ask for ask in session.match.open.values() if not ask.answered)
        user = self.table.state.seats[ask.seat].user_id
        assert user is not None
        before = [page.frames for page in self.pages]
        amount = getattr(ask.prompt, "amount", None)
        answer = amount.low if amount is not None else ask.prompt.default
        frame = {
            "t": "press",
            "press": str(uuid.uuid4()),
            "match": session.id,
            "ask": ask.id,
            "answer": answer,
        }
        await self.pages[(user - 1) % len(self.pages)].socket.send_str(json.dumps(frame))
        for page, seen in zip(self.pages, before, strict=True):
            await page.next(seen)


@asynccontextmanager
async def _served() -> AsyncIterator[tuple[_Bot, ActivityServer, Identity]]:
    with tempfile.TemporaryDirectory() as folder:
        async with await open_store(Path(folder) / "benchmark.db") as store:
            bot = _Bot(store, (), pacing=BotPacing(0, 0, 0, 0, 0, 0), first_evening=0.0)
            server = ActivityServer(Path(folder))
            identity = Identity(
                _Discord(), Credentials(1, "secret", "token", frozenset({ORIGIN})), bot.registry.context.clock
            )
            server.open(identity)
            server.join(bot)
            await server.start("127.0.0.1", 0)
            try:
                yield bot, server, identity
            finally:
                await server.stop()
                await bot.registry.listener.wait_idle()


async def _seated(
    bot: _Bot,
    server: ActivityServer,
    identity: Identity,
    http: aiohttp.ClientSession,
    channel: int,
    viewers: int,
) -> _Table:
    """Open a table of four in a match, and the pages of its viewers."""
    people = [Person(number, Name(f"Member {number}")) for number in range(1, SEATED + 1)]
    table = await bot.registry.open(
        GUILD,
        channel,
        people[0],
        GAME,
        settings={"free": True, "buy_in": STAKE},
        place_settings=PlaceSettings(max_stake=STAKE),
    )
    for person in people[1:]:
        await table.seating.sit(person)
    await table.lifecycle.start(people[0])
    pages = []
    for user in range(1, viewers + 1):
        until = bot.registry.context.clock.now() + SESSION_LIFE
        session = Session(user, f"i-{channel}", GUILD, channel, until, Name(f"Member {user}"))
        socket = await http.ws_connect(
            f"http://127.0.0.1:{server.port}/api/socket", headers={"Origin": ORIGIN}, max_msg_size=0
        )
        await socket.send_str(json.dumps({"t": "hello", "session": identity.sign(session)}))
        page = _Page(socket)
        await page.next(0)
        pages.append(page)
    return _Table(table, pages)


async def _eight(presses: int) -> tuple[float, float]:
    """Return the processor time from a press to the frames of eight pages, and the bytes of a frame."""
    async with _served() as (bot, server, identity), aiohttp.ClientSession() as http:
        table = await _seated(bot, server, identity, http, 100, VIEWERS)
        for _ in range(10):
            await table.press()
        sent, times = sum(page.bytes for page in table.pages), []
        for _ in range(presses):
            started = process_time()
            await table.press()
            times.append(process_time() - started)
        each = (sum(page.bytes for page in table.pages) - sent) / presses / VIEWERS
        for page in table.pages:
            await page.socket.close()
        return median(times), each


async def _echo(presses: int, size: int) -> float:
    """Return the processor time of a bare server that sends a message of so many bytes to eight sockets."""
    sockets: list[web.WebSocketResponse] = []

    async def serve(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        sockets.append(socket)
        async for message in socket:
            for each in sockets:
                await each.send_str(message.data)
        return socket

    app = web.Application()
    app.router.add_get("/", serve)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    address = f"http://127.0.0.1:{runner.addresses[0][1]}/"
    async with aiohttp.ClientSession() as http:
        pages = [_Page(await http.ws_connect(address, max_msg_size=0)) for _ in range(VIEWERS)]
        times = []
        for turn in range(presses):
            started = process_time()
            await pages[turn % VIEWERS].socket.send_str("x" * size)
            for page in pages:
                await page.next(turn)
            times.append(process_time() - started)
        for page in pages:
            await page.socket.close()
    await runner.cleanup()
    return median(times)


async def _many(tables: int) -> tuple[float, float]:
    """Return the processor time of a press while many tables of four play at once, and kilobytes of memory a socket."""
    async with (
        _served() as (bot, server, identity),
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as http,
    ):
        import activity.server as module

        module.MOST_OF_A_MEMBER = tables + 1
        before = _resident()
        seated = [
            await _seated(bot, server, identity, http, 1000 + number, SEATED) for number in range(tables)
        ]
        memory = (_resident() - before) / (tables * SEATED)
        started = process_time()
        for _ in range(3):
            await asyncio.gather(*(table.press() for table in seated))
        each = (process_time() - started) / (3 * tables)
        for table in seated:
            for page in table.pages:
                await page.socket.close()
        return each, memory


def _resident() -> float:
    """Return the most kilobytes of memory that this process has had."""
    return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


# ---- bytes


def _state(game: Game, header: Header) -> TableState:
    seats = {n: Seat(n, Name(f"Member {n}"), 100 + n, 1000 + n, 50) for n in header.ring}
    return TableState(
        1,
        10,
        100,
        1,
        1000,
        game.key,
        dict(header.options),
        TableSettings(),
        1,
        "playing",
        {},
        "0" * 64,
        7,
        seats,
    )


def bytes_of(game: Game) -> float:
    """Return the bytes that a viewer is sent for a decision of a game, on average over its first hundred and some."""
    low, high = game.limits(game.parse_options({}))
    ring = tuple(range(max(low, min(high, SEATED))))
    stakes = dict.fromkeys(ring, 50) if game.money_kind(game.parse_options({})) == "pieces" else {}
    header = Header(game.key, game.version, {}, ring, Seed("bytes"), stakes)
    match, luck, state = Match(game, header), Chance(Seed("presses")), _state(game, header)
    pages = {viewer: PageState() for viewer in (*ring, RAIL)}
    sent: list[int] = []
    for step in range(STEPS):
        for viewer, page in pages.items():
            asks = {ask.id: 1_800_000_045.0 + step for ask in match.open.values() if not ask.answered}
            view = TableView(
                state, game, viewer, match.scene(viewer), asks, None, False, played=match.options, opened=asks
            )
            frame = page.frame(sections_of(view), 1_800_000_000.0 + step)
            if step:
                sent.append(len(frame or b""))
        if match.over:
            break
        ask = luck.choice([ask for ask in match.open.values() if not ask.answered])
        policy = game.policy(game.strength("newcomer"))
        scene = match.scene(ask.seat)
        own = next((each for each in scene.mine() if each.id == ask.id), None)
        quick = own is not None and game.complexity != "complex"
        answer = (
            policy(scene, own, luck) if quick and own is not None else luck.choice(ask.prompt.legal(luck))
        )
        match.answer(ask.id, ask.seat, answer)
    return fmean(sent) if sent else 0.0


# ---- the first picture

SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
"""A slow phone's network: what Lighthouse takes for one, 1.6 megabits a second and 150 ms each way and back."""
SLOWER = 4
"""Its processor, so many times slower than this machine's."""
PAINTED = """() => new Promise((resolve) => {
  const done = () => performance.getEntriesByName('first-contentful-paint')[0];
  if (done()) return resolve(done().startTime);
  new PerformanceObserver(() => done() && resolve(done().startTime)).observe({type: 'paint', buffered: true});
})"""
DECODED = "() => Promise.all([...document.images].map((each) => each.decode().catch(() => null)))"


async def _first_picture(times: int) -> tuple[float, float, float]:
    """Return kilobytes before the table's first picture, and the milliseconds to the first paint and to the table.

    The page is fetched each time without a cache; its document, files and the drawings of the first picture count.
    """
    built_page()
    load_games()
    game = GAMES[GAME]
    frames = {name: json.loads(frame_of(view)) for name, view in moments(game)}
    painted, shown, sizes = list[float](), list[float](), list[float]()

    def drawing(path: str) -> str:
        return (file_of(path.rpartition("/")[2]) or b"").decode()

    async with stage(frames, drawing) as made, chromium() as browser:
        for _ in range(times):
            context = await browser.new_context(viewport={"width": 390, "height": 700})
            page = await context.new_page()
            devtools = await context.new_cdp_session(page)
            await devtools.send("Network.enable")
            await devtools.send("Network.emulateNetworkConditions", SLOW)
            await devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            got = {"bytes": 0.0}

            def count(event: dict[str, Any], got: dict[str, float] = got) -> None:
                got["bytes"] += event["encodedDataLength"]

            devtools.on("Network.loadingFinished", count)
            started = perf_counter()
            await page.goto(made.url(MOMENT), wait_until="commit")
            inside = page.frame_locator("iframe")
            await inside.locator(".page .hand").wait_for()
            await page.frames[1].evaluate(DECODED)
            shown.append((perf_counter() - started) * 1000)
            painted.append(await page.frames[1].evaluate(PAINTED))
            sizes.append(got["bytes"] / 1024)
            await context.close()
    return median(sizes), median(painted), median(shown)


def run(quick: bool) -> list[Figure]:
    """Return the figures of the Activity."""
    load_rows()
    presses = QUICK if quick else PRESSES
    ours, size = asyncio.run(_eight(presses))
    echo = asyncio.run(_echo(presses, round(size)))
    tables = 20 if quick else TABLES
    crowd, memory = asyncio.run(_many(tables))
    figures = [
        Figure(
            "processor time from a press to eight pages, both sides",
            "ms",
            ours * 1000,
            echo * 1000,
            "a bare echo to eight sockets",
        ),
        Figure(f"a press at one of {tables} tables of {SEATED}, both sides", "ms", crowd * 1000),
        Figure("memory of an open page, both sides", "KB", memory),
        Figure(f"a frame of {GAME}", "bytes", size, MOST_BYTES, "the aim", 1.0, "at most"),
    ]
    if find_chromium() is not None:
        size, painted, table = asyncio.run(_first_picture(1 if quick else 5))
        figures += [
            Figure(
                "bytes before the first picture of a table", "KB", size, FIRST_KB, "the aim", 1.0, "at most"
            ),
            Figure("first paint on a slow phone", "ms", painted, FIRST_MS, "the aim", 1.0, "at most"),
            Figure("the whole table with its drawings on a slow phone", "ms", table),
        ]
    for key, game in GAMES.items():
        figures.append(
            Figure(
                f"{key}: a decision, each viewer",
                "bytes",
                bytes_of(game),
                MOST_BYTES,
                "the aim",
                1.0,
                "at most",
            )
        )
    return figures
