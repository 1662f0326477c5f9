"""Shows the tables: their messages, hand panels and reminders follow what happens at them."""

from __future__ import annotations

from discord.ext import commands

from bot.client import Dicenight
from cogs.live.table_messages import TableMessages


class TableMessagesCog(commands.Cog):
    """Registers the table messages as what the tables tell their changes to, for as long as it is loaded."""

    def __init__(self, bot: Dicenight) -> None:
        self.messages = TableMessages(bot, bot.registry, pictures=bot.pictures)
        bot.registry.register_listener(self.messages)

    async def cog_unload(self) -> None:
        """Give up what is not shown yet: the connection closes, and the next start paints every table."""
        await self.messages.stop()


async def setup(bot: Dicenight) -> None:
    """Load the cog."""
    await bot.add_cog(TableMessagesCog(bot))
