"""`/my matches` and *Look back* on a message: the games you have finished here, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.language import N_
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.interactions.context import place_key_of
from cogs.look_back.painter import LIST, PREFIX, Position, match_list
from cogs.look_back.presses import show_look_back
from cogs.look_back.sharing import share_position
from cogs.requests.responder import Responder
from db import journal
from db.store import Store

Interaction = discord.Interaction[App]

MENU = N_("Look back")
"""The name of the entry in a message's menu."""
SHARES = ("share", "whole")
"""The verbs of positions that are posted and not shown."""
LISTED = 25
"""Matches in the menu, as many as Discord allows."""


class MatchesCog(commands.Cog):
    """The command `/my matches`, the entry in a message's menu, and the controls of every step."""

    def __init__(self, bot: App) -> None:
        self.bot = bot

    @app_commands.command(name="matches", description="Look back at a game you played, step by step")
    @app_commands.describe(match="The match's number; leave it out to choose from your last games")
    @app_commands.checks.cooldown(5, 10.0)
    async def matches(
        self, interaction: Interaction, match: app_commands.Range[int, 1, 2**53 - 1] | None = None
    ) -> None:
        """Show a match, or the list of the member's own matches."""
        responder = Responder(interaction, "message")
        if match is None:
            await self._choose(interaction, responder)
        else:
            await show_look_back(self.bot, interaction, responder, Position.beginning(match))

    async def from_menu(self, interaction: Interaction, message: discord.Message) -> None:
        """Look back at the match whose result a message shows, or let the member choose one."""
        responder = Responder(interaction, "message")
        number = await self._match_shown(interaction, message)
        if number is None:
            await self._choose(interaction, responder)
        else:
            await show_look_back(self.bot, interaction, responder, Position.beginning(number))

    async def _match_shown(self, interaction: Interaction, message: discord.Message) -> int | None:
        """Return the number of the match that a message shows: the last of a table, or where its controls lead."""
        if message.author.id != interaction.application_id:
            return None
        table = self.bot.service(TableRegistry).find_in_channel(message.channel.id)
        if table is not None and table.state.message_id == message.id:
            last = await self.bot.service(Store).read(journal.last_match_at, table.state.id)
            return None if last is None else last.id
        return next((position.match for position in _positions(message.components)), None)

    async def _choose(self, interaction: Interaction, responder: Responder) -> None:
        """Show the list of the member's own matches."""
        store = self.bot.service(Store)
        member = await store.find_member(place_key_of(interaction), interaction.user.id)
        found = [] if member is None else await store.read(journal.matches_of_member, member, LISTED)
        if not found:
            raise UserError("no_matches")
        await responder.show(match_list(found))

    async def press(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Go to the position in a control's custom id."""
        if rest == LIST:
            data: Any = interaction.data
            chosen = str((data.get("values") or [""])[0])
            whole = chosen.isdecimal() and len(chosen) <= 15
            position = Position.beginning(int(chosen)) if whole else Position.parse(chosen)
        else:
            position = Position.parse(rest)
        if position is None:
            raise UserError("passed")
        if position.verb in SHARES:
            await share_position(self.bot, interaction, responder, position)
        else:
            await show_look_back(self.bot, interaction, responder, position)


def _positions(components: Iterable[Any]) -> Iterator[Position]:
    """Yield the positions to which a message's controls lead."""
    for component in components:
        name, _, rest = (getattr(component, "custom_id", None) or "").partition(":")
        if name == PREFIX and (position := Position.parse(rest)) is not None:
            yield position
        yield from _positions(getattr(component, "children", ()))
