"""The commands that choose what a member, a server and a table read."""

from __future__ import annotations

from bot.app import App
from cogs.interactions.command_groups import add_to_group
from cogs.language.house import HouseLanguageCog
from cogs.language.mine import LanguageCog
from cogs.language.table import TableLanguageCog


async def setup(bot: App) -> None:
    """Load the commands."""
    await add_to_group(bot, "my", LanguageCog(bot))
    await add_to_group(bot, "house", HouseLanguageCog(bot))
    await add_to_group(bot, "table", TableLanguageCog(bot))
