"""A process that serves shards, as a child of the tests.

A server that has everything loaded forks the children. The tests themselves would stand still as long as a new program
is being started, and with them the clocks of all who wait for an answer.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess

from playground import Playground
from tests.helpers import shard_process

START = 60.0
"""Seconds that a process may take to start on a busy machine."""
_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload([shard_process.__name__])


class ShardChild:
    """A child that serves shards, from the moment in which it says so."""

    def __init__(self, child: ForkServerProcess, said: Connection) -> None:
        self._child, self._said = child, said

    @classmethod
    async def start(
        cls,
        playground: Playground,
        url: str,
        plan: str = "auto/2",
        *,
        replace: bool = False,
        activity: shard_process.Activity = None,
    ) -> ShardChild:
        """Start one, and wait until it serves."""
        heard, said = _context.Pipe(duplex=False)
        places = (plan, url, playground.base_url, playground.gateway_url, playground.token)
        child = _context.Process(
            target=shard_process.serve, args=(said, *places, replace, activity), daemon=True
        )
        await asyncio.to_thread(child.start)
        said.close()
        process = cls(child, heard)
        assert "serves" in await asyncio.to_thread(process._listen)
        return process

    def _listen(self) -> str:
        assert self._said.poll(START), "it says nothing"
        try:
            return str(self._said.recv())
        except EOFError:
            raise AssertionError("it has ended") from None

    def signal(self, number: int) -> None:
        """Send it a signal."""
        os.kill(self._child.pid or 0, number)

    def stop(self) -> None:
        """Ask it to end in order."""
        with suppress(ProcessLookupError):
            self.signal(signal.SIGTERM)

    async def ends(self) -> int | None:
        """Wait until it has ended, and return its status."""
        await asyncio.to_thread(self._child.join, START)
        return self._child.exitcode

    async def end(self) -> int | None:
        """Thaw it if it is frozen, and end it; return its status."""
        with suppress(ProcessLookupError):
            self.signal(signal.SIGCONT)
        self.stop()
        return await self.ends()
