"""Calls for players: a message with *Join*, and notices to members who asked for them."""

from __future__ import annotations

from bot.app import App
from bot.user_errors import add_messages
from cogs.calls.cog import CallPlayersCog
from cogs.calls.painter import PREFIX
from cogs.interactions.cog_handlers import register
from cogs.interactions.command_groups import add_to_group

add_messages("cogs.calls")


async def setup(bot: App) -> None:
    """Load the command and let the router know the button."""
    cog = CallPlayersCog(bot)
    await add_to_group(bot, "table", cog)
    register(bot, PREFIX, cog.pressed)
