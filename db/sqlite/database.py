"""The open database file: its lock, the connection that writes, and the two that read."""

from __future__ import annotations

import asyncio
import itertools
import logging
import sqlite3
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from db import journal
from db.backend.connection import Work
from db.backend.database import ShardLeases
from db.backend.group_commit import Writer
from db.errors import NotSaved, StoreError
from db.sqlite import migrate
from db.sqlite.connection import PATIENCE, SqliteConnection, WorkerConnection, connect_reader, copy_to
from db.sqlite.lock import Lock
from db.sqlite.quick_check import quick_check
from db.sqlite.writer import open_writer

T = TypeVar("T")
P = ParamSpec("P")

log = logging.getLogger(__name__)

OLDEST_SQLITE = (3, 38, 0)
"""The oldest version with STRICT tables, RETURNING, and built-in JSON."""


class SqliteDatabase:
    """One SQLite file, opened by this process alone. Made by `open`."""

    def __init__(
        self, path: Path, lock: Lock, writer: Writer, reader: WorkerConnection, reporter: WorkerConnection
    ) -> None:
        self.path = path
        self.writer = writer
        self.reader = reader
        self.reporter = reporter
        self.leases: ShardLeases | None = None
        """None: a file belongs to one process."""
        self._match_ids: Iterator[int] | None = None
        self.engine = f"SQLite {sqlite3.sqlite_version}"
        self._lock = lock
        self._closed = False

    @classmethod
    async def open(cls, path: Path, patience: float = PATIENCE) -> SqliteDatabase:
        """Open the file at `path`, creating or migrating it if needed.

        Raises `StoreLocked` if another process has it open, `StoreTooNew` if a later version of this program wrote
        it, `StoreError` if it is not a file of ours.
        """
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise StoreError(f"SQLite {sqlite3.sqlite_version} is too old, 3.38 or later is needed")
        async with AsyncExitStack() as opened:
            lock = Lock(path)
            opened.callback(lock.release)
            _refuse_emptied(path, lock)
            if not await asyncio.to_thread(quick_check, path):
                log.info("%s is large: only a part of it was looked through", path)
            await asyncio.to_thread(migrate.migrate, path, migrate.known_steps())
            lock.mark()
            writer = await open_writer(path, patience)
            opened.push_async_callback(writer.close)
            reader = await WorkerConnection.open(lambda: connect_reader(path, patience))
            opened.push_async_callback(reader.close)
            reporter = await WorkerConnection.open(lambda: connect_reader(path, patience))
            opened.pop_all()
        return cls(path, lock, writer, reader, reporter)

    @staticmethod
    async def migrate(path: Path) -> tuple[int, int]:
        """Migrate a file to the current version. Returns the versions before and after; raises like `open`."""
        lock = Lock(path)
        try:
            _refuse_emptied(path, lock)
            return await asyncio.to_thread(migrate.migrate, path, migrate.known_steps())
        finally:
            lock.release()

    async def close(self) -> None:
        """Save the waiting units, then close the file. May be called twice."""
        if self._closed:
            return
        self._closed = True
        try:
            # The writer closes last: the last connection to close folds the log into the file, which a read-only one
            # could not do.
            await self.reporter.close()
            await self.reader.close()
            await self.writer.close()
        finally:
            self._lock.release()

    async def next_match_id(self) -> int:
        """Return a match number that has never been used, and is not returned again while this runs."""
        if self._match_ids is None:
            last = await self.read(journal.last_match_id)
            # two calls may wait for the first answer at once; both must share one counter
            self._match_ids = self._match_ids or itertools.count(last + 1)
        return next(self._match_ids)

    def read(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, T]:
        """Run a query. All its statements read the same committed snapshot."""
        return self.reader.run(_run_in_snapshot, query, args, kwargs)

    async def report(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query that reads a lot, on a connection for such queries, without delaying short ones."""
        return await self.reporter.run(_run_in_snapshot, query, args, kwargs)

    async def read_aside(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a long query on its own connection, so that other reads need not wait."""

        def read() -> T:
            with closing(connect_reader(self.path)) as db, db.snapshot():
                return query(db, *args, **kwargs)

        return await asyncio.to_thread(read)

    async def backup(self, target: Path) -> None:
        """Copy the file to `target` as one snapshot, while play continues.

        Raises `NotSaved` if it cannot be written, `ValueError` if `target` is this file.
        """
        await asyncio.to_thread(self._backup, target)

    def _backup(self, target: Path) -> None:
        if target.resolve() == self.path.resolve():
            raise ValueError("a store cannot be backed up onto itself")
        try:
            with closing(connect_reader(self.path)) as db:
                copy_to(db, target)
        except (sqlite3.Error, OSError) as fault:
            raise NotSaved(f"the backup could not be written: {fault}") from fault


def _run_in_snapshot(
    db: SqliteConnection, query: Work[..., T], args: tuple[object, ...], kwargs: dict[str, object]
) -> T:
    # not `snapshot`: its context manager costs time, and every wager waits for this
    db.execute("BEGIN")
    try:
        return query(db, *args, **kwargs)
    finally:
        db.execute("COMMIT")


def _refuse_emptied(path: Path, lock: Lock) -> None:
    """Raise `StoreError` for an empty file that was a database before, as after a full disk or a mistake."""
    if lock.is_marked and path.is_file() and path.stat().st_size == 0:
        raise StoreError(
            f"{path} is empty, but it was a database when it was last open; restore a backup,"
            f" or delete it and {path.name}.lock to begin again"
        )
