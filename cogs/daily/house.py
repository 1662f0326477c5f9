"""`/house today`: whether any member may bring the table of the day into a channel."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.economy.accounts import MemberAccounts
from bot.language import N_, _
from bot.user_errors import UserError
from cogs.interactions.context import person_of, place_key_of
from cogs.requests.responder import Responder
from cogs.ui.components import note
from db.places import AuditEntry, SaveSetting
from db.store import Store

SETTING = "today_by_members"
ANSWERS = {
    True: N_("Any member may now bring the table of the day into a channel, with `/today here`."),
    False: N_("Bringing the table of the day into a channel takes Manage Channels again."),
}


class HouseTodayCog(commands.Cog):
    """The setting of admins about the table of the day."""

    def __init__(self, bot: App) -> None:
        self.bot = bot

    @app_commands.command(
        name="today", description="Choose who may bring the table of the day into a channel"
    )
    @app_commands.describe(members="Any member may, where no channel has it yet")
    async def today(self, interaction: discord.Interaction[App], members: bool) -> None:
        """Let all members bring the table of the day into a channel, or only those with Manage Channels."""
        responder = Responder(interaction, "message")
        place_key, admin = place_key_of(interaction), person_of(interaction)
        if not admin.admin:
            raise UserError("not_admin")
        actor = await self.bot.service(MemberAccounts).get_or_create(place_key, admin)
        await self.bot.service(Store).commit(
            SaveSetting(place_key, SETTING, members),
            AuditEntry(place_key, actor, "today", {SETTING: members}),
        )
        await responder.show(note(_(ANSWERS[members])))
