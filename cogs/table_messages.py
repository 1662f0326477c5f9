"""Starts the table messages (`cogs.live`), and passes on to them what Discord tells of the chat and of deletions.

Every live message hears of its deletion this way: those of nights, calls and tournaments too.
"""

from __future__ import annotations

import discord
from discord.ext import commands

from bot.app import App
from bot.discord_time import DiscordTime
from bot.members.languages import Languages
from bot.notices.service import NoticeService
from bot.requests.budget import RequestBudget
from bot.tables.registry import TableRegistry
from bot.workers.worker_process import WorkerProcess
from cogs.live.drawing_queue import DrawingQueue
from cogs.live.table_messages import TableMessages


class TableMessagesCog(commands.Cog):
    """Registers the table messages as the listener of the tables while the cog is loaded."""

    def __init__(self, bot: App) -> None:
        self.drawings = DrawingQueue(bot.find_service(WorkerProcess))
        self.messages = TableMessages(
            bot,
            bot.service(TableRegistry),
            bot.service(NoticeService),
            bot.service(RequestBudget),
            self.drawings,
            bot.service(DiscordTime),
            bot.service(Languages),
            pictures=bot.pictures,
        )
        bot.provide(self.messages)
        bot.service(TableRegistry).register_listener(self.messages)
        if bot.pictures:
            self.drawings.begin()

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Note that something was written, perhaps below a table."""
        if not message.flags.ephemeral:
            self.messages.written(message.channel.id, message.id)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Note that a message was deleted."""
        self.messages.deleted(payload.channel_id, [payload.message_id])

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Note that several messages were deleted."""
        self.messages.deleted(payload.channel_id, payload.message_ids)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Paint the tables of a server whose channels are known now, at the start or after an outage."""
        self.messages.returned(guild.id)

    async def cog_unload(self) -> None:
        """Cancel all repaints: the connection closes, and the next start repaints every table."""
        self.drawings.close()
        await self.messages.stop()


async def setup(bot: App) -> None:
    """Load the cog."""
    await bot.add_cog(TableMessagesCog(bot))
