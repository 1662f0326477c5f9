"""The leases of one process, taken and renewed through its writing connection."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from db.postgres import leases
from db.postgres.connection import PostgresConnection

T = TypeVar("T")

LEASE = 8.0
"""Seconds for which a lease lasts if it is not renewed: so long a dead process is waited for."""
IDENTIFY = 5.5
"""Seconds between two identifies of a bucket; Discord asks for five."""


class Runner(Protocol):
    """The writing connection, as the leases need it."""

    id: str

    async def run(self, work: Callable[[PostgresConnection], T]) -> T:
        """Call `work` with it, between two groups."""


class ShardLeases:
    """The leases that this process holds of `shards` shards.

    It goes through the writing connection, so that a process that cannot write cannot renew either. Every method
    raises `StoreError` where the server cannot be asked.
    """

    def __init__(self, runner: Runner, shards: int) -> None:
        self.shards = shards
        self.held: dict[int, int] = {}
        """The shards of this process, each with its epoch."""
        self._runner = runner

    async def check_in(self) -> int:
        """Say that this process lives, and return how many do."""
        return await self._runner.run(lambda db: leases.check_in(db, self._runner.id, LEASE))

    async def take(self, most: int, wanted: frozenset[int] | None = None) -> list[int]:
        """Take up to `most` free shards, and return those taken."""
        taken = await self._runner.run(lambda db: leases.take(db, self._runner.id, most, LEASE, wanted))
        self.held.update(taken)
        return sorted(taken)

    async def renew(self) -> list[int]:
        """Renew all leases, and return the shards that another process has taken meanwhile."""
        held = dict(self.held)
        still = await self._runner.run(lambda db: leases.renew(db, self._runner.id, held, LEASE))
        return sorted(held.keys() - still)

    async def release(self, shards: Iterable[int]) -> None:
        """Give shards back. Nothing that belongs to them may be saved any more."""
        given = {shard: self.held[shard] for shard in shards}
        await self._runner.run(lambda db: leases.release(db, self._runner.id, given))
        for shard in given:
            del self.held[shard]

    async def check_out(self) -> None:
        """Give everything back, and say that this process has ended."""
        await self.release(list(self.held))
        await self._runner.run(lambda db: leases.check_out(db, self._runner.id))

    async def take_identify_turn(self, bucket: int) -> bool:
        """Take the turn to identify in a bucket; False if it is not yet free."""
        return await self._runner.run(lambda db: leases.take_identify_turn(db, bucket, IDENTIFY))

    def check(self, db: PostgresConnection) -> None:
        """Refuse a group, inside its transaction, unless everything held stands. Raises `LeaseLost`."""
        held = dict(self.held)
        if held:
            leases.fence(db, self._runner.id, held)
