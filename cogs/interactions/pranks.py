"""`/gembones prank`: the rulebook's jokes, which features add to one command."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import discord
from discord import app_commands

from bot.app import App
from bot.language import N_, _
from bot.user_errors import UserError
from cogs.interactions.command_groups import command_group

Interaction = discord.Interaction[App]
NAME = "prank"
PRANKS = "pranks"
"""The key of the pranks, by their own keys, among the extras of the command."""
MOST = 25
"""The most choices that Discord takes."""


class Prank(NamedTuple):
    """A joke to choose from, and what it does."""

    title: str
    do: Callable[..., Awaitable[None]]
    modified: bool
    """True if it takes a modifier of a roll, after the interaction."""


def add_prank(
    bot: App, key: str, title: str, do: Callable[..., Awaitable[None]], *, modified: bool = False
) -> None:
    """Offer a joke by the command, which is made for the first one; `do` answers the interaction.

    `modified`: it also takes a modifier of a roll.
    """
    group = command_group(bot, "gembones")
    command = group.get_command(NAME)
    if command is None:
        command = _command({})
        group.add_command(command)
    command.extras[PRANKS][key] = Prank(title, do, modified)


def _command(pranks: dict[str, Prank]) -> app_commands.Command[Any, ..., None]:
    """Return the command that plays the pranks it is given, now or later."""

    @app_commands.describe(prank="Which one?", modifier="For a strike: what you add to damage rolls")
    async def play(
        interaction: Interaction, prank: str, modifier: app_commands.Range[int, -5, 10] | None = None
    ) -> None:
        chosen = pranks.get(prank)
        if chosen is None:
            raise UserError("options", sentence=_("I don't know that one. Choose a prank from the list."))
        if chosen.modified:
            await chosen.do(interaction, modifier or 0)
        elif modifier is not None:
            raise UserError("options", sentence=_("That prank takes no modifier. Leave it out."))
        else:
            await chosen.do(interaction)

    description = N_("Do-overs, wishes, offerings, a bit of magic, and the house's gifts")
    command = app_commands.Command[Any, ..., None](
        name=NAME, description=description, callback=play, extras={PRANKS: pranks}
    )

    @command.autocomplete("prank")
    async def offered(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        typed = current.casefold()
        return [
            app_commands.Choice(name=_(prank.title), value=key)
            for key, prank in pranks.items()
            if typed in _(prank.title).casefold()
        ][:MOST]

    return command
