"""`/house language`: what everyone on a server reads."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.economy.accounts import MemberAccounts
from bot.language import _, own_name
from bot.members.languages import Languages
from bot.user_errors import UserError
from cogs.interactions.context import person_of, place_of
from cogs.language.choices import CHOICES, chosen
from cogs.live.table_messages import table_messages
from cogs.requests.responder import Responder
from cogs.ui.components import note
from db.places import AuditEntry

Interaction = discord.Interaction[App]


class HouseLanguageCog(commands.Cog):
    """The command of a server's admins."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self.languages = bot.service(Languages)

    @app_commands.command(name="language", description="Choose the language of what everyone here reads")
    @app_commands.describe(language="The usual one is that of the server")
    @app_commands.choices(language=CHOICES)
    async def house(self, interaction: Interaction, language: str) -> None:
        """Keep the house's language; its tables are painted in it at once."""
        responder, person, place = (
            Responder(interaction, "message"),
            person_of(interaction),
            place_of(interaction),
        )
        if not person.admin:
            raise UserError("not_admin")
        actor = await self.bot.service(MemberAccounts).get_or_create(place.key, person)
        entry = AuditEntry(place.key, actor, "language", {"language": chosen(language)})
        await self.languages.choose_in(place, chosen(language), entry)
        table_messages(self.bot).returned(place.key)
        name = own_name(self.languages.of_place(place))
        await responder.show(note(_("Everyone here reads {language} from now on.").format(language=name)))
