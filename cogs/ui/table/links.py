"""Links to the messages of tables."""

from __future__ import annotations

from bot.places.place import PlaceKind
from bot.tables.state import TableState


def table_url(state: TableState) -> str:
    """Return the address of a table's message, or of its channel while no message stands there."""
    server = "@me" if state.place.kind is PlaceKind.CONVERSATION else str(state.place.number)
    parts = (server, state.channel_id, *([state.message_id] if state.message_id else []))
    return f"https://discord.com/channels/{'/'.join(map(str, parts))}"
