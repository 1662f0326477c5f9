"""`/my tables` and `/my vacation`: the tables where you sit or have a turn, and time off from them."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.language import ngettext
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.interactions.context import person_of, place_key_of
from cogs.my_tables.painter import BACK, tables_note, vacation_note
from cogs.my_tables.vacations import MOST_DAYS, Vacations
from cogs.requests.responder import Responder
from cogs.ui.components import note

Interaction = discord.Interaction[App]


class MyTablesCog(commands.Cog):
    """The private commands about a member's own tables."""

    def __init__(self, bot: App, vacations: Vacations) -> None:
        self.bot, self.vacations = bot, vacations

    @app_commands.command(
        name="tables", description="See the tables where you sit, and where you're waited for"
    )
    async def tables(self, interaction: Interaction) -> None:
        """List the member's tables on this server."""
        responder = Responder(interaction, "message")
        user = interaction.user.id
        tables = [
            table
            for table in self.bot.service(TableRegistry).in_place(place_key_of(interaction))
            if table.state.answering_seat(user) is not None
        ]
        views = [await table.view_for(user) for table in tables]
        vacation = await self.vacations.present(place_key_of(interaction), person_of(interaction))
        await responder.show(tables_note(views, None if vacation is None else vacation.until))

    @app_commands.command(
        name="vacation", description="Stop your clock at tables that are played in your own time"
    )
    @app_commands.describe(days="For how many days? Leave it out to see or end your vacation")
    async def vacation(
        self, interaction: Interaction, days: app_commands.Range[int, 1, MOST_DAYS] | None = None
    ) -> None:
        """Begin a vacation, or show the current one."""
        responder = Responder(interaction, "message")
        place_key, member = place_key_of(interaction), person_of(interaction)
        if days is None:
            present = await self.vacations.present(place_key, member)
            await responder.show(vacation_note(None if present is None else present.until))
            return
        vacation, tables = await self.vacations.begin(place_key, member, days)
        await responder.show(vacation_note(vacation.until, tables))

    async def pressed(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """End the member's vacation."""
        if rest != BACK:
            raise UserError("passed")
        tables = await self.vacations.end(place_key_of(interaction), person_of(interaction))
        words = ngettext(
            "Welcome back! Your clock runs again at 1 table. `/my tables` shows where.",
            "Welcome back! Your clock runs again at {n} tables. `/my tables` shows where.",
            tables,
        )
        await responder.show(note(words.format(n=tables)))
