"""`/today`: one table a day, the same for everyone, with one try each."""

from __future__ import annotations

from bot.app import App
from cogs.daily.cog import TodayCog
from cogs.daily.painter import PREFIX
from cogs.interactions.router import register


async def setup(bot: App) -> None:
    """Load the command and let the router know its controls."""
    cog = TodayCog(bot)
    await bot.add_cog(cog)
    register(bot, PREFIX, cog.press)
