"""`/night`: a night of games, looked at."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Dicenight
from bot.user_errors import UserError
from cogs.interactions.context import anywhere, channel_of
from cogs.interactions.responder import Responder
from cogs.ui.charts import night_chart, shown

Interaction = discord.Interaction[Dicenight]


@anywhere
class NightCog(commands.GroupCog, group_name="night", group_description="A night of Adventurer's Choice"):
    """Looks back at the night of the channel."""

    def __init__(self, bot: Dicenight) -> None:
        self.bot = bot

    @app_commands.command(name="chart", description="See everyone's money after each game of the night")
    @app_commands.describe(show="Show it to the channel, not only to you")
    async def chart(self, interaction: Interaction, show: bool = False) -> None:
        """A line for each seat."""
        responder = Responder(interaction, "message", private=not show)
        table = self.bot.registry.get_in_channel(channel_of(interaction))
        chart = night_chart(await table.view())
        if chart is None:
            raise UserError(
                "options",
                sentence="There's nothing to chart yet. Finish one game of an Adventurer's Choice night first.",
            )
        payload, file = await shown(chart, private=not show, drawn=self.bot.pictures)
        await responder.show(payload, file)


async def setup(bot: Dicenight) -> None:
    """Load it."""
    await bot.add_cog(NightCog(bot))
