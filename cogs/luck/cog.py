"""`/my luck` and `/table luck`: how often each face and card came, compared with the expected numbers."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.language import _
from bot.matches.access import Reader
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.interactions.context import channel_of, place_key_of
from cogs.luck.painter import luck_chart, pool_menu, pools
from cogs.luck.statistics import LuckReport, LuckStatistics
from cogs.requests.responder import Responder
from cogs.ui.charts import chart_message
from cogs.ui.components import AttachmentFile, Json, note
from db import tables
from db.errors import Unknown
from db.store import Store

Interaction = discord.Interaction[App]

PREFIX = "luck"
"""Custom ids of its menu: `luck:you`, or `luck:table.<id>`."""
YOU = "you"


class LuckCog(commands.Cog):
    """The commands `/my luck` and `/table luck`, and their menu."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self.statistics = LuckStatistics(bot.service(Store))

    @app_commands.command(
        name="luck", description="Your rolls and cards in all your hands, and what is normal"
    )
    @app_commands.checks.cooldown(4, 20.0)
    async def mine(self, interaction: Interaction) -> None:
        """Show a member's rolls and cards."""
        responder = Responder(interaction, "message")
        await responder.show(*await self._page(interaction, YOU, None))

    @app_commands.checks.cooldown(4, 20.0)
    async def of_table(self, interaction: Interaction) -> None:
        """Show the rolls and cards of the channel's table, or of the last one there."""
        responder = Responder(interaction, "message")
        scope = await self._table_scope(interaction)
        await responder.show(*await self._page(interaction, scope, None))

    async def choose(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Show the pool chosen in the menu."""
        data: Any = interaction.data
        values = data.get("values") or [None]
        await responder.show(*await self._page(interaction, rest, str(values[0])))

    async def _table_scope(self, interaction: Interaction) -> str:
        channel = channel_of(interaction)
        table = self.bot.service(TableRegistry).find_in_channel(channel)
        if table is not None and table.state.progress.deals:
            return f"table.{table.state.id}"
        closed = await self.bot.service(Store).read(tables.last_closed_in, channel)
        if closed is None:
            raise UserError("no_luck_here")
        return f"table.{closed.id}"

    async def _page(
        self, interaction: Interaction, scope: str, pool: str | None
    ) -> tuple[Json, AttachmentFile | None]:
        report = await self._report(interaction, scope)
        known = pools(report)
        if not known:
            words = _("Nothing to count yet: play a hand, and look again.")
            if report.sealed:
                words += " " + _("Hands with hidden cards count once their table has closed.")
            return note(words), None
        chosen = pool if pool in known else known[0]
        chart = luck_chart(report, chosen, _("Your luck") if scope == YOU else _("This table"))
        body, file = await chart_message(chart, private=True, drawn=self.bot.draws_for(interaction.user.id))
        body["components"].append(pool_menu(report, f"{PREFIX}:{scope}", chosen))
        return body, file

    async def _report(self, interaction: Interaction, scope: str) -> LuckReport:
        place_key = place_key_of(interaction)
        if scope == YOU:
            return await self.statistics.of_member(place_key, interaction.user.id)
        number = scope.partition("table.")[2]
        if not number.isdecimal() or len(number) > 15:
            raise UserError("passed")
        try:
            table = await self.bot.service(Store).table(int(number))
        except Unknown as unknown:
            raise UserError("passed") from unknown
        if table.place_key != place_key:
            raise UserError("passed")
        return await self.statistics.of_table(table.id, Reader.of(interaction))
