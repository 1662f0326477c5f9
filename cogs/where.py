"""Where a command was used."""

from __future__ import annotations

from typing import Any

import discord


def guild_of(interaction: discord.Interaction[Any]) -> int:
    """The server's id, for commands that are `guild_only`."""
    assert interaction.guild_id is not None
    return interaction.guild_id
