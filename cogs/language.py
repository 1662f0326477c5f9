"""`/my language`, `/house language` and `/table language`: what a member, a server and a table read."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.economy.accounts import MemberAccounts
from bot.language import LANGUAGES, _, own_name, speaking
from bot.members.languages import Languages
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.interactions.command_groups import add_to_group
from cogs.interactions.context import channel_of, person_of, place_key_of, place_of
from cogs.live.table_messages import table_messages
from cogs.requests.responder import Responder
from cogs.ui.components import note
from db.places import AuditEntry

Interaction = discord.Interaction[App]

USUAL = "usual"
"""The choice of no language of one's own."""
CHOICES = [
    *(app_commands.Choice(name=own_name(language), value=language) for language in LANGUAGES),
    app_commands.Choice(name="The usual one", value=USUAL),
]
"""The languages, each by its name for itself."""


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
        await self.languages.choose(person.user_id, member, _known(language))
        for table in self.bot.service(TableRegistry):
            table_messages(self.bot).panels.outdated(table, [table.viewer_of(person.user_id)])
        with speaking(self.languages.of_person(person.user_id)):
            name = own_name(self.languages.of_person(person.user_id))
            await responder.show(note(_("From now on you read {language} here.").format(language=name)))


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
        entry = AuditEntry(place.key, actor, "language", {"language": _known(language)})
        await self.languages.choose_in(place, _known(language), entry)
        table_messages(self.bot).returned(place.key)
        name = own_name(self.languages.of_place(place))
        await responder.show(note(_("Everyone here reads {language} from now on.").format(language=name)))


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
        await table.hosting.speak(person_of(interaction), _known(language))
        name = own_name(table_messages(self.bot).language_of(table))
        await responder.show(note(_("This table is in {language} from now on.").format(language=name)))


def _known(language: str) -> str | None:
    """Return a choice as it is kept; None for the usual one. Raises `UserError` for one that isn't offered."""
    if language != USUAL and language not in LANGUAGES:
        raise UserError("passed")
    return None if language == USUAL else language


async def setup(bot: App) -> None:
    """Load the commands."""
    await add_to_group(bot, "my", LanguageCog(bot))
    await add_to_group(bot, "house", HouseLanguageCog(bot))
    await add_to_group(bot, "table", TableLanguageCog(bot))
