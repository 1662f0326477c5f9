"""The interface of an open database that the store needs."""

from __future__ import annotations

from collections.abc import Awaitable, Coroutine, Iterable
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar

from db.backend.connection import Work

T = TypeVar("T")
P = ParamSpec("P")


class Stats(NamedTuple):
    """Counts of units and groups since the store was opened."""

    groups: int
    """Groups that were committed."""
    units: int
    """Units that were saved."""
    refused: int
    """Units that were refused."""
    failed: int
    """Units in groups that could not be saved."""
    largest: int
    """The most units in one group."""
    seconds: float
    """The time spent on groups, including failed ones."""
    oldest: float
    """The seconds for which the oldest unit has waited that is not saved yet; 0 if there is none."""


class Census(NamedTuple):
    """The processes that share a database, as one of them sees them."""

    living: int
    """The number of live processes that are not leaving."""
    replaced: bool
    """True if another process is replacing this one."""
    running: int
    """The number of live processes, including those that are leaving."""
    silent: int
    """How many of the living have not renewed lately, and may be dead."""


class ShardLeases(Protocol):
    """The shards that a process holds in a shared database, and those that it is about to take over."""

    shards: int
    """The number of shards that all servers are divided into."""
    held: dict[int, int]
    """The shards of this process, each with the epoch in which it was taken."""
    claimed: set[int]
    """The shards of other processes that this one waits for."""
    named: bool
    """True if this process serves only the shards that it was told to."""
    address: str
    """The address at which the other processes reach this one, if they do."""

    @property
    def is_current(self) -> bool:
        """True while no other process can have taken the leases of this one: they were renewed in time."""

    async def replace(self) -> bool:
        """Replace the process that has run longest on this machine; return False if there is none."""

    async def check_in(self, *, leaving: bool = False) -> Census:
        """Report that this process lives, and optionally that it is leaving; return the census."""

    async def take(self, most: int, wanted: frozenset[int] | None = None) -> list[int]:
        """Take up to `most` free shards and return them."""

    async def address_of(self, shard: int) -> str:
        """Return the address of the process that holds a shard; empty if none does, or it has none."""

    async def renew(self) -> list[int]:
        """Renew all leases and return the shards that another process has taken in the meantime."""

    async def release(self, shards: Iterable[int]) -> None:
        """Release shards. Nothing of theirs may be saved afterwards."""

    async def check_out(self) -> None:
        """Release everything, and report that this process has ended."""

    async def take_identify_turn(self, bucket: int) -> float | None:
        """Take the turn to identify in a bucket; if it is not free yet, return the seconds until it is."""

    # ---- a shard that goes from one process to another

    async def claim(
        self, most: int, share: int, wanted: frozenset[int] | None = None, *, of_silent: bool = False
    ) -> list[int]:
        """Claim up to `most` shards of processes that leave or hold more than `share`, and return them.

        `of_silent`: also those of processes that have not renewed lately; they take the claim away if they live.
        """

    async def renew_claims(self) -> list[int]:
        """Renew all claims and return the shards that another process has claimed in the meantime."""

    async def say_connected(self, shard: int) -> None:
        """Report that this process now keeps the presses of a claimed shard."""

    async def receive(self, connected: Iterable[int], *, expired: bool = True) -> dict[int, list[int]]:
        """Take those of the claimed shards that are free, and return the interactions that each former holder took.

        `connected`: the shards to which this process is connected. `expired`: also those whose lease has run out; else
        only those that were given.
        """

    async def drop_claims(self, shards: Iterable[int]) -> None:
        """Drop claims, because the shards have been taken over or will not be."""

    async def claims_here(self) -> dict[int, bool]:
        """Return the shards of this process that others claim, and whether each can be given now."""

    async def give(self, shard: int, taken: Iterable[int]) -> None:
        """Give a shard to the process that claims it, with the interactions that were taken here."""


class UnitWriter(Protocol):
    """A queue of units of work."""

    def do(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> Awaitable[T]:
        """Run `work` as one unit and return its result once it is on the disk. Raises `NotSaved`."""

    def stats(self) -> Stats:
        """Return the counts of units and groups since the database was opened."""


class Database(Protocol):
    """An open database in this process: one writer, and any number of readers."""

    @property
    def writer(self) -> UnitWriter:
        """The queue of units."""

    engine: str
    """The name and version of the database engine, for reports."""

    @property
    def leases(self) -> ShardLeases | None:
        """The shards of this process, if it shares the database; None if it has it to itself."""

    async def next_match_id(self) -> int:
        """Return a match number that has never been used."""

    def read(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, T]:
        """Run a query. All its statements read the same committed snapshot."""

    async def report(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query that reads a lot, without delaying short ones."""

    async def read_aside(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a long query on its own connection."""

    async def backup(self, target: Path) -> None:
        """Copy everything into a SQLite file at `target`, as one snapshot. Raises `NotSaved`."""

    async def close(self) -> None:
        """Save the waiting units, then close the database. May be called twice."""
