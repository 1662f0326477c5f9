"""`/gembones random`: a d7 chooses which of Glittergold's games is played."""

from __future__ import annotations

import secrets

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.language import _
from bot.places.settings import load_place_settings
from bot.user_errors import UserError
from cogs.interactions.command_groups import add_to_group
from cogs.interactions.context import person_of, place_key_of
from cogs.interactions.greeting import greet
from cogs.interactions.open_table import open_table
from cogs.live.table_messages import table_messages
from cogs.requests.responder import Responder
from db.store import Store
from games.gembones.shared.guide import TABLE
from games.registry import GAMES

Interaction = discord.Interaction[App]


class GambleCog(commands.Cog):
    """The command `/gembones random`."""

    def __init__(self, bot: App) -> None:
        self.bot = bot

    @app_commands.command(
        name="random", description="Roll a d7 for one of the gembone games and open its table"
    )
    async def random(self, interaction: Interaction) -> None:
        """Open a table of the rolled game (GEN-01); games that this server doesn't allow are rerolled."""
        responder = Responder(interaction, "message")
        place_settings = await load_place_settings(self.bot.service(Store), place_key_of(interaction))
        played = {n: entry for n, entry in TABLE.items() if place_settings.allows(entry.game)}
        if not played:
            raise UserError("no_gembones")
        number = secrets.choice([*played])
        key = played[number].game
        view = await open_table(self.bot, interaction, key)
        lead = _("The d7 shows {n}: {game}. Your table is open.").format(n=number, game=_(GAMES[key].title))
        await greet(self.bot, view, person_of(interaction))
        await table_messages(self.bot).show_panel(responder, view, lead=lead)


async def setup(bot: App) -> None:
    """Load the command."""
    await add_to_group(bot, "gembones", GambleCog(bot))
