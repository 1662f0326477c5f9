"""A world: playground, database and processes of the bot, for one seed."""

from __future__ import annotations

import asyncio
import logging
import math
import random
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import psycopg
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from pydantic import SecretStr

from bot.app import App
from bot.settings import Settings
from bot.simulation.checkers.books import TakenAnswer
from bot.simulation.checkers.sight import Sight
from bot.simulation.checkers.voice import Voice
from bot.simulation.faults import Faults
from bot.simulation.host.loop import NOBODY, Process, WorldLoop, context_of, start
from bot.simulation.host.machine import MACHINE
from bot.simulation.host.model_server import ModelServer
from bot.simulation.host.network import Network
from bot.simulation.host.threads import LOOK_AGAIN, Jobs
from playground import Playground

SHARDS = 2
RESTART = 2.0
"""Seconds after which a process that has ended is started again, as systemd or Kubernetes do."""
PORT, BEACON_PORT = 443, 8_443
HOUSES = ("The Gilded Nugget", "The Second House")
MEMBERS = ("Ann", "Bob", "Cid", "Dot", "Eve")

RunBot = Callable[[Settings, asyncio.Event, Callable[[str], None]], Awaitable[str | None]]
"""Runs a process of the bot until it is told to stop, and returns why it could not go on, if so."""


class Supervised:
    """A process that is started again whenever it ends."""

    def __init__(self, world: World, name: str) -> None:
        self.world, self.name = world, name
        self.process: Process | None = None
        self.stop: asyncio.Event | None = None
        self.starts = 0
        self._again: asyncio.TimerHandle | None = None
        self.is_wanted = True
        self.is_asked_to_stop = False

    @property
    def lives(self) -> bool:
        """True if it is there, and not frozen."""
        return self.process is not None and not self.process.is_frozen

    @property
    def whole_at(self) -> float:
        """The moment from which neither a freeze nor a cut line keeps it from serving; infinite if it is dead."""
        process = self.process
        if process is None or not process.is_alive:
            return math.inf
        return max(process.frozen_until, self.world.server.line_cut_until(process))

    def start(self) -> None:
        """Start it, unless the world is about to end."""
        if not self.is_wanted:
            return
        self.starts += 1
        process = self.process = Process(f"{self.name}{self.starts}")
        process.before_step = lambda: self.world.before_step(process)
        process.when_killed = [
            lambda: self.world.jobs.kill(process),
            lambda: self.world.server.end_sessions_of(process),
            lambda: self.world.network.cut(process),
        ]
        self.stop = asyncio.Event()
        others = (each for each in self.world.processes if each is not self)
        is_alone = all(each.whole_at > MACHINE.at for each in others)
        if (self.is_asked_to_stop or is_alone) and self.world.faults is not None:
            # its line may still be cut
            self.world.faults.started_again(whole_at=max(MACHINE.at, self.whole_at))
        self.is_asked_to_stop = False
        self.world.note(f"{process.name} starts")
        start(process, self._run, self.world.loop)

    async def _run(self) -> None:
        process = self.process
        assert self.stop is not None
        reason = None
        try:
            reason = await self.world.run_bot(self.world.settings, self.stop, self._says)
        except Exception as fault:  # noqa: BLE001 - a process may end as it likes, and the world notes how
            self.world.fail(f"{process} ended with {fault!r}")
        if reason is not None and not self.is_asked_to_stop:
            self.world.fail(f"{process} ended by itself: {reason}")
        if process is self.process:
            self.world.soon(lambda: self.ended(reason or "in order"))

    def _says(self, words: str) -> None:
        self.world.note(f"{self.process} says: {words}")

    def ended(self, reason: str) -> None:
        """Start it again after a pause."""
        process = self.process
        if process is None:
            return
        self.process = None
        self.world.note(f"{process.name} has ended: {reason}")
        process.kill()
        if self.is_wanted:
            self._again = self.world.loop.call_later(RESTART, self.start)

    def kill(self) -> None:
        """Kill it, as `kill -9` does."""
        process = self.process
        if process is not None:
            process.kill()
            self.world.soon(lambda: self.ended("killed") if self.process is process else None)


MISTAKES = (AttributeError, TypeError, ValueError, LookupError, AssertionError, NameError)
"""Errors that no fault of a world excuses, wherever they are logged."""


