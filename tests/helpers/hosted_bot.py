"""A bot as a host runs it: the whole program in a process, its log, its figures and its end."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import sys
import urllib.request
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from playground import Playground
from playground.world.clock import PATIENCE

START = 180.0
"""Seconds that a process may take to start on a busy machine."""


class HostedBot:
    """A process that runs `dicenight`, in a folder, with JSON as its log."""

    def __init__(self, process: asyncio.subprocess.Process, port: Path, *, is_json: bool) -> None:
        self._process, self._port, self._is_json = process, port, is_json
        self.plain: list[str] = []
        """What it has written, line by line."""
        self.lines: list[dict[str, Any]] = []
        """The same for one whose log is JSON, to the last line."""
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            self.plain.append(line.decode().rstrip())
            if self._is_json:
                self.lines.append(json.loads(line))

    @property
    def told(self) -> list[str]:
        """What it has told the host, from WARNING on: sentences, and no traceback."""
        told = [line for line in self.lines if line["level"] in ("WARNING", "ERROR", "CRITICAL")]
        assert not [line for line in told if "exc_info" in line], told
        return [line["message"] for line in told]

    @property
    def is_running(self) -> bool:
        """True until it has ended."""
        return self._process.returncode is None

    def signal(self, number: int) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    async def figures(self) -> str:
        """Return what it serves to Prometheus now."""
        return await self.get("/metrics")

    async def get(self, path: str) -> str:
        """Return what it answers a probe with, whatever the status."""
        url = f"http://127.0.0.1:{self._port.read_text('ascii')}{path}"

        def ask() -> str:
            opener = urllib.request.OpenerDirector()
            opener.add_handler(urllib.request.HTTPHandler())
            with opener.open(url, timeout=PATIENCE) as answer:
                return str(answer.read().decode())

        return await asyncio.to_thread(ask)

    async def until_figure_is(self, series: str, right: Callable[[float], bool]) -> str:
        """Wait until a figure has a right value, and return all figures of that moment."""
        async with asyncio.timeout(START):
            while True:
                text = await self.figures()
                values = [
                    line.rpartition(" ")[2] for line in text.splitlines() if line.startswith(f"{series} ")
                ]
                if any(right(float(value)) for value in values):
                    return text
                await asyncio.sleep(0.05)

    async def until_told(self, words: str) -> None:
        """Wait until some line of its log has these words."""
        async with asyncio.timeout(START):
            while not any(words in line["message"] for line in self.lines):
                assert self.is_running or not self._reading.done(), self.lines
                await asyncio.sleep(0.02)

    def let_no_file_grow(self, on: bool = True) -> None:
        """Refuse it each write into a file, as a full disk does; or allow them again."""
        let_no_file_grow(self._process.pid, on)

    @property
    def answers_probes(self) -> bool:
        """True once it serves its figures."""
        return self._port.exists()

    async def ends(self) -> int:
        """Wait until it has ended, and return its status."""
        await asyncio.wait_for(self._process.wait(), START)
        await self._reading
        return self._process.returncode or 0

    async def stop(self) -> int:
        """Stop it in order, and return its status."""
        self.signal(signal.SIGTERM)
        return await self.ends()

    async def kill(self) -> None:
        """End it as the kernel does when memory runs out."""
        if self.is_running:
            self.signal(signal.SIGKILL)
        await self.ends()


def let_no_file_grow(process: int, on: bool = True) -> None:
    """Refuse a process (0: this one) each write into a file beyond its first byte; or allow them again."""
    hard = resource.RLIM_INFINITY
    resource.prlimit(process, resource.RLIMIT_FSIZE, (1 if on else hard, hard))


@asynccontextmanager
async def hosted(
    playground: Playground,
    folder: Path,
    *words: str,
    api: str = "",
    settings: Mapping[str, str] | None = None,
    full_disk: bool = False,
) -> AsyncIterator[HostedBot]:
    """Start `dicenight` with these words in a folder, and kill what is left of it after the block."""
    port = folder / f"port of {words[0]}"
    port.unlink(missing_ok=True)
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("DICENIGHT_")},
        "DICENIGHT_TOKEN": playground.token,
        "DICENIGHT_LOG_FORMAT": "json",
        "DICENIGHT_MONITORING_PORT": "0",
        "DICENIGHT_PICTURES": "false",
        "DICENIGHT_THINKING": "0",
        "PYTHONPATH": str(Path(__file__).parents[2]),
        **(settings or {}),
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.helpers.hosted_process",
        api or playground.base_url,
        playground.gateway_url,
        str(port),
        *words,
        cwd=folder,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        preexec_fn=partial(let_no_file_grow, 0) if full_disk else None,
    )
    bot = HostedBot(process, port, is_json=words[0] == "run")
    try:
        yield bot
    finally:
        await bot.kill()
