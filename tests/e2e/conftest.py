"""The real bot, the real discord.py, the playground: three members at a table."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from bot.client import Dicenight
from bot.places.shard_set import ALL_SHARDS, ShardSet
from bot.tables.question_clocks import BotPacing
from bot.tables.table_actor import TableActor
from cogs import EXTENSIONS
from db import Store
from db.opening import Location, open_store
from playground import Playground
from playground.world.clock import PATIENCE
from tests.helpers.answer_schema import check_answers
from tests.helpers.as_discord import as_discord
from tests.helpers.at_rest import count_jobs, idle
from tests.helpers.discord_schema import check_requests
from tests.helpers.in_accents import read_in_accents
from tests.helpers.known_commands import keep_registered, know_commands
from tests.helpers.postgres import end_locations, location_for

count_jobs()

UNPACED = {
    # a machine that is busy elsewhere is no slow disk: the bot answers at once, and not in two steps
    "cogs.requests.responder.PATIENCE": PATIENCE,
    "bot.client.GIVES_WAY": 0.0,
    "bot.requests.budget.PER_SECOND": 1e6,
    "bot.requests.budget.HANDS_PER_SECOND": 1e6,
    "cogs.live.live_message.SPACING": 0.0,
    "cogs.live.live_message.SOON": 0.0,
    "cogs.live.table_messages.RACE_SPACING": 0.0,
    "cogs.live.table_messages.PANELS_SPACING": 0.0,
    "cogs.live.table_messages.UNREAD_SPACING": 0.0,
    "cogs.live.hand_panels.SPACING": 0.0,
    "cogs.live.hand_panels.QUIET_SPACING": 0.0,
    "cogs.live.hand_panels.LATER": 0.0,
}
"""The pace of messages, by the name of its constant: all is sent at once, since these wait in real time."""
PICTURES_IN_TIME = {
    "cogs.live.table_messages.PICTURE_LATER": 0.0,
    # a busy machine draws slowly, and no picture is late for that
    "cogs.live.hand_panels.PRESS_PATIENCE": PATIENCE,
    "cogs.live.hand_panels.REPAINT_PATIENCE": PATIENCE,
    "cogs.live.table_pictures.REPAINT_PATIENCE": PATIENCE,
}
"""The same of pictures."""


@contextlib.contextmanager
def unpaced() -> Iterator[None]:
    """Send everything at once meanwhile, pictures too."""
    with contextlib.ExitStack() as stack:
        for name, value in (UNPACED | PICTURES_IN_TIME).items():
            stack.enter_context(mock.patch(name, value))
        yield


class HandClock:
    """The bot's clock, moved by hand: `advance` rings the timers that come due, in order."""

    def __init__(self, start: float = 1_800_000_000.0) -> None:
        self.at = start
        self._order = itertools.count()
        self._timers: list[tuple[float, int, _Timer]] = []

    def now(self) -> float:
        return self.at

    def later(self, seconds: float, call: Callable[[], None]) -> _Timer:
        timer = _Timer(call)
        if seconds <= 0:
            asyncio.get_running_loop().call_soon(timer.ring)
        else:
            heapq.heappush(self._timers, (self.at + seconds, next(self._order), timer))
        return timer

    def waiting(self) -> list[Callable[[], None]]:
        """What the timers would call that have not rung and were not cancelled."""
        return [timer.call for _, _, timer in self._timers if timer.call is not None]

    def advance(self, seconds: float) -> None:
        """Let time pass, and ring what comes due."""
        until = self.at + seconds
        while self._timers and self._timers[0][0] <= until:
            at, _, timer = heapq.heappop(self._timers)
            self.at = max(self.at, at)
            timer.ring()
        self.at = until


class _Timer:
    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        self.call = None

    def ring(self) -> None:
        call, self.call = self.call, None
        if call is not None:
            call()


@dataclass
class Evening:
    """Everything of a test evening."""

    playground: Playground
    path: Path
    clock: HandClock
    bot: Dicenight
    gather: float = 4.0

    @property
    def store(self) -> Store:
        return self.bot.store

    def table(self, channel: Any) -> TableActor:
        """The table in a channel."""
        actor = self.bot.registry.find_in_channel(channel.id)
        assert actor is not None, self.playground.describe()
        return actor

    async def quiet(self) -> None:
        """Until nothing is left to do but to wait for people."""
        while True:
            for actor in self.bot.registry:
                await actor.wait_idle()
            await self.bot.registry.listener.wait_idle()
            await idle(self.playground)
            if not any(actor.busy for actor in self.bot.registry) and not _handling():
                return


