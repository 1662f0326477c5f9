"""`/matches`: the games you have finished here, to look back at step by step."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Dicenight
from bot.user_errors import UserError
from cogs.interactions.context import guild_of
from cogs.interactions.look_back import show_look_back
from cogs.interactions.responder import Responder
from cogs.interactions.router import register
from cogs.ui.look_back import LIST, PREFIX, Place, match_list

Interaction = discord.Interaction[Dicenight]

LISTED = 25
"""Matches in the menu, as many as Discord allows."""


class MatchesCog(commands.Cog):
    """One command, its menu, and the controls of every step."""

    def __init__(self, bot: Dicenight) -> None:
        self.bot = bot

    @app_commands.command(name="matches", description="Look back at a game you played, step by step")
    @app_commands.guild_only()
    @app_commands.describe(match="The match's number; leave it out to choose from your last games")
    @app_commands.checks.cooldown(5, 10.0)
    async def matches(
        self, interaction: Interaction, match: app_commands.Range[int, 1, 2**53 - 1] | None = None
    ) -> None:
        """Show a match, or the list of the member's own."""
        responder = Responder(interaction, "message")
        if match is not None:
            await show_look_back(self.bot, interaction, responder, Place.beginning(match))
            return
        store = self.bot.store
        member = await store.find_member(guild_of(interaction), interaction.user.id)
        found = [] if member is None else await store.matches_of_member(member, LISTED)
        if not found:
            raise UserError("no_matches")
        await responder.show(match_list(found))

    async def press(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Go to the place that a control names."""
        if rest == LIST:
            data: Any = interaction.data
            chosen = str((data.get("values") or [""])[0])
            place = Place.beginning(int(chosen)) if chosen.isdecimal() and len(chosen) <= 15 else None
        else:
            place = Place.parse(rest)
        if place is None:
            raise UserError("passed")
        await show_look_back(self.bot, interaction, responder, place)


async def setup(bot: Dicenight) -> None:
    """Load the command and let the router know its controls."""
    cog = MatchesCog(bot)
    await bot.add_cog(cog)
    register(bot, PREFIX, cog.press)
