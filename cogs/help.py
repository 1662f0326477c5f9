"""`/help`: list what a member can do right now, and explain the words and betting."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.members import loss_limits
from bot.places.settings import PlaceSettings, load_place_settings
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.interactions.cog_handlers import register
from cogs.interactions.command_groups import anywhere
from cogs.interactions.context import channel_of, person_of, place_key_of, place_of
from cogs.interactions.greeting import greet
from cogs.interactions.open_table import open_table
from cogs.interactions.pages import announce_page, show_page
from cogs.interactions.permissions import missing_here
from cogs.live.table_messages import table_messages
from cogs.requests.responder import Responder
from cogs.ui.help.here import (
    ADMIN,
    COMMANDS,
    FIRST,
    PREFIX,
    Situation,
    admin_note,
    betting_note,
    commands_note,
    help_note,
    words_note,
)
from cogs.ui.rules_text import games_note
from db.store import Store
from games.engine.game import Game
from games.registry import GAMES

Interaction = discord.Interaction[App]


class HelpCog(commands.Cog):
    """`/help` and its pages."""

    def __init__(self, bot: App) -> None:
        self.bot = bot

    @anywhere
    @app_commands.command(name="help", description="What can I do here, now?")
    async def help(self, interaction: Interaction) -> None:
        """Show what this member can do in this channel."""
        responder = Responder(interaction, "message")
        await responder.show(help_note(await self._situation(interaction)))

    async def _situation(self, interaction: Interaction) -> Situation:
        place_key, channel = place_key_of(interaction), interaction.channel
        table = self.bot.service(TableRegistry).find_in_channel(channel_of(interaction))
        place_settings = await load_place_settings(self.bot.service(Store), place_key)
        here = {channel_of(interaction)}
        if isinstance(channel, discord.Thread):
            here.add(channel.parent_id)
        return Situation(
            view=None if table is None else await table.view_for(interaction.user.id),
            user=interaction.user.id,
            missing=missing_here(interaction),
            channels=() if here.intersection(place_settings.channels) else place_settings.channels,
            paused=await self._paused(place_key, interaction.user.id),
            has_bot=place_of(interaction).has_bot,
            first_game=_first_game(place_settings),
        )

    async def _paused(self, place_key: int, user_id: int) -> str | None:
        """Return a sentence if the member's own limits keep them from playing; else None."""
        account = await self.bot.service(Store).find_member(place_key, user_id)
        if account is None:
            return None
        try:
            await loss_limits.check(self.bot.service(Store), account)
        except UserError as refusal:
            return refusal.sentence
        return None

    async def turn(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Show a button's page in the hand panel that was pressed, else in a new message."""
        announce_page(interaction, responder)
        if rest == "words":
            await show_page(interaction, responder, words_note())
        elif rest == "betting":
            await show_page(interaction, responder, betting_note())
        elif rest == "games":
            place_settings = await load_place_settings(self.bot.service(Store), place_key_of(interaction))
            await show_page(interaction, responder, games_note(place_settings.help_line))
        elif rest == COMMANDS:
            admin = interaction.permissions.manage_guild and place_of(interaction).has_bot
            await show_page(interaction, responder, commands_note(admin=admin))
        elif rest == ADMIN:
            await show_page(interaction, responder, admin_note())
        elif rest == FIRST:
            await self._play_first_game(interaction, responder)
        else:
            raise UserError("passed")

    async def _play_first_game(self, interaction: Interaction, responder: Responder) -> None:
        """Open a table of the newcomer's game, and show its host the panel, from which they can start."""
        place_settings = await load_place_settings(self.bot.service(Store), place_key_of(interaction))
        game = _first_game(place_settings)
        if game is None:
            raise UserError("passed")
        view = await open_table(self.bot, interaction, game.key)
        await greet(self.bot, view, person_of(interaction))
        await table_messages(self.bot).show_panel(responder, view)


def _first_game(place_settings: PlaceSettings) -> Game | None:
    """Return the game that newcomers begin with, if it is allowed here."""
    games = (game for key, game in GAMES.items() if place_settings.allows(key))
    return next((game for game in games if game.texts.first_game), None)


async def setup(bot: App) -> None:
    """Load the command and let the router know its buttons."""
    cog = HelpCog(bot)
    await bot.add_cog(cog)
    register(bot, PREFIX, cog.turn)
