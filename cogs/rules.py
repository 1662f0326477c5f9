"""`/rules`: the rules of a game, and the list of all games."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.language import _
from bot.places.settings import load_place_settings
from bot.user_errors import UserError
from cogs.interactions.autocomplete import game_choices
from cogs.interactions.cog_handlers import register
from cogs.interactions.command_groups import anywhere
from cogs.interactions.context import place_key_of
from cogs.interactions.pages import announce_page, show_page
from cogs.requests.responder import Responder
from cogs.ui.components import Json
from cogs.ui.game_list import MOST_LINES
from cogs.ui.help.here import betting_note
from cogs.ui.rules_text import (
    BETTING,
    BETTING_TITLE,
    PICK,
    PREFIX,
    find_page,
    games_note,
    in_short,
    rules_note,
)
from db.store import Store
from games.engine.game import Game
from games.registry import GAMES

Interaction = discord.Interaction[App]


class RulesCog(commands.Cog):
    """`/rules` and its buttons."""

    def __init__(self, bot: App) -> None:
        self.bot = bot

    @app_commands.command(name="rules", description="Learn how to play a game, or see them all")
    @anywhere
    @app_commands.describe(game="Which game? Or betting")
    async def rules(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the rules of a game, or the list of all games."""
        responder = Responder(interaction, "message")
        if game is None:
            place_settings = await load_place_settings(self.bot.service(Store), place_key_of(interaction))
            await responder.show(games_note(place_settings.help_line))
        else:
            await responder.show(_first_page(game))

    @rules.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        pages = [app_commands.Choice(name=_(BETTING_TITLE), value=BETTING)]
        typed = current.casefold()
        return [*(page for page in pages if typed in page.name.casefold()), *game_choices(current)][
            :MOST_LINES
        ]

    async def turn(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Show a button's page; betting, and a game from the list, open in a new message, so that the old one stays.

        In a hand panel each page takes the place of the one before.
        """
        if rest.startswith(PICK):
            data: Any = interaction.data or {}
            announce_page(interaction, responder)
            await show_page(interaction, responder, _first_page(next(iter(data.get("values") or []), "")))
            return
        found = find_page(rest)
        if found is None:
            raise UserError("passed")
        key, layer, page = found
        if key == BETTING:
            announce_page(interaction, responder)
            await show_page(interaction, responder, betting_note())
        else:
            announce_page(interaction, responder, responder.surface)
            await show_page(interaction, responder, rules_note(_find(key), page, layer))


def _first_page(key: str) -> Json:
    return betting_note() if key == BETTING else in_short(_find(key))


def _find(key: str) -> Game:
    if key not in GAMES:
        raise UserError("unknown_game")
    return GAMES[key]


async def setup(bot: App) -> None:
    """Load the command and let the router know the buttons."""
    cog = RulesCog(bot)
    await bot.add_cog(cog)
    register(bot, PREFIX, cog.turn)
