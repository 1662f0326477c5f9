"""Taking, renewing and releasing the leases of one process."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from math import ceil

from bot.fleet.bots import PASSING, Bots
from bot.fleet.claimed_shards import ClaimedShards
from bot.tasks import end_task
from db.backend.database import Census, ShardLeases
from db.errors import StoreError

log = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds between two steps; a lease lasts for several of them, and a process that misses two is silent."""
QUICK = 0.2
"""Seconds between two steps while shards are being handed over."""
AT_ONCE = 8
"""The most shards that one step takes, so that processes that start together share them from the beginning."""
CLAIM_PATIENCE = 6.0
"""Seconds that a leaving process waits for others to claim its shards; they look every second."""
GRACE = 4.0
"""Seconds after an absence of the database for which expired leases are left to their holders.

It was away for the holders too, so whoever comes back first would find every lease expired. All of them renew within
one step, however long it was away: they ask each second. A grace as long as the absence would leave the shards of those
who died in it alone for longer than ten seconds.
"""
CONNECT_PATIENCE = 60.0
"""Seconds that it waits for the next claimant to be connected."""


class LeaseKeeper:
    """Holds this process's fair share of all shards, or exactly the `wanted` ones.

    `was_away`: the database could not be reached at first, when the process was started.
    """

    def __init__(
        self, leases: ShardLeases, bots: Bots, *, wanted: frozenset[int] | None = None, was_away: bool = False
    ) -> None:
        self._leases, self._bots, self._wanted = leases, bots, wanted
        leases.named = wanted is not None
        self._claims = ClaimedShards(leases, bots)
        self._is_giving = False
        self._beginning: int | None = None
        """The shard that is being started."""
        self._renewed = float("-inf") if was_away else None
        """When the database was last asked with success; None before the first time."""
        self._suspects_after = float("-inf")
        """Until then, nobody is taken for silent: this process was not there to hear them."""
        self.replaced = False
        """True if another process is replacing this one."""
        self.running = 1
        """The number of processes, as last counted."""

    @property
    def pause(self) -> float:
        """The seconds until the next step."""
        return QUICK if self._is_giving else EVERY

    @property
    def is_spare(self) -> bool:
        """True while other processes serve all shards, and none is left for this one."""
        return not self._leases.held and not self._leases.claimed

    @property
    def is_settled(self) -> bool:
        """True if this process serves shards, or does not wait for any."""
        return bool(self._leases.held) or self.is_spare

    @property
    def is_done(self) -> bool:
        """True once another process has replaced this one."""
        return self.replaced and not self._leases.held

    async def replace(self) -> bool:
        """Replace a process of this machine, before the first step; return whether there is one."""
        return await self._leases.replace()

    async def step(self) -> None:
        """Renew leases, give claimed shards away, and take or claim missing ones."""
        self._claims.check()
        census = await self._renew()
        if census is None:
            return
        self.replaced = census.replaced
        await self._give()
        if self.replaced:
            return
        for shard in sorted(self._leases.held):
            # the database or Discord was away when it was to begin
            if shard not in self._claims.arriving and not self._bots.has_begun(shard):
                await self._begin(shard)
        suspects = _now() >= self._suspects_after
        share = self._share(census.living - (census.silent if suspects else 0))
        for shard in sorted(self._leases.held)[share:]:
            if shard not in self._claims.arriving and not self._bots.is_connected(shard):
                await self._give_up(shard)
        missing = share - len(self._leases.held) - len(self._leases.claimed)
        if missing <= 0:
            return
        if self._claims.may_take:
            try:
                taken = await self._leases.take(min(missing, AT_ONCE), self._wanted)
            except StoreError as fault:
                log.warning("no shard could be taken: %s", fault)
                return
            for shard in taken:
                log.info("shard %s is served from here", shard)
                await self._begin(shard)
                await self._renew()
        # even while it takes none that has run out it connects to those of the silent: that is what takes longest
        await self._claim(share, of_silent=suspects and (census.silent > 0 or not self._claims.may_take))

    async def _begin(self, shard: int) -> None:
        """Start a shard, and renew meanwhile: on a slow machine a first bot starts for longer than a lease lasts.

        If the database or Discord is away, the next step tries again.
        """
        self._beginning = shard
        beginning = asyncio.create_task(self._bots.begin(shard))
        try:
            while not (await asyncio.wait({beginning}, timeout=EVERY))[0]:
                await self._renew()
        finally:
            self._beginning = None
            await end_task(beginning)
        try:
            beginning.result()
        except PASSING as fault:
            log.warning("shard %s is begun later: %s", shard, fault)

    async def _claim(self, share: int, *, of_silent: bool) -> None:
        """Claim the shards missing from the share, from processes that hold too many, leave, or may be dead."""
        missing = share - len(self._leases.held) - len(self._leases.claimed)
        most = min(missing, AT_ONCE - len(self._leases.claimed))
        if most <= 0 or not self._claims.may_claim:
            return
        try:
            claimed = await self._leases.claim(most, share, self._wanted, of_silent=of_silent)
        except StoreError as fault:
            log.warning("no shard could be claimed: %s", fault)
            return
        for shard in claimed:
            self._claims.begin(shard)

    async def _renew(self, *, leaving: bool = False) -> Census | None:
        """Renew all leases and claims, and return the census; None while the database is away.

        Starting or stopping a shard takes time, and a lease lasts only for a few of these, so this is called after each
        one. A shard that another process has taken meanwhile is given up: this one was away for too long.
        """
        try:
            census = await self._leases.check_in(leaving=leaving)
            lost = await self._leases.renew()
            claimed_elsewhere = await self._leases.renew_claims()
        except StoreError as fault:
            # While the database is away, no other process can take anything either.
            log.warning("leases could not be renewed: %s", fault)
            return None
        now = _now()
        # a server that stands still refuses nothing, so only the time shows that it was away
        away = 0.0 if self._renewed is None else now - self._renewed
        if away > GRACE:
            self._claims.takes_after = now + GRACE
        if away > 2 * EVERY:
            self._suspects_after = now + 2 * EVERY
        self._renewed = now
        for shard in lost:
            if shard in self._claims.arriving or shard == self._beginning:
                continue  # its tables are being resumed here; the next renewal gives it up
            log.warning("shard %s is served by another process now: this one was away for too long", shard)
            await self._bots.lose(shard)
            del self._leases.held[shard]
        await self._claims.forget(claimed_elsewhere)
        # one that stood still after its report came too late to be counted, and runs all the same
        self.running = max(census.running, 1)
        return census

    def _share(self, living: int) -> int:
        """Return this process's share, large enough that the live processes hold all shards."""
        if self._wanted is not None:
            return len(self._wanted)
        return ceil(self._leases.shards / max(living, 1))

    # ---- giving

    async def _give(self) -> bool:
        """Give away each claimed shard whose claimant is ready; return whether one was given."""
        given = False
        try:
            while claims := await self._leases.claims_here():
                self._is_giving = True
                idle = [shard for shard in claims if not self._bots.is_connected(shard)]
                ready = [
                    shard for shard, may_be_given in claims.items() if may_be_given and shard not in idle
                ]
                for shard in idle:
                    await self._give_up(shard)
                if not ready:
                    return given
                await self._give_one(ready[0])
                given = True
                await self._renew()
        except StoreError as fault:
            log.warning("no shard could be given: %s", fault)
        self._is_giving = False
        return given

    async def _give_one(self, shard: int) -> None:
        log.info("shard %s is handed over to another process", shard)
        taken = await self._bots.hand_over(shard)
        try:
            await self._leases.give(shard, taken)
        except StoreError:
            # The lease expires in that case; by then no process keeps interactions as old as those taken here.
            self._leases.held.pop(shard)
            raise
        finally:
            self._bots.leave(shard)

    async def _give_up(self, shard: int) -> None:
        """Release a shard that was never served from here."""
        log.info("shard %s goes to another process", shard)
        await self._bots.end(shard)
        try:
            await self._leases.release([shard])
        except StoreError as fault:
            log.warning("the lease of shard %s runs out by itself: %s", shard, fault)
            self._leases.held.pop(shard, None)
        await self._renew()

    # ---- the end

    async def abandon(self) -> None:
        """Stop claiming at once, before all bots are stopped."""
        await self._claims.abandon()

    async def leave(self) -> None:
        """Hand over claimed shards while members play on, then stop and release the rest."""
        await self._claims.stop()
        with suppress(StoreError):  # the claims expire by themselves
            await self._leases.drop_claims(list(self._leases.claimed))
        last = _now()
        while self._leases.held:
            census = await self._renew(leaving=True)
            if census is not None:
                if not census.living:
                    break
                if await self._give():
                    last = _now()
            if _now() - last > (CONNECT_PATIENCE if self._is_giving else CLAIM_PATIENCE):
                log.warning("no other process takes over; what is left here pauses until one does")
                break
            await asyncio.sleep(QUICK)
        await self._stop()

    async def _stop(self) -> None:
        """Stop all shards and release them."""
        for shard in sorted(self._leases.held):
            await self._bots.end(shard)
            await self._leases.release([shard])
            await self._renew(leaving=True)
        await self._leases.check_out()


def _now() -> float:
    return asyncio.get_running_loop().time()
