"""Tables and their seats, from the lobby to the closing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from db import ledger
from db.backend.connection import Connection
from db.errors import Refused, Unknown
from db.records import SeatRecord, TableRecord
from db.writes import DropSeat, NewTable, SaveSeat, SaveTable

_COLUMNS = (
    "SELECT id, guild_id, channel_id, message_id, host, game, options, settings, pot, phase, carry,"
    " seed, match FROM tables"
)


# ---- queries


def table(db: Connection, table_id: int) -> TableRecord:
    """Return one table with its seats, open or closed. Raises `Unknown`."""
    row = db.execute(f"{_COLUMNS} WHERE id = ?", (table_id,)).fetchone()
    if row is None:
        raise Unknown(f"there is no table {table_id}")
    return _record(db, row)


def table_in(db: Connection, channel_id: int) -> TableRecord | None:
    """Return the channel's open table, if there is one."""
    row = db.execute(f"{_COLUMNS} WHERE channel_id = ? AND phase <> 'closed'", (channel_id,)).fetchone()
    return None if row is None else _record(db, row)


def last_closed_in(db: Connection, channel_id: int) -> TableRecord | None:
    """Return the channel's table that was closed last, if there is one."""
    row = db.execute(
        f"{_COLUMNS} WHERE channel_id = ? AND phase = 'closed' ORDER BY id DESC LIMIT 1", (channel_id,)
    ).fetchone()
    return None if row is None else _record(db, row)


def live_tables(db: Connection) -> list[TableRecord]:
    """Return all tables that are not closed, oldest first."""
    rows = db.execute(f"{_COLUMNS} WHERE phase <> 'closed' ORDER BY id").fetchall()
    return [_record(db, row) for row in rows]


def _record(db: Connection, row: Sequence[Any]) -> TableRecord:
    seats = db.execute(
        "SELECT seat, seats.name, member, user_id, stake, policy, state FROM seats"
        " LEFT JOIN members ON members.account = seats.member WHERE table_id = ? ORDER BY seat",
        (row[0],),
    )
    return TableRecord(
        id=row[0],
        place_key=row[1],
        channel_id=row[2],
        message_id=row[3],
        host=row[4],
        game=row[5],
        options=json.loads(row[6]),
        settings=json.loads(row[7]),
        pot=row[8],
        phase=row[9],
        carry=json.loads(row[10]),
        seed=row[11],
        match=row[12],
        seats=tuple(
            SeatRecord(seat, name, member, user_id, stake, policy, json.loads(state))
            for seat, name, member, user_id, stake, policy, state in seats
        ),
    )


class TableSummary(NamedTuple):
    """The columns of a table that other writes depend on."""

    phase: str
    place_key: int
    pot: int


def summary(db: Connection, table: int) -> TableSummary:
    """Return the phase, server and pot of a table. Raises `Unknown`."""
    row = db.execute("SELECT phase, guild_id, pot FROM tables WHERE id = ?", (table,)).fetchone()
    if row is None:
        raise Unknown(f"there is no table {table}")
    return TableSummary(*row)


def has_match_in_play(db: Connection, table: int) -> bool:
    """Return true if a match is being played at a table."""
    row = db.execute("SELECT 1 FROM matches WHERE table_id = ? AND state = 'playing'", (table,)).fetchone()
    return row is not None


# ---- tables


def create_table(db: Connection, now: float, new: NewTable) -> TableRecord:
    """Open a table in its lobby, with an empty pot.

    Raises `Refused` if the channel has an open table, `Unknown` if `host` is not an account of that server.
    """
    if table_in(db, new.channel_id) is not None:
        raise Refused("there is an open table in this channel")
    if ledger.place_key_of(db, new.host) != new.place_key:
        raise Unknown(f"account {new.host} is of another server")
    pot = ledger.open_account(db, now, "pot", new.place_key)
    (number,) = db.execute(
        "INSERT INTO tables (guild_id, channel_id, host, game, options, settings, pot, phase,"
        " carry, seed, opened) VALUES (?, ?, ?, ?, ?, ?, ?, 'lobby', '{}', ?, ?) RETURNING id",
        (new.place_key, new.channel_id, new.host, new.game, new.options, new.settings, pot, new.seed, now),
    ).fetchone()
    return table(db, number)


