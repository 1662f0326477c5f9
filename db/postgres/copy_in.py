"""Moving a store from a SQLite file to PostgreSQL, and checking that it is the same there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import psycopg

from db.audit import audit
from db.backend.steps import Step
from db.errors import StoreError
from db.postgres import lock
from db.postgres.address import without_password
from db.postgres.connection import PostgresConnection, SpoiltTransaction, connect_writer
from db.postgres.migrate import known_steps, migrate
from db.postgres.store_tables import AT_ONCE, Advance, Table, difference, rows_of, tables_of
from db.sqlite import migrate as sqlite_migrate
from db.sqlite.connection import SqliteConnection, connect_reader
from db.sqlite.connection import connect_writer as connect_file_writer
from db.sqlite.lock import Lock


class StoreSize(NamedTuple):
    """The size of a store that was carried over."""

    tables: int
    rows: int
    matches: int
    transfers: int


def carry_over(source: Path, url: str, begin: Callable[[int], Advance]) -> StoreSize:
    """Copy the store in a file into an empty database, compare every row, and audit the books.

    It copies everything or nothing. The file is locked meanwhile, and marked as moved at the end, so that nobody plays
    on in it by mistake. `begin` receives the number of
    steps, and returns a function that is called as they are made. Raises `StoreError` with a sentence.
    """
    if not source.is_file():
        raise StoreError(f"there is no file {source}")
    # no bot may write to the file while it is copied
    held = Lock(source)
    try:
        with closing(connect_reader(source)) as file, closing(connect_writer(url)) as db:
            lock.take(db)
            _check_file(file, source, sqlite_migrate.known_steps())
            migrate(db, known_steps())
            if db.execute("SELECT 1 FROM accounts LIMIT 1").fetchone():
                raise StoreError(
                    f"there is a store in {without_password(url)} already; name an empty database"
                )
            with file.snapshot(), db.raw.transaction():
                carried = _carry(file, db, begin)
            # until autovacuum runs, the planner would know nothing about the copied rows
            db.execute("ANALYZE")
        with closing(connect_file_writer(source)) as file:
            sqlite_migrate.mark_moved(file, moved=True)
        return carried
    except (psycopg.Error, SpoiltTransaction) as fault:
        raise StoreError(f"{without_password(url)} could not be filled: {fault}") from fault
    finally:
        held.release()


def _check_file(file: SqliteConnection, source: Path, steps: list[Step]) -> None:
    if sqlite_migrate.is_moved(file):
        raise StoreError(f"{source} was carried over before; to use it again: dicenight move {source} --undo")
    (number,) = file.execute("PRAGMA user_version").fetchone()
    if number != steps[-1].number:
        raise StoreError(
            f"{source} is at version {number} and this program at {steps[-1].number}; migrate the file first"
        )


def _carry(file: SqliteConnection, db: PostgresConnection, begin: Callable[[int], Advance]) -> StoreSize:
    tables = tables_of(file, db)
    sizes = {table.name: _count(file, table) for table in tables}
    advance = begin(2 * sum(sizes.values()))
    with _unguarded(db, tables):
        db.execute(f"TRUNCATE {', '.join(table.name for table in tables)}")
        for table in tables:
            _copy(file, db, table, advance)
            found = difference(file, db, table, advance)
            if found is not None:
                raise StoreError(f"nothing was carried over: {found}")
    _go_on_counting(db)
    faults = audit(db)
    if faults:
        raise StoreError(f"nothing was carried over, for the books are wrong: {faults[0]}")
    return StoreSize(len(tables), sum(sizes.values()), sizes["matches"], sizes["transfers"])


def _count(file: SqliteConnection, table: Table) -> int:
    (count,) = file.execute(f"SELECT count(*) FROM {table.name}").fetchone()
    return int(count)


def _copy(file: SqliteConnection, db: PostgresConnection, table: Table, advance: Advance) -> None:
    sql = f"COPY {table.name} ({table.column_list}) FROM STDIN"
    with db.raw.cursor() as cursor, cursor.copy(sql.encode()) as copy:
        for number, row in enumerate(rows_of(file, table), 1):
            copy.write_row(row)
            if number % AT_ONCE == 0:
                advance(AT_ONCE)
    advance(cursor.rowcount % AT_ONCE)


@contextmanager
def _unguarded(db: PostgresConnection, tables: list[Table]) -> Iterator[None]:
    """Remove triggers and foreign keys for the block; restoring the keys checks all rows."""
    keys = db.execute(
        "SELECT CAST(conrelid::regclass AS TEXT), conname, pg_get_constraintdef(pg_constraint.oid) FROM pg_constraint"
        " JOIN pg_namespace ON pg_namespace.oid = connamespace"
        " WHERE contype = 'f' AND nspname = current_schema() ORDER BY conname"
    ).fetchall()
    for table, name, _ in keys:
        db.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
    for each in tables:
        db.execute(f"ALTER TABLE {each.name} DISABLE TRIGGER USER")
    yield
    for each in tables:
        db.execute(f"ALTER TABLE {each.name} ENABLE TRIGGER USER")
    for table, name, definition in keys:
        db.execute(f'ALTER TABLE {table} ADD CONSTRAINT "{name}" {definition}')


def _go_on_counting(db: PostgresConnection) -> None:
    """Continue the numbering of identity columns after the copied rows."""
    for table, column in db.execute(
        "SELECT table_name, column_name FROM information_schema.columns"
        " WHERE table_schema = current_schema() AND is_identity = 'YES'"
    ).fetchall():
        db.execute(
            f"SELECT setval(pg_get_serial_sequence(?, ?), coalesce(max({column}), 0) + 1, false) FROM {table}",
            (table, column),
        )
    # Matches are numbered by the processes that play them, from one shared sequence.
    db.execute("SELECT setval('match_ids', coalesce(max(id), 0) + 1, false) FROM matches")
