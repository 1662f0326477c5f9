"""`/house`: the commands with which admins run the bot on their server."""

from __future__ import annotations

from bot.app import App
from cogs.admin.cog import PREFIX, AdminCog
from cogs.interactions.cog_handlers import register


async def setup(bot: App) -> None:
    """Load the commands and let the router know the controls."""
    cog = AdminCog(bot)
    await bot.add_cog(cog)
    register(bot, PREFIX, cog.pressed)
