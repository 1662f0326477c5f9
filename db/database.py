"""The open file: its lock, the connection that writes, the one that reads, and the care of it."""

from __future__ import annotations

import asyncio
import itertools
import os
import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from db import audit, loss_limits, member_rows, migrate, queries
from db.connection import PATIENCE, Work, WorkerConnection, copy_to, snapshot, to_read
from db.errors import NotSaved, StoreError
from db.lock import Lock
from db.member_rows import WELCOME
from db.writer import Writer

T = TypeVar("T")

Clock = Callable[[], float]

OLDEST_SQLITE = (3, 38, 0)
"""STRICT tables, RETURNING, and JSON built in."""


class Database:
    """One SQLite file, open in this process alone; `Store` is made of the parts that build on this."""

    def __init__(
        self,
        path: Path,
        lock: Lock,
        writer: Writer,
        reader: WorkerConnection,
        first_match: int,
        clock: Clock,
        welcome: Mapping[str, int],
    ) -> None:
        self._path = path
        self._lock = lock
        self._writer = writer
        self._reader = reader
        self._match_ids = itertools.count(first_match)
        self._clock = clock
        self._welcome = welcome
        self._closed = False

    # ---- opening and closing

    @classmethod
    async def open(
        cls,
        path: str | os.PathLike[str],
        *,
        clock: Clock = time.time,
        welcome: Mapping[str, int] = WELCOME,
        patience: float = PATIENCE,
    ) -> Self:
        """Open the file at `path`, making or migrating it where needed.

        `clock` gives the time that is written beside what is saved; `welcome` is what new members
        get; `patience` is for how many seconds a write waits for a foreign program that holds the
        file. Raises `StoreLocked` if another process has it open, `StoreTooNew` if a later version
        of this program wrote it, `StoreError` if it is no file of ours.
        """
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise StoreError(f"SQLite {sqlite3.sqlite_version} is too old, 3.38 or later is needed")
        path = Path(path)
        lock = Lock(path)
        try:
            await asyncio.to_thread(migrate.migrate, path, migrate.known_steps())
            writer = await Writer.open(path, patience)
            try:
                await writer.do(partial(member_rows.forget_old_days, now=clock()))
                await writer.do(partial(loss_limits.purge_expired, now=clock()))
                reader = await WorkerConnection.open(lambda: to_read(path, patience))
                first_match = await reader.run(queries.last_match) + 1
            except BaseException:
                await writer.close()
                raise
        except BaseException:
            lock.release()
            raise
        return cls(path, lock, writer, reader, first_match, clock, welcome)

    @staticmethod
    async def migrate(path: str | os.PathLike[str]) -> tuple[int, int]:
        """Bring a file to the present version without opening it for play.

        Gives the versions before and after; raises what `open` raises.
        """
        lock = Lock(Path(path))
        try:
            return await asyncio.to_thread(migrate.migrate, Path(path), migrate.known_steps())
        finally:
            lock.release()

    async def close(self) -> None:
        """Save what waits, then let go of the file. Calling it twice does no harm."""
        if self._closed:
            return
        self._closed = True
        try:
            # The writer goes last: whoever is alone with the file folds the log into it, which a
            # connection that cannot write could not do.
            await self._reader.close()
            await self._writer.close()
        finally:
            self._lock.release()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    # ---- care of the file

    async def backup(self, path: str | os.PathLike[str]) -> None:
        """Copy the store to `path`, complete as of one moment, while it goes on.

        The copy appears under its name when it is whole; a file that is there is replaced. Raises
        `NotSaved` if it cannot be written, `ValueError` if it is the store's own file.
        """
        await self._aside(partial(_copy, source=self._path, target=Path(path)))

    async def audit(self) -> list[str]:
        """Add up all books again: a sentence for each fault found, `[]` when all is well."""
        return await self._aside(snapshot(audit.audit))

    async def _read(self, work: Work[T]) -> T:
        return await self._reader.run(snapshot(work))

    async def _aside(self, work: Work[T]) -> T:
        """Do what takes long on a connection of its own, so that other reads need not wait."""

        def in_thread() -> T:
            with closing(to_read(self._path)) as db:
                return work(db)

        return await asyncio.to_thread(in_thread)


def _copy(db: sqlite3.Connection, source: Path, target: Path) -> None:
    if target.resolve() == source.resolve():
        raise ValueError("a store cannot be backed up onto itself")
    try:
        copy_to(db, target)
    except (sqlite3.Error, OSError) as fault:
        raise NotSaved(f"the backup could not be written: {fault}") from fault
