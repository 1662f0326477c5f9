"""A quick check of a database file before it is used: as many pages as a few seconds allow."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from db.errors import StoreError
from db.sqlite.connection import connect_reader

PATIENCE = 5.0
"""Seconds for the check: enough for some gigabytes. Pages that are not reached are assumed to be whole."""
STEPS = 1_000
"""SQLite's virtual machine steps between two checks of the time."""


def quick_check(path: Path, patience: float = PATIENCE) -> bool:
    """Check the pages of a file. Return False if time ran out before the end.

    A missing file counts as whole. Raises `StoreError` if the file is damaged.
    """
    if not path.is_file() or not path.stat().st_size:
        return True
    until = time.monotonic() + patience
    try:
        with closing(connect_reader(path)) as db:
            db.set_progress_handler(lambda: time.monotonic() >= until, STEPS)
            # ten faults say as much as thousands
            found = [str(row[0]) for row in db.execute("PRAGMA quick_check(10)")]
    except sqlite3.DatabaseError as fault:
        # The last byte is the primary error code. Opening the file reports all other errors better.
        match fault.sqlite_errorcode & 0xFF:
            case sqlite3.SQLITE_INTERRUPT:
                return False
            case sqlite3.SQLITE_CORRUPT:
                raise StoreError(f"{path} is damaged ({fault}); restore a backup") from fault
        return True
    if found != ["ok"]:
        raise StoreError(f"{path} is damaged ({found[0]}); restore a backup")
    return True
