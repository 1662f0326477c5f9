"""Copying a store from PostgreSQL into a SQLite file: a backup that any command can open and play can continue from."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from db.errors import StoreError
from db.postgres.connection import PostgresConnection
from db.postgres.migrate import known_steps, version
from db.postgres.store_tables import rows_of, tables_of
from db.sqlite import migrate as sqlite_migrate
from db.sqlite.connection import SqliteConnection, connect_writer, create_private


def copy_out(db: PostgresConnection, target: Path) -> None:
    """Copy the store to `target` as one snapshot, replacing an existing file.

    The copy gets its name only when it is complete. Raises `OSError`, `sqlite3.Error`, `psycopg.Error` or `StoreError`,
    and leaves nothing behind then.
    """
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        create_private(part)
        with db.snapshot():
            if version(db) != known_steps()[-1].number:
                raise StoreError("the database is of another version; migrate it first")
            sqlite_migrate.migrate(part, sqlite_migrate.known_steps())
            with closing(connect_writer(part)) as file:
                _fill(file, db)
        os.replace(part, target)
    finally:
        for left in (part, *(part.with_name(f"{part.name}-{end}") for end in ("wal", "shm"))):
            with suppress(OSError):
                left.unlink(missing_ok=True)


def _fill(file: SqliteConnection, db: PostgresConnection) -> None:
    """Copy all rows without the triggers, which would add up sums that are copied already."""
    file.execute("PRAGMA foreign_keys = OFF")
    file.execute("BEGIN IMMEDIATE")
    triggers = file.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        file.execute(f"DROP TRIGGER {name}")
    for table in tables_of(file, db):
        file.execute(f"DELETE FROM {table.name}")
        marks = ", ".join("?" for _ in table.columns)
        file.executemany(
            f"INSERT INTO {table.name} ({table.column_list}) VALUES ({marks})", rows_of(db, table)
        )
    for _, sql in triggers:
        file.execute(sql)
    if file.execute("PRAGMA foreign_key_check").fetchone():
        raise sqlite3.IntegrityError("a row names another that is not there")
    file.execute("COMMIT")