def _handling() -> bool:
    """True while the bot handles an interaction, as on a slow disk after it has acknowledged it."""
    return any(
        task.get_name().startswith(("CommandTree-invoker", "discord-ui-", "discord.py: on_interaction"))
        for task in asyncio.all_tasks()
    )


@contextlib.asynccontextmanager
async def bot_on(
    playground: Playground,
    path: Location,
    clock: HandClock,
    *,
    gather: float = 4.0,
    first_evening: float = 0.0,
    pictures: bool = False,
    shards: ShardSet = ALL_SHARDS,
    extensions: Sequence[str] = EXTENSIONS,
    activity: bool = False,
    known: bool = False,
) -> AsyncIterator[Dicenight]:
    """A bot with the store at `path`, logged in and ready; stopped in order afterwards. `pictures`: it draws.

    `first_evening`: nobody is new, unless a test says so, since newcomers play for points.
    `known`: Discord has its commands already, as at most starts.
    """
    async with await open_store(location_for(path), clock=clock.now) as store:
        if known:
            await know_commands(playground, store, extensions)
        bot = Dicenight(
            store,
            extensions,
            clock=clock,
            pacing=BotPacing(0, 0, 0, 0, 0, 0),
            gather=gather,
            first_evening=first_evening,
            ready_after=0.01,
            pictures=pictures,
            shards=shards,
            activity=activity,
        )
        async with bot:
            task = asyncio.create_task(bot.start(playground.token))
            try:
                await playground.wait_for(lambda: playground.connected or task.done())
                if task.done():
                    task.result()
                await asyncio.wait_for(bot.wait_until_ready(), PATIENCE)
                if known:
                    await keep_registered(playground, store, extensions)
                yield bot
            finally:
                await bot.close()
                await asyncio.gather(task, return_exceptions=True)


@contextlib.asynccontextmanager
async def unpaced_playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    """A playground for a test, in which the bot sends everything at once."""
    async with as_discord(Playground(rate_limits=False, answer_within=PATIENCE)) as found:
        for name, value in UNPACED.items():
            monkeypatch.setattr(name, value)
        yield found


@pytest.fixture
async def playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    async with unpaced_playground(monkeypatch) as found:
        yield found


@pytest.fixture
async def evening(playground: Playground, tmp_path: Path) -> AsyncIterator[Evening]:
    clock = HandClock()
    path = tmp_path / "evening.db"
    async with bot_on(playground, path, clock, known=True) as bot:
        yield Evening(playground, path, clock, bot)


@pytest.fixture
def tavern(evening: Evening) -> Any:
    """The channel in which most is played."""
    return evening.playground.guild.channel("tavern")


@pytest.fixture
def ann(evening: Evening) -> Any:
    """The owner of the server."""
    return evening.playground.member("Ann")


@pytest.fixture
def bob(evening: Evening) -> Any:
    """A member like any other."""
    return evening.playground.member("Bob")


@pytest.fixture
async def gallery(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Evening]:
    """An evening with pictures of tables, without emoji."""
    monkeypatch.setattr("cogs.emoji.upload.SETS", {})
    for name, value in PICTURES_IN_TIME.items():
        monkeypatch.setattr(name, value)
    clock, path = HandClock(), tmp_path / "evening.db"
    async with bot_on(playground, path, clock, pictures=True, known=True) as bot:
        yield Evening(playground, path, clock, bot)


@pytest.fixture(autouse=True)
def places() -> Iterator[None]:
    """Whatever database a test was given is taken back after it."""
    yield
    end_locations()


@pytest.fixture(autouse=True)
async def in_accents(
    playground: Playground, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[None]:
    """With DICENIGHT_ACCENTS everybody reads the language of accents, and nothing is said without one."""
    if "DICENIGHT_ACCENTS" not in os.environ or request.node.get_closest_marker("in_english"):
        yield
        return
    reading = read_in_accents(playground, monkeypatch)
    yield
    assert reading.bare() == {}


@pytest.fixture(autouse=True)
async def valid_requests(playground: Playground) -> AsyncIterator[None]:
    """Every request of every end-to-end test is valid by Discord's schema, and so are answers and events."""
    yield
    assert check_requests(playground) == []
    assert check_answers(playground) == []
