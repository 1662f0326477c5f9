"""Opening a database by its place: the path of a SQLite file, or the address of a PostgreSQL database."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from db.backend.database import Database
from db.errors import StoreError
from db.postgres.address import is_postgres
from db.sqlite.database import SqliteDatabase

if TYPE_CHECKING:
    from db.postgres.database import PostgresDatabase

Place = str | os.PathLike[str]
"""The path of a file, or a text that begins with `postgresql://`."""


async def open_database(place: Place, patience: float) -> Database:
    """Open a database, creating or migrating it where needed. Raises what `Store.open` raises."""
    if is_postgres(place):
        return await postgres().open(str(place))
    return await SqliteDatabase.open(Path(place), patience)


async def migrate(place: Place) -> tuple[int, int]:
    """Bring a database to the present version. Returns the versions before and after."""
    if is_postgres(place):
        return await postgres().migrate(str(place))
    return await SqliteDatabase.migrate(Path(place))


def postgres() -> type[PostgresDatabase]:
    """Return the class of a database on PostgreSQL. Raises `StoreError` where its driver is not installed."""
    try:
        from db.postgres.database import PostgresDatabase
    except ImportError as missing:
        raise StoreError(
            "PostgreSQL needs a driver that is not installed: pip install 'dicenight[postgres]'"
        ) from missing
    return PostgresDatabase
