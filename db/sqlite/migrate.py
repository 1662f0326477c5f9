"""Migrations: bring a file from the version that wrote it to the current one.

Each step is a file `migrations/NNNN_words.sql`, run once, in order, in its own transaction together with the `PRAGMA
user_version` that records it. A released step is never edited: a change is a further step.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from db.backend.steps import Step, steps_in
from db.errors import NotSaved, StoreError, StoreMoved, StoreTooNew, is_full, no_room
from db.sqlite.connection import OF_THE_STORE, connect_writer, create_private

APPLICATION_ID = int.from_bytes(b"DICN", "big")
"""The application id in the header of our files (see the first step)."""
MOVED_ID = int.from_bytes(b"DICM", "big")
"""The application id of a file that was carried over to another database. It is in the file, so a copy has it too."""


def known_steps() -> list[Step]:
    """Return the steps in this program, in order."""
    return steps_in("db.sqlite")


def migrate(path: Path, steps: Sequence[Step]) -> tuple[int, int]:
    """Run the steps that the file at `path` lacks; a missing file is created.

    Returns the versions before and after. Raises `StoreTooNew` for a file from a later program,
    `StoreMoved` for one that was carried over, `StoreError` for a file that is not one of ours or a step that fails,
    and `NotSaved` if the disk refuses; the file is then as the last good step left it.
    """
    with _opening(path):
        create_private(path)
        with closing(connect_writer(path)) as db:
            before = version(db)
            newest = max((step.number for step in steps), default=0)
            if before > newest:
                raise StoreTooNew(
                    f"{path} was written by a later version of this program (it is at step {before},"
                    f" this program ends at {newest}); run that version, or restore a backup"
                )
            _refuse_foreign(db, path, before)
            for step in steps:
                if step.number > before:
                    _run(db, step)
            return before, version(db)


@contextmanager
def _opening(path: Path) -> Iterator[None]:
    """Tell what the disk or SQLite refuses in this block as an error of the store."""
    try:
        yield
    except (sqlite3.DatabaseError, OSError) as fault:
        if is_full(fault):
            raise no_room(path, fault) from fault
        raise StoreError(f"{path} is not a file that this program can open: {fault}") from fault


def version(db: sqlite3.Connection) -> int:
    """Return the number of the last step, or 0 for a file without any."""
    number: int = db.execute("PRAGMA user_version").fetchone()[0]
    return number


def is_moved(db: sqlite3.Connection) -> bool:
    """Return True for a file that was carried over to another database."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    return bool(application == MOVED_ID)


def mark_moved(db: sqlite3.Connection, *, moved: bool) -> None:
    """Write into a file that it was carried over, or that it is to be used again."""
    db.execute(f"PRAGMA application_id = {MOVED_ID if moved else APPLICATION_ID}")


def _refuse_foreign(db: sqlite3.Connection, path: Path, before: int) -> None:
    if is_moved(db):
        raise StoreMoved(
            f"{path} was carried over to PostgreSQL, and what has happened since is there: set DICENIGHT_DATABASE to"
            f" that address. To go on with this file after all: dicenight move {path} --undo"
        )
    application = db.execute("PRAGMA application_id").fetchone()[0]
    filled = db.execute(f"SELECT 1 FROM sqlite_schema WHERE {OF_THE_STORE} LIMIT 1").fetchone()
    if filled and (before == 0 or application != APPLICATION_ID):
        raise StoreError(f"{path} is a database of another program; nothing of it was touched")


def _run(db: sqlite3.Connection, step: Step) -> None:
    script = f"BEGIN IMMEDIATE;\n{step.sql}\nPRAGMA user_version = {step.number};\nCOMMIT;"
    try:
        db.executescript(script)
    except sqlite3.Error as fault:
        if db.in_transaction:
            db.execute("ROLLBACK")
        if is_full(fault):
            raise
        if getattr(fault, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            raise NotSaved(f"{step.name} could not be saved: {fault}") from fault
        raise StoreError(f"{step.name} failed and was taken back: {fault}") from fault
