"""The place and the channel of an interaction, and descriptions of options that commands share."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from operator import attrgetter
from typing import Any

import discord

from bot.language import speaking
from bot.person import Person
from bot.places.place import Place
from bot.pressed import Pressed
from bot.tables.state import TableState
from bot.user_errors import UserError
from db.backend.names import Name

BASE_HELP = "The base: copper, silver, gold, platinum or gems (the server's usual one if you leave it out)"
"""The help text of the option for an amount's base."""


_id_of = attrgetter("id")


def person_of(interaction: discord.Interaction[Any]) -> Person:
    """Return the member who pressed or typed."""
    if isinstance(interaction, Pressed):
        return interaction.person
    user = interaction.user
    roles: frozenset[int] = (
        frozenset(map(_id_of, user.roles)) if isinstance(user, discord.Member) else frozenset()
    )
    return Person(user.id, Name(user.display_name), interaction.permissions.manage_guild, roles)


def check_place(table: TableState, interaction: discord.Interaction[Any]) -> None:
    """Raise `UserError` for a control of a table in another place; its number comes from the client."""
    if is_here(table, interaction):
        return
    if table.place == place_of(interaction) and table.seat_of(person_of(interaction).user_id) is not None:
        # an old message in the channel that the table has left
        raise UserError("moved", channel=f"<#{table.channel_id}>")
    raise UserError("table_closed")


def is_here(table: TableState, interaction: discord.Interaction[Any]) -> bool:
    """Return whether a table is in the channel of an interaction; one in no channel is with its own member alone."""
    here = (
        table.channel_id == interaction.channel_id
        if table.kind.in_channel
        else table.seat_of(person_of(interaction).user_id) is not None
    )
    return here and table.place == place_of(interaction)


def place_of(interaction: discord.Interaction[Any]) -> Place:
    """Return the place of an interaction: a server with the bot or without it, or a direct conversation."""
    # kept, since each press asks for it several times
    place: Place | None = interaction.extras.get(Place)
    if place is None:
        place = interaction.client.place_of(interaction.guild_id, interaction.channel_id)
        interaction.extras[Place] = place
    return place


def in_language_of_place(interaction: discord.Interaction[Any]) -> AbstractContextManager[None]:
    """Say everything within as everyone in the place of an interaction reads it."""
    return speaking(interaction.client.language_in(place_of(interaction)))


def in_language_of_readers(
    interaction: discord.Interaction[Any], *, private: bool
) -> AbstractContextManager[None]:
    """Say everything within as those read it who are shown it: one member alone, or everyone in the place."""
    return nullcontext() if private else in_language_of_place(interaction)


def need_bot(interaction: discord.Interaction[Any], action: str) -> None:
    """Raise `UserError` on a server without the bot, where it can't do `action`."""
    if not place_of(interaction).has_bot:
        raise UserError("no_member", action=action)


def place_key_of(interaction: discord.Interaction[Any]) -> int:
    """Return the key under which the place's purses and tables are stored: the server's id, if it has the bot."""
    return place_of(interaction).key


def channel_of(interaction: discord.Interaction[Any]) -> int:
    """Return the id of the channel or thread; every command is used in one."""
    assert interaction.channel_id is not None
    return interaction.channel_id
