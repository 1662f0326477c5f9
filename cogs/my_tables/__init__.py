"""`/my tables`: a member's tables and open turns, and vacations from play by letter."""

from __future__ import annotations

from bot.app import App
from bot.economy.accounts import MemberAccounts
from bot.tables.registry import TableRegistry
from bot.user_errors import add_messages
from cogs.interactions.cog_handlers import register
from cogs.interactions.command_groups import add_to_group
from cogs.my_tables.cog import MyTablesCog
from cogs.my_tables.painter import PREFIX
from cogs.my_tables.vacations import Vacations

add_messages("cogs.my_tables")


async def setup(bot: App) -> None:
    """Load the commands and let the router know the button."""
    cog = MyTablesCog(bot, Vacations(bot.service(MemberAccounts), bot.service(TableRegistry)))
    await add_to_group(bot, "my", cog)
    register(bot, PREFIX, cog.pressed)
