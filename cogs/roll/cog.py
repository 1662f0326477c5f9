"""`/table roll`: roll dice for anything, apart from the games. Nothing is staked on them."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.face.text.templates import safe_name
from bot.language import _, speaking
from cogs.requests.responder import Responder
from cogs.roll.dice import LENGTH, roll
from cogs.ui.components import PLAIN, container, message, text

Interaction = discord.Interaction[App]


class RollCog(commands.Cog):
    """The command `/table roll`."""

    @app_commands.command(name="roll", description="Roll dice for everyone to see")
    @app_commands.describe(dice="Like 2d20kh1 + 5, or gembones like 2g6 + 1g8 (g2 is a coin)")
    async def roll(self, interaction: Interaction, dice: app_commands.Range[str, 1, LENGTH]) -> None:
        """Roll the dice, and tell the channel."""
        responder = Responder(interaction, "message", private=False)
        # refusals are for the one who asked, and raised before the language of the place is spoken
        bot = interaction.client
        language = bot.language_in(bot.place_of(interaction.guild_id, interaction.channel_id))
        rolled = roll(dice, coin=speaking(language))
        with speaking(language):
            sentence = _("**{name}** rolls {dice}").format(
                name=safe_name(interaction.user.display_name), dice=rolled
            )
        await responder.show(message(container([text(sentence)], PLAIN)))
