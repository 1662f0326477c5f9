"""Exclusive lock on the database file.

It uses the standard library instead of the package `filelock`: on systems without file locks, that falls back to a file
whose mere existence is the lock, and which a killed process would leave behind.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

from db.errors import StoreError, StoreLocked, is_full, no_room

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: IO[str]) -> None:
        handle.seek(0)
        msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: IO[str]) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


MARK = "The database beside this file was in use. To begin again, delete both.\n"
"""Written into the lock file once the database has been opened."""


class Lock:
    """A lock on `<path>.lock` that is held until `release`, or until the process ends for any reason.

    The operating system keeps the lock, not the file: a file left behind by a crash locks nobody out. It is never
    deleted, since a third process could then lock a new file of the same name. The database file itself cannot be
    locked: closing any handle to it would drop the locks that SQLite holds on it in this process.
    """

    def __init__(self, path: Path) -> None:
        """Take the lock, creating the folder if needed.

        Symbolic links are followed first, so that all paths to one file lead to one lock. Raises `StoreLocked` with a
        sentence for the operator, `StoreError` if nothing can be written there or the file has a second name.
        """
        try:
            path = path.resolve()
            path.parent.mkdir(parents=True, exist_ok=True)
            self._handle = open(f"{path}.lock", "a+", encoding="ascii")  # noqa: SIM115
        except (OSError, RuntimeError) as fault:  # RuntimeError: links in a circle, in Python 3.11
            if is_full(fault):
                raise no_room(path, fault) from fault
            raise StoreError(f"{path} cannot be opened: {fault}") from fault
        try:
            _lock(self._handle)
        except OSError:
            self._handle.close()
            raise StoreLocked(
                f"{path} is in use by another process; stop that one first, or give this one another file"
            ) from None
        # SQLite names its log after the path, so two processes that open one file by two hard links would each write
        # their own log and destroy the file.
        if path.is_file() and path.stat().st_nlink > 1:
            self._handle.close()
            raise StoreError(f"{path} has a second name (a hard link); remove one of them")
        self._handle.seek(0)
        self.is_marked = MARK in self._handle.read()
        """True if the locked file has held a database before."""

    def mark(self) -> None:
        """Record in the lock file that there is a database, so that an emptied one is not taken for a new one.

        Raises `NotSaved` if the disk refuses.
        """
        if self.is_marked:
            return
        try:
            self._handle.write(MARK)
            self._handle.flush()
        except OSError as fault:
            raise no_room(Path(self._handle.name), fault) from fault
        self.is_marked = True

    def release(self) -> None:
        """Release the lock. May be called twice."""
        with suppress(OSError):  # a mark that did not fit is tried once more by closing
            self._handle.close()
