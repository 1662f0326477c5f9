"""The open database, as the store needs it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import ParamSpec, Protocol, TypeVar

from db.backend.connection import Work
from db.backend.group_commit import Writer

T = TypeVar("T")
P = ParamSpec("P")


class ShardLeases(Protocol):
    """The shards that a process holds of a database that several share."""

    shards: int
    """The number of shards into which all servers are divided."""
    held: dict[int, int]
    """The shards of this process, each with the epoch with which it was taken."""

    async def check_in(self) -> int:
        """Say that this process lives, and return how many do."""

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


class Database(Protocol):
    """A database that is open in this process: one writer, and reads beside it."""

    writer: Writer
    engine: str
    """The name and version of what is behind it, for reports."""

    @property
    def leases(self) -> ShardLeases | None:
        """The shards of this process, if it shares the database with others; None if it has it for itself."""

    async def next_match_id(self) -> int:
        """Return a number that no match has, and that is not given again."""

    async def read(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query; all its statements read the same, committed moment."""

    async def report(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query that reads much; the short ones need not wait for it."""

    async def read_aside(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a long query on a connection of its own."""

    async def backup(self, target: Path) -> None:
        """Copy everything into a SQLite file at `target`, complete as of one moment. Raises `NotSaved`."""

    async def close(self) -> None:
        """Save the units that wait, then let go of the database. Calling it twice does no harm."""
