"""The error boundary of all slash commands."""

from __future__ import annotations

from discord.ext import commands

from bot.app import App
from cogs.interactions.errors import answer_error


class CommandErrorsCog(commands.Cog):
    """Answers a command that fails with a sentence, for as long as it is loaded."""

    def __init__(self, bot: App) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Take over the errors of the command tree."""
        self.bot.tree.error(answer_error)


async def setup(bot: App) -> None:
    """Load the cog."""
    await bot.add_cog(CommandErrorsCog(bot))
