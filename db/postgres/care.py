"""Care of a PostgreSQL database from outside the bot: reading, copying and checking it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

import psycopg

from db.audit import audit
from db.backend.condition import Condition
from db.errors import StoreAway, StoreError, is_full, no_room
from db.postgres import leases
from db.postgres.address import without_password
from db.postgres.connection import (
    PostgresConnection,
    SpoiltTransaction,
    connect_reader,
    connect_writer,
    passes,
)
from db.postgres.copy_out import copy_out
from db.postgres.lock import is_taken
from db.postgres.migrate import known_steps, version

T = TypeVar("T")

STEP_OF_SHARDS = 12
"""The step of the schema that introduced the leases of shards."""
NEEDED = ("fsync", "full_page_writes")
"""Server settings without which a power cut loses acknowledged answers."""


@contextmanager
def reading(url: str) -> Iterator[PostgresConnection]:
    """Open a database for reading only, even while a bot has it open. Raises `StoreError`."""
    try:
        with closing(connect_reader(url)) as db:
            yield db
    except (psycopg.Error, SpoiltTransaction) as fault:
        kind = StoreAway if passes(fault) else StoreError
        raise kind(f"{without_password(url)} cannot be read as a database of Dicenight: {fault}") from fault


def write_beside(url: str, work: Callable[[PostgresConnection], T]) -> T:
    """Run some work in a transaction, even while a bot has the database open. Raises `StoreError`."""
    try:
        with closing(connect_writer(url)) as db, db.raw.transaction():
            return work(db)
    except (psycopg.Error, SpoiltTransaction) as fault:
        kind = StoreAway if passes(fault) else StoreError
        raise kind(f"{without_password(url)} could not be written to: {fault}") from fault


def shards_in_use(url: str) -> int:
    """Return the number of shards that processes divide a database into now; 0 if none. Raises `StoreError`."""
    with reading(url) as db:
        return leases.shards_in_use(db) if version(db) >= STEP_OF_SHARDS else 0


def back_up(url: str, target: Path) -> None:
    """Copy a database into a SQLite file. Raises `StoreError`, or `OSError` if it cannot be written."""
    try:
        with reading(url) as db:
            copy_out(db, target)
    except (sqlite3.Error, OSError) as fault:
        if is_full(fault):
            raise no_room(target, fault) from fault
        if isinstance(fault, OSError):
            raise
        raise StoreError(f"{target} could not be written: {fault}") from fault


def condition_of(url: str) -> Condition:
    """Check a database for faults. Raises `StoreError` if it cannot be read."""
    with reading(url) as db, db.snapshot():
        found = version(db)
        if found == 0:
            return Condition("missing")
        if found < known_steps()[-1].number:
            return Condition("older")
        if found > known_steps()[-1].number:
            return Condition("newer")
        faults = audit(db)
        for name in NEEDED:
            (value,) = db.execute("SELECT current_setting(?)", (name,)).fetchall()[0]
            if value != "on":
                faults.append(f"the server runs with {name} = {value}: a power cut would lose answers")
        return Condition("present", tuple(faults), is_taken(db))