def save_table(db: Connection, now: float, write: SaveTable) -> bool:
    """Change fields of a table. Returns true if this closes it. Raises `Unknown`."""
    phase, place_key, _ = summary(db, write.table)
    if write.host is not None and ledger.place_key_of(db, write.host) != place_key:
        raise Unknown(f"account {write.host} is of another server")
    closes = write.phase == "closed" and phase != "closed"
    columns: dict[str, Any] = {
        "message_id": write.message_id,
        "channel_id": write.channel_id,
        "host": write.host,
        "game": write.game,
        "options": write.options,
        "settings": write.settings,
        "phase": write.phase,
        "carry": write.carry,
        "closed": now if closes else None,
    }
    changed = {name: value for name, value in columns.items() if value is not None}
    if changed:
        db.execute(
            f"UPDATE tables SET {', '.join(f'{name} = ?' for name in changed)} WHERE id = ?",
            (*changed.values(), write.table),
        )
    return closes


def accounts_of_closed(db: Connection, table: int) -> list[int]:
    """Return the pot and stakes of a table that a unit has closed; they must be empty when the unit ends.

    Raises `Refused` if a match is still being played there.
    """
    if has_match_in_play(db, table):
        raise Refused(f"a match is being played at table {table}")
    stakes = db.execute("SELECT stake FROM seats WHERE table_id = ?", (table,))
    return [summary(db, table).pot, *(stake for (stake,) in stakes)]


# ---- seats


def save_seat(db: Connection, write: SaveSeat) -> int | None:
    """Save a seat of an open table. Returns the stake account that the seat had so far, if it existed.

    Raises `Refused` if the table is closed, `Unknown` for accounts that are not a stake and a purse there.
    """
    phase, place_key, _ = summary(db, write.table)
    seat = write.seat
    if phase == "closed":
        raise Refused(f"table {write.table} is closed")
    if ledger.kind_of(db, seat.stake) != "stake" or ledger.place_key_of(db, seat.stake) != place_key:
        raise Unknown(f"account {seat.stake} is no stake account of this server")
    if seat.member is not None and ledger.kind_of(db, seat.member) != "member":
        raise Unknown(f"account {seat.member} is no member's purse")
    old_stake = _stake_of(db, write.table, seat.seat)
    db.execute(
        "INSERT INTO seats (table_id, seat, name, member, stake, policy, state)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, seat) DO UPDATE SET"
        " name = excluded.name, member = excluded.member, stake = excluded.stake,"
        " policy = excluded.policy, state = excluded.state",
        (write.table, seat.seat, seat.name, seat.member, seat.stake, seat.policy, write.state),
    )
    # A stake account may have been opened before it was known who would sit down.
    db.execute(
        "UPDATE accounts SET owner = ? WHERE id = ? AND owner IS NULL",
        (seat.member, seat.stake),
    )
    return old_stake


def drop_seat(db: Connection, write: DropSeat) -> int:
    """Remove a seat. Returns its stake account. Raises `Unknown`."""
    stake = _stake_of(db, write.table, write.seat)
    if stake is None:
        raise Unknown(f"there is no seat {write.seat} at table {write.table}")
    db.execute("DELETE FROM seats WHERE table_id = ? AND seat = ?", (write.table, write.seat))
    return stake


def _stake_of(db: Connection, table: int, seat: int) -> int | None:
    row = db.execute("SELECT stake FROM seats WHERE table_id = ? AND seat = ?", (table, seat)).fetchone()
    return None if row is None else row[0]
