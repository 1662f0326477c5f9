"""One thing after the other: a queue whose task lives only as long as there is work."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

T = TypeVar("T")


class SerialQueue:
    """Runs coroutines one at a time, in the order in which they were handed in."""

    __slots__ = ("_runner", "_work")

    def __init__(self) -> None:
        self._work: deque[tuple[Callable[[], Awaitable[Any]], asyncio.Future[Any]]] = deque()
        self._runner: asyncio.Task[None] | None = None

    async def run(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run `work` when its turn comes; gives or raises what it does.

        Work that was handed in is done even if the caller is cancelled meanwhile.
        """
        return await self.post(work)

    def post(self, work: Callable[[], Awaitable[T]]) -> asyncio.Future[T]:
        """Hand in `work` without waiting for it; gives the future of what it gives or raises."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._work.append((work, future))
        if self._runner is None:
            self._runner = asyncio.create_task(self._drain())
        return future

    @property
    def busy(self) -> bool:
        """Whether something is being done."""
        return self._runner is not None

    async def idle(self) -> None:
        """Wait until nothing is left to do."""
        while self._runner is not None:
            await asyncio.wait([self._runner])

    async def _drain(self) -> None:
        try:
            while self._work:
                work, future = self._work.popleft()
                try:
                    given = await work()
                except Exception as error:  # noqa: BLE001 - handed on to whoever waits
                    if future.cancelled():
                        asyncio.get_running_loop().call_exception_handler(
                            {"message": "work at a table failed after its caller left", "exception": error}
                        )
                    else:
                        future.set_exception(error)
                else:
                    if not future.cancelled():
                        future.set_result(given)
        finally:
            self._runner = None
