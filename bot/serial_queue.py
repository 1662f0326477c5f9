"""A queue that runs one coroutine at a time; its task exists only while there is work."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from bot.language import reader_language, speak
from bot.monitoring.interaction_id import INTERACTION
from bot.user_errors import UserError
from db.errors import NotSaved, StoreAway

T = TypeVar("T")
P = ParamSpec("P")


class SerialQueue:
    """Runs coroutines one at a time, in the order in which they were posted.

    `after` is called after each of them, even after one that raised.
    """

    __slots__ = ("_after", "_runner", "_work", "before")

    def __init__(self, after: Callable[[], object] = lambda: None) -> None:
        self._after = after
        self.before: Callable[[], Awaitable[None] | None] = lambda: None
        """Called before each of them; it may return work to do first. If that fails, so does the coroutine."""
        self._work: deque[tuple[Callable[[], Awaitable[Any]], asyncio.Future[Any], str, str]] = deque()
        self._runner: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._work)

    def post(self, work: Callable[[], Awaitable[T]]) -> asyncio.Future[T]:
        """Post `work` without waiting for it, and return the future of its outcome.

        It is done even if the caller is cancelled in the meantime.
        """
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._work.append((work, future, INTERACTION.get(), reader_language()))
        if self._runner is None:
            self._runner = asyncio.create_task(self._drain())
        return future

    @property
    def busy(self) -> bool:
        """True while work is running or waiting."""
        return self._runner is not None

    async def idle(self) -> None:
        """Wait until no work is left."""
        while self._runner is not None:
            await asyncio.wait([self._runner])

    async def _drain(self) -> None:
        try:
            while self._work:
                work, future, interaction, language = self._work.popleft()
                # log lines of this work carry the id of the interaction that posted it, which reads its sentences
                INTERACTION.set(interaction)
                speak(language)
                try:
                    first = self.before()
                    if first is not None:
                        await first
                    given = await work()
                except Exception as error:  # noqa: BLE001 - handed on to the caller that waits
                    if not future.cancelled():
                        future.set_exception(error)
                    elif not isinstance(error, NotSaved | StoreAway | UserError):
                        # who saves has told of those, and nobody waits for the answer that it didn't work, or a refusal
                        asyncio.get_running_loop().call_exception_handler(
                            {"message": "queued work failed after its caller left", "exception": error}
                        )
                else:
                    if not future.cancelled():
                        future.set_result(given)
                self._after()
        finally:
            self._runner = None


def serialized(
    command: Callable[Concatenate[Any, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]:
    """Decorate a coroutine method so that its calls go through the `queue` of its object, in order."""

    @wraps(command)
    async def queued(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> T:
        outcome: T = await self.queue.post(partial(command, self, *args, **kwargs))
        return outcome

    return queued
