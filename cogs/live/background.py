"""Work that is done beside everything else, and nothing of which outlives the connection."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

log = logging.getLogger(__name__)


class BackgroundTasks:
    """Tasks that nobody waits for. After `stop` none begins any more."""

    def __init__(self) -> None:
        self.stopped = False
        self._tasks: set[asyncio.Future[None]] = set()

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
        """Do this meanwhile; gives its task, or None after the stop."""
        if self.stopped:
            work.close()
            return None
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Future[None]) -> None:
        """Forget a task, and log what it raised: nobody else asks for it."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.error("work in the background failed", exc_info=error)

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count what a caller does meanwhile, so that `settled` waits for it too."""
        done = asyncio.get_running_loop().create_future()
        self._tasks.add(done)
        try:
            yield
        finally:
            self._tasks.discard(done)
            if not done.done():
                done.set_result(None)

    async def settled(self) -> None:
        """Wait until all is done, and what has begun meanwhile."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def stop(self) -> None:
        """Give up what is not done yet."""
        self.stopped = True
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
