"""Links to the messages of tables."""

from __future__ import annotations

from bot.tables.state import TableState


def table_url(state: TableState) -> str:
    """Return the address of a table's message, or of its channel while no message stands there."""
    place = f"{state.guild_id}/{state.channel_id}" + (f"/{state.message_id}" if state.message_id else "")
    return f"https://discord.com/channels/{place}"
