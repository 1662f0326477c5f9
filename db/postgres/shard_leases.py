"""The leases of one process, taken and renewed through its writing connection."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from db.backend.database import Census
from db.postgres import claims, leases, processes
from db.postgres.connection import PostgresConnection

T = TypeVar("T")

LEASE = 7.5
"""Seconds that a lease lasts without renewal.

With a step of the others and their connecting, a dead process's shards answer again within ten seconds.
"""
SILENT = 2.2
"""Seconds since its last renewal after which a process may be dead, so that others connect to its shards.

Each renews every second. Discord lets two shards connect within the seconds that are left of the leases.
"""
IDENTIFY = 5.5
"""Seconds between two identifies of a bucket; Discord requires five."""


def quiet() -> float:
    """Return the seconds that are left of a lease or a claim which has not been renewed lately."""
    return LEASE - SILENT


class Runner(Protocol):
    """The interface of the writing connection that the leases need."""

    id: str

    async def run(self, work: Callable[[PostgresConnection], T]) -> T:
        """Call `work` with the connection, between two groups."""


class ShardLeases:
    """The leases that this process holds of `shards` shards.

    They go through the writing connection, so that a process that cannot write cannot renew either. Every method raises
    `StoreError` if the server cannot be asked.
    """

    def __init__(self, runner: Runner, shards: int, machine: str | None = None) -> None:
        self.shards = shards
        self.held: dict[int, int] = {}
        """The shards of this process, each with its epoch."""
        self.claimed: set[int] = set()
        """The shards of other processes that this one waits for."""
        self.named = False
        """True if this process serves only the shards that it was told to."""
        self.address = ""
        """The address at which the other processes reach this one, if they do."""
        self._current_until = self._current_by_wall = float("inf")
        self._runner = runner
        self._machine = socket.gethostname() if machine is None else machine

    @property
    def is_current(self) -> bool:
        """True while no other process can have taken the leases of this one: they were renewed in time.

        By this process's own clocks, so that one that was frozen knows it before it has asked the server. The monotonic
        one stands still while the machine sleeps; the other is set by people. Both must say so.
        """
        return time.monotonic() < self._current_until and time.time() < self._current_by_wall

    async def replace(self) -> bool:
        """Replace the process that has run longest on this machine; return False if there is none."""
        return await self._runner.run(
            lambda db: processes.replace(
                db, self._runner.id, LEASE, quiet(), machine=self._machine, named=self.named
            )
        )

    async def check_in(self, *, leaving: bool = False) -> Census:
        """Report that this process lives, and optionally that it is leaving; return the census."""
        return await self._runner.run(
            lambda db: processes.check_in(
                db, self._runner.id, LEASE, quiet(), machine=self._machine, named=self.named, leaving=leaving
            )
        )

    async def take(self, most: int, wanted: frozenset[int] | None = None) -> list[int]:
        """Take up to `most` free shards and return them."""
        taken = await self._runner.run(
            lambda db: self._with_address(db, leases.take(db, self._runner.id, most, LEASE, quiet(), wanted))
        )
        self.held.update(taken)
        return sorted(taken)

    def _with_address(self, db: PostgresConnection, taken: T) -> T:
        """Add the address of this process to the leases that it has just taken, and return them."""
        if taken:
            leases.say_where(db, self._runner.id, self.address)
        return taken

    async def address_of(self, shard: int) -> str:
        """Return the address of the process that holds a shard; empty if none does, or it has none."""
        return await self._runner.run(lambda db: leases.address_of(db, shard))

    async def renew(self) -> list[int]:
        """Renew all leases and return the shards that another process has taken in the meantime."""
        held, asked, by_wall = dict(self.held), time.monotonic(), time.time()
        still = await self._runner.run(lambda db: leases.renew(db, self._runner.id, held, LEASE))
        lost = sorted(held.keys() - still)
        if not lost:
            # else nothing more is shown until the lost ones are given up and the next renewal finds all in order
            self._current_until, self._current_by_wall = asked + LEASE, by_wall + LEASE
        return lost

    async def release(self, shards: Iterable[int]) -> None:
        """Release shards. Nothing of theirs may be saved afterwards."""
        with self._giving(shards) as given:
            await self._runner.run(lambda db: leases.release(db, self._runner.id, given))

    @contextmanager
    def _giving(self, shards: Iterable[int]) -> Iterator[dict[int, int]]:
        """Stop holding shards, unless giving them away fails."""
        # Removed first: a group that is saved right after the release would find these leases missing and fail.
        given = {shard: self.held.pop(shard) for shard in list(shards)}
        try:
            yield given
        except BaseException:
            self.held.update(given)
            raise

    async def check_out(self) -> None:
        """Release everything, and report that this process has ended."""
        await self.drop_claims(list(self.claimed))
        await self.release(list(self.held))
        await self._runner.run(lambda db: processes.check_out(db, self._runner.id))

    async def take_identify_turn(self, bucket: int) -> float | None:
        """Take the turn to identify in a bucket; if it is not free yet, return the seconds until it is."""
        return await self._runner.run(lambda db: leases.take_identify_turn(db, bucket, IDENTIFY))

    # ---- a shard that goes from one process to another

    async def claim(
        self, most: int, share: int, wanted: frozenset[int] | None = None, *, of_silent: bool = False
    ) -> list[int]:
        """Claim up to `most` shards of processes that leave or hold more than `share`, and return them.

        `of_silent`: also those of processes that have not renewed lately; they take the claim away if they live.
        """
        claimed = await self._runner.run(
            lambda db: claims.claim(
                db, self._runner.id, most, LEASE, quiet(), share=share, wanted=wanted, of_silent=of_silent
            )
        )
        self.claimed.update(claimed)
        return claimed

    async def renew_claims(self) -> list[int]:
        """Renew all claims and return the shards that another process has claimed in the meantime."""
        claimed = set(self.claimed)
        if not claimed:
            return []
        still = await self._runner.run(lambda db: claims.renew(db, self._runner.id, claimed, LEASE))
        lost = (claimed - still) & self.claimed
        self.claimed -= lost
        return sorted(lost)

    async def say_connected(self, shard: int) -> None:
        """Report that this process now keeps the presses of a claimed shard."""
        await self._runner.run(lambda db: claims.say_connected(db, self._runner.id, shard))

    async def receive(self, connected: Iterable[int], *, expired: bool = True) -> dict[int, list[int]]:
        """Take those of the claimed shards that are free, and return the interactions that each former holder took.

        `connected`: the shards to which this process is connected. `expired`: also those whose lease has run out; else
        only those that were given.
        """
        shards = sorted(connected)
        received = await self._runner.run(
            lambda db: self._with_address(
                db, claims.receive(db, self._runner.id, shards, LEASE, expired=expired)
            )
        )
        self.held.update({shard: epoch for shard, (epoch, _) in received.items()})
        return {shard: taken for shard, (_, taken) in sorted(received.items())}

    async def drop_claims(self, shards: Iterable[int]) -> None:
        """Drop claims, because the shards have been taken over or will not be."""
        dropped = list(shards)
        self.claimed.difference_update(dropped)
        await self._runner.run(lambda db: claims.drop(db, self._runner.id, dropped))

    async def claims_here(self) -> dict[int, bool]:
        """Return the shards of this process that others claim, and whether each can be given now."""
        found = await self._runner.run(lambda db: claims.waiting(db, self._runner.id))
        return {shard: may for shard, may in found.items() if shard in self.held}

    async def give(self, shard: int, taken: Iterable[int]) -> None:
        """Give a shard to the process that claims it, with the interactions that were taken here."""
        ids = list(taken)
        with self._giving([shard]) as given:
            await self._runner.run(lambda db: claims.give(db, self._runner.id, given, ids))

    def check(self, db: PostgresConnection) -> None:
        """Refuse a group, inside its transaction, unless all leases are still valid. Raises `LeaseLost`."""
        held = dict(self.held)
        if held:
            leases.fence(db, self._runner.id, held)
