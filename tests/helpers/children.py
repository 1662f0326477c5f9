"""Processes as children of the tests, which may be killed, frozen or stopped.

A server that has everything loaded forks the children: to load it takes longer than many of them live. The tests
themselves would stand still, too, as long as a new program is being started, and with them the clocks of all who wait
for an answer.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from cogs import EXTENSIONS
from playground import Playground
from tests.helpers import killed_process, shard_process
from tests.helpers.postgres import location_for

START = 60.0
"""Seconds that a process may take to start on a busy machine."""
_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(
    [shard_process.__name__, killed_process.__name__, "bot.startup.loaded", *EXTENSIONS]
)


class Child:
    """A process that runs a function."""

    def __init__(self, target: Callable[..., None], *args: Any) -> None:
        self._child = _context.Process(target=target, args=args, daemon=True)

    async def begin(self) -> None:
        """Start it."""
        await asyncio.to_thread(self._child.start)

    def signal(self, number: int) -> None:
        """Send it a signal."""
        os.kill(self._child.pid or 0, number)

    async def ends(self) -> int | None:
        """Wait until it has ended, and return its status."""
        await asyncio.to_thread(self._child.join, START)
        return self._child.exitcode

    async def kill(self) -> None:
        """End it by `kill -9`, unless it has ended."""
        with suppress(ProcessLookupError):
            self.signal(signal.SIGKILL)
        await self.ends()


@asynccontextmanager
async def victim(
    playground: Playground, path: Path, activity: killed_process.Activity = None
) -> AsyncIterator[Child]:
    """The bot as a process, connected; killed at the end."""
    places = (str(location_for(path)), playground.base_url, playground.gateway_url, playground.token)
    # pages of the playground's web page, and of tests that say they are Discord's
    discord = f"https://{playground.world.activities.application_id}.discordsays.com"
    child = Child(killed_process.serve, *places, activity, frozenset({playground.files_url, discord}))
    await child.begin()
    try:
        await playground.wait_for(lambda: playground.connected, timeout=START)
        yield child
    finally:
        await child.kill()
        await playground.wait_for(lambda: not playground.connected, timeout=START)


class ShardChild(Child):
    """A child that serves shards, from the moment in which it says so."""

    _heard: Connection

    @classmethod
    async def start(
        cls,
        playground: Playground,
        url: str,
        plan: str = "auto/2",
        *,
        replace: bool = False,
        activity: killed_process.Activity = None,
    ) -> ShardChild:
        """Start one, and wait until it serves."""
        heard, said = _context.Pipe(duplex=False)
        places = (plan, url, playground.base_url, playground.gateway_url, playground.token)
        child = cls(shard_process.serve, said, *places, replace, activity)
        child._heard = heard
        await child.begin()
        said.close()
        assert "serves" in await asyncio.to_thread(child._listen)
        return child

    def _listen(self) -> str:
        assert self._heard.poll(START), "it says nothing"
        try:
            return str(self._heard.recv())
        except EOFError:
            raise AssertionError("it has ended") from None

    def stop(self) -> None:
        """Ask it to end in order."""
        with suppress(ProcessLookupError):
            self.signal(signal.SIGTERM)

    async def end(self) -> int | None:
        """Thaw it if it is frozen, and end it; return its status."""
        with suppress(ProcessLookupError):
            self.signal(signal.SIGCONT)
        self.stop()
        return await self.ends()
