"""The bot with its Activity as a process of its own, to be killed: STORE API GATEWAY TOKEN PORT SECRET ORIGIN."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from bot.client import Dicenight
from bot.settings import Settings
from bot.startup.activity import activity_served
from bot.startup.load_games import load_games
from bot.startup.load_rows import load_rows
from bot.tables.question_clocks import BotPacing
from db.opening import open_store
from playground import Playground
from tests.helpers.as_discord import point_at
from tests.helpers.postgres import location_for

EXTENSIONS = ("cogs.table_messages", "cogs.presses", "cogs.table", "cogs.activity")


@contextlib.asynccontextmanager
async def killed_activity(playground: Playground, path: Path, port: int) -> AsyncIterator[None]:
    """The process, connected; killed at the end, by `kill -9`."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.helpers.killed_activity",
        str(location_for(path)),
        playground.base_url,
        playground.gateway_url,
        playground.token,
        str(port),
        playground.world.activities.client_secret,
        playground.files_url,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        await playground.wait_for(lambda: playground.connected)
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGKILL)
        await process.wait()
        await playground.wait_for(lambda: not playground.connected)


async def main(path: str, api: str, gateway: str, token: str, port: str, secret: str, origin: str) -> None:
    """Run until killed."""
    point_at(api, gateway)
    load_games()
    load_rows()
    settings = Settings(_env_file=None)
    async with await open_store(path) as store:
        bot = Dicenight(
            store,
            EXTENSIONS,
            pacing=BotPacing(0, 0, 0, 0, 0, 0),
            gather=0.0,
            ready_after=0.01,
            activity=True,
        )
        serving = activity_served(settings, token, port=int(port), secret=secret, origins=frozenset({origin}))
        async with serving as (activity, _), bot:
            assert activity is not None
            bot.when_serving.append(activity.join)
            await bot.start(token)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
