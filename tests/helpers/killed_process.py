"""The bot as a process of its own, to be killed: `python -m tests.helpers.killed_process STORE API GATEWAY TOKEN`."""

from __future__ import annotations

import asyncio
import sys

from bot.client import Dicenight
from bot.tables.question_clocks import BotPacing
from db.opening import open_store
from tests.helpers.as_discord import point_at


async def main(path: str, api: str, gateway: str, token: str) -> None:
    """Run until killed."""
    point_at(api, gateway)
    async with await open_store(path) as store:
        bot = Dicenight(
            store,
            ("cogs.table_messages", "cogs.presses", "cogs.table"),
            pacing=BotPacing(0, 0, 0, 0, 0, 0),
            gather=0.0,
            ready_after=0.01,
        )
        async with bot:
            await bot.start(token)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
