"""*Open the table*: the button, and Discord's own launcher, that open this channel's table as an Activity."""

from __future__ import annotations

from collections.abc import Iterable

import discord
from discord.ext import commands

from bot.app import App
from bot.language import N_, _
from bot.tables.registry import TableRegistry
from bot.tables.view import TableView
from cogs.interactions.press import Press, on
from cogs.requests.responder import Responder
from cogs.ui import custom_ids
from cogs.ui.components import Json, button, note
from cogs.ui.offers import on_table

NO_PAGE = N_("Tables don't open as pages here. Type `/table open` to play in the channel.")


@on_table
def open_button(view: TableView) -> Iterable[Json]:
    """Offer the table as a page."""
    if view.has_activity:
        yield button("Open the table", custom_ids.verb(view.table.id, "activity"))


@on("activity")
async def open_activity(press: Press) -> None:
    """Open the Activity, which shows the table of this channel; the host may have taken it away since."""
    await _open(press.bot, press.responder)


async def _open(bot: App, responder: Responder) -> None:
    if bot.service(TableRegistry).context.has_activity:
        await responder.launch()
    else:
        await responder.whisper(note(_(NO_PAGE)))


class ActivityCog(commands.Cog):
    """Answers the Entry Point command, where Discord leaves that to the application, for as long as it is loaded."""

    def __init__(self, bot: App) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Take the command over."""
        self.bot.entry_point = self.launch

    async def cog_unload(self) -> None:
        """Leave the command alone."""
        self.bot.entry_point = None

    async def launch(self, interaction: discord.Interaction[App]) -> None:
        """Open the Activity."""
        await _open(self.bot, Responder(interaction, "message"))


async def setup(bot: App) -> None:
    """Load the cog."""
    await bot.add_cog(ActivityCog(bot))
