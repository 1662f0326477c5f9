"""The record of a channel's last match, which messages repeat that are never edited."""

from __future__ import annotations

from bot.tables.kinds import load_kind
from db.backend.connection import Connection
from db.store import Store


async def last_record(store: Store, channel_id: int) -> tuple[int, str] | None:
    """Return number and record of the last match on a table message of a channel; None if there is none."""
    for number, table, digits in await store.read(_records_in, channel_id):
        if load_kind((await store.table(table)).settings).in_channel:
            return number, digits
    return None


def _records_in(db: Connection, channel_id: int) -> list[tuple[int, int, str]]:
    return db.execute(
        "SELECT matches.id, table_id, record FROM matches JOIN tables ON tables.id = table_id"
        " WHERE channel_id = ? AND record IS NOT NULL ORDER BY matches.id DESC LIMIT 20",
        (channel_id,),
    ).fetchall()
