"""The two schemas are the same facts in two dialects: tables, columns, keys, and numbers of steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from db.backend.connection import Connection
from db.opening import migrate_store
from db.postgres import migrate as on_postgres
from db.postgres.store_tables import OWN
from db.sqlite import migrate as on_sqlite
from tests.helpers.postgres import fresh_database
from tests.helpers.store import raw

TYPES = {"INTEGER": "bigint", "REAL": "double precision", "TEXT": "text", "BLOB": "bytea"}

Shape = dict[str, object]


def sqlite_shape(db: Connection) -> Shape:
    """By table: its columns, key, foreign keys and what its indexes cover."""
    shape: Shape = {}
    for (table,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        info = db.execute('SELECT name, type, "notnull", pk FROM pragma_table_info(?)', (table,)).fetchall()
        keys: dict[int, list[tuple[str, str, str]]] = {}
        for number, parent, column, to in db.execute(
            'SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?) ORDER BY id, seq', (table,)
        ).fetchall():
            keys.setdefault(number, []).append((column, parent, to))
        indexes = set()
        for name, unique in db.execute(
            'SELECT name, "unique" FROM pragma_index_list(?)', (table,)
        ).fetchall():
            columns = db.execute("SELECT name FROM pragma_index_info(?) ORDER BY seqno", (name,)).fetchall()
            indexes.add((bool(unique), tuple(column for (column,) in columns)))
        shape[table] = {
            "columns": {(name, TYPES[kind], bool(required or pk)) for name, kind, required, pk in info},
            "foreign": {tuple(key) for key in keys.values()},
            "indexes": indexes
            | {(True, tuple(name for _, name in sorted((pk, name) for name, _, _, pk in info if pk)))},
        }
    return shape


def postgres_shape(db: Connection) -> Shape:
    """By table: its columns, key, foreign keys and what its indexes cover."""
    shape: Shape = {}
    tables = db.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()").fetchall()
    for (table,) in tables:
        if table in OWN:
            continue
        columns = db.execute(
            "SELECT column_name, data_type, is_nullable = 'NO', collation_name FROM information_schema.columns"
            " WHERE table_schema = current_schema() AND table_name = ?",
            (table,),
        ).fetchall()
        assert all(kind != "text" or collation == "C" for _, kind, _, collation in columns), (
            f"{table}: texts sort by bytes"
        )
        places = (
            "array(SELECT CAST(attname AS TEXT) FROM unnest({keys}) WITH ORDINALITY AS keys (number, place)"
            " JOIN pg_attribute ON attrelid = {of} AND attnum = number ORDER BY place)"
        )
        foreign = db.execute(
            f"SELECT {places.format(keys='conkey', of='conrelid')}, CAST(confrelid::regclass AS TEXT),"
            f" {places.format(keys='confkey', of='confrelid')}"
            " FROM pg_constraint WHERE contype = 'f' AND conrelid = CAST(? AS regclass)",
            (table,),
        ).fetchall()
        indexes = db.execute(
            f"SELECT indisunique, {places.format(keys='CAST(indkey AS int2[])', of='indrelid')} FROM pg_index"
            " WHERE indrelid = CAST(? AS regclass)",
            (table,),
        ).fetchall()
        shape[table] = {
            "columns": {(name, kind, required) for name, kind, required, _ in columns},
            "foreign": {
                tuple((column, parent, to) for column, to in zip(of, keys, strict=True))
                for of, parent, keys in foreign
            },
            "indexes": {(unique, tuple(of)) for unique, of in indexes},
        }
    return shape


def test_every_step_has_the_same_number_in_both() -> None:
    ours = [step.number for step in on_postgres.known_steps()]
    assert ours == list(range(8, on_sqlite.known_steps()[-1].number + 1))


async def test_both_schemas_have_the_same_shape(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    await migrate_store(path)
    with fresh_database() as url, raw(path) as file, raw(url) as database:
        here, there = sqlite_shape(file), postgres_shape(database)
    assert here.keys() == there.keys()
    for table, shape in here.items():
        for what in ("columns", "foreign"):
            assert shape[what] == there[table][what], table  # type: ignore[index]
        # one more index may serve a foreign key, which PostgreSQL does not find its way by otherwise
        assert shape["indexes"] <= there[table]["indexes"], table  # type: ignore[index]


@pytest.mark.parametrize("refused", ["UPDATE", "DELETE"])
async def test_the_same_tables_are_append_only(refused: str) -> None:
    with fresh_database() as url, raw(url) as database:
        triggers = database.execute(
            "SELECT event_object_table FROM information_schema.triggers"
            " WHERE action_statement LIKE '%refuse%' AND event_manipulation = ? AND action_condition IS NULL",
            (refused,),
        ).fetchall()
    append_only = {"transfers", "legs", "rows", "outcomes"}
    assert {table for (table,) in triggers} == append_only | ({"accounts"} if refused == "DELETE" else set())
