"""`/purse`: a member's gembones, and the commands to use them."""

from __future__ import annotations

from bot.app import App
from cogs.interactions.cog_handlers import register
from cogs.purse.cog import PREFIX, PurseCog


async def setup(bot: App) -> None:
    """Load the commands and let the router know the buttons."""
    cog = PurseCog(bot)
    await bot.add_cog(cog)
    register(bot, PREFIX, cog.turn)
