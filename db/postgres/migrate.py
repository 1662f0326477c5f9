"""Migrations: bring a database from the version that wrote it to the current one.

Each step is a file `migrations/NNNN_words.sql`, run once, in order, in its own transaction together with the row of
`schema_version` that records it. The first step contains the schema of the SQLite file at the time when PostgreSQL was
added; since then both have a step of each number. A released step is never edited: a change is a further step.
"""

from __future__ import annotations

from collections.abc import Sequence

import psycopg

from db.backend.steps import Step, steps_in
from db.errors import NotSaved, StoreError, StoreTooNew
from db.postgres.connection import PostgresConnection


def known_steps() -> list[Step]:
    """Return the steps in this program, in order."""
    return steps_in("db.postgres")


def migrate(db: PostgresConnection, steps: Sequence[Step]) -> tuple[int, int]:
    """Run the steps that the database lacks. Returns the versions before and after.

    Raises `StoreTooNew` for a database from a later program, `StoreError` for a foreign one or a step that fails, and
    `NotSaved` if the server cannot save; the database is then in the state after the last good step.
    """
    before = version(db)
    newest = max((step.number for step in steps), default=0)
    if before > newest:
        raise StoreTooNew(
            f"the database was written by a later version of this program (it is at step {before},"
            f" this program ends at {newest}); run that version, or restore a backup"
        )
    if before == 0:
        _refuse_foreign(db)
    for step in steps:
        if step.number > before:
            _run(db, step)
    return before, version(db)


def version(db: PostgresConnection) -> int:
    """Return the number of the last step, or 0 for a database without our tables."""
    if not db.execute("SELECT 1 WHERE to_regclass('schema_version') IS NOT NULL").fetchone():
        return 0
    number: int = db.execute("SELECT version FROM schema_version").fetchall()[0][0]
    return number


def _refuse_foreign(db: PostgresConnection) -> None:
    (schema,) = db.execute("SELECT current_schema()").fetchall()[0]
    if schema is None:
        raise StoreError("the database has no schema of the search path; make one first")
    if db.execute("SELECT 1 FROM pg_tables WHERE schemaname = current_schema() LIMIT 1").fetchone():
        raise StoreError("this is a database of another program; nothing of it was touched")


def _run(db: PostgresConnection, step: Step) -> None:
    try:
        with db.raw.transaction():
            db.raw.execute(step.sql.encode(), prepare=False)
            db.execute("UPDATE schema_version SET version = ?", (step.number,))
    except psycopg.OperationalError as fault:
        raise NotSaved(f"{step.name} could not be saved: {fault}") from fault
    except psycopg.Error as fault:
        raise StoreError(f"{step.name} failed and was taken back: {fault}") from fault
