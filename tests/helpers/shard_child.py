"""A process that serves shards, as a child of the tests."""

from __future__ import annotations

import asyncio
import signal
import sys
from contextlib import suppress
from pathlib import Path

from playground import Playground

ROOT = Path(__file__).parents[2]
START = 60.0
"""Seconds that a process may take to start on a busy machine."""


class ShardChild:
    """A child that serves shards, from the moment in which it says so."""

    def __init__(self, child: asyncio.subprocess.Process) -> None:
        self.child = child

    @classmethod
    async def start(
        cls, playground: Playground, url: str, plan: str = "auto/2", *, replace: bool = False
    ) -> ShardChild:
        """Start one, and wait until it serves."""
        places = (plan, url, playground.base_url, playground.gateway_url, playground.token)
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-u",
            "-m",
            "tests.helpers.shard_process",
            *places,
            *(["--replace"] if replace else []),
            cwd=ROOT,
            stdout=asyncio.subprocess.PIPE,
        )
        process = cls(child)
        await process.says("serves")
        return process

    async def says(self, word: str) -> str:
        """Return the first line that it prints with this word."""
        assert self.child.stdout is not None
        async with asyncio.timeout(START):
            while line := (await self.child.stdout.readline()).decode():
                if word in line:
                    return line
        raise AssertionError("it has ended")

    def signal(self, number: int) -> None:
        """Send it a signal."""
        self.child.send_signal(number)

    def stop(self) -> None:
        """Ask it to end in order."""
        with suppress(ProcessLookupError):
            self.child.terminate()

    async def ends(self) -> int:
        """Wait until it has ended, and return its status."""
        return await asyncio.wait_for(self.child.wait(), START)

    async def end(self) -> int:
        """Thaw it if it is frozen, and end it; return its status."""
        with suppress(ProcessLookupError):
            self.child.send_signal(signal.SIGCONT)
        self.stop()
        return await self.ends()
