"""Taking over shards that another process serves until this one is connected."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress

from bot.fleet.bots import FAULTS, Bots
from bot.tasks import end_task
from db.backend.database import ShardLeases
from db.errors import StoreError

log = logging.getLogger(__name__)

LOOK_AGAIN = 0.1
"""Seconds between two checks whether a shard has been given; members wait in the meantime."""
AFTER_FAULT = 30.0
"""Seconds without new claims after a failed connection to a shard."""


class ClaimedShards:
    """Stands by for the shards that this process has claimed, and serves them once they are given."""

    def __init__(self, leases: ShardLeases, bots: Bots) -> None:
        self._leases, self._bots = leases, bots
        self._preparing: dict[int, asyncio.Task[None]] = {}
        self._connected: set[int] = set()
        self.arriving: set[int] = set()
        """Shards whose lease is held and whose tables are being resumed: they cannot be given away or ended yet."""
        self._receiving: asyncio.Task[None] | None = None
        self._not_before = float("-inf")
        self.takes_after = float("-inf")
        """Until then, leases that have run out are left to their holders."""

    @property
    def may_claim(self) -> bool:
        """False for a while after a failed connection to a shard."""
        return asyncio.get_running_loop().time() >= self._not_before

    @property
    def may_take(self) -> bool:
        """False for a while after an absence of the database, in which every lease may have run out."""
        return asyncio.get_running_loop().time() >= self.takes_after

    def begin(self, shard: int) -> None:
        """Stand by for a newly claimed shard."""
        log.info("shard %s is about to be taken over", shard)
        self._preparing[shard] = asyncio.create_task(self._prepare(shard), name=f"stand by shard {shard}")

    async def _prepare(self, shard: int) -> None:
        try:
            await self._bots.stand_by(shard)
            # from now on it may have the shard of a holder that is dead
            self._connected.add(shard)
            if self._receiving is None or self._receiving.done():
                self._receiving = asyncio.create_task(self._receive(), name="take over shards")
            await self._bots.know_servers(shard)
            await self._leases.say_connected(shard)
        except FAULTS as fault:
            log.warning("shard %s stays where it is: %r", shard, fault)
            self._connected.discard(shard)
            # a database that was away says nothing about the next try
            if not isinstance(fault, StoreError):
                self._not_before = asyncio.get_running_loop().time() + AFTER_FAULT
            await self._bots.stand_down(shard)
            self._leases.claimed.discard(shard)  # the claim expires by itself

    async def _receive(self) -> None:
        while self._connected:
            try:
                received = await self._leases.receive(self._connected, expired=self.may_take)
            except StoreError as fault:
                log.warning("claimed shards are waited for: %s", fault)
                received = {}
            self.arriving.update(received)
            for shard, taken in received.items():
                await self._take_up(shard, taken)
                with suppress(StoreError):  # the claim expires by itself
                    await self._leases.drop_claims([shard])
            await asyncio.sleep(LOOK_AGAIN)

    async def _take_up(self, shard: int, taken: Iterable[int]) -> None:
        await end_task(self._preparing.pop(shard))
        # else its connection has just failed, and the keeper begins it later
        if shard in self._connected:
            self._connected.discard(shard)
            try:
                await self._bots.take_up(shard, taken)
                log.info("shard %s is taken over", shard)
            except StoreError as fault:
                log.warning("shard %s is begun later: %s", shard, fault)
        self.arriving.discard(shard)

    def check(self) -> None:
        """Raise the error that kept a shard from being served, if there is one."""
        for task in (*self._preparing.values(), self._receiving):
            if task is not None and task.done() and not task.cancelled():
                task.result()

    async def forget(self, shards: Iterable[int]) -> None:
        """Stand down from shards that another process has claimed in the meantime."""
        for shard in shards:
            if shard in self.arriving:
                continue
            self._connected.discard(shard)
            task = self._preparing.pop(shard, None)
            if task is not None:
                await end_task(task)
            await self._bots.stand_down(shard)

    async def stop(self) -> None:
        """Stand down from all shards, after the received ones are being served."""
        # one that connected after this would be waited for, and it may never be given
        for shard, task in list(self._preparing.items()):
            if shard not in self.arriving:
                await end_task(task)
        self._connected.clear()
        if self._receiving is not None:
            await asyncio.gather(self._receiving, return_exceptions=True)
        await self.forget(list(self._preparing))

    async def abandon(self) -> None:
        """Cancel everything; the caller stops the bots."""
        for task in (*self._preparing.values(), self._receiving):
            if task is not None:
                await end_task(task)
