"""The two kinds of connection: one that writes, one that can only read what has been committed."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import aiosqlite

T = TypeVar("T")
P = ParamSpec("P")

PATIENCE = 1.0
"""Seconds to wait for a foreign program (a shell, a backup tool) that holds the file."""
OF_THE_STORE = "name NOT GLOB 'sqlite_*' AND name NOT GLOB '_litestream_*'"
"""A condition on `sqlite_schema` that selects the store's objects, without SQLite's and Litestream's own."""
DAY = 86_400
"""Seconds."""


class SqliteConnection(sqlite3.Connection):
    """A connection to the file. The SQL function `day_of` turns a time into its day."""

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Let all statements in the block read the same snapshot."""
        self.execute("BEGIN")
        try:
            yield
        finally:
            if self.in_transaction:  # a fault of the disk ends it, and must not be hidden by another one
                self.execute("COMMIT")

    def size(self) -> int:
        """Return the bytes that the file takes, without its log."""
        (pages,) = self.execute("PRAGMA page_count").fetchone()
        (page,) = self.execute("PRAGMA page_size").fetchone()
        return int(pages) * int(page)

    def damage(self) -> list[str]:
        """Return a sentence for each damaged page of the file, and for each row that refers to a missing one."""
        return [
            *(
                f"the file is damaged: {line}"
                for (line,) in self.execute("PRAGMA integrity_check")
                if line != "ok"
            ),
            *(
                f"row {rowid} of {table} names a row of {parent} that is not there"
                for table, rowid, parent, _ in self.execute("PRAGMA foreign_key_check")
            ),
        ]


def create_private(path: Path) -> None:
    """Create an empty file, readable by its owner only, which SQLite accepts as a new database.

    It will hold the seeds of running tables. SQLite gives the files that it creates beside it the same permissions. An
    existing file is left unchanged.
    """
    path.touch(mode=0o600)


def connect_writer(path: Path, patience: float = PATIENCE) -> SqliteConnection:
    """Open a connection that writes, durable at each COMMIT. Creates the file if it does not exist."""
    db = sqlite3.connect(
        path, timeout=patience, isolation_level=None, cached_statements=256, factory=SqliteConnection
    )
    try:
        db.execute("PRAGMA trusted_schema = OFF")
        # WAL keeps the file open to other programs: Litestream reads the log, and holds it until it is copied.
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        # Overwrite deleted rows, so that the name of a deleted member does not remain in a free page.
        db.execute("PRAGMA secure_delete = ON")
        # A REPLACE typed by hand must fire the DELETE triggers too.
        db.execute("PRAGMA recursive_triggers = ON")
    except sqlite3.Error:
        db.close()
        raise
    return db


def connect_reader(path: Path, patience: float = PATIENCE, *, unused: bool = False) -> SqliteConnection:
    """Open a connection that cannot write: the file is opened read-only, and statements are refused.

    `unused`: no process has the file open, so nothing is left beside it.
    """
    uri = f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if unused else ''}"
    db = sqlite3.connect(
        uri, uri=True, timeout=patience, isolation_level=None, cached_statements=256, factory=SqliteConnection
    )
    db.create_function("day_of", 1, lambda at: int(at // DAY), deterministic=True)
    db.execute("PRAGMA trusted_schema = OFF")
    db.execute("PRAGMA query_only = ON")
    return db


class WorkerConnection(aiosqlite.Connection):
    """An aiosqlite connection that takes whole functions.

    aiosqlite sends each statement to its thread and waits for it there; a group of sixty rows would cross over more
    than two hundred times. Here a function crosses once and runs to its end.
    """

    def __init__(self, connect: Callable[[], SqliteConnection]) -> None:
        super().__init__(connect, iter_chunk_size=64)
        # A process that forgets to call `close` must still be able to end; saved units are safe.
        self._thread.daemon = True

    @classmethod
    async def open(cls, connect: Callable[[], SqliteConnection]) -> Self:
        """Call `connect` in a new thread and return the connection; raises what `connect` raises."""
        connection = cls(connect)
        await connection
        return connection

    def run(
        self, work: Callable[Concatenate[SqliteConnection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> Coroutine[Any, Any, T]:
        """Call `work` in the connection's thread when awaited. Returns its result, or raises its error."""
        calling: Coroutine[Any, Any, T] = self._execute(work, self._conn, *args, **kwargs)  # type: ignore[no-untyped-call]
        return calling


def copy_to(db: sqlite3.Connection, target: Path) -> None:
    """Copy a database to `target` as one snapshot, replacing an existing file.

    The copy gets its name only when it is complete. Raises `sqlite3.Error` or `OSError`, and leaves nothing behind
    then.
    """
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        create_private(part)
        with closing(sqlite3.connect(part)) as copy:
            db.backup(copy)
        os.replace(part, target)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
