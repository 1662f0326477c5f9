"""Group commit: all units that are waiting are saved with one COMMIT, each in its own savepoint.

A durable COMMIT costs one trip to the disk, however much is in it. While a group is on that trip
the next one gathers, so that nobody ever waits for company: a single unit goes at once, and under
load the groups grow by themselves.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections import deque
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from db.connection import PATIENCE, Work, WorkerConnection, to_write
from db.errors import NotSaved, Refused
from db.records import Stats

T = TypeVar("T")

log = logging.getLogger(__name__)

GROUP = 512
"""Most units in one group, so that the first of them does not wait for ever."""

OWN_FAULT = (
    Refused,
    sqlite3.IntegrityError,
    sqlite3.ProgrammingError,
    OverflowError,
)
"""What a unit may raise for reasons of its own. It is taken back alone; its group goes on."""


class _Waiting(NamedTuple):
    work: Work[Any]
    future: asyncio.Future[Any]


class _Answer(NamedTuple):
    value: Any
    fault: Exception | None


def save(db: sqlite3.Connection, works: Sequence[Work[Any]]) -> list[_Answer]:
    """Do all `works` in one transaction and give an answer for each, once all are on the disk.

    Raises what SQLite raises if the file cannot be written; nothing of the group is kept then, and
    the connection is ready for the next one.
    """
    answers = []
    if db.in_transaction:  # the last ROLLBACK did not get through either
        db.execute("ROLLBACK")
    try:
        db.execute("BEGIN IMMEDIATE")
        for work in works:
            db.execute("SAVEPOINT unit")
            try:
                answers.append(_Answer(work(db), None))
            except OWN_FAULT as fault:
                db.execute("ROLLBACK TO unit")
                answers.append(_Answer(None, _told(fault)))
            db.execute("RELEASE unit")
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
    return answers


def _told(fault: Exception) -> Exception:
    """The fault in the words of the store."""
    if not isinstance(fault, (sqlite3.IntegrityError, OverflowError)):
        return fault
    refusal = Refused(f"the books refuse it: {fault}")
    refusal.__cause__ = fault
    return refusal


class Writer:
    """The one writing connection and the task that feeds it."""

    def __init__(self, pipe: WorkerConnection) -> None:
        self.pipe = pipe
        self._waiting: deque[_Waiting] = deque()
        self._wake = asyncio.Event()
        self._closed = False
        self._groups = self._units = self._refused = self._failed = self._largest = 0
        self._task = asyncio.create_task(self._work(), name="store writer")

    @classmethod
    async def open(cls, path: Path, patience: float = PATIENCE) -> Writer:
        """A writer on the file at `path`, which has been migrated."""
        return cls(await WorkerConnection.open(lambda: to_write(path, patience)))

    async def do(self, work: Work[T]) -> T:
        """Do `work` as one unit; returns its answer once it is on the disk.

        Raises what the unit raised (`Refused` and its kin), or `NotSaved`; nothing of the unit is
        kept then. A caller that is cancelled while it waits cannot know whether the unit is kept.
        """
        if self._closed:
            raise NotSaved("the store is closed")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(work, future))
        self._wake.set()
        return await future

    async def close(self) -> None:
        """Save what waits, then close the connection. Later units get `NotSaved`."""
        self._closed = True
        self._wake.set()
        await asyncio.wait([self._task])
        await self.pipe.close()

    def stats(self) -> Stats:
        """What has been done so far."""
        return Stats(self._groups, self._units, self._refused, self._failed, self._largest)

    async def _work(self) -> None:
        while not (self._closed and not self._waiting):
            await self._wake.wait()
            while group := self._next_group():
                await self._save(group)
            if not self._closed:
                self._wake.clear()

    def _next_group(self) -> list[_Waiting]:
        group: list[_Waiting] = []
        while self._waiting and len(group) < GROUP:
            unit = self._waiting.popleft()
            if not unit.future.done():  # cancelled before its turn came
                group.append(unit)
        return group

    async def _save(self, group: Sequence[_Waiting]) -> None:
        works = [unit.work for unit in group]
        try:
            answers = await self.pipe.run(partial(save, works=works))
        except sqlite3.Error as fault:
            log.warning("a group of %d units was not saved: %s", len(group), fault)
            answers = [_Answer(None, _not_saved(fault)) for _ in group]
            self._failed += len(group)
        except Exception as fault:
            # No fault that is known of comes here; those who wait must be told all the same, and
            # this task must go on.
            log.exception("a group of %d units was not saved", len(group))
            answers = [_Answer(None, _not_saved(fault)) for _ in group]
            self._failed += len(group)
        else:
            kept = sum(answer.fault is None for answer in answers)
            self._groups += 1
            self._units += kept
            self._refused += len(group) - kept
            self._largest = max(self._largest, len(group))
        for unit, answer in zip(group, answers, strict=True):
            if unit.future.done():  # cancelled meanwhile
                continue
            if answer.fault is None:
                unit.future.set_result(answer.value)
            else:
                unit.future.set_exception(answer.fault)


def _not_saved(fault: Exception) -> NotSaved:
    refusal = NotSaved(f"nothing was saved: {fault}")
    refusal.__cause__ = fault
    return refusal
