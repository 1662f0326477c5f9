"""Background tasks, which end with the connection."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

log = logging.getLogger(__name__)


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
