"""Background tasks, which end with the connection."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

log = logging.getLogger(__name__)


class PlannedTask:
    """Work that begins at a moment of the monotonic clock: a task that only waits for it would cost much more."""

    __slots__ = ("_begin", "_ended", "_timer", "due")

    def __init__(self, due: float, begin: Callable[[], object]) -> None:
        loop = asyncio.get_running_loop()
        self.due = due
        self._begin = begin
        self._ended: asyncio.Future[None] = loop.create_future()
        self._timer = loop.call_later(max(due - time.monotonic(), 0.0), self._ring)

    @property
    def ended(self) -> asyncio.Future[None]:
        """Done once the work has begun, or is called off."""
        return self._ended

    def cancel(self) -> None:
        """Call the work off."""
        self._timer.cancel()
        if not self._ended.done():
            self._ended.set_result(None)

    def _ring(self) -> None:
        if not self._ended.done():
            # whatever begins counts before this ends, so that nobody who waits for all of it sees a gap
            self._begin()
            self._ended.set_result(None)
        # timer and task hold each other, and would wait for the garbage collector
        self._timer.cancel()


class BackgroundTasks:
    """A group of tasks that nobody awaits. After `stop` no task begins."""

    def __init__(self) -> None:
        self.stopped = False
        self._tasks: set[asyncio.Future[None]] = set()

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
        """Start a task and return it; None after the stop."""
        if self.stopped:
            work.close()
            return None
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def plan(self, due: float, begin: Callable[[], object]) -> PlannedTask | None:
        """Call `begin` at a moment of the monotonic clock, unless that is called off; None after the stop."""
        if self.stopped:
            return None
        planned = PlannedTask(due, begin)
        self._tasks.add(planned.ended)
        planned.ended.add_done_callback(self._tasks.discard)
        return planned

    def _ended(self, task: asyncio.Future[None]) -> None:
        """Forget a task, and log its exception, since nobody awaits it."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.error("work in the background failed", exc_info=error)

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count the caller's own work as a task, so that `settled` waits for it too."""
        done = asyncio.get_running_loop().create_future()
        self._tasks.add(done)
        try:
            yield
        finally:
            self._tasks.discard(done)
            if not done.done():
                done.set_result(None)

    async def settled(self) -> None:
        """Wait until all tasks are done, including those that begin in the meantime."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def stop(self) -> None:
        """Cancel the unfinished tasks."""
        self.stopped = True
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
