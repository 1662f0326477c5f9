"""A look at a database file before it is used: are its pages whole, as far as a few seconds can tell."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from db.errors import StoreError
from db.sqlite.connection import connect_reader

PATIENCE = 5.0
"""Seconds for the look: enough for some gigabytes. What it has not reached by then is taken to be whole."""
STEPS = 1_000
"""Steps of SQLite's between two looks at the time."""


def quick_check(path: Path, patience: float = PATIENCE) -> bool:
    """Look through the pages of a file. Return False if time ran out before the end.

    A file that is not there yet is whole. Raises `StoreError` if it is damaged.
    """
    if not path.is_file() or not path.stat().st_size:
        return True
    until = time.monotonic() + patience
    try:
        with closing(connect_reader(path)) as db:
            db.set_progress_handler(lambda: time.monotonic() >= until, STEPS)
            # Ten faults say as much as thousands.
            found = [str(row[0]) for row in db.execute("PRAGMA quick_check(10)")]
    except sqlite3.DatabaseError as fault:
        # The last byte of the code is its kind. Whatever else is wrong, the opening itself says it better.
        match fault.sqlite_errorcode & 0xFF:
            case sqlite3.SQLITE_INTERRUPT:
                return False
            case sqlite3.SQLITE_CORRUPT:
                raise StoreError(f"{path} is damaged ({fault}); restore a backup") from fault
        return True
    if found != ["ok"]:
        raise StoreError(f"{path} is damaged ({found[0]}); restore a backup")
    return True
