"""Group commit: all units that are waiting are saved with one COMMIT, each in its own savepoint.

A durable COMMIT costs one trip to the disk, however much is in it. While a group is on that trip the next one gathers,
so that no unit waits for company: a single unit goes at once, and under load the groups grow by themselves.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar

from db.errors import NotSaved, Refused
from db.records import Stats
from db.sqlite.connection import PATIENCE, Work, WorkerConnection, connect_writer

T = TypeVar("T")
P = ParamSpec("P")

log = logging.getLogger(__name__)

GROUP = 512
"""The most units in one group, so that the first of them does not wait for ever."""

UNIT_FAULTS = (
    Refused,
    sqlite3.IntegrityError,
    sqlite3.ProgrammingError,
    OverflowError,
)
"""Errors for which a unit itself is to blame. It is taken back alone; its group goes on."""


class _Unit(NamedTuple):
    work: Work[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    future: asyncio.Future[Any]


class _Outcome(NamedTuple):
    value: Any
    fault: Exception | None


def save_group(db: sqlite3.Connection, group: Sequence[_Unit]) -> list[_Outcome]:
    """Do all units in one transaction, and return an outcome for each once all are on the disk.

    Raises what SQLite raises if the file cannot be written; nothing of the group is kept then, and the connection is
    ready for the next one.
    """
    outcomes = []
    if db.in_transaction:  # the last ROLLBACK did not get through either
        db.execute("ROLLBACK")
    try:
        db.execute("BEGIN IMMEDIATE")
        for unit in group:
            db.execute("SAVEPOINT unit")
            try:
                outcomes.append(_Outcome(unit.work(db, *unit.args, **unit.kwargs), None))
            except UNIT_FAULTS as fault:
                db.execute("ROLLBACK TO unit")
                outcomes.append(_Outcome(None, _as_refusal(fault)))
            db.execute("RELEASE unit")
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
    return outcomes


def _as_refusal(fault: Exception) -> Exception:
    if not isinstance(fault, (sqlite3.IntegrityError, OverflowError)):
        return fault
    refusal = Refused(f"the books refuse it: {fault}")
    refusal.__cause__ = fault
    return refusal


class Writer:
    """The one writing connection and the task that feeds it."""

    def __init__(self, connection: WorkerConnection) -> None:
        self.connection = connection
        self._waiting: deque[_Unit] = deque()
        self._wake = asyncio.Event()
        self._closed = False
        self._groups = self._units = self._refused = self._failed = self._largest = 0
        self._task = asyncio.create_task(self._run(), name="store writer")

    @classmethod
    async def open(cls, path: Path, patience: float = PATIENCE) -> Writer:
        """Open a writer on the file at `path`, which has been migrated."""
        return cls(await WorkerConnection.open(lambda: connect_writer(path, patience)))

    async def do(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do `work` as one unit. Returns its result once it is on the disk.

        Raises what the unit raised (`Refused` and its kin), or `NotSaved`; nothing of the unit is kept then. A caller
        that is cancelled while it waits cannot know whether the unit is kept.
        """
        if self._closed:
            raise NotSaved("the store is closed")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Unit(work, args, kwargs, future))
        self._wake.set()
        return await future

    async def close(self) -> None:
        """Save the units that wait, then close the connection. Later units get `NotSaved`."""
        self._closed = True
        self._wake.set()
        await asyncio.wait([self._task])
        await self.connection.close()

    def stats(self) -> Stats:
        """Return the numbers of groups and units since the store was opened."""
        return Stats(self._groups, self._units, self._refused, self._failed, self._largest)

    async def _run(self) -> None:
        while not (self._closed and not self._waiting):
            await self._wake.wait()
            while group := self._next_group():
                await self._save(group)
            if not self._closed:
                self._wake.clear()

    def _next_group(self) -> list[_Unit]:
        group: list[_Unit] = []
        while self._waiting and len(group) < GROUP:
            unit = self._waiting.popleft()
            if not unit.future.done():  # cancelled before its turn came
                group.append(unit)
        return group

    async def _save(self, group: Sequence[_Unit]) -> None:
        try:
            outcomes = await self.connection.run(save_group, group)
        except Exception as fault:
            # Only SQLite's errors are expected here. Others are bugs, but the callers must be answered all the same,
            # and this task must go on.
            trace = None if isinstance(fault, sqlite3.Error) else fault
            log.log(
                logging.ERROR if trace else logging.WARNING,
                "a group of %d units was not saved: %s",
                len(group),
                fault,
                exc_info=trace,
            )
            outcomes = [_Outcome(None, _not_saved(fault)) for _ in group]
            self._failed += len(group)
        else:
            saved = sum(outcome.fault is None for outcome in outcomes)
            self._groups += 1
            self._units += saved
            self._refused += len(group) - saved
            self._largest = max(self._largest, len(group))
        for unit, outcome in zip(group, outcomes, strict=True):
            if unit.future.done():  # cancelled meanwhile
                continue
            if outcome.fault is None:
                unit.future.set_result(outcome.value)
            else:
                unit.future.set_exception(outcome.fault)


def _not_saved(fault: Exception) -> NotSaved:
    refusal = NotSaved(f"nothing was saved: {fault}")
    refusal.__cause__ = fault
    return refusal
