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
    try:
        if db.in_transaction:  # the last ROLLBACK did not get through either
            db.execute("ROLLBACK")
        try:
            db.execute("BEGIN IMMEDIATE")
            if len(group) == 1:
                # most units are alone: the transaction is their savepoint
                outcomes = [_run(db, group[0])]
                if outcomes[0].fault is not None:
                    return outcomes
            else:
                outcomes = [_run_within(db, unit) for unit in group]
            db.execute("COMMIT")
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")
    except sqlite3.Error as fault:
        raise GroupLost(str(fault)) from fault
    return outcomes


def _run(db: SqliteConnection, unit: WaitingUnit) -> Outcome:
    """Run a unit. After a fault its caller takes back what it has written."""
    try:
        return Outcome(unit.work(db, *unit.args, **unit.kwargs), None)
    except UNIT_FAULTS as fault:
        return Outcome(None, as_refusal(fault))


def _run_within(db: SqliteConnection, unit: WaitingUnit) -> Outcome:
    """Run a unit in a savepoint, so that a fault takes back nothing of the other units."""
    db.execute("SAVEPOINT unit")
    outcome = _run(db, unit)
    if outcome.fault is not None:
        db.execute("ROLLBACK TO unit")
    # ROLLBACK TO keeps the savepoint, so it is released either way
    db.execute("RELEASE unit")
    return outcome


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
