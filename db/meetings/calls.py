"""Calls for players: the last one of each channel with its threads."""

from __future__ import annotations

from db.backend.connection import Connection
from db.records import CallRecord
from db.writes import SaveCall

_COLUMNS = "SELECT place, guild_id, channel_id, table_id, message_id, role, at, ends, over FROM calls"


def last_call(db: Connection, main_channel: int) -> CallRecord | None:
    """Return the last call of a channel and its threads."""
    row = db.execute(f"{_COLUMNS} WHERE place = ?", (main_channel,)).fetchone()
    return None if row is None else _record(row)


def last_role_call(db: Connection, guild_id: int, role: int) -> float | None:
    """Return the moment at which a call of a server last mentioned a role."""
    row = db.execute("SELECT max(at) FROM calls WHERE guild_id = ? AND role = ?", (guild_id, role)).fetchone()
    moment: float | None = row[0]
    return moment


def open_calls(db: Connection) -> list[CallRecord]:
    """Return the calls of all servers that are not over, oldest first."""
    return [_record(row) for row in db.execute(f"{_COLUMNS} WHERE over = 0 ORDER BY at, place").fetchall()]


def save_call(db: Connection, write: SaveCall) -> None:
    """Save a call, instead of the last one there."""
    call = write.call
    db.execute(
        "INSERT INTO calls (place, guild_id, channel_id, table_id, message_id, role, at, ends, over)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (place) DO UPDATE SET guild_id = excluded.guild_id,"
        " channel_id = excluded.channel_id, table_id = excluded.table_id, message_id = excluded.message_id,"
        " role = excluded.role, at = excluded.at, ends = excluded.ends, over = excluded.over",
        (*call[:8], int(call.over)),
    )


def _record(row: tuple[int, int, int, int, int | None, int | None, float, float, int]) -> CallRecord:
    return CallRecord(*row[:8], bool(row[8]))
