"""The errors of the store."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

NO_ROOM = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_SHMOPEN,
    sqlite3.SQLITE_IOERR_SHMSIZE,
)
"""SQLite's errors on a full disk: of the file, of its log, and of that log's index, which a reader needs too."""


class StoreError(Exception):
    """Any error of the store. The tree:

    StoreError
    ├── StoreLocked       another process holds the file
    ├── StoreAway         the server cannot be reached now, and may be later
    │   └── StoreHeld     it can be, but another process keeps a lock that opening needs
    ├── ArchiveAway       the file with an old match cannot be read here
    ├── StoreTooNew       the file was written by a later version
    ├── StoreMoved        the file was carried over to another database
    ├── DamagedCopy       a copy that was just made is not whole
    ├── NotSaved          the disk refused (full, locked, gone): nothing of the unit is kept
    └── Refused           the unit breaks a rule of the books: nothing of it is kept
        ├── NotEnough     an account would fall below zero
        ├── BadMove       zero, negative, over the cap, to oneself
        ├── AlreadyDone   a unique key, press or row number that is in the books
        ├── AccountClosed an account that may not be touched any more
        ├── OverLimit     more than a member allows themselves (a cap, a pause)
        ├── NotOurs       another process serves now what the unit is about
        └── Unknown       no such account, table or match
    """


class StoreLocked(StoreError):
    """Another process holds the file."""


class StoreAway(StoreError):
    """The server cannot be reached now: it is starting, stopped or full. Later it may be."""


class StoreHeld(StoreAway):
    """The server answers, but a transaction of another process keeps locked what is needed to open the database."""


class ArchiveAway(StoreError):
    """The match has left for an archive, and that file cannot be read here."""


class StoreTooNew(StoreError):
    """The file was written by a later version of this program."""


class StoreMoved(StoreError):
    """The file was carried over to another database, which has everything since."""


class DamagedCopy(StoreError):
    """A copy that was just made is not whole. It is at `copy`, and what it was to replace is as it was."""

    def __init__(self, copy: Path, fault: str) -> None:
        super().__init__(f"the copy {copy} is damaged: {fault}")
        self.copy, self.fault = copy, fault


class NotSaved(StoreError):
    """The disk refused. Nothing of the unit is kept, and it may be tried again."""


class Refused(StoreError):
    """The unit breaks a rule of the books. Nothing of it is kept."""


class NotEnough(Refused):
    """The transfer would take an account below zero."""

    def __init__(self, account: int, unit: str, held: int, asked: int) -> None:
        super().__init__(f"account {account} holds {held} {unit}, {asked} asked")
        self.account, self.unit, self.held, self.asked = account, unit, held, asked


class BadMove(Refused):
    """The amount is zero, negative or over the cap, or the move is from an account to itself."""


class AlreadyDone(Refused):
    """The key, press or row number is unique, and is in the books already."""

    def __init__(self, kind: str, key: object) -> None:
        super().__init__(f"{kind} {key!r} is in the books already")
        self.kind, self.key = kind, key


class AccountClosed(Refused):
    """The account is closed and cannot be used."""


class OverLimit(Refused):
    """The stake is more than the member allows themselves: they have paused, or it exceeds their daily cap."""

    def __init__(self, member: int, *, paused_until: float | None = None, cap: int | None = None) -> None:
        super().__init__(f"member {member} has set themselves a limit")
        self.member, self.paused_until, self.cap = member, paused_until, cap


class NotOurs(Refused):
    """Another process serves now what the unit is about."""


class Unknown(Refused):
    """There is no such account, table or match."""


# ---- a full disk


def is_full(fault: BaseException) -> bool:
    """Return True for an error that says that no more can be written, as on a full disk."""
    if isinstance(fault, OSError):
        return fault.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    return getattr(fault, "sqlite_errorcode", 0) in NO_ROOM


def no_room(path: Path, fault: BaseException) -> NotSaved:
    """Return the error for a file that a full disk refuses."""
    reason = fault.strerror if isinstance(fault, OSError) else fault
    return NotSaved(
        f"{path} cannot be written, since its disk is full ({reason}): make room there, and start again"
    )
