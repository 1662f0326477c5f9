"""Opening a database by its location: the path of a SQLite file, or the address of a PostgreSQL database."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from db import personal_data
from db.backend.condition import Condition
from db.backend.connection import Connection
from db.backend.database import Database
from db.errors import DamagedCopy, NotSaved, StoreAway, StoreError
from db.members import WELCOME
from db.postgres.address import database_of, is_postgres, without_password
from db.sqlite import care as sqlite_care
from db.sqlite.connection import PATIENCE
from db.sqlite.database import SqliteDatabase
from db.store import Store

if TYPE_CHECKING:
    from db.postgres.copy_in import StoreSize
    from db.postgres.store_tables import Advance

T = TypeVar("T")

Location = str | os.PathLike[str]
"""The path of a file, or a text that begins with `postgresql://`."""


# ---- locations


def location_of(given: Location) -> Location:
    """Return the location in a setting or an argument. Raises `StoreError` for another program's address."""
    if not isinstance(given, str) or is_postgres(given):
        return given
    scheme, is_address, _ = given.partition("://")
    if is_address:
        # the rest may hold a password
        raise StoreError(
            f"a database is a file, or an address that begins with postgresql://, and not with {scheme}://"
        )
    return Path(given)


def display_name(location: Location) -> str:
    """Return a location as text that is safe to show, without a password."""
    return without_password(location) if is_postgres(location) else os.fspath(location)


def is_there(location: Location) -> bool:
    """Return False if the location is the path of a missing file. A server is not asked."""
    return is_postgres(location) or Path(location).is_file()


def file_of(location: Location) -> Path:
    """Return the file path that a copy of this database is named after."""
    return Path(f"{database_of(location)}.db") if is_postgres(location) else Path(location)


# ---- for play


async def open_store(
    location: Location,
    *,
    clock: Callable[[], float] = time.time,
    welcome: Mapping[str, int] = WELCOME,
    patience: float | None = None,
    shards: int = 0,
) -> Store:
    """Open the file or the PostgreSQL database at `location`, creating or migrating it if needed.

    `clock` gives the time that is written with each row. `welcome` is the gift to a new member. `patience` is how many
    seconds a write waits for a foreign program that locks the file, or how many seconds opening waits for a killed
    process on PostgreSQL. With `shards` a PostgreSQL database is shared with other processes, by leases of that number
    of shards. Raises `StoreLocked` if another process has it open for itself, `StoreTooNew` if a later version of this
    program wrote it, `StoreError` if it is not one of ours or cannot be reached.
    """
    database = await _open_database(location, patience, shards)
    try:
        store = Store(database, clock, welcome)
        await store.run(personal_data.purge)
    except BaseException as fault:
        await database.close()
        if isinstance(fault, NotSaved):  # it went away, or its disk became full, after its first answers
            kind = StoreAway if is_postgres(location) else NotSaved
            raise kind(f"{display_name(location)} cannot be opened: {fault}") from fault
        raise
    return store


async def _open_database(location: Location, patience: float | None, shards: int) -> Database:
    """Open a database with the engine of its location."""
    if is_postgres(location):
        with _driver():
            from db.postgres.database import LOCK_PATIENCE, PostgresDatabase
        return await PostgresDatabase.open(location, shards, LOCK_PATIENCE if patience is None else patience)
    if shards:
        raise StoreError("a SQLite file belongs to one process; several need PostgreSQL")
    return await SqliteDatabase.open(Path(location), PATIENCE if patience is None else patience)


async def migrate_store(location: Location) -> tuple[int, int]:
    """Migrate a database to the current version without opening it for play.

    Returns the versions before and after; raises what `open_store` raises.
    """
    if is_postgres(location):
        with _driver():
            from db.postgres.database import PostgresDatabase
        return await PostgresDatabase.migrate(location)
    return await SqliteDatabase.migrate(Path(location))


# ---- for care, even while a bot has it open


def reading(location: Location) -> AbstractContextManager[Connection]:
    """Open a database for reading only. Raises `StoreError`."""
    if is_postgres(location):
        with _driver():
            from db.postgres import care
        return care.reading(location)
    return sqlite_care.reading(Path(location))


def write_beside(location: Location, work: Callable[[Connection], T]) -> T:
    """Run some work in a transaction of its own, even while a bot has the database open. Raises `StoreError`."""
    if is_postgres(location):
        with _driver():
            from db.postgres import care
        return care.write_beside(location, work)
    return sqlite_care.write_beside(Path(location), work)


def shards_in_use(location: Location) -> int:
    """Return the number of shards that processes divide a database into now; 0 if none. Raises `StoreError`."""
    if not is_postgres(location):
        return 0
    with _driver():
        from db.postgres import care
    return care.shards_in_use(location)


def back_up(location: Location, target: Path) -> None:
    """Copy a database into a SQLite file. Raises `StoreError`, or `OSError` if it cannot be written."""
    if is_postgres(location):
        with _driver():
            from db.postgres import care
        care.back_up(location, target)
    else:
        sqlite_care.back_up(Path(location), target)


def back_up_checked(location: Location, target: Path, look: Callable[[Connection], list[str]]) -> None:
    """Copy a database into a SQLite file that replaces `target` only once it is found whole.

    `look` reads a copy of the current version, after its pages and books were checked, and returns a sentence for each
    further fault. Raises `DamagedCopy`, and what `back_up` raises.
    """
    fresh = target.with_name(f"{target.name}.new")
    back_up(location, fresh)
    faults = sqlite_care.faults_of_copy(fresh, look)
    if faults:
        raise DamagedCopy(fresh, faults[0])
    fresh.replace(target)


def copy_before_migration(location: Location) -> Path | None:
    """Copy a file of an earlier version, which the next start migrates, and return the copy.

    Returns None if there is nothing to migrate, and for a server, whose backups are its own. Raises `StoreError`.
    """
    return None if is_postgres(location) else sqlite_care.copy_before_migration(Path(location))


def condition_of(location: Location) -> Condition:
    """Check a database for faults. Raises `StoreError` if it cannot be read."""
    if is_postgres(location):
        with _driver():
            from db.postgres import care
        return care.condition_of(location)
    return sqlite_care.condition_of(Path(location))


def carry_over(source: Path, target: Location, begin: Callable[[int], Advance]) -> StoreSize:
    """Move the store in a file to PostgreSQL, and check that it is the same. Raises `StoreError`."""
    if not is_postgres(target):
        raise StoreError(f"{target} is no address of a PostgreSQL database; one begins with postgresql://")
    with _driver():
        from db.postgres import copy_in
    return copy_in.carry_over(source, target, begin)


def use_again(source: Path) -> None:
    """Allow a file to be used for play again that was carried over. Raises `StoreError`."""
    sqlite_care.use_again(source)


@contextmanager
def _driver() -> Iterator[None]:
    """Import modules that need the driver in this block. Raises `StoreError` if it is not installed."""
    try:
        yield
    except ImportError as missing:
        raise StoreError(
            "PostgreSQL needs a driver that is not installed: pip install 'dicenight[postgres]'"
        ) from missing
