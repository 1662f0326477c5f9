"""`/rules`: how a game is played, and which games there are."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Dicenight
from bot.user_errors import UserError
from cogs.interactions.autocomplete import game_choices
from cogs.interactions.context import guild_of
from cogs.interactions.responder import Responder
from cogs.interactions.router import register
from cogs.ui.rules_text import PREFIX, games_note, rules_note
from games.catalogue import GAMES
from games.engine import Game

Interaction = discord.Interaction[Dicenight]


class RulesCog(commands.Cog):
    """One command and its buttons."""

    def __init__(self, bot: Dicenight) -> None:
        self.bot = bot

    @app_commands.command(name="rules", description="Learn how to play a game, or see them all")
    @app_commands.guild_only()
    @app_commands.describe(game="The game")
    async def rules(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the rules of a game, or the list of all games."""
        responder = Responder(interaction, "message")
        if game is None:
            rules = await responder.after(self.bot.rules_of(guild_of(interaction)))
            await responder.show(games_note(rules.help_line))
        else:
            await responder.show(rules_note(_find(game)))

    @rules.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return game_choices(current)

    async def turn(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """A button of the pages."""
        key, _, page = rest.partition(":")
        if not page.isdecimal() or len(page) > 4:
            raise UserError("passed")
        await responder.show(rules_note(_find(key), int(page)))


def _find(key: str) -> Game:
    if key not in GAMES:
        raise UserError("unknown_game")
    return GAMES[key]


async def setup(bot: Dicenight) -> None:
    """Load the command and let the router know the buttons."""
    cog = RulesCog(bot)
    await bot.add_cog(cog)
    register(bot, PREFIX, cog.turn)
