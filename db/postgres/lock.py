"""The lock of the store: one process writes to a database, or several that divide its shards by leases."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from psycopg.errors import LockNotAvailable

from db.errors import StoreLocked
from db.postgres.connection import PostgresConnection

KEY = int.from_bytes(b"DICN", "big")
"""The first half of the advisory lock's key. The schema is the second half, so that each may hold its own store."""
BEGINNING = int.from_bytes(b"DICB", "big")
"""The same for the lock under which a process migrates the schema."""
LONGEST_MIGRATION = 600.0
"""Seconds for which a process waits for another one that migrates, which may take minutes."""
PAUSE = 0.02
"""Seconds between two checks whether a session has ended."""


class Session(NamedTuple):
    """A session on the server, from its connection to its end."""

    pid: int
    begun: str


def session_of(db: PostgresConnection) -> Session:
    """Return the session of a connection."""
    pid, begun = db.execute(
        "SELECT pid, CAST(extract(epoch FROM backend_start) AS TEXT) FROM pg_stat_activity WHERE pid = pg_backend_pid()"
    ).fetchall()[0]
    return Session(pid, begun)


def end_session(db: PostgresConnection, old: Session, patience: float) -> bool:
    """End an earlier session of this process, whatever it was doing. Returns True once it is gone.

    Anything uncommitted by then never will be. A session with the same pid that another process has begun since is left
    alone.
    """
    until = time.monotonic() + patience
    here = "FROM pg_stat_activity WHERE pid = ? AND CAST(extract(epoch FROM backend_start) AS TEXT) = ?"
    db.execute(f"SELECT pg_terminate_backend(pid) {here}", old)
    while db.execute(f"SELECT 1 {here}", old).fetchone():
        if time.monotonic() >= until:
            return False
        time.sleep(PAUSE)
    return True


def take(db: PostgresConnection, *, shared: bool = False, patience: float = 0.0) -> None:
    """Take the lock for as long as this connection lives.

    `shared`: together with other processes that share it. They keep out a process that wants the database to itself.
    Raises `StoreLocked` if the lock is still taken after `patience` seconds.
    """
    until = time.monotonic() + patience
    while not _try(db, shared):
        if time.monotonic() >= until:
            raise StoreLocked(
                "this database is in use by another process; stop that one first, or name another one"
            )
        time.sleep(PAUSE)


def _try(db: PostgresConnection, shared: bool) -> bool:
    function = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
    taken = db.execute(
        f"SELECT CAST({function}(CAST(? AS INTEGER), hashtext(current_schema())) AS INTEGER)", (KEY,)
    )
    return taken.fetchone() == (1,)


@contextmanager
def alone(db: PostgresConnection, patience: float = LONGEST_MIGRATION) -> Iterator[None]:
    """Make processes that start at the same moment wait for each other: one at a time migrates the schema.

    Raises `StoreLocked` if another one hasn't finished after `patience` seconds.
    """
    db.execute("SELECT set_config('lock_timeout', ?, false)", (f"{patience * 1000:.0f}",))
    try:
        db.execute("SELECT pg_advisory_lock(CAST(? AS INTEGER), hashtext(current_schema()))", (BEGINNING,))
    except LockNotAvailable as fault:
        raise StoreLocked(
            f"another process has been bringing this database up to date for {patience / 60:.0f} minutes or more;"
            " if it stands still, stop it first"
        ) from fault
    try:
        yield
    finally:
        db.execute("SELECT pg_advisory_unlock(CAST(? AS INTEGER), hashtext(current_schema()))", (BEGINNING,))
        db.run("SET lock_timeout = '1s'")


def is_taken(db: PostgresConnection) -> bool:
    """Return True if a process has the database open."""
    found = db.execute(
        "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2"
        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        " AND CAST(classid AS BIGINT) = ?"
        " AND CAST(objid AS BIGINT) = CAST(hashtext(current_schema()) AS BIGINT) & 4294967295",
        (KEY,),
    )
    return found.fetchone() is not None
