"""Guild and channel of an interaction, and option descriptions that commands share."""

from __future__ import annotations

from typing import Any

import discord

from bot.tables.table_actor import TableActor
from bot.user_errors import UserError

WHICH_BASE = "The base: copper, silver, gold, platinum or gems (the server's usual one if you leave it out)"
"""What is said of the base of an amount that is typed."""


def check_place(table: TableActor, interaction: discord.Interaction[Any]) -> None:
    """Raise `UserError` for a control of a table that is elsewhere: its number comes from outside."""
    state = table.state
    elsewhere = not state.settings.private and state.channel_id != interaction.channel_id
    if state.guild_id != interaction.guild_id or elsewhere:
        raise UserError("table_closed")


def guild_of(interaction: discord.Interaction[Any]) -> int:
    """The server's id, for commands that are `guild_only`."""
    assert interaction.guild_id is not None
    return interaction.guild_id


def channel_of(interaction: discord.Interaction[Any]) -> int:
    """The id of the channel or thread; every command of ours is used in one."""
    assert interaction.channel_id is not None
    return interaction.channel_id
