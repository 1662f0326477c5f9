"""Passes every press of a button or select and every modal on to the router, and hears of answered commands."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.handling import Handling
from bot.monitoring.interaction_id import INTERACTION
from bot.pressed import Pressed

# Imported for the handlers that they register.
from cogs.interactions import answer_presses as _answer_presses  # noqa: F401
from cogs.interactions import table_presses as _table_presses  # noqa: F401
from cogs.interactions.cog_handlers import CogHandlers
from cogs.interactions.hosting import host_presses as _host_presses  # noqa: F401
from cogs.interactions.pages import cover_panel, tell_trouble, trouble_here
from cogs.interactions.router import Router


class PressesCog(commands.Cog):
    """Listens for presses; `cogs.interactions` explains why no discord.py view does."""

    def __init__(self, bot: App) -> None:
        self.router = Router(bot)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[App]) -> None:
        """Route a press or a modal. Commands are the command tree's: here they only show that a member is there."""
        bot = self.router.bot
        if not isinstance(interaction, Pressed):
            refused = bot.refusal_of(interaction.user.id, interaction.guild_id) is not None
            if not (refused or bot.stopping or bot.is_cut_off):
                with bot.service(Handling):
                    await self.router.present(interaction)
        elif bot.is_first_delivery(interaction.id):
            INTERACTION.set(str(interaction.id))
            with bot.service(Handling):
                await self.router.route(interaction)

    @commands.Cog.listener()
    async def on_app_command_completion(
        self, interaction: discord.Interaction[App], _: app_commands.Command[Any, ..., Any]
    ) -> None:
        """Note that the answer to a slash command stands below its member's hand now; tell what it left out."""
        await tell_trouble(interaction, trouble_here(interaction))
        cover_panel(interaction)


async def setup(bot: App) -> None:
    """Load the cog."""
    bot.provide(CogHandlers())
    await bot.add_cog(PressesCog(bot))
