"""`/my luck` and `/table luck`: the dice and cards drawn, compared with the expected numbers."""

from __future__ import annotations

from discord import app_commands

from bot.app import App
from cogs.interactions.cog_handlers import register
from cogs.interactions.command_groups import add_to_group, command_group
from cogs.luck.cog import PREFIX, LuckCog


async def setup(bot: App) -> None:
    """Load the commands and let the router know their menu."""
    cog = LuckCog(bot)
    await add_to_group(bot, "my", cog)
    command_group(bot, "table").add_command(
        app_commands.Command(
            name="luck",
            description="All rolls and cards of this channel's table, and what is normal",
            callback=cog.of_table,
        )
    )
    register(bot, PREFIX, cog.choose)
