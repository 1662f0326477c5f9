"""`/my block`: members whom a member never wants to be seated with."""

from __future__ import annotations

from bot.app import App
from cogs.blocks.cog import PREFIX, BlockCog
from cogs.interactions.cog_handlers import register
from cogs.interactions.command_groups import add_to_group


async def setup(bot: App) -> None:
    """Load the command and let the router know its menu."""
    cog = BlockCog(bot)
    await add_to_group(bot, "my", cog)
    register(bot, PREFIX, cog.pressed)
