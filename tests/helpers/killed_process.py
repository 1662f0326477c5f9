"""The bot as a process of its own, to be killed."""

from __future__ import annotations

import asyncio
import os
import sys

from bot.client import Dicenight
from bot.startup.activity import activity_served
from bot.startup.load_games import load_games
from bot.startup.load_rows import load_rows
from bot.tables.question_clocks import BotPacing
from db.opening import open_store
from tests.helpers.as_discord import point_at, settings_for

EXTENSIONS = ("cogs.table_messages", "cogs.presses", "cogs.table")
Activity = tuple[int, str] | None
"""The port of the Activity and the client secret; None: it is not served."""


def serve(path: str, api: str, gateway: str, token: str, activity: Activity, origins: frozenset[str]) -> None:
    """Run until killed."""
    # what it says is not about the tests
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    point_at(api, gateway)
    load_games()
    load_rows()
    asyncio.run(_run(path, token, activity, origins))


async def _run(path: str, token: str, activity: Activity, origins: frozenset[str]) -> None:
    port, secret = activity or (None, "")
    serving = activity_served(settings_for(token, path), token, port=port, secret=secret, origins=origins)
    async with await open_store(path) as store, serving as (served, _):
        bot = Dicenight(
            store,
            (*EXTENSIONS, "cogs.activity") if served else EXTENSIONS,
            pacing=BotPacing(0, 0, 0, 0, 0, 0),
            gather=0.0,
            ready_after=0.01,
            activity=served is not None,
        )
        if served is not None:
            bot.when_serving.append(served.join)
        async with bot:
            await bot.start(token)
