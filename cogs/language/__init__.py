"""The commands that choose the language of a member, a server and a table, and pictures or words for a member."""

from __future__ import annotations

from bot.app import App
from cogs.interactions.command_groups import add_to_group
from cogs.language.house import HouseLanguageCog
from cogs.language.mine import LanguageCog
from cogs.language.pictures import PicturesCog
from cogs.language.table import TableLanguageCog


async def setup(bot: App) -> None:
    """Load the commands."""
    await add_to_group(bot, "my", LanguageCog(bot))
    await add_to_group(bot, "my", PicturesCog(bot))
    await add_to_group(bot, "house", HouseLanguageCog(bot))
    await add_to_group(bot, "table", TableLanguageCog(bot))
