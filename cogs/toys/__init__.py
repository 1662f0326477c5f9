"""The toy shop: Blinsky's toys for the tickets of Barovian Boneyard."""

from __future__ import annotations

from bot.app import App
from cogs.interactions.cog_handlers import register
from cogs.interactions.command_groups import add_to_group
from cogs.interactions.member_pages import member_pages
from cogs.toys.cog import ToyShopCog
from cogs.toys.painter import PREFIX


async def setup(bot: App) -> None:
    """Load the command, let the router know the buttons, and add the toys to a member's pages."""
    cog = ToyShopCog(bot)
    await add_to_group(bot, "gembones", cog)
    register(bot, PREFIX, cog.pressed)
    member_pages(bot).sheet.append(cog.on_sheet)
    member_pages(bot).purse.append(cog.in_purse)
