"""Work that is done beside everything else, and nothing of which outlives the connection."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


class BackgroundTasks:
    """Tasks that nobody waits for. After `stop` none begins any more."""

    def __init__(self) -> None:
        self.stopped = False
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
        """Do this meanwhile; gives its task, or None after the stop."""
        if self.stopped:
            work.close()
            return None
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

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