class Mistakes(logging.Handler):
    """Fails a world in which a mistake of the program is logged."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.ERROR)
        self.world = world

    def emit(self, record: logging.LogRecord) -> None:
        """Fail the world, if it is one."""
        if record.exc_info and isinstance(record.exc_info[1], MISTAKES):
            self.world.fail(f"logged: {record.getMessage()}: {record.exc_info[1]!r}")


class World:
    """Everything of one seed, or of the opening that several seeds share."""

    def __init__(self, seed: str, house: Path, run_bot: RunBot, *, beacon: bool) -> None:
        self.run_bot = run_bot
        self.loop = WorldLoop()
        self.jobs = self.loop.jobs = Jobs(self.loop)
        self.network = self.loop.network = Network(self.loop)
        MACHINE.begin(self.jobs.sleep)
        self.take_luck(seed)
        self.server = ModelServer(house, self.jobs)
        psycopg.connect = self.server.connect  # type: ignore[assignment]
        logging.getLogger().addHandler(Mistakes(self))
        self.notes: list[str] = []
        self.failures: list[str] = []
        self.before_step: Callable[[Process], None] = lambda process: None
        self.playground = Playground(port=PORT, clock=MACHINE.now, shards=SHARDS)
        self.settings = Settings(
            _env_file=None,
            token=SecretStr(self.playground.token),
            database="postgresql://model/house",
            test_guild=None,
            pictures=False,
            beacon=f"http://127.0.0.1:{BEACON_PORT}" if beacon else "",
            activity_port=0,
            activity_secret=SecretStr(self.playground.world.activities.client_secret),
        )
        self.playground.enable_activity("")
        self.voice = Voice(self)
        self.sight = Sight(self)
        self.houses: list[Any] = []
        self.replies: list[tuple[float, Any]] = []
        """What members were answered, and when."""
        self.granted: list[int] = []
        """The commands of grants that were confirmed."""
        self.taken: list[TakenAnswer] = []
        self.answered_after = 0.0
        self.processes: list[Supervised] = []
        self.faults: Faults | None = None

    def take_luck(self, seed: str) -> None:
        """Let everything that happens from now on follow from a seed."""
        self.seed = seed
        MACHINE.take_luck(seed)
        self.loop.luck, self.network.luck = self.luck("order"), self.luck("network")

    def luck(self, name: str) -> random.Random:
        """Return the luck of a part of the world, which no other part's changes."""
        return random.Random(f"{self.seed} {name}")

    def note(self, words: str) -> None:
        """Remember what has happened, for a reader of a failure."""
        self.notes.append(f"{MACHINE.at:9.4f} {words}")

    def fail(self, words: str) -> None:
        """Note that something is not as it must be."""
        self.note(f"FAILURE: {words}")
        self.failures.append(words)

    def soon(self, call: Callable[[], None]) -> None:
        """Call a function of the world itself, outside the process of this step."""
        self.loop.call_soon(call, context=context_of(NOBODY))

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Call a function of the world after some seconds."""
        self.loop.call_later(seconds, call)

    # ---- the places

    def build(self) -> None:
        """Make the servers, one for each shard, and their members."""
        playground = self.playground
        self.houses = [playground.guild]
        while len(self.houses) < SHARDS:
            MACHINE.pass_time(0.001)
            guild = playground.add_guild(HOUSES[len(self.houses)])
            if len({self.shard_of(each.id) for each in (*self.houses, guild)}) > len(self.houses):
                self.houses.append(guild)
                for name in MEMBERS[1:]:
                    playground.add_member(name, guild)

    def shard_of(self, guild_id: int) -> int:
        """Return the shard of a server."""
        return (guild_id >> 22) % SHARDS

    def bots(self) -> Iterator[App]:
        """Yield the bot of each shard, where one is there."""
        for shard in range(SHARDS):
            process = self.server.ids.get(self.server.holder_of(shard) or "")
            fleet = process.fleet if process is not None else None
            bot = fleet.bot_of(shard) if fleet is not None else None
            if bot is not None:
                yield bot

    # ---- the run

    async def open(self) -> None:
        """Start the playground."""
        await self.playground.start()
        Route.BASE = self.playground.base_url
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self.playground.gateway_url)

    def run(self, story: Coroutine[Any, Any, None]) -> None:
        """Let something happen, until it is over; what it has begun may go on."""
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(story)

    def rest(self) -> None:
        """Go on until no thread has anything to do, and the file of the house is closed: then it can be copied."""
        while self.jobs.are_open or self.server.is_busy:
            self.run(asyncio.sleep(LOOK_AGAIN))
        self.jobs.end()
        self.server.close_file()
