"""`/table roll`: roll dice for anything, apart from the games."""

from __future__ import annotations

from bot.app import App
from cogs.interactions.command_groups import add_to_group
from cogs.roll.cog import RollCog


async def setup(bot: App) -> None:
    """Load the command."""
    await add_to_group(bot, "table", RollCog())
