"""`/blinsky`: toys for the tickets of Barovian Boneyard, a press a toy (BB-16, BB-R3)."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Dicenight
from bot.user_errors import UserError
from cogs.interactions.context import guild_of
from cogs.interactions.press import person
from cogs.interactions.responder import Responder
from cogs.interactions.router import register
from cogs.ui.toy_shop import NAMES, PREFIX, shelf_note
from games.gembones.barovian_boneyard.toys import LOOKS

Interaction = discord.Interaction[Dicenight]


class ToyShopCog(commands.Cog):
    """Blinsky's counter."""

    def __init__(self, bot: Dicenight) -> None:
        self.bot = bot

    @app_commands.command(
        name="blinsky", description="Blinsky's toys: trade tickets of Barovian Boneyard for them"
    )
    @app_commands.guild_only()
    async def blinsky(self, interaction: Interaction) -> None:
        """Show the shelf."""
        responder = Responder(interaction, "message")
        shelf = await responder.after(self.bot.toy_shop.shelf(guild_of(interaction), person(interaction)))
        await responder.show(shelf_note(shelf))

    async def pressed(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """A button of the shelf, or one that leads to it."""
        guild_id, who = guild_of(interaction), person(interaction)
        if rest == "show":
            responder.surface = "message"
            await responder.show(shelf_note(await responder.after(self.bot.toy_shop.shelf(guild_id, who))))
            return
        number, _, seen = rest.partition(":")
        if not (number.isdecimal() and seen.isdecimal() and int(number) < len(NAMES)):
            raise UserError("passed")
        toy = NAMES[int(number)]
        try:
            shelf = await responder.after(
                self.bot.toy_shop.trade(guild_id, who, toy, interaction.id, seen=int(seen))
            )
        except UserError as refusal:
            await responder.show(shelf_note(await self.bot.toy_shop.shelf(guild_id, who), refusal.sentence))
            return
        await responder.show(shelf_note(shelf, f"The {toy} is yours. {LOOKS[toy]}"))


async def setup(bot: Dicenight) -> None:
    """Load the command and let the router know the buttons."""
    cog = ToyShopCog(bot)
    await bot.add_cog(cog)
    register(bot, PREFIX, cog.pressed)
