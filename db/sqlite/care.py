"""Care of a SQLite file from outside the bot: reading, copying and checking it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

from db.audit import audit
from db.backend.condition import Condition
from db.backend.connection import Connection
from db.errors import StoreError, StoreLocked, is_full, no_room
from db.sqlite.connection import SqliteConnection, connect_reader, connect_writer, copy_to
from db.sqlite.lock import Lock
from db.sqlite.migrate import is_moved, known_steps, mark_moved, version

T = TypeVar("T")

BEFORE_UPDATES = "before-updates"
"""The folder beside a file for its copies from before it was migrated."""
COPIES_KEPT = 3
"""How many of these stay: the newest."""


@contextmanager
def reading(path: Path, *, unused: bool = False) -> Iterator[SqliteConnection]:
    """Open a file for reading only, even while a bot has it open; `unused` if none has. Raises `StoreError`."""
    try:
        with closing(connect_reader(path, unused=unused)) as db:
            yield db
    except (sqlite3.DatabaseError, UnicodeDecodeError) as fault:
        if is_full(fault):
            raise no_room(path, fault) from fault
        raise StoreError(f"{path} cannot be read as a database of Dicenight: {fault}.") from fault


def write_beside(path: Path, work: Callable[[SqliteConnection], T]) -> T:
    """Run some work in a transaction, even while a bot has the file open. Raises `StoreError`.

    It is for rows that the bot looks up again, and keeps no copy of.
    """
    try:
        with closing(connect_writer(path)) as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                done = work(db)
            except BaseException:
                db.execute("ROLLBACK")
                raise
            db.execute("COMMIT")
            return done
    except sqlite3.DatabaseError as fault:
        if is_full(fault):
            raise no_room(path, fault) from fault
        raise StoreError(f"{path} could not be written to: {fault}.") from fault


def back_up(path: Path, target: Path) -> None:
    """Copy a file as one snapshot. Raises `StoreError`, or `OSError` if the copy cannot be written."""
    with reading(path) as db:
        try:
            copy_to(db, target)
        except (sqlite3.DatabaseError, OSError) as fault:
            if not is_full(fault):
                raise
            # the source is whole: it must not be blamed
            raise no_room(target, fault) from fault


def faults_of_copy(path: Path, look: Callable[[Connection], list[str]]) -> list[str]:
    """Check every page and the books of a copy that nothing uses, and return a sentence for each fault.

    `look` finds further ones in a copy of the current version.
    """
    try:
        with reading(path, unused=True) as db, db.snapshot():
            found = [str(row[0]) for row in db.execute("PRAGMA quick_check(10)")]
            if found != ["ok"]:
                return found
            # the books of an earlier version are audited once it has been migrated
            return [*audit(db), *look(db)] if version(db) == known_steps()[-1].number else []
    except StoreError as damage:
        return [str(damage)]


def copy_before_migration(path: Path) -> Path | None:
    """Copy a file of an earlier version, check the pages of the copy, and return it.

    Returns None for a file that is not to be migrated. There is one copy of each version of the schema, so a start that
    fails again and again cannot push out older ones. Raises `StoreError` if the copy is damaged or cannot be written.
    """
    try:
        with reading(path) as db:
            before = 0 if is_moved(db) else version(db)
    except StoreError:
        return None  # opening it says better what is wrong
    if not 0 < before < known_steps()[-1].number:
        return None
    folder = path.parent / BEFORE_UPDATES
    copy = folder / f"{path.stem}-{before:04}{path.suffix}"
    fresh = copy.with_name(f"{copy.name}.new")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        back_up(path, fresh)
        if faults := faults_of_copy(fresh, lambda db: []):
            fresh.unlink()
            raise StoreError(f"{path} is damaged ({faults[0]}); restore a backup")
        fresh.replace(copy)
    except OSError as fault:
        if is_full(fault):
            raise no_room(copy, fault) from fault
        raise StoreError(f"{copy} cannot be written: {fault.strerror}") from fault
    for older in sorted(folder.glob(f"{path.stem}-[0-9][0-9][0-9][0-9]{path.suffix}"))[:-COPIES_KEPT]:
        older.unlink()
    return copy


def use_again(path: Path) -> None:
    """Take back the mark of a file that was carried over. Raises `StoreError` if it bears none, or is in use."""
    lock = Lock(path)
    try:
        with closing(connect_writer(path)) as db:
            if not is_moved(db):
                raise StoreError(f"{path} was not carried over; it can be used as it is")
            mark_moved(db, moved=False)
    finally:
        lock.release()


def condition_of(path: Path) -> Condition:
    """Check a file for faults. Raises `StoreError` if it cannot be read."""
    if not path.exists():
        return Condition("missing")
    with reading(path) as db, db.snapshot():
        found = version(db)
        if is_moved(db):
            return Condition("moved")
        if found == 0 and not db.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone():
            return Condition("missing")  # as a first start leaves it that could not write
        if 0 < found < known_steps()[-1].number:
            return Condition("older")
        if found > known_steps()[-1].number:
            return Condition("newer")
        faults = audit(db)
    is_in_use = False
    try:
        # trying to take the lock is the only way to see whether a process holds it
        Lock(path).release()
    except StoreLocked:
        is_in_use = True
    except StoreError as fault:
        faults.append(str(fault))
    return Condition("present", tuple(faults), is_in_use)
