"""`/table language`: what everyone at a table reads."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.language import _, own_name
from bot.tables.registry import TableRegistry
from cogs.interactions.context import channel_of, person_of
from cogs.language.choices import CHOICES, chosen
from cogs.live.table_messages import table_messages
from cogs.requests.responder import Responder
from cogs.ui.components import note

Interaction = discord.Interaction[App]


class TableLanguageCog(commands.Cog):
    """The command of a table's host."""

    def __init__(self, bot: App) -> None:
        self.bot = bot

    @app_commands.command(name="language", description="Choose the language of this channel's table (host)")
    @app_commands.describe(language="The usual one is that of the server")
    @app_commands.choices(language=CHOICES)
    async def table(self, interaction: Interaction, language: str) -> None:
        """Keep the table's language; its message is painted in it at once."""
        responder = Responder(interaction, "message")
        table = self.bot.service(TableRegistry).get_in_channel(channel_of(interaction))
        await table.hosting.speak(person_of(interaction), chosen(language))
        name = own_name(table_messages(self.bot).language_of(table))
        await responder.show(note(_("This table is in {language} from now on.").format(language=name)))
