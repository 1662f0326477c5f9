"""Tables and their seats, from opening to closing."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as attribute
from typing import Any, Literal, NamedTuple

from msgspec import Struct, field
from msgspec.structs import force_setattr

from db import ledger
from db.backend.connection import Connection
from db.backend.json_text import Json, JsonObject, encode
from db.backend.names import Name
from db.backend.unit_of_work import Unit
from db.errors import Refused, Unknown

_COLUMNS = (
    "SELECT id, guild_id, channel_id, message_id, host, game, options, settings, pot, phase, carry,"
    " seed, match FROM tables"
)


# ---- queries


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A seat at a table. `member` is None for a computer player."""

    seat: int
    name: Name
    member: int | None
    """The member's purse account."""
    user_id: int | None
    stake: int
    """The stake account, which exists as long as the seat."""
    policy: str | None = None
    """The policy of the computer player that answers for this seat now, if one does."""
    state: Mapping[str, Json] = attribute(default_factory=dict)
    """Ready, away, left ... as the table defines them."""


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table in a channel."""

    id: int
    place_key: int
    channel_id: int
    message_id: int | None
    host: int
    """The host's purse account."""
    game: str
    options: Mapping[str, Json]
    settings: Mapping[str, Json]
    """Base, buy-in, clocks ... as the table defines them."""
    pot: int
    """The account of the pot that is carried from match to match."""
    phase: Literal["lobby", "playing", "suspended", "closed"]
    carry: Mapping[str, Json]
    seed: str
    """The server seed; never logged or exported before the table is closed."""
    match: int | None
    """The match being played."""
    seats: tuple[SeatRecord, ...] = ()


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
    """Return the table that was closed last in a channel, if there is one."""
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
            SeatRecord(seat, Name(name), member, user_id, stake, policy, json.loads(state))
            for seat, name, member, user_id, stake, policy, state in seats
        ),
    )


class TableSummary(NamedTuple):
    """The columns of a table that other writes need."""

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
    """Return True if a match is being played at a table."""
    row = db.execute("SELECT 1 FROM matches WHERE table_id = ? AND state = 'playing'", (table,)).fetchone()
    return row is not None


# ---- tables


def create_table(
    unit: Unit,
    place_key: int,
    channel_id: int,
    host: int,
    game: str,
    options: JsonObject,
    settings: JsonObject,
    seed: str,
) -> TableRecord:
    """Open a table in its lobby, with an empty pot.

    Raises `Refused` if the channel has an open table, `Unknown` if `host` is not an account of that server.
    """
    db = unit.db
    if table_in(db, channel_id) is not None:
        raise Refused("there is an open table in this channel")
    if ledger.place_key_of(db, host) != place_key:
        raise Unknown(f"account {host} is of another server")
    pot = ledger.open_account(unit, "pot", place_key)
    (number,) = db.execute(
        "INSERT INTO tables (guild_id, channel_id, host, game, options, settings, pot, phase,"
        " carry, seed, opened) VALUES (?, ?, ?, ?, ?, ?, ?, 'lobby', '{}', ?, ?) RETURNING id",
        (place_key, channel_id, host, game, encode(options), encode(settings), pot, seed, unit.now),
    ).fetchone()
    return table(db, number)


