"""`/my language`: what a member reads alone."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.economy.accounts import MemberAccounts
from bot.language import _, own_name, speaking
from bot.members.languages import Languages
from bot.tables.registry import TableRegistry
from cogs.interactions.context import person_of, place_key_of
from cogs.language.choices import CHOICES, chosen
from cogs.live.table_messages import table_messages
from cogs.requests.responder import Responder
from cogs.ui.components import note

Interaction = discord.Interaction[App]


class LanguageCog(commands.Cog):
    """The commands that choose a language."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self.languages = bot.service(Languages)

    @app_commands.command(name="language", description="Choose the language of what only you read")
    @app_commands.describe(language="The usual one is that of your Discord")
    @app_commands.choices(language=CHOICES)
    async def mine(self, interaction: Interaction, language: str) -> None:
        """Keep the member's language, and answer in it; their hands are painted in it from now on."""
        responder, person = Responder(interaction, "message"), person_of(interaction)
        member = await self.bot.service(MemberAccounts).get_or_create(place_key_of(interaction), person)
        await self.languages.choose(person.user_id, member, chosen(language))
        repaint_hands(self.bot, person.user_id)
        with speaking(self.languages.of_person(person.user_id)):
            name = own_name(self.languages.of_person(person.user_id))
            await responder.show(note(_("From now on you read {language} here.").format(language=name)))


def repaint_hands(bot: App, user_id: int) -> None:
    """Repaint a member's hands soon, at all tables."""
    for table in bot.service(TableRegistry):
        table_messages(bot).panels.outdated(table, [table.viewer_of(user_id)])
