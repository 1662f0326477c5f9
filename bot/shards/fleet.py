"""The bots of one process: one for each shard that it holds, on one store."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable

from bot.client import Dicenight, IdentifyTurn
from bot.guilds.shard_set import ShardSet
from db import StoreError
from db.backend.database import ShardLeases

log = logging.getLogger(__name__)

PATIENCE = 3.0
"""Seconds for what is being handled and painted when a shard is given back."""
TURN_PAUSE = 0.5
"""Seconds between two looks at whether a shard may identify."""

Build = Callable[[ShardSet, IdentifyTurn], Dicenight]
"""Makes the bot of some shards, not yet connected."""


class Fleet:
    """Begins and ends the bots of single shards.

    `concurrency` is the number of shards that may identify at once, as Discord says. `failed` is set once a bot has
    ended by itself; `check` raises why.
    """

    def __init__(self, leases: ShardLeases, build: Build, token: str, concurrency: int) -> None:
        self._leases, self._build, self._token, self._concurrency = leases, build, token, concurrency
        self._bots: dict[int, tuple[Dicenight, asyncio.Task[None]]] = {}
        self._turns: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.failed = asyncio.Event()

    async def begin(self, shard: int) -> None:
        """Take up the tables of a shard, and connect. Raises what discord.py raises where it cannot log in."""
        bot = self._build(ShardSet(frozenset({shard}), self._leases.shards), self._turn)
        try:
            await bot.login(self._token)
        except BaseException:
            await bot.close()
            raise
        task = asyncio.create_task(bot.connect(), name=f"shard {shard}")
        task.add_done_callback(lambda _: self.failed.set())
        self._bots[shard] = bot, task

    async def end(self, shard: int) -> None:
        """Finish what has been begun on a shard, and leave it."""
        bot, task = self._bots.pop(shard)
        await bot.drain(PATIENCE)
        await _leave(bot, task)
        bot.monitor.shard_given_up(shard)
        if not any(task.done() for _, task in self._bots.values()):
            self.failed.clear()

    async def abandon(self) -> None:
        """Leave everything at once: it belongs to other processes now."""
        for shard in list(self._bots):
            bot, task = self._bots.pop(shard)
            await _leave(bot, task)

    def check(self) -> None:
        """Raise what has ended a bot, if one has ended by itself."""
        for shard, (_, task) in self._bots.items():
            if task.done():
                task.result()
                raise ConnectionError(f"Discord has closed the connection of shard {shard} for good")

    async def _turn(self, shard: int) -> None:
        """Wait until a shard may identify; one shard of a bucket asks the database, the others wait for it."""
        bucket = shard % self._concurrency
        async with self._turns[bucket]:
            while True:
                try:
                    if await self._leases.take_identify_turn(bucket):
                        return
                except StoreError as fault:
                    log.warning("shard %s waits to identify: %s", shard, fault)
                await asyncio.sleep(TURN_PAUSE)


async def _leave(bot: Dicenight, task: asyncio.Task[None]) -> None:
    await bot.close()
    # A bot that is closed while it connects would try again for ever.
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
