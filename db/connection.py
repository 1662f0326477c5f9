"""The two connections: one that writes, one that can only read what has been committed."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Self, TypeVar

import aiosqlite

T = TypeVar("T")

Work = Callable[[sqlite3.Connection], T]
"""A piece of work that is done in the connection's thread, in one go."""

PATIENCE = 1.0
"""Seconds to wait for a foreign program (a shell, a backup tool) that holds the file."""


def make_private(path: Path) -> None:
    """Make an empty file, which SQLite takes for a new database, for the eyes of its owner only.

    It will hold the seeds of the tables being played. SQLite gives the files it puts beside it the
    same permissions. A file that is there is left as it is.
    """
    path.touch(mode=0o600)


def to_write(path: Path, patience: float = PATIENCE) -> sqlite3.Connection:
    """A connection that writes, durable at each COMMIT. Makes the file if it is not there."""
    db = sqlite3.connect(path, timeout=patience, isolation_level=None, cached_statements=256)
    try:
        db.execute("PRAGMA trusted_schema = OFF")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        # What is deleted is written over, so that a name that was to be forgotten is.
        db.execute("PRAGMA secure_delete = ON")
        # A REPLACE typed by hand must ask the DELETE triggers too.
        db.execute("PRAGMA recursive_triggers = ON")
    except sqlite3.Error:
        db.close()
        raise
    return db


def to_read(path: Path, patience: float = PATIENCE) -> sqlite3.Connection:
    """A connection that cannot write: the file is opened read-only, and statements are refused."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    db = sqlite3.connect(uri, uri=True, timeout=patience, isolation_level=None, cached_statements=256)
    db.execute("PRAGMA trusted_schema = OFF")
    db.execute("PRAGMA query_only = ON")
    return db


class WorkerConnection(aiosqlite.Connection):
    """An aiosqlite connection that takes whole pieces of work.

    aiosqlite sends each statement to its thread and waits for it there; a group of sixty rows
    would cross over two hundred times. Here a function crosses once and runs to its end.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connect, iter_chunk_size=64)
        # A process that ends without `close`, by a fault, must end; what was saved is safe.
        self._thread.daemon = True

    @classmethod
    async def open(cls, connect: Callable[[], sqlite3.Connection]) -> Self:
        """A pipe to what `connect` makes (in the pipe's own thread), or what that raises."""
        pipe = cls(connect)
        await pipe
        return pipe

    async def run(self, work: Work[T]) -> T:
        """Do `work` in the connection's thread and give its answer, or raise what it raised."""
        answer: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return answer


def snapshot(work: Work[T]) -> Work[T]:
    """`work`, with all its statements reading the same moment."""

    def frozen(db: sqlite3.Connection) -> T:
        db.execute("BEGIN")
        try:
            return work(db)
        finally:
            db.execute("COMMIT")

    return frozen


def copy_to(db: sqlite3.Connection, target: Path) -> None:
    """Copy a database to `target`, complete as of one moment; a file that is there is replaced.

    The copy appears under its name when it is whole. Raises `sqlite3.Error` or `OSError`, and leaves nothing then.
    """
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        make_private(part)
        with closing(sqlite3.connect(part)) as copy:
            db.backup(copy)
        os.replace(part, target)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
