"""Takes, renews and gives back the leases of one process."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from math import ceil

from db import StoreError
from db.backend.database import ShardLeases

log = logging.getLogger(__name__)

EVERY = 2.0
"""Seconds between two steps; a lease lasts several of them."""
AT_ONCE = 8
"""Shards that a step takes at most, so that processes that start together share them from the beginning."""

Serve = Callable[[int], Awaitable[None]]
"""Begins or ends to serve a shard."""


class Overtaken(Exception):
    """Another process has taken a shard that this one held."""


class LeaseKeeper:
    """Holds as many shards as are this process's share of the living, or just those that are named.

    `begin` is called for each shard that was taken, `end` before one is given back.
    """

    def __init__(
        self, leases: ShardLeases, *, begin: Serve, end: Serve, wanted: frozenset[int] | None = None
    ) -> None:
        self._leases, self._begin, self._end, self._wanted = leases, begin, end, wanted

    async def step(self) -> None:
        """Renew, give back what is beyond the share, and take what is free.

        Raises `Overtaken` if another process has taken a shard from this one.
        """
        living = await self._renew()
        if living is None:
            return
        share = self._share(living)
        for shard in sorted(self._leases.held)[share:]:
            log.info("shard %s goes to another process", shard)
            await self._end(shard)
            await self._leases.release([shard])
            await self._renew()
        for shard in await self._leases.take(min(share - len(self._leases.held), AT_ONCE), self._wanted):
            log.info("shard %s is served from here", shard)
            await self._begin(shard)
            await self._renew()

    async def _renew(self) -> int | None:
        """Renew all leases, and return how many processes live; None while the database is away.

        Each shard that is begun or ended takes its time, and a lease lasts no longer than a few of them: so this comes
        after every one. Raises `Overtaken`.
        """
        try:
            living = await self._leases.check_in()
            lost = await self._leases.renew()
        except StoreError as fault:
            # No other process can take anything either while the database is away.
            log.warning("leases could not be renewed: %s", fault)
            return None
        if lost:
            raise Overtaken(f"another process has taken shard {', '.join(map(str, lost))}")
        return living

    def _share(self, living: int) -> int:
        """Return how many shards are this process's, so that all of them are held by the living."""
        if self._wanted is not None:
            return len(self._wanted)
        return ceil(self._leases.shards / max(living, 1))

    async def stop(self) -> None:
        """End all shards, and give them back."""
        for shard in sorted(self._leases.held):
            await self._end(shard)
            await self._leases.release([shard])
            await self._renew()
        await self._leases.check_out()
