"""The tables of a store that both databases share: their columns, and their rows in the same order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any, NamedTuple

from psycopg import RawServerCursor

from db.backend.connection import Connection
from db.errors import StoreError
from db.postgres.connection import PostgresConnection
from db.sqlite.connection import OF_THE_STORE, SqliteConnection

OWN = ("schema_version", "writers", "shard_leases", "shard_claims", "processes", "identify_buckets")
"""Tables that PostgreSQL needs for running, and which are not part of the store."""
AT_ONCE = 5_000
"""Rows that are read at once."""

Row = tuple[Any, ...]
Advance = Callable[[int], None]
"""A function that receives the number of rows done since the last call."""


class Table(NamedTuple):
    """A table, its columns in order, and those of its primary key."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    @property
    def query(self) -> str:
        """The statement that selects all rows, ordered by key."""
        return f"SELECT {self.column_list} FROM {self.name} ORDER BY {', '.join(map(_quoted, self.key))}"

    @property
    def column_list(self) -> str:
        """The columns as they are written in a statement."""
        return ", ".join(map(_quoted, self.columns))


def _quoted(column: str) -> str:
    return f'"{column}"'


def tables_of(file: SqliteConnection, database: PostgresConnection) -> list[Table]:
    """Return the tables of the store. Raises `StoreError` if the two databases differ."""
    tables, columns = _sqlite_tables(file), _postgres_tables(database)
    if {name: set(table.columns) for name, table in tables.items()} != columns:
        raise StoreError("the file and the database are of different versions; migrate both first")
    return [tables[name] for name in sorted(tables)]


def _sqlite_tables(file: SqliteConnection) -> dict[str, Table]:
    names = file.execute(f"SELECT name FROM sqlite_schema WHERE type = 'table' AND {OF_THE_STORE}")
    tables = {}
    for (name,) in names.fetchall():
        columns = file.execute("SELECT name, pk FROM pragma_table_info(?) ORDER BY cid", (name,)).fetchall()
        key = [column for place, column in sorted((pk, column) for column, pk in columns if pk)]
        tables[name] = Table(name, tuple(column for column, _ in columns), tuple(key))
    return tables


def _postgres_tables(database: PostgresConnection) -> dict[str, set[str]]:
    tables: dict[str, set[str]] = {}
    for table, column in database.execute(
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
    ):
        if table not in OWN:
            tables.setdefault(table, set()).add(column)
    return tables


def rows_of(db: Connection, table: Table) -> Iterator[Row]:
    """Yield the rows of a table ordered by key, without loading all of them."""
    if not isinstance(db, PostgresConnection):
        yield from db.execute(table.query)
        return
    with RawServerCursor(db.raw, "rows") as cursor:
        cursor.itersize = AT_ONCE
        cursor.execute(table.query.encode())
        yield from cursor


def difference(one: Connection, other: Connection, table: Table, advance: Advance) -> str | None:
    """Compare a table in two databases row by row. Returns a sentence about the first difference, or None."""
    count = 0
    for row, its_copy in zip_longest(rows_of(one, table), rows_of(other, table)):
        if row != its_copy:
            return f"row {count + 1} of {table.name} is not the same in both"
        count += 1
        if count % AT_ONCE == 0:
            advance(AT_ONCE)
    advance(count % AT_ONCE)
    return None
