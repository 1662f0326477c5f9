"""Shared reads: members who ask for the same within some seconds share one read of the store."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from bot.clock import Clock

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

MOST = 256
"""The most answers kept at a time."""


class SharedReads(Generic[K, T]):
    """A cache of answers by key. A read under way, or done a moment ago, serves everyone who asks for its key."""

    def __init__(self, clock: Callable[[], Clock], seconds: float) -> None:
        self._clock, self._seconds = clock, seconds
        self._reads: dict[K, tuple[float, asyncio.Task[T]]] = {}

    async def get(self, key: K, read: Callable[[], Awaitable[T]]) -> T:
        """Return the cached answer for `key`, or call `read`. Raises what `read` raises."""
        now = self._clock().now()
        self._reads = {
            recent: (at, task)
            for recent, (at, task) in self._reads.items()
            if not task.done() or (0 <= now - at < self._seconds and not _failed(task))
        }
        if key not in self._reads:
            if len(self._reads) >= MOST:
                self._reads.pop(next(iter(self._reads)))
            self._reads[key] = (now, asyncio.create_task(_do(read)))
        # Cancelling one reader must not cancel the read for the others.
        return await asyncio.shield(self._reads[key][1])


async def _do(read: Callable[[], Awaitable[T]]) -> T:
    return await read()


def _failed(task: asyncio.Task[T]) -> bool:
    return task.cancelled() or task.exception() is not None
