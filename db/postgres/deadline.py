"""Work in a thread whose connection is cut when it takes too long.

A server that stands still, with its disk or its machine, keeps its connections open: nothing else would end the wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeVar

from db.postgres.connection import PostgresConnection

T = TypeVar("T")


class Deadline:
    """The time that some work may take, and the connection that is cut at its end."""

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None
        self._is_over = False
        self.db: PostgresConnection | None = None
        """The connection that the work uses now."""
        self.is_cut = False

    def begin(self) -> None:
        """Start the time, in the loop."""
        if self._seconds is not None and not self._is_over:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, self._cut)

    def _cut(self) -> None:
        self.is_cut = True
        if self.db is not None:
            self.db.cut()

    def end(self) -> None:
        """Stop the time: the work is done."""
        self._is_over = True
        if self._timer is not None:
            self._timer.cancel()


async def run_within(threads: Executor, seconds: float | None, work: Callable[[Deadline], T]) -> T:
    """Call `work` in a thread, and cut its connection after so many seconds; never if they are None.

    The time begins with the work: what waits for a thread has sent nothing to the server yet.
    """
    loop, deadline = asyncio.get_running_loop(), Deadline(seconds)

    def run() -> T:
        loop.call_soon_threadsafe(deadline.begin)
        return work(deadline)

    try:
        return await loop.run_in_executor(threads, run)
    finally:
        deadline.end()
