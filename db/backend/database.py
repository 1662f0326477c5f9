"""The open database, as the store needs it."""

from __future__ import annotations

from collections.abc import Awaitable, Coroutine, Iterable
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar

from db.backend.connection import Work

T = TypeVar("T")
P = ParamSpec("P")


class Stats(NamedTuple):
    """The numbers of units and groups since the store was opened."""

    groups: int
    """Groups that were committed."""
    units: int
    """Units that were saved."""
    refused: int
    """Units that were refused."""
    failed: int
    """Units that the disk refused."""
    largest: int
    """Most units in one group."""
    seconds: float
    """Time that the groups took, failed ones included."""


class Census(NamedTuple):
    """The processes that share a database, as one of them sees them."""

    living: int
    """How many live and do not leave."""
    replaced: bool
    """Another process takes the place of this one."""
    running: int
    """How many live, those that leave among them."""


class ShardLeases(Protocol):
    """The shards that a process holds of a database that several share, and those that it is about to take over."""

    shards: int
    """The number of shards into which all servers are divided."""
    held: dict[int, int]
    """The shards of this process, each with the epoch with which it was taken."""
    claimed: set[int]
    """The shards of other processes that this one waits for."""
    named: bool
    """Whether this process serves just the shards that it was told."""

    async def replace(self) -> bool:
        """Take the place of the process that has run longest on this machine; False if there is none."""

    async def check_in(self, *, leaving: bool = False) -> Census:
        """Say that this process lives, and perhaps that it leaves; return how many stay."""

    async def take(self, most: int, wanted: frozenset[int] | None = None) -> list[int]:
        """Take up to `most` free shards, and return those taken."""

    async def renew(self) -> list[int]:
        """Renew all leases, and return the shards that another process has taken meanwhile."""

    async def release(self, shards: Iterable[int]) -> None:
        """Give shards back. Nothing that belongs to them may be saved any more."""

    async def check_out(self) -> None:
        """Give everything back, and say that this process has ended."""

    async def take_identify_turn(self, bucket: int) -> bool:
        """Take the turn to identify in a bucket; False if it is not yet free."""

    # ---- a shard that goes from one process to another

    async def claim(self, most: int, share: int, wanted: frozenset[int] | None = None) -> list[int]:
        """Claim up to `most` shards of processes that leave or hold more than `share`, and return those claimed."""

    async def renew_claims(self) -> list[int]:
        """Renew all claims, and return the shards that another process has claimed meanwhile."""

    async def say_connected(self, shard: int) -> None:
        """Say that this process keeps the presses of a claimed shard from now on."""

    async def receive(self) -> dict[int, list[int]]:
        """Take the claimed shards that are free, and return each with the interactions that were taken there."""

    async def drop_claims(self, shards: Iterable[int]) -> None:
        """Give claims up: the shards have been taken up, or will not be."""

    async def claims_here(self) -> dict[int, bool]:
        """Return the shards of this process that others claim, and whether each may be given now."""

    async def give(self, shard: int, taken: Iterable[int]) -> None:
        """Give a shard to the process that claims it, with the interactions that were taken here."""


class UnitWriter(Protocol):
    """A queue of units of work."""

    def do(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> Awaitable[T]:
        """Do `work` as one unit, to be awaited. Gives its result once it is on the disk; raises `NotSaved`."""

    def stats(self) -> Stats:
        """Return the numbers of groups and units since the database was opened."""


class Database(Protocol):
    """A database that is open in this process: one writer, and reads beside it."""

    @property
    def writer(self) -> UnitWriter:
        """The queue of units."""

    engine: str
    """The name and version of what is behind it, for reports."""

    @property
    def leases(self) -> ShardLeases | None:
        """The shards of this process, if it shares the database with others; None if it has it for itself."""

    async def next_match_id(self) -> int:
        """Return a number that no match has, and that is not given again."""

    def read(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, T]:
        """Run a query, once this is awaited; all its statements read the same, committed moment."""

    async def report(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query that reads much; the short ones need not wait for it."""

    async def read_aside(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a long query on a connection of its own."""

    async def backup(self, target: Path) -> None:
        """Copy everything into a SQLite file at `target`, complete as of one moment. Raises `NotSaved`."""

    async def close(self) -> None:
        """Save the units that wait, then let go of the database. Calling it twice does no harm."""
