"""Group commit: all units that are waiting are saved with one COMMIT, and a refused one is taken back alone.

A durable COMMIT costs one trip to the disk, however much is in it. While one group is on that trip the next one
gathers, so that no unit waits for company: a single unit goes at once, and under load the groups grow by themselves.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar

from db.backend.connection import ConstraintViolation, Work
from db.backend.database import Stats
from db.errors import NotSaved, Refused

T = TypeVar("T")
P = ParamSpec("P")

log = logging.getLogger(__name__)

GROUP = 512
"""The most units in one group, so that its first unit does not wait too long."""


class WaitingUnit(NamedTuple):
    """A waiting unit of work, and the future of its caller."""

    work: Work[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    future: asyncio.Future[Any]
    since: float
    """The moment at which it was given, by a monotonic clock."""


class Outcome(NamedTuple):
    """The result of a saved unit, or the fault that rolled it back alone."""

    value: Any
    fault: Exception | None


class GroupLost(Exception):
    """A group that could not be saved for a reason outside the program: a full disk, a database that is away."""


class OutcomeUnknown(Exception):
    """A group whose COMMIT was never answered before the process had to end."""


class GroupSaver(Protocol):
    """The interface of the writing connection that the writer needs."""

    def save(
        self, group: Sequence[WaitingUnit], while_away: Callable[[str], None]
    ) -> Awaitable[list[Outcome]]:
        """Run all units in one transaction, and return an outcome for each once all are on the disk.

        Raises `GroupLost` if nothing of the group was kept. A saver that does not know yet keeps asking, and calls
        `while_away` with the reason. Raises `OutcomeUnknown` if it was closed before it knew.
        """

    def stop_asking(self) -> None:
        """End a `save` that waits for the database to come back, with `OutcomeUnknown`."""

    async def close(self) -> None:
        """Close the database."""


def as_refusal(fault: Exception) -> Exception:
    """Return the error to raise to the caller of a unit that caused a fault."""
    if not isinstance(fault, (ConstraintViolation, OverflowError)):
        return fault
    refusal = Refused(f"the books refuse it: {fault}")
    refusal.__cause__ = fault
    return refusal


class Writer:
    """The queue of units, and the task that passes them to the writing connection."""

    def __init__(self, saver: GroupSaver) -> None:
        self.saver = saver
        self._waiting: deque[WaitingUnit] = deque()
        self._wake = asyncio.Event()
        self._closed = False
        self._away = ""
        """Why nothing can be saved now, while the outcome of a group is unknown."""
        self._groups = self._units = self._refused = self._failed = self._largest = 0
        self._seconds = 0.0
        self._saving_since: float | None = None
        """Since when the oldest unit of the group that is being saved waits."""
        self._task = asyncio.create_task(self._run(), name="store writer")

    def do(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> Awaitable[T]:
        """Run `work` as one unit and return its result once it is on the disk.

        Raises the unit's own error (`Refused` or a subclass), or `NotSaved`; then nothing of the unit is kept. A caller
        that is cancelled while it waits cannot know whether the unit was saved.
        """
        if self._closed:
            raise NotSaved("the store is closed")
        if self._away:
            raise NotSaved(self._away)
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(WaitingUnit(work, args, kwargs, future, time.monotonic()))
        self._wake.set()
        return future

    async def close(self) -> None:
        """Save the waiting units, then close the connection. Later units get `NotSaved`."""
        self._closed = True
        self._wake.set()
        self.saver.stop_asking()
        # `wait` and not `await`: cancelling this call must not cancel the writer in the middle of a group
        await asyncio.wait([self._task])
        await self.saver.close()

    def stats(self) -> Stats:
        """Return the counts of units and groups since the store was opened."""
        oldest = self._saving_since or (self._waiting[0].since if self._waiting else None)
        return Stats(
            self._groups,
            self._units,
            self._refused,
            self._failed,
            self._largest,
            self._seconds,
            0.0 if oldest is None else time.monotonic() - oldest,
        )

    async def _run(self) -> None:
        while not (self._closed and not self._waiting):
            await self._wake.wait()
            while group := self._next_group():
                await self._save(group)
            if not self._closed:
                # once closed, the event stays set so that the loop ends
                self._wake.clear()

    def _next_group(self) -> list[WaitingUnit]:
        group: list[WaitingUnit] = []
        while self._waiting and len(group) < GROUP:
            unit = self._waiting.popleft()
            if not unit.future.done():  # cancelled before its turn came
                group.append(unit)
        return group

    async def _save(self, group: Sequence[WaitingUnit]) -> None:
        begun = time.monotonic()
        self._saving_since = group[0].since
        try:
            outcomes = await self.saver.save(group, self._refuse_meanwhile)
        except OutcomeUnknown as fault:
            log.warning("a group of %d units may or may not be saved: %s", len(group), fault)
            for unit in group:
                # neither saved nor refused for certain, so the caller gets no answer at all
                unit.future.cancel()
            return
        except Exception as fault:
            # Only a `GroupLost` is expected here. Others are bugs, but the callers must be answered all the same,
            # and this task must go on.
            trace = None if isinstance(fault, GroupLost) else fault
            log.log(
                logging.ERROR if trace else logging.WARNING,
                "a group of %d units was not saved: %s",
                len(group),
                fault,
                exc_info=trace,
            )
            outcomes = [Outcome(None, _not_saved(fault)) for _ in group]
            self._failed += len(group)
        else:
            self._groups += 1
            for outcome in outcomes:
                if outcome.fault is None:
                    self._units += 1
                else:
                    self._refused += 1
            self._largest = max(self._largest, len(group))
        finally:
            self._away = ""
            self._saving_since = None
            self._seconds += time.monotonic() - begun
        for unit, outcome in zip(group, outcomes, strict=True):
            if unit.future.done():  # cancelled meanwhile
                continue
            if outcome.fault is None:
                unit.future.set_result(outcome.value)
            else:
                unit.future.set_exception(outcome.fault)

    def _refuse_meanwhile(self, reason: str) -> None:
        """Refuse the waiting units and new ones. None of them was sent to the database, so this is certain."""
        self._away = reason
        for unit in self._waiting:
            if not unit.future.done():
                unit.future.set_exception(NotSaved(reason))
                self._failed += 1
        self._waiting.clear()


def _not_saved(fault: Exception) -> NotSaved:
    refusal = NotSaved(f"nothing was saved: {fault}")
    refusal.__cause__ = fault.__cause__ if isinstance(fault, GroupLost) else fault
    return refusal
