"""Letting old matches leave for an archive."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from db.archives.reading import Archive, archives, reading_file
from db.backend.connection import Connection
from db.errors import StoreError, is_full, no_room
from db.sqlite.connection import create_private

APPLICATION_ID = int.from_bytes(b"DICA", "big")
"""The application id in the header of an archive."""
AT_ONCE = 50
"""Matches whose answers are deleted in one unit: a bot that wants to save waits for one unit at most."""
_MATCH = ("id", "table_id", "game", "version", "header", "state", "result", "opened", "closed", "record")
_ROW = ("match", "seq", "ask", "seat", "digest", "answer", '"by"', "press", "member", "at")
_SCHEMA = f"""
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = 1;
CREATE TABLE matches (
    id INTEGER PRIMARY KEY, table_id INTEGER NOT NULL, game TEXT NOT NULL, version INTEGER NOT NULL,
    header TEXT NOT NULL, state TEXT NOT NULL, result TEXT, opened REAL NOT NULL, closed REAL NOT NULL, record TEXT
) STRICT;
CREATE TABLE rows (
    match INTEGER NOT NULL REFERENCES matches (id), seq INTEGER NOT NULL, ask INTEGER NOT NULL, seat INTEGER NOT NULL,
    digest TEXT, answer TEXT NOT NULL, "by" TEXT NOT NULL, press INTEGER, member INTEGER, at REAL NOT NULL,
    PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX rows_of_a_member ON rows (member) WHERE member IS NOT NULL;
"""


def old_matches(db: Connection, before: float) -> list[int]:
    """Return the matches that were over before a moment and may leave.

    The last match of an open table stays, since its table goes on from it.
    """
    rows = db.execute(
        "SELECT id FROM matches WHERE state IN ('ended', 'void') AND closed < ? AND archive IS NULL"
        " AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = matches.table_id AND phase <> 'closed'"
        " AND matches.id = (SELECT max(id) FROM matches AS others WHERE others.table_id = tables.id)) ORDER BY id",
        (before,),
    )
    return [number for (number,) in rows]


def write_archive(db: Connection, path: Path, matches: Sequence[int]) -> int:
    """Copy matches into a new file, and return the number of their answers; the file is complete when it has its name.

    Raises `StoreError`, or `OSError` if it cannot be written.
    """
    part = path.with_name(f"{path.name}.part")
    answers = 0
    try:
        part.unlink(missing_ok=True)
        create_private(part)
        with closing(sqlite3.connect(part, isolation_level=None)) as file:
            file.execute("PRAGMA synchronous = FULL")
            file.executescript(_SCHEMA)
            file.execute("BEGIN")
            for match in matches:
                file.execute(_insert("matches", _MATCH), _match_row(db, match))
                rows = _answers(db, match)
                file.executemany(_insert("rows", _ROW), rows)
                answers += len(rows)
            file.execute("COMMIT")
        os.replace(part, path)
    except (sqlite3.Error, OSError) as fault:
        if is_full(fault):
            raise no_room(path, fault) from fault
        if isinstance(fault, OSError):
            raise
        raise StoreError(f"{path} could not be written: {fault}") from fault
    finally:
        part.unlink(missing_ok=True)
    return answers


def faults_of_archive(path: Path) -> list[str]:
    """Check every page of an archive, and return a sentence for each fault."""
    with reading_file(path) as file:
        return [str(line) for (line,) in file.execute("PRAGMA integrity_check(10)") if line != "ok"]


def register_archive(db: Connection, at: float, path: Path) -> int:
    """Make an archive known to the database, and return its number."""
    ((number,),) = db.execute(
        "INSERT INTO archives (folder, file, at) VALUES (?, ?, ?) RETURNING id",
        (str(path.parent), path.name, at),
    ).fetchall()
    return int(number)


def leave_for_archive(db: Connection, archive: int, path: Path, matches: Sequence[int]) -> None:
    """Delete the answers of some matches, after comparing each with its copy in the archive.

    Raises `StoreError` if one differs; nothing is deleted then.
    """
    with reading_file(path) as file:
        for match in matches:
            if _match_row(db, match) != _match_row(file, match) or _answers(db, match) != _answers(
                file, match
            ):
                raise StoreError(
                    f"match {match} in {path} is not as it is in the database; nothing is deleted"
                )
    for match in matches:
        db.execute(
            "UPDATE matches SET archive = ?, header = '{}', result = NULL WHERE id = ?", (archive, match)
        )
        db.execute("DELETE FROM rows WHERE match = ?", (match,))


def move_archives(db: Connection, folder: Path) -> list[Archive]:
    """Note that all archives stand in another folder now.

    Returns those whose files are not there; if there are any, nothing is noted.
    """
    missing = [
        archive for archive in archives(db) if archive.matches and not (folder / archive.file).is_file()
    ]
    if not missing:
        db.execute("UPDATE archives SET folder = ?", (str(folder),))
    return missing


def _match_row(db: Connection | sqlite3.Connection, match: int) -> tuple[object, ...]:
    found = db.execute(f"SELECT {', '.join(_MATCH)} FROM matches WHERE id = ?", (match,)).fetchone()
    return () if found is None else tuple(found)


def _answers(db: Connection | sqlite3.Connection, match: int) -> list[tuple[object, ...]]:
    return [
        tuple(row)
        for row in db.execute(f"SELECT {', '.join(_ROW)} FROM rows WHERE match = ? ORDER BY seq", (match,))
    ]


def _insert(table: str, columns: Sequence[str]) -> str:
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' for _ in columns)})"
