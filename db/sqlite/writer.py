"""Saving a group of units in the SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

from db.backend.connection import ConstraintViolation
from db.backend.group_commit import GroupLost, Outcome, WaitingUnit, Writer, as_refusal
from db.errors import Refused
from db.sqlite.connection import PATIENCE, SqliteConnection, WorkerConnection, connect_writer

UNIT_FAULTS = (
    Refused,
    ConstraintViolation,
    sqlite3.ProgrammingError,
    OverflowError,
)
"""Errors that a unit causes itself. Only the unit is rolled back; its group continues."""


def save_group(db: SqliteConnection, group: Sequence[WaitingUnit]) -> list[Outcome]:
    """Run all units in one transaction, and return an outcome for each once all are on the disk.

    Raises `GroupLost` if the file cannot be written; then nothing of the group is kept, and the connection is ready for
    the next one.
    """
    outcomes = []
    try:
        if db.in_transaction:  # the last ROLLBACK did not get through either
            db.execute("ROLLBACK")
        try:
            db.execute("BEGIN IMMEDIATE")
            for unit in group:
                db.execute("SAVEPOINT unit")
                try:
                    outcomes.append(Outcome(unit.work(db, *unit.args, **unit.kwargs), None))
                except UNIT_FAULTS as fault:
                    db.execute("ROLLBACK TO unit")
                    outcomes.append(Outcome(None, as_refusal(fault)))
                # ROLLBACK TO keeps the savepoint, so it is released either way
                db.execute("RELEASE unit")
            db.execute("COMMIT")
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")
    except sqlite3.Error as fault:
        raise GroupLost(str(fault)) from fault
    return outcomes


class SqliteSaver:
    """The one writing connection to a file."""

    def __init__(self, connection: WorkerConnection) -> None:
        self.connection = connection

    def save(
        self, group: Sequence[WaitingUnit], while_away: Callable[[str], None]
    ) -> Coroutine[Any, Any, list[Outcome]]:
        """Run all units in one transaction when awaited. Raises `GroupLost` if the file cannot be written."""
        return self.connection.run(save_group, group)

    def stop_asking(self) -> None:
        """Do nothing: a COMMIT in the same process is always answered."""

    async def close(self) -> None:
        """Close the connection."""
        await self.connection.close()


async def open_writer(path: Path, patience: float = PATIENCE) -> Writer:
    """Open a writer on the migrated file at `path`."""
    return Writer(SqliteSaver(await WorkerConnection.open(lambda: connect_writer(path, patience))))
