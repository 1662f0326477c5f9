"""The bot as a process of its own, to be killed: `python -m tests.helpers.killed_process STORE API GATEWAY TOKEN`.

With two more words, a port and a client secret, it also serves the Activity there.
"""

from __future__ import annotations

import asyncio
import sys

from bot.client import Dicenight
from bot.startup.activity import activity_served
from bot.tables.question_clocks import BotPacing
from db.opening import open_store
from tests.helpers.as_discord import point_at, settings_for


async def main(path: str, api: str, gateway: str, token: str, port: str = "", secret: str = "") -> None:
    """Run until killed."""
    point_at(api, gateway)
    settings = settings_for(token, path)
    async with (
        await open_store(path) as store,
        activity_served(settings, token, port=int(port) if port else None, secret=secret) as (activity, _),
    ):
        bot = Dicenight(
            store,
            ("cogs.table_messages", "cogs.presses", "cogs.table"),
            pacing=BotPacing(0, 0, 0, 0, 0, 0),
            gather=0.0,
            ready_after=0.01,
        )
        if activity is not None:
            bot.when_serving.append(activity.join)
        async with bot:
            await bot.start(token)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
