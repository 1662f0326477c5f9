"""Looking back at a match, answer by answer, as one viewer saw it."""

from __future__ import annotations

from discord import app_commands

from bot.app import App
from cogs.interactions.cog_handlers import register
from cogs.interactions.command_groups import add_to_group, anywhere
from cogs.look_back.cog import MENU, MatchesCog
from cogs.look_back.painter import PREFIX


async def setup(bot: App) -> None:
    """Load the command and the menu's entry, and let the router know the controls."""
    cog = MatchesCog(bot)
    await add_to_group(bot, "my", cog)
    bot.tree.add_command(anywhere(app_commands.ContextMenu(name=MENU, callback=cog.from_menu)))
    register(bot, PREFIX, cog.press)
