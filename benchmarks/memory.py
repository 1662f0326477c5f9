"""Memory of the whole program after its start and with a table at play: the bot, and the processes beside it.

Those share most of theirs with the one that they were copied from, so each counts its own part of what is shared
(`Pss` of Linux), and the sum is what the machine gives.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path

import psutil

from benchmarks.figures import Figure
from playground import Playground

GAME = "rogues_and_warriors"
CALM = 10.0
"""Seconds after which a start or a hand has settled."""
CHILD = """
import sys
from bot.cli import main
from tests.helpers.as_discord import point_at
point_at(*sys.argv[1:3])
sys.exit(main(["run", "--discord"]))
"""


def run(quick: bool) -> list[Figure]:
    """Measure the memory of a bot with pictures, which runs as a host starts it."""
    with tempfile.TemporaryDirectory(prefix="dicenight-bench-") as folder:
        Path(folder, "data").mkdir()
        return asyncio.run(_measured(folder))


async def _measured(folder: str) -> list[Figure]:
    here = {name: value for name, value in os.environ.items() if not name.startswith("DICENIGHT_")}
    async with Playground() as playground:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            CHILD,
            playground.base_url,
            playground.gateway_url,
            cwd=folder,
            env={**here, "DICENIGHT_TOKEN": playground.token, "PYTHONPATH": os.getcwd()},
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            await playground.wait_for(lambda: playground.connected)
            await asyncio.sleep(CALM)
            figures = _figures("after the start", process.pid)
            await _play(playground)
            await asyncio.sleep(CALM)
            return figures + _figures("with a table at play", process.pid)
        finally:
            process.terminate()
            await process.wait()


async def _play(playground: Playground) -> None:
    """Begin a hand of two members."""
    tavern, ann, bob = playground.guild.channel("tavern"), playground.member("Ann"), playground.member("Bob")
    await ann.slash(tavern, "table open", game=GAME)
    for member, label in ((bob, "Sit down"), (ann, "Start")):
        board = await playground.wait_for(
            lambda label=label: next(  # type: ignore[misc]
                (m for m in tavern.messages if any(each.label == label for each in m.buttons)), None
            )
        )
        await member.press(board, label)


def _figures(when: str, pid: int) -> list[Figure]:
    bot = psutil.Process(pid)
    family = [bot, *bot.children(recursive=True)]
    shares = [each.memory_full_info().pss / 1e6 for each in family]
    return [
        Figure(f"the bot, {when}", "MB resident", bot.memory_info().rss / 1e6),
        Figure(f"  the {len(family) - 1} processes beside it", "MB of their own share", sum(shares[1:])),
        Figure("  all together", "MB", sum(shares)),
    ]
