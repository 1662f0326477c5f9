"""`/hand`: your hand at the channel's table, for your eyes only."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.tables.registry import TableRegistry
from cogs.interactions.command_groups import anywhere
from cogs.interactions.context import channel_of
from cogs.live.table_messages import table_messages
from cogs.requests.responder import Responder

Interaction = discord.Interaction[App]


class HandCog(commands.Cog):
    """The command `/hand`."""

    def __init__(self, bot: App) -> None:
        self.bot = bot

    @app_commands.command(name="hand", description="Your hand at this channel's table, for your eyes only")
    @anywhere
    async def hand(self, interaction: Interaction) -> None:
        """Show the hand in a new panel."""
        responder = Responder(interaction, "message")
        table = self.bot.service(TableRegistry).get_in_channel(channel_of(interaction))
        view = await table.view_for(interaction.user.id)
        await table_messages(self.bot).show_panel(responder, view)


async def setup(bot: App) -> None:
    """Load the command."""
    await bot.add_cog(HandCog(bot))
