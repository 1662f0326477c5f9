"""The open database: its writer, and the connections that read."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import ParamSpec, TypeVar

import psycopg

from db.backend.connection import Work
from db.backend.group_commit import Writer
from db.errors import NotSaved, StoreAway, StoreError, StoreHeld
from db.postgres import leases
from db.postgres.address import without_password
from db.postgres.connection import PostgresConnection, connect_reader, connect_writer, passes
from db.postgres.copy_out import copy_out
from db.postgres.deadline import Deadline, run_within
from db.postgres.lock import alone, take
from db.postgres.migrate import known_steps, migrate
from db.postgres.saver import PostgresSaver
from db.postgres.shard_leases import ShardLeases

T = TypeVar("T")
P = ParamSpec("P")

log = logging.getLogger(__name__)

READERS, REPORTERS = 4, 2
"""The number of connections for short queries, and for those that read a lot."""
READ_DEADLINE, REPORT_DEADLINE = 6.0, 60.0
"""Seconds for a short query, and for one that reads a lot: then its connection is cut."""
LOCK_PATIENCE = 10.0
"""Seconds that the server may take to end the session of a process that has just ended."""
WRITERS_KEPT = 7 * 86_400.0
"""Seconds after which nobody asks about the last group of a process."""


class ReaderPool:
    """Connections that read, each used by one thread at a time; opened when they are first needed."""

    def __init__(self, url: str, size: int, deadline: float) -> None:
        self._url, self._deadline = url, deadline
        self._threads = ThreadPoolExecutor(size, "store reader")
        self._idle: SimpleQueue[PostgresConnection] = SimpleQueue()

    async def run(self, work: Callable[[PostgresConnection], T]) -> T:
        """Call `work` in a thread, in a transaction with one snapshot. Raises `NotSaved` if the server is away."""
        try:
            return await run_within(
                self._threads, self._deadline, lambda until: self._run(work, until), patience=self._deadline
            )
        except TimeoutError as fault:
            raise NotSaved("the database does not answer") from fault

    def _run(self, work: Callable[[PostgresConnection], T], until: Deadline) -> T:
        try:
            db = until.uses(self._idle.get_nowait())
        except Empty:
            return self._run_on_new(work, until)
        try:
            return self._use(db, work)
        except psycopg.OperationalError as fault:
            if until.is_cut:
                raise NotSaved("the database does not answer") from fault
            # The server may have been restarted since: repeating a read does no harm.
            return self._run_on_new(work, until)

    def _run_on_new(self, work: Callable[[PostgresConnection], T], until: Deadline) -> T:
        try:
            return self._use(connect_reader(self._url, opened=until.uses), work)
        except psycopg.OperationalError as fault:
            raise NotSaved(f"the database is away: {fault}") from fault

    def _use(self, db: PostgresConnection, work: Callable[[PostgresConnection], T]) -> T:
        try:
            with db.snapshot():
                return work(db)
        finally:
            if not db.is_lost and not db.is_in_transaction:
                self._idle.put(db)
            else:
                db.close()

    async def close(self) -> None:
        """Wait for running reads, then close the connections."""
        await asyncio.to_thread(self._threads.shutdown)
        with suppress(Empty):
            while True:
                self._idle.get_nowait().close()


class PostgresDatabase:
    """One PostgreSQL database, opened by this process. Made by `open`."""

    def __init__(self, url: str, saver: PostgresSaver, engine: str) -> None:
        self.url = url
        self.saver = saver
        self.writer = Writer(saver)
        self.reader = ReaderPool(url, READERS, READ_DEADLINE)
        self.reporter = ReaderPool(url, REPORTERS, REPORT_DEADLINE)
        self.engine = engine
        """The name and version of the server."""
        self._closed = False

    @classmethod
    async def open(cls, url: str, shards: int = 0, patience: float = LOCK_PATIENCE) -> PostgresDatabase:
        """Open the database at `url`, and migrate it to the current version.

        With `shards` it is shared with other processes, which divide this number of shards among them. `patience` is
        how many seconds to wait for the session of a process that has just been killed to end.

        Raises `StoreLocked` if another process has it open, `StoreTooNew` if a later version of this program wrote
        it, `StoreError` if it is not one of ours or cannot be reached.
        """
        saver = PostgresSaver(url, shards, patience)
        try:
            engine = await saver.run(lambda db: _prepare(db, shards), patient=True)
        except NotSaved as fault:
            await saver.close()
            cause = fault.__cause__
            kind = StoreAway if passes(cause) else StoreError
            if isinstance(cause, psycopg.errors.LockNotAvailable):
                kind = StoreHeld
            raise kind(f"{without_password(url)} cannot be opened: {cause}") from fault
        except BaseException:
            await saver.close()
            raise
        return cls(url, saver, engine)

    @staticmethod
    async def migrate(url: str) -> tuple[int, int]:
        """Migrate a database to the current version. Returns the versions before and after; raises like `open`."""

        def run() -> tuple[int, int]:
            with closing(connect_writer(url)) as db:
                take(db)
                return migrate(db, known_steps())

        try:
            return await asyncio.to_thread(run)
        except psycopg.Error as fault:
            kind = StoreAway if passes(fault) else StoreError
            raise kind(f"{without_password(url)} cannot be opened: {fault}") from fault

    @property
    def leases(self) -> ShardLeases | None:
        """The shards of this process, if it shares the database."""
        return self.saver.leases

    async def next_match_id(self) -> int:
        """Return a match number that no process has used."""
        number: int = await self.saver.run(
            lambda db: db.execute("SELECT nextval('match_ids')").fetchall()[0][0]
        )
        return number

    async def close(self) -> None:
        """Save the waiting units, then close the database. May be called twice."""
        if self._closed:
            return
        self._closed = True
        await self.reporter.close()
        await self.reader.close()
        await self.writer.close()

    async def read(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query. All its statements read the same committed snapshot."""
        return await self.reader.run(lambda db: query(db, *args, **kwargs))

    async def report(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query that reads a lot, on a connection for such queries, without delaying short ones."""
        return await self.reporter.run(lambda db: query(db, *args, **kwargs))

    async def read_aside(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a long query on its own connection, so that other reads need not wait."""

        def read() -> T:
            with closing(connect_reader(self.url)) as db, db.snapshot():
                return query(db, *args, **kwargs)

        try:
            return await asyncio.to_thread(read)
        except psycopg.OperationalError as fault:
            raise NotSaved(f"the database is away: {fault}") from fault

    async def backup(self, target: Path) -> None:
        """Copy the database into a SQLite file at `target`, as one snapshot, while play continues.

        Raises `NotSaved` if it cannot be written.
        """

        def copy() -> None:
            with closing(connect_reader(self.url)) as db:
                copy_out(db, target)

        try:
            await asyncio.to_thread(copy)
        except (psycopg.Error, sqlite3.Error, OSError) as fault:
            raise NotSaved(f"the backup could not be written: {fault}") from fault


def _prepare(db: PostgresConnection, shards: int) -> str:
    with alone(db):
        migrate(db, known_steps())
    if shards:
        leases.prepare(db, shards)
    db.execute("DELETE FROM writers WHERE at < extract(epoch FROM now()) - ?", (WRITERS_KEPT,))
    return f"PostgreSQL {db.raw.info.parameter_status('server_version')}"
