"""The open database, as the store needs it."""

from __future__ import annotations

from pathlib import Path
from typing import ParamSpec, Protocol, TypeVar

from db.backend.connection import Work
from db.backend.group_commit import Writer

T = TypeVar("T")
P = ParamSpec("P")


class Database(Protocol):
    """A database that is open in this process: one writer, and reads beside it."""

    writer: Writer
    engine: str
    """The name and version of what is behind it, for reports."""

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
