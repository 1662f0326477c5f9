"""One process a file: the second one is turned away before it reads a byte."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

from db.errors import StoreError, StoreLocked

if sys.platform == "win32":
    import msvcrt

    def _take(handle: IO[str]) -> None:
        handle.seek(0)
        msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(handle: IO[str]) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Lock:
    """Holds `<path>.lock` until `release`, or until the process ends in whatever way.

    The operating system keeps the lock, not the file: a file left behind by a crash locks nobody
    out. It is never deleted, since a third process could then lock a new file of the same name.
    """

    def __init__(self, path: Path) -> None:
        """Take the lock, making the folder if need be.

        Raises `StoreLocked` with a sentence for the operator, `StoreError` if nothing can be
        written there.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._handle = open(f"{path}.lock", "a+", encoding="ascii")  # noqa: SIM115
        except OSError as fault:
            raise StoreError(f"{path} cannot be opened: {fault}") from fault
        try:
            _take(self._handle)
        except OSError:
            self._handle.close()
            raise StoreLocked(
                f"{path} is in use by another process; stop that one first, or give this one another file"
            ) from None
        # The number is there for a person who looks; nothing in here reads it.
        self._handle.seek(0)
        self._handle.truncate()
        self._handle.write(f"{os.getpid()}\n")
        self._handle.flush()

    def release(self) -> None:
        """Let the next process in. Calling it twice does no harm."""
        self._handle.close()
