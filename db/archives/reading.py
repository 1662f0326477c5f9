"""Reading the journal of a match where it is: in the database, or in an archive."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar, cast

from db.backend.connection import Connection
from db.errors import ArchiveAway

T = TypeVar("T")


class Archive(NamedTuple):
    """An archive that matches have left for."""

    id: int
    folder: str
    file: str
    matches: int

    @property
    def path(self) -> Path:
        """The path of the file."""
        return Path(self.folder) / self.file


def archives(db: Connection) -> list[Archive]:
    """Return all archives with the number of their matches, the oldest first."""
    rows = db.execute(
        "SELECT archives.id, folder, file, count(matches.id) FROM archives"
        " LEFT JOIN matches ON matches.archive = archives.id"
        " GROUP BY archives.id, folder, file ORDER BY archives.id"
    )
    return [Archive(*row) for row in rows]


@contextmanager
def journal_of(db: Connection, match_id: int) -> Iterator[Connection]:
    """Yield the connection on which the header, the result and the rows of a match are: its archive's, or `db` itself.

    Raises `ArchiveAway` if its archive cannot be read here.
    """
    found = db.execute(
        "SELECT folder, file FROM matches JOIN archives ON archives.id = matches.archive WHERE matches.id = ?",
        (match_id,),
    ).fetchone()
    if found is None:
        yield db
        return
    with reading_file(Path(*found)) as file:
        yield file


def in_archives(db: Connection, query: Callable[[Connection], list[T]]) -> list[T]:
    """Return what a query finds in all archives. Raises `ArchiveAway` if one of them cannot be read here."""
    found: list[T] = []
    for archive in archives(db):
        if archive.matches:
            with reading_file(archive.path) as file:
                found += query(file)
    return found


@contextmanager
def reading_file(path: Path) -> Iterator[Connection]:
    """Open an archive for reading. Raises `ArchiveAway` if that cannot be done here."""
    if not path.is_file():
        raise ArchiveAway(f"the archive {path} is not here")
    try:
        # an archive never changes, so it may be on a disk that can only be read
        opened = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None
        )
        with closing(opened) as file:
            yield cast(Connection, file)
    except sqlite3.DatabaseError as fault:
        raise ArchiveAway(f"the archive {path} cannot be read: {fault}") from fault
