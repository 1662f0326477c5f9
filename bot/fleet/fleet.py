"""The bots of one process on one store: one for each shard that it holds."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any, Protocol

from bot.client import Dicenight
from bot.handling import HANDOVER_PATIENCE
from bot.places.shard_set import ShardSet
from bot.requests.identify_turns import ConnectionLost, IdentifyTurn
from bot.tasks import end_task
from db.backend.database import ShardLeases
from db.errors import StoreError

log = logging.getLogger(__name__)

PATIENCE = 3.0
"""Seconds for running interactions and repaints when a shard is released."""
TURN_PAUSE = 0.5
"""The most seconds between two checks whether a shard may identify; the last comes as soon as it may."""
REMEMBERED_FOR = 60_000
"""A successor is told about interactions of this many last milliseconds; it keeps none longer."""

Running = tuple[Dicenight, asyncio.Task[None]]
"""A bot and its connection."""


class Build(Protocol):
    """Makes the bot of some shards, not connected yet."""

    def __call__(
        self, *, shards: ShardSet, identify_turn: IdentifyTurn, standing_by: bool = False
    ) -> Dicenight:
        """Make the bot, with its own part of the store."""


class Fleet:
    """Starts and stops the bots of single shards.

    `concurrency` is the number of shards that may identify at once, as told by Discord. `loaded` is called once the
    first bot has been built with all its extensions, before anyone is served. `failed` is set once a bot has stopped by
    itself; `check` raises the reason.
    """

    def __init__(
        self,
        leases: ShardLeases,
        build: Build,
        token: str,
        concurrency: int,
        loaded: Callable[[], None] = lambda: None,
    ) -> None:
        self._leases, self._build, self._token, self._concurrency = leases, build, token, concurrency
        self._loaded: Callable[[], None] | None = loaded
        self._bots: dict[int, Running] = {}
        self._standing_by: dict[int, Running] = {}
        self._background: set[asyncio.Task[None]] = set()
        self._turns: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.failed = asyncio.Event()

    def is_connected(self, shard: int) -> bool:
        """Return True if the bot of a held shard is connected."""
        running = self._bots.get(shard)
        # not `is_ready`: presses come from the first moment on
        return running is not None and bool(running[0].shards)

    def has_begun(self, shard: int) -> bool:
        """Return True if a held shard has a bot."""
        return shard in self._bots

    def bot_of(self, shard: int) -> Dicenight | None:
        """Return the bot of a held shard, if it has one."""
        running = self._bots.get(shard)
        return None if running is None else running[0]

    async def begin(self, shard: int) -> None:
        """Resume the tables of a shard, and connect.

        Raises the error of discord.py if the login fails, and `StoreError` if the tables cannot be read.
        """
        self._add(shard, await self._log_in(shard, standing_by=False))

    async def _log_in(self, shard: int, *, standing_by: bool) -> Running:
        bot = self._build(
            shards=ShardSet(frozenset({shard}), self._leases.shards),
            identify_turn=self._turn,
            standing_by=standing_by,
        )
        try:
            await bot.login(self._token)
        except BaseException:
            await bot.close()
            raise
        if self._loaded is not None:
            self._loaded()
            self._loaded = None
        return bot, asyncio.create_task(bot.connect(), name=f"shard {shard}")

    def _add(self, shard: int, running: Running) -> None:
        def ended(_: asyncio.Task[None]) -> None:
            if self._bots.get(shard) is running:
                self.failed.set()

        self._bots[shard] = running
        running[1].add_done_callback(ended)

    async def end(self, shard: int) -> None:
        """Finish the running interactions of a shard, and disconnect from it, if it has a bot."""
        running = self._bots.pop(shard, None)
        if running is None:
            return
        bot, task = running
        await bot.drain(PATIENCE)
        await _leave(bot, task)
        # a database that hangs must not keep the process from giving up the shard
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await bot.store.close()
        bot.monitor.shard_given_up(shard)

    async def lose(self, shard: int) -> None:
        """Disconnect at once from a shard that another process has taken; nothing of it is saved any more."""
        running = self._bots.pop(shard, None)
        if running is None:
            return
        bot, task = running
        bot.store.cut()
        await bot.fall_silent()
        bot.monitor.shard_given_up(shard)
        self._in_background(_leave(bot, task))

    async def abandon(self) -> None:
        """Disconnect from all shards at once: they belong to other processes now."""
        for running in (self._bots, self._standing_by):
            for shard in list(running):
                await _leave(*running.pop(shard))
        await asyncio.gather(*self._background, return_exceptions=True)

    def check(self) -> None:
        """Raise the error of a bot that has stopped by itself, if there is one."""
        for shard, (_, task) in self._bots.items():
            if task.done():
                task.result()
                raise ConnectionError(f"Discord has closed the connection of shard {shard} for good")

    # ---- a shard that goes from one process to another

    async def hand_over(self, shard: int) -> list[int]:
        """Finish the running interactions of a shard, and return the ids of the recent ones.

        Nothing is saved here afterwards. The connection stays open until `leave`.
        """
        return lately(await self._bots[shard][0].hand_over(HANDOVER_PATIENCE))

    def leave(self, shard: int) -> None:
        """Disconnect from a shard that has been handed over, in the background."""
        bot, task = self._bots.pop(shard)
        bot.monitor.shard_given_up(shard)
        self._in_background(self._leave_later(bot, task))

    async def _leave_later(self, bot: Dicenight, task: asyncio.Task[None]) -> None:
        # interactions that took too long still get an answer
        await bot.handling.wait_none(PATIENCE)
        await _leave(bot, task)

    async def stand_by(self, shard: int) -> None:
        """Connect to a shard and keep its presses. Raises one of `FAULTS` on failure."""
        bot, _ = self._standing_by[shard] = await self._log_in(shard, standing_by=True)
        await self._while_standing_by(shard, bot.launched.wait())

    async def know_servers(self, shard: int) -> None:
        """Wait until the bot that stands by for a shard knows its servers. Raises one of `FAULTS` on failure."""
        bot, _ = self._standing_by[shard]
        await self._while_standing_by(shard, bot.wait_until_ready())

    async def _while_standing_by(self, shard: int, waiting: Coroutine[Any, Any, object]) -> None:
        _, connection = self._standing_by[shard]
        waited = asyncio.create_task(waiting)
        try:
            await asyncio.wait({connection, waited}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waited.cancel()
        if connection.done():
            connection.result()
            raise ConnectionError(f"Discord has closed the connection of shard {shard} for good")

    async def stand_down(self, shard: int) -> None:
        """Disconnect the bot that stands by for a shard, if there is one."""
        running = self._standing_by.pop(shard, None)
        if running is not None:
            await _leave(*running)
            running[0].monitor.shard_given_up(shard)

    async def take_up(self, shard: int, taken: Iterable[int]) -> None:
        """Serve a shard whose bot stands by; `taken` are the interactions that its former holder has taken.

        Raises `StoreError` if its tables cannot be read; the shard has no bot then.
        """
        running = self._standing_by.pop(shard)
        self._add(shard, running)
        try:
            await running[0].take_up(taken)
        except StoreError:
            await self.lose(shard)
            raise
        self._in_background(running[0].register_commands())

    # ---- in the background

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background_ended)

    def _background_ended(self, task: asyncio.Task[None]) -> None:
        self._background.discard(task)
        fault = None if task.cancelled() else task.exception()
        if fault is not None:
            log.error("work beside the shards failed", exc_info=fault)

    async def _turn(self, shard: int, is_connected: Callable[[], bool]) -> None:
        """Wait until a shard may identify. One shard of a bucket asks the database; the others wait for its lock.

        Raises `ConnectionLost` if its connection was lost in the meantime; no turn is taken then.
        """
        bucket = shard % self._concurrency
        async with self._turns[bucket]:
            while is_connected():
                try:
                    left = await self._leases.take_identify_turn(bucket)
                    if left is None:
                        return
                except StoreError as fault:
                    log.warning("shard %s waits to identify: %s", shard, fault)
                    left = TURN_PAUSE
                await asyncio.sleep(min(left, TURN_PAUSE))
        raise ConnectionLost


def lately(interactions: Iterable[int]) -> list[int]:
    """Return the interactions, in order, that a successor may have kept too. An id begins with its time."""
    known = sorted(interactions)
    newest = known[-1] >> 22 if known else 0
    return [number for number in known if newest - (number >> 22) <= REMEMBERED_FOR]


async def _leave(bot: Dicenight, task: asyncio.Task[None]) -> None:
    await bot.close()
    # A bot that is closed while it connects would retry forever.
    await end_task(task)
