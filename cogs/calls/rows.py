"""The table of calls for players: the last call of each channel and its threads."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from db.backend.connection import Connection
from db.backend.unit_of_work import Unit

_COLUMNS = "SELECT place, guild_id, channel_id, table_id, message_id, role, at, ends, over FROM calls"


class CallRecord(NamedTuple):
    """A call for players. `main_channel` and its threads have one at a time; `channel_id` is where it was posted."""

    main_channel: int
    guild_id: int
    channel_id: int
    table: int
    message_id: int | None
    role: int | None
    at: float
    ends: float
    over: bool = False


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


class SaveCall(Struct, frozen=True):
    """A call for players; it replaces the last one of its place."""

    call: CallRecord

    def save(self, unit: Unit) -> None:
        """Save the call in place of the last one."""
        unit.db.execute(
            "INSERT INTO calls (place, guild_id, channel_id, table_id, message_id, role, at, ends, over)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (place) DO UPDATE SET guild_id = excluded.guild_id,"
            " channel_id = excluded.channel_id, table_id = excluded.table_id, message_id = excluded.message_id,"
            " role = excluded.role, at = excluded.at, ends = excluded.ends, over = excluded.over",
            (*self.call[:8], int(self.call.over)),
        )


def _record(row: tuple[int, int, int, int, int | None, int | None, float, float, int]) -> CallRecord:
    return CallRecord(*row[:8], bool(row[8]))