class SaveTable(Struct, frozen=True):
    """Changed fields of a table; None leaves a field unchanged."""

    table: int
    message_id: int | None = None
    channel_id: int | None = None
    host: int | None = None
    game: str | None = None
    options: JsonObject | None = None
    settings: JsonObject | None = None
    phase: str | None = None
    carry: JsonObject | None = None

    def __post_init__(self) -> None:
        force_setattr(self, "options", None if self.options is None else encode(self.options))
        force_setattr(self, "settings", None if self.settings is None else encode(self.settings))
        force_setattr(self, "carry", None if self.carry is None else encode(self.carry))

    def save(self, unit: Unit) -> None:
        """Change these fields. A closing table must be empty when the unit ends. Raises `Unknown`."""
        phase, place_key, _ = summary(unit.db, self.table)
        if self.host is not None and ledger.place_key_of(unit.db, self.host) != place_key:
            raise Unknown(f"account {self.host} is of another server")
        closes = self.phase == "closed" and phase != "closed"
        columns: dict[str, Any] = {
            "message_id": self.message_id,
            "channel_id": self.channel_id,
            "host": self.host,
            "game": self.game,
            "options": self.options,
            "settings": self.settings,
            "phase": self.phase,
            "carry": self.carry,
            "closed": unit.now if closes else None,
        }
        changed = {name: value for name, value in columns.items() if value is not None}
        if changed:
            unit.db.execute(
                f"UPDATE tables SET {', '.join(f'{name} = ?' for name in changed)} WHERE id = ?",
                (*changed.values(), self.table),
            )
        if closes:
            unit.closed_tables.add(self.table)


def accounts_of_closed(db: Connection, table: int) -> list[int]:
    """Return the pot and stakes of a table that a unit has closed; they must be empty when it ends.

    Raises `Refused` if a match is still being played there.
    """
    if has_match_in_play(db, table):
        raise Refused(f"a match is being played at table {table}")
    stakes = db.execute("SELECT stake FROM seats WHERE table_id = ?", (table,))
    return [summary(db, table).pot, *(stake for (stake,) in stakes)]


# ---- seats


class SaveSeat(Struct, frozen=True):
    """A new or changed seat; it replaces the one with the same table and number."""

    table: int
    seat: SeatRecord
    state: JsonObject = field(default_factory=dict)
    """Filled from `seat.state` when the write is made."""

    def __post_init__(self) -> None:
        force_setattr(self, "state", encode(self.seat.state))

    def save(self, unit: Unit) -> None:
        """Save this seat of an open table. Its previous stake account, if replaced, must be empty when the unit ends.

        Raises `Refused` if the table is closed, `Unknown` for accounts that are not a stake and a purse there.
        """
        db = unit.db
        phase, place_key, _ = summary(db, self.table)
        seat = self.seat
        if phase == "closed":
            raise Refused(f"table {self.table} is closed")
        if ledger.kind_of(db, seat.stake) != "stake" or ledger.place_key_of(db, seat.stake) != place_key:
            raise Unknown(f"account {seat.stake} is no stake account of this server")
        if seat.member is not None and ledger.kind_of(db, seat.member) != "member":
            raise Unknown(f"account {seat.member} is no member's purse")
        old_stake = _stake_of(db, self.table, seat.seat)
        db.execute(
            "INSERT INTO seats (table_id, seat, name, member, stake, policy, state)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, seat) DO UPDATE SET"
            " name = excluded.name, member = excluded.member, stake = excluded.stake,"
            " policy = excluded.policy, state = excluded.state",
            (self.table, seat.seat, seat.name, seat.member, seat.stake, seat.policy, self.state),
        )
        # A stake account may have been opened before its owner was known.
        db.execute(
            "UPDATE accounts SET owner = ? WHERE id = ? AND owner IS NULL",
            (seat.member, seat.stake),
        )
        if old_stake is not None:
            unit.must_be_empty.add(old_stake)
        # A stake account may move to another seat within the unit; then it stays open.
        unit.must_be_empty.discard(seat.stake)


class DropSeat(Struct, frozen=True):
    """A seat that was given up. Its stake account must be empty at the end of the unit."""

    table: int
    seat: int

    def save(self, unit: Unit) -> None:
        """Remove the seat. Raises `Unknown`."""
        stake = _stake_of(unit.db, self.table, self.seat)
        if stake is None:
            raise Unknown(f"there is no seat {self.seat} at table {self.table}")
        unit.db.execute("DELETE FROM seats WHERE table_id = ? AND seat = ?", (self.table, self.seat))
        unit.must_be_empty.add(stake)


def _stake_of(db: Connection, table: int, seat: int) -> int | None:
    row = db.execute("SELECT stake FROM seats WHERE table_id = ? AND seat = ?", (table, seat)).fetchone()
    return None if row is None else row[0]
