"""The story of an evening, posted when its table has closed."""

from __future__ import annotations

from discord.ext import commands

from bot.app import App
from bot.tables.view import ShownTable
from cogs.evening.painter import evening_message
from cogs.evening.service import tell_evening
from cogs.interactions.member_pages import member_pages
from cogs.live.table_messages import table_messages
from cogs.ui.components import AttachmentFile, Json
from db import Store


class EveningCog(commands.Cog):
    """Tells the story of the evening at every table that closes."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self._farewells = table_messages(bot).farewells

    async def cog_load(self) -> None:
        """Register for tables that close."""
        self._farewells.append(self.tell)

    async def cog_unload(self) -> None:
        """Unregister: tables close without a story."""
        self._farewells.remove(self.tell)

    async def tell(self, table: ShownTable) -> tuple[Json, AttachmentFile | None] | None:
        """Return the story of the evening at a table that has closed; None if there is too little to tell."""
        kind = table.state.kind
        if not kind.in_channel or not kind.hosted:
            return None  # these have a story of their own
        evening = await tell_evening(self.bot.service(Store), table.state.id, member_pages(self.bot).evening)
        return None if evening is None else await evening_message(evening, drawn=self.bot.pictures)
