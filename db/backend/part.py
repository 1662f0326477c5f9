"""A part of an open database that can be closed while the others continue."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

from db.backend.connection import Connection, Work
from db.backend.database import Database, ShardLeases, Stats, UnitWriter
from db.errors import NotOurs, NotSaved

T = TypeVar("T")
P = ParamSpec("P")


class PartOfDatabase:
    """The database for one of its users. Once it is closed, that user can neither save nor read."""

    def __init__(self, whole: Database) -> None:
        self.whole = whole
        self.engine = whole.engine
        self.writer: UnitWriter = PartWriter(self)
        self._closed = self.is_cut = False
        self._used = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def use(self, call: Callable[[], Awaitable[T]]) -> T:
        """Call the whole database, and count the call until it returns. Raises `NotSaved` once the part is closed."""
        if self._closed:
            raise NotSaved("this part of the store is closed")
        self._used += 1
        self._idle.clear()
        try:
            return await call()
        finally:
            self._used -= 1
            if not self._used:
                self._idle.set()

    @property
    def leases(self) -> ShardLeases | None:
        """The shards of this process; a part has no separate ones."""
        return self.whole.leases

    async def next_match_id(self) -> int:
        """Return a match number that has never been used."""
        return await self.use(self.whole.next_match_id)

    async def read(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query. All its statements read the same committed snapshot."""
        return await self.use(lambda: self.whole.read(query, *args, **kwargs))

    async def report(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query that reads a lot, without delaying short ones."""
        return await self.use(lambda: self.whole.report(query, *args, **kwargs))

    async def read_aside(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a long query on its own connection."""
        return await self.use(lambda: self.whole.read_aside(query, *args, **kwargs))

    async def backup(self, target: Path) -> None:
        """Copy everything into a SQLite file at `target`. Raises `NotSaved`."""
        await self.use(lambda: self.whole.backup(target))

    def cut(self) -> None:
        """Refuse at once everything that is not saved yet: another process serves what this part is for."""
        self._closed = self.is_cut = True

    async def close(self) -> None:
        """Wait until the units of this part are saved, and refuse later ones. The whole database stays open."""
        self._closed = True
        await self._idle.wait()


class PartWriter:
    """The queue of the whole database, for one part."""

    def __init__(self, part: PartOfDatabase) -> None:
        self._part = part

    async def do(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `work` as one unit. Raises `NotSaved` once the part is closed."""
        part = self._part

        def unless_cut(db: Connection, /, *args: P.args, **kwargs: P.kwargs) -> T:
            # asked in the group itself: it may have waited in the queue while the part was cut
            if part.is_cut:
                raise NotOurs("another process serves this now")
            return work(db, *args, **kwargs)

        return await part.use(lambda: part.whole.writer.do(unless_cut, *args, **kwargs))

    def stats(self) -> Stats:
        """Return the counts of the whole database."""
        return self._part.whole.writer.stats()
