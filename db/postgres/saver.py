"""Saving a group of units on PostgreSQL, and finding out later whether an unanswered COMMIT succeeded."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

import psycopg

from db.backend.connection import ConstraintViolation
from db.backend.group_commit import GroupLost, Outcome, OutcomeUnknown, WaitingUnit, as_refusal
from db.errors import NotSaved, Refused, StoreError
from db.postgres import lock
from db.postgres.connection import PostgresConnection, SpoiltTransaction, connect, connect_writer
from db.postgres.deadline import Deadline, run_within
from db.postgres.shard_leases import ShardLeases

T = TypeVar("T")

UNIT_FAULTS = (
    Refused,
    ConstraintViolation,
    OverflowError,
    psycopg.ProgrammingError,
)
"""Errors that a unit causes itself. Only the unit is rolled back; its group continues."""
PAUSE = 1.0
"""Seconds between two attempts to ask for the outcome of a group."""
END_PATIENCE = 5.0
"""Seconds that an old session may take to end."""
DEADLINE = 6.0
"""Seconds for a group or a question about leases, which last longer: then the connection is cut."""


class CommitUnanswered(Exception):
    """A COMMIT was sent and the connection lost; `token` shows later whether the group was saved."""

    def __init__(self, token: str, outcomes: list[Outcome]) -> None:
        super().__init__(token)
        self.token, self.outcomes = token, outcomes


class _Open(NamedTuple):
    db: PostgresConnection
    session: lock.Session


class PostgresSaver:
    """The one writing connection, in a thread of its own. If it is lost, the next group reopens it."""

    def __init__(self, url: str, shards: int = 0, patience: float = 0.0) -> None:
        self.url = url
        self.id = secrets.token_hex(16)
        """The id under which this process writes its tokens."""
        self.leases = ShardLeases(self, shards) if shards else None
        """The leases of this process, if it shares the database with others."""
        self._thread = ThreadPoolExecutor(1, "store writer")
        self._open: _Open | None = None
        self._old: lock.Session | None = None
        """The last session, until it is known to have ended."""
        self._patience = patience
        """Seconds to wait for the lock when the database is opened; later it is free at once, or taken for good."""
        self._stopping = asyncio.Event()
        self._closed = False

    async def run(self, work: Callable[[PostgresConnection], T], *, patient: bool = False) -> T:
        """Call `work` with the writing connection, outside any group; without a deadline if `patient`.

        Raises `StoreError`.
        """
        seconds = None if patient else DEADLINE
        try:
            return await run_within(self._thread, seconds, lambda until: work(self._connection(until)))
        except psycopg.Error as fault:
            raise NotSaved(f"the database is away: {fault}") from fault

    async def save(self, group: Sequence[WaitingUnit], while_away: Callable[[str], None]) -> list[Outcome]:
        """Run all units in one transaction. Raises `GroupLost` or `OutcomeUnknown`."""
        try:
            return await run_within(self._thread, DEADLINE, lambda until: self._save(group, until))
        except CommitUnanswered as doubt:
            while_away("the database is away, and the last answers are being looked for")
            return await self._find_out(doubt)
        except (psycopg.Error, StoreError) as fault:
            raise GroupLost(str(fault)) from fault

    async def _find_out(self, doubt: CommitUnanswered) -> list[Outcome]:
        while True:
            try:
                is_saved = await run_within(
                    self._thread, DEADLINE, lambda until: self._was_kept(doubt.token, until)
                )
            except (psycopg.Error, StoreError) as fault:
                if self._stopping.is_set():
                    raise OutcomeUnknown(str(fault)) from fault
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), PAUSE)
                continue
            if is_saved:
                return doubt.outcomes
            raise GroupLost("the connection was lost before the group was committed")

    def stop_asking(self) -> None:
        """End a `save` that waits for the server."""
        self._stopping.set()

    async def close(self) -> None:
        """Close the connection, and with it the lock. May be called twice."""
        if not self._closed:
            self._closed = True
            await asyncio.get_running_loop().run_in_executor(self._thread, self._drop)
            self._thread.shutdown(wait=False)

    # ---- in the thread

    def _connection(self, until: Deadline) -> PostgresConnection:
        """Return the connection with the lock, reopened if it was lost; it is cut at the deadline."""
        if self._open is not None and not self._open.db.is_lost:
            return until.uses(self._open.db)
        self._drop()
        db = connect_writer(self.url, shared=self.leases is not None, opened=until.uses)
        try:
            if self._old is not None and not lock.end_session(db, self._old, END_PATIENCE):
                raise StoreError("the last session on the server has not ended yet")
            lock.take(db, shared=self.leases is not None, patience=self._patience)
            self._open = _Open(db, lock.session_of(db))
            self._patience = 0.0
        except BaseException:
            db.close()
            raise
        self._old = None
        return db

    def _drop(self) -> None:
        if self._open is not None:
            self._old = self._open.session
            self._open.db.close()
            self._open = None

    def _save(self, group: Sequence[WaitingUnit], until: Deadline) -> list[Outcome]:
        db = self._connection(until)
        token = secrets.token_hex(16)
        try:
            db = self._begin(db, until)
            if self.leases is not None:
                # before the savepoint, since a refused unit gives back what was locked after it
                self.leases.check(db)
                db.run("SAVEPOINT unit")
            outcomes = _do_units(db, group)
            db.execute(
                "INSERT INTO writers (id, last_group, at) VALUES (?, ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET last_group = excluded.last_group, at = excluded.at",
                (self.id, token, time.time()),
            )
        except BaseException:
            self._take_back(db)
            raise
        self._commit(db, token, outcomes)
        return outcomes

    def _begin(self, db: PostgresConnection, until: Deadline) -> PostgresConnection:
        """Begin a transaction, on a new connection if the old one was lost since its last use.

        Without leases to check first, its savepoint begins with it, in the same trip to the server.
        """
        begin = "BEGIN; SAVEPOINT unit" if self.leases is None else "BEGIN"
        try:
            db.run(begin)
        except psycopg.OperationalError:
            if not db.is_lost or until.is_cut:
                raise
            db = self._connection(until)
            db.run(begin)
        return db

    def _commit(self, db: PostgresConnection, token: str, outcomes: list[Outcome]) -> None:
        try:
            done = db.run("COMMIT")
        except psycopg.Error as fault:
            # A server that refuses a COMMIT says so and stays connected: nothing is kept. A lost connection says
            # nothing about the COMMIT, even if its last message was about something else.
            # even if its last words were about something else.
            if db.is_lost or db.is_in_transaction:
                self._drop()
                raise CommitUnanswered(token, outcomes) from fault
            raise
        if done != "COMMIT":
            raise psycopg.InternalError(f"the server answered COMMIT with {done}")

    def _take_back(self, db: PostgresConnection) -> None:
        """Roll the transaction back, or drop the connection if that fails."""
        try:
            if not db.is_lost and db.is_in_transaction:
                db.run("ROLLBACK")
        except psycopg.Error:
            self._drop()

    def _was_kept(self, token: str, until: Deadline) -> bool:
        db = until.uses(connect(self.url))
        try:
            if self._old is not None and not lock.end_session(db, self._old, END_PATIENCE):
                raise StoreError("the last session on the server has not ended yet")
            self._old = None
            found = db.execute("SELECT 1 FROM writers WHERE id = ? AND last_group = ?", (self.id, token))
            return found.fetchone() is not None
        finally:
            db.close()


def _do_units(db: PostgresConnection, group: Sequence[WaitingUnit]) -> list[Outcome]:
    """Run all units, and if one of them is refused, all of them again, so that only that one is taken back.

    The savepoint `unit` is open.
    """
    try:
        # refusals are rare, and a savepoint for each unit costs as many trips to the server as the units themselves
        return [Outcome(unit.work(db, *unit.args, **unit.kwargs), None) for unit in group]
    except (SpoiltTransaction, *UNIT_FAULTS):
        db.run("ROLLBACK TO unit")
    return _do_each(db, group)


def _do_each(db: PostgresConnection, group: Sequence[WaitingUnit]) -> list[Outcome]:
    """Run each unit in its own savepoint, the first in the one that is open.

    One trip to the server ends a savepoint and begins the next.
    """
    outcomes = []
    for unit in group:
        try:
            outcomes.append(Outcome(_work(db, unit), None))
        except UNIT_FAULTS as fault:
            # a missing privilege concerns every unit: it is no fault of this one
            if isinstance(fault, psycopg.errors.InsufficientPrivilege):
                raise
            db.run("ROLLBACK TO unit")
            outcomes.append(Outcome(None, as_refusal(fault)))
        else:
            db.run("RELEASE unit; SAVEPOINT unit")
    return outcomes


def _work(db: PostgresConnection, unit: WaitingUnit) -> Any:
    try:
        return unit.work(db, *unit.args, **unit.kwargs)
    except SpoiltTransaction:
        db.run("ROLLBACK TO unit")
    with db.statements_alone():
        return unit.work(db, *unit.args, **unit.kwargs)
