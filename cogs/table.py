"""`/table`: open a table, change its settings, leave or close it, post its message again."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.face.table.company import IS_BACK, SITS_OUT
from bot.face.text.money_text import parting_text
from bot.language import _
from bot.places.settings import load_place_settings
from bot.places.stakes import Base
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.interactions.autocomplete import game_choices
from cogs.interactions.command_groups import DESCRIPTIONS, anywhere
from cogs.interactions.context import channel_of, person_of, place_key_of, place_of
from cogs.interactions.greeting import greet
from cogs.interactions.open_table import open_table
from cogs.interactions.pages import show_page
from cogs.interactions.permissions import missing_here
from cogs.live.table_messages import table_messages
from cogs.requests.responder import Responder
from cogs.ui.components import note
from cogs.ui.table.settings_menu import settings_menu
from db.store import Store

Interaction = discord.Interaction[App]


@anywhere
class TableCog(commands.GroupCog, group_name="table", group_description=DESCRIPTIONS["table"]):
    """The host's commands; everything else is a button."""

    def __init__(self, bot: App) -> None:
        self.bot = bot

    @app_commands.command(name="open", description="Open a table in this channel and sit down")
    @app_commands.describe(
        game="Which game?",
        stake="Buy-in per player (it fits the smallest purse if you leave it out)",
        base="The base you play for, such as silver (the server's usual one if you leave it out)",
        fun="Play for fun, without money",
        gembones="Play for gembones even alone, against computers that do too",
    )
    async def open(
        self,
        interaction: Interaction,
        game: str,
        stake: app_commands.Range[int, 5, 100_000] | None = None,
        base: Base | None = None,
        fun: bool = False,
        gembones: bool = False,
    ) -> None:
        """Open a table; the answer is the host's hand panel."""
        has_bot, messages = place_of(interaction).has_bot, table_messages(self.bot)
        responder = Responder(interaction, "message", private=has_bot)
        view = await open_table(
            self.bot, interaction, game, stake=stake, base=base, fun=fun, gembones=gembones
        )
        if not has_bot:
            table = self.bot.service(TableRegistry).get(view.table.id)
            await messages.answer_with_table(responder, table)
            view = await table.view_for(interaction.user.id)
        await greet(self.bot, view, person_of(interaction))
        await messages.show_panel(responder, view, lead=_("Your table is open."), aside=not has_bot)

    @open.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return game_choices(
            current, (await load_place_settings(self.bot.service(Store), place_key_of(interaction))).games
        )

    @app_commands.command(
        name="settings", description="Change game, variants and stakes of this channel's table"
    )
    async def settings(self, interaction: Interaction) -> None:
        """The settings menu, as a page of the member's hand panel."""
        responder = Responder(interaction, "message")
        table = self.bot.service(TableRegistry).get_in_channel(channel_of(interaction))
        view = await table.view_for(interaction.user.id)
        await show_page(interaction, responder, settings_menu(view), table=table)

    @app_commands.command(name="sit-out", description="Sit out the next hand at this channel's table")
    @app_commands.describe(until_back="All hands until you're back, not just the next")
    async def sit_out(self, interaction: Interaction, until_back: bool = False) -> None:
        """Sit out; the hand that is being played goes on."""
        responder = Responder(interaction, "message")
        table = self.bot.service(TableRegistry).get_in_channel(channel_of(interaction))
        await table.seating.sit_out(person_of(interaction), until_back=until_back)
        view = await table.view_for(interaction.user.id)
        sentence = _(SITS_OUT["until back" if until_back else "next"])
        await table_messages(self.bot).show_panel(responder, view, lead=sentence)

    @app_commands.command(name="back", description="Be in the next hand again, if you sat out")
    async def back(self, interaction: Interaction) -> None:
        """Come back."""
        responder = Responder(interaction, "message")
        table = self.bot.service(TableRegistry).get_in_channel(channel_of(interaction))
        await table.seating.come_back(person_of(interaction))
        view = await table.view_for(interaction.user.id)
        await table_messages(self.bot).show_panel(responder, view, lead=_(IS_BACK))

    @app_commands.command(name="leave", description="Leave this channel's table and take your stake back")
    async def leave(self, interaction: Interaction) -> None:
        """Get up."""
        responder = Responder(interaction, "message")
        table = self.bot.service(TableRegistry).get_in_channel(channel_of(interaction))
        paid = await table.seating.leave(person_of(interaction))
        await responder.show(note(parting_text(paid, table.state.settings.base)))

    @app_commands.command(name="close", description="Close this channel's table (host or admin)")
    async def close(self, interaction: Interaction) -> None:
        """Close the table, after the hand if one is being played."""
        responder = Responder(interaction, "message")
        table = self.bot.service(TableRegistry).get_in_channel(channel_of(interaction))
        await responder.show(note(await table.lifecycle.close(person_of(interaction))))

    @app_commands.command(name="repost", description="Bring this channel's table to the bottom of the chat")
    # anyone may ask, and each time it moves away from under a finger
    @app_commands.checks.cooldown(2, 20.0, key=channel_of)
    async def repost(self, interaction: Interaction) -> None:
        """A fresh table message."""
        table = self.bot.service(TableRegistry).get_in_channel(channel_of(interaction))
        missing = missing_here(interaction)
        if missing:
            raise UserError("options", sentence=missing)
        has_bot, messages = place_of(interaction).has_bot, table_messages(self.bot)
        responder = Responder(interaction, "message", private=has_bot)
        if has_bot:
            await messages.repost(table)
            await responder.show(note(_("Here's your table.")))
        else:
            await messages.answer_with_table(responder, table)


async def setup(bot: App) -> None:
    """Load the commands."""
    await bot.add_cog(TableCog(bot))
