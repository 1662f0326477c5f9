"""Work in a thread whose connection is cut when it takes too long.

A server that stands still, with its disk or its machine, keeps its connections open: nothing else would end the wait.
"""

from __future__ import annotations

import asyncio
import threading
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
        self._db: PostgresConnection | None = None
        self.is_cut = False
        self.is_over = False
        """True once the work is done, with or without the one who asked for it."""

    def uses(self, db: PostgresConnection) -> PostgresConnection:
        """Note, and return, the connection that the work uses from now on; it's cut at once if the time is over."""
        self._db = db
        if self.is_cut:
            db.cut()
        return db

    def begin(self) -> None:
        """Start the time, in the loop."""
        if self._seconds is not None and not self.is_over:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, self._cut)

    def _cut(self) -> None:
        # after the work its connection may be in use for other work
        if self.is_over:
            return
        self.is_cut = True
        if self._db is not None:
            self._db.cut()

    def stop(self) -> None:
        """Let the timer go once the work is done; work that nobody waits for any longer is still cut in time."""
        if self.is_over and self._timer is not None:
            self._timer.cancel()


async def run_within(
    threads: Executor,
    seconds: float | None,
    work: Callable[[Deadline], T],
    *,
    patience: float | None = None,
) -> T:
    """Call `work` in a thread, and cut its connection after so many seconds; never if they are None.

    The time begins with the work: what waits for a thread has sent nothing to the server yet. Raises `TimeoutError`,
    and never calls it, if it has waited for longer than `patience`.
    """
    loop, deadline = asyncio.get_running_loop(), Deadline(seconds)
    # Taken once: by the thread that begins the work, or by the loop that refuses it. They may come at the same moment.
    turn = threading.Lock()
    is_refused = False

    def run() -> T:
        if not turn.acquire(blocking=False):
            raise TimeoutError
        loop.call_soon_threadsafe(deadline.begin)
        try:
            return work(deadline)
        finally:
            deadline.is_over = True

    def refuse() -> None:
        nonlocal is_refused
        is_refused = turn.acquire(blocking=False)
        if is_refused:
            running.cancel()

    running = loop.run_in_executor(threads, run)
    refusal = None if patience is None else loop.call_later(patience, refuse)
    try:
        return await running
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if not is_refused or (task is not None and task.cancelling()):
            raise
        raise TimeoutError("no connection was free in time") from None
    finally:
        deadline.stop()
        if refusal is not None:
            refusal.cancel()
