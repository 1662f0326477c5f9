"""`/my pictures`: whether what a member reads alone has pictures, or says everything in words."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.economy.accounts import MemberAccounts
from bot.language import _
from bot.members.languages import Languages
from cogs.interactions.context import person_of, place_key_of
from cogs.language.mine import repaint_hands
from cogs.requests.responder import Responder
from cogs.ui.components import note

Interaction = discord.Interaction[App]


class PicturesCog(commands.Cog):
    """The command that chooses between pictures and words."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self.languages = bot.service(Languages)

    @app_commands.command(name="pictures", description="Choose pictures or words for what only you see")
    @app_commands.describe(pictures="Off: your hands, lessons and charts say everything in words")
    @app_commands.choices(
        pictures=[app_commands.Choice(name="On", value="on"), app_commands.Choice(name="Off", value="off")]
    )
    async def pictures(self, interaction: Interaction, pictures: str) -> None:
        """Keep the member's choice; their hands are painted so from now on."""
        responder, person = Responder(interaction, "message"), person_of(interaction)
        member = await self.bot.service(MemberAccounts).get_or_create(place_key_of(interaction), person)
        await self.languages.choose_pictures(person.user_id, member, pictures == "on")
        repaint_hands(self.bot, person.user_id)
        if pictures == "on":
            words = _("What only you see has pictures again.")
        else:
            words = _("What only you see is in words from now on, without pictures.")
        await responder.show(note(words))
