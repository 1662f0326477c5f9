"""New SQLite files, copied: all migrations of an empty file take longer than most tests of a table do."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from db.backend.steps import Step
from db.sqlite import migrate

_migrate = migrate.migrate


def copy_new_files() -> None:
    """Let each new file of this process be a copy of the first one that was migrated, with secrets of its own."""
    migrate.migrate = _copy_or_migrate


@lru_cache(maxsize=1)
def _migrated(steps: tuple[Step, ...]) -> bytes:
    with TemporaryDirectory(prefix="dicenight-") as folder:
        path = Path(folder) / "new.db"
        _migrate(path, steps)
        return path.read_bytes()


def _copy_or_migrate(path: Path, steps: Sequence[Step]) -> tuple[int, int]:
    # a file that is there, or an unusual series of steps, is for the real one
    if path.exists() or list(steps) != migrate.known_steps():
        return _migrate(path, steps)
    content = _migrated(tuple(steps))
    with migrate._opening(path):
        migrate.create_private(path)  # type: ignore[attr-defined]  # as the real one names it
        path.write_bytes(content)
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("UPDATE secrets SET value = randomblob(32)")
    return 0, steps[-1].number
