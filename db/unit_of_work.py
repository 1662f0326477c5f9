"""Applying facts: what each one writes, and what must be true when a unit ends."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import assert_never

from db import journal, ledger, loss_limits, member_rows
from db.errors import Refused, Unknown
from db.json_text import dump
from db.writes import (
    AppendRow,
    Audit,
    CloseMatch,
    DropSeat,
    Fact,
    OpenMatch,
    ResumeMatch,
    SaveAbout,
    SaveSeat,
    SaveSetting,
    SaveTable,
    SetDeadlines,
    Tally,
    Transfer,
)


def apply(db: sqlite3.Connection, facts: Sequence[Fact], now: float) -> None:
    """Write the facts of one unit, in order. Raises the `Refused` that fits.

    What a closed table or a seat given up leaves behind is looked at when all facts are written,
    so that the transfer which empties a stake may stand before or after the fact that closes it.
    """
    unit = _Unit(db, now)
    for fact in facts:
        unit.write(fact)
    unit.finish()


def create_table(
    db: sqlite3.Connection,
    guild_id: int,
    channel_id: int,
    host: int,
    game: str,
    options: str,
    settings: str,
    seed: str,
    now: float,
) -> int:
    """A table in its lobby, with an empty pot; gives its number. Options and settings are JSON text.

    Raises `Refused` if the channel has an open table, `Unknown` if `host` is no account.
    """
    busy = db.execute(
        "SELECT 1 FROM tables WHERE channel_id = ? AND phase <> 'closed'", (channel_id,)
    ).fetchone()
    if busy:
        raise Refused("there is an open table in this channel")
    if ledger.guild_of(db, host) != guild_id:
        raise Unknown(f"account {host} is of another server")
    pot = ledger.open_account(db, "pot", guild_id, now)
    cursor = db.execute(
        "INSERT INTO tables (guild_id, channel_id, host, game, options, settings, pot, phase,"
        " carry, seed, opened) VALUES (?, ?, ?, ?, ?, ?, ?, 'lobby', '{}', ?, ?)",
        (guild_id, channel_id, host, game, options, settings, pot, seed, now),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


class _Unit:
    """The facts of one unit being written."""

    def __init__(self, db: sqlite3.Connection, now: float) -> None:
        self._db = db
        self._now = now
        self._closing: set[int] = set()  # accounts that must be empty when the unit ends
        self._closed_tables: set[int] = set()
        self._transfers: list[Transfer] = []

    def write(self, fact: Fact) -> None:
        match fact:  # the commonest first
            case AppendRow():
                journal.append_row(self._db, fact, self._now)
            case SetDeadlines():
                journal.set_deadlines(self._db, fact)
            case Transfer():
                ledger.write_transfer(self._db, fact, self._now)
                self._transfers.append(fact)
            case SaveSeat():
                self._save_seat(fact)
            case DropSeat():
                self._drop_seat(fact)
            case SaveTable():
                self._save_table(fact)
            case OpenMatch():
                journal.open_match(self._db, fact, self._now)
            case CloseMatch():
                journal.close_match(self._db, fact, self._now)
            case ResumeMatch():
                journal.resume_match(self._db, fact)
            case Audit():
                self._audit(fact)
            case SaveSetting():
                self._save_setting(fact)
            case SaveAbout():
                member_rows.save_about(self._db, fact.member, fact.key, fact.value)
            case Tally():
                member_rows.tally(self._db, fact.member, fact.key, fact.by)
            case _:
                assert_never(fact)

    def finish(self) -> None:
        for table in self._closed_tables:
            self._close_table(table)
        for account in self._closing:
            ledger.close_account(self._db, account, self._now)
        loss_limits.check(self._db, self._transfers, self._now)

    # ---- tables and seats

    def _save_table(self, fact: SaveTable) -> None:
        phase, guild_id, _ = journal.table_of(self._db, fact.table)
        if fact.host is not None and ledger.guild_of(self._db, fact.host) != guild_id:
            raise Unknown(f"account {fact.host} is of another server")
        columns: dict[str, int | str | float | None] = {
            "message_id": fact.message_id,
            "channel_id": fact.channel_id,
            "host": fact.host,
            "game": fact.game,
            "options": None if fact.options is None else dump(fact.options),
            "settings": None if fact.settings is None else dump(fact.settings),
            "phase": fact.phase,
            "carry": None if fact.carry is None else dump(fact.carry),
        }
        if fact.phase == "closed" and phase != "closed":
            columns["closed"] = self._now
            self._closed_tables.add(fact.table)
        changed = {name: value for name, value in columns.items() if value is not None}
        if changed:
            self._db.execute(
                f"UPDATE tables SET {', '.join(f'{name} = ?' for name in changed)} WHERE id = ?",
                (*changed.values(), fact.table),
            )

    def _close_table(self, table: int) -> None:
        if journal.playing(self._db, table):
            raise Refused(f"a match is being played at table {table}")
        _, _, pot = journal.table_of(self._db, table)
        stakes = self._db.execute("SELECT stake FROM seats WHERE table_id = ?", (table,))
        self._closing.update(stake for (stake,) in stakes)
        self._closing.add(pot)

    def _save_seat(self, fact: SaveSeat) -> None:
        phase, guild_id, _ = journal.table_of(self._db, fact.table)
        seat = fact.seat
        if phase == "closed":
            raise Refused(f"table {fact.table} is closed")
        if (
            ledger.kind_of(self._db, seat.stake) != "stake"
            or ledger.guild_of(self._db, seat.stake) != guild_id
        ):
            raise Unknown(f"account {seat.stake} is no stake account of this server")
        if seat.member is not None and ledger.kind_of(self._db, seat.member) != "member":
            raise Unknown(f"account {seat.member} is no member's purse")
        before = self._stake_at(fact.table, seat.seat)
        if before is not None:
            self._closing.add(before)
        self._closing.discard(seat.stake)
        self._db.execute(
            "INSERT INTO seats (table_id, seat, name, member, stake, policy, state)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, seat) DO UPDATE SET"
            " name = excluded.name, member = excluded.member, stake = excluded.stake,"
            " policy = excluded.policy, state = excluded.state",
            (
                fact.table,
                seat.seat,
                seat.name,
                seat.member,
                seat.stake,
                seat.policy,
                dump(seat.state),
            ),
        )
        # Whoever sits there owns what lies there, even if the account was opened for nobody yet.
        self._db.execute(
            "UPDATE accounts SET owner = ? WHERE id = ? AND owner IS NULL",
            (seat.member, seat.stake),
        )

    def _drop_seat(self, fact: DropSeat) -> None:
        stake = self._stake_at(fact.table, fact.seat)
        if stake is None:
            raise Unknown(f"there is no seat {fact.seat} at table {fact.table}")
        self._db.execute("DELETE FROM seats WHERE table_id = ? AND seat = ?", (fact.table, fact.seat))
        self._closing.add(stake)

    def _stake_at(self, table: int, seat: int) -> int | None:
        row = self._db.execute(
            "SELECT stake FROM seats WHERE table_id = ? AND seat = ?", (table, seat)
        ).fetchone()
        return None if row is None else row[0]

    # ---- the server

    def _audit(self, fact: Audit) -> None:
        if fact.actor is not None:
            ledger.guild_of(self._db, fact.actor)
        self._db.execute(
            "INSERT INTO audit_log (guild_id, actor, what, detail, at) VALUES (?, ?, ?, ?, ?)",
            (fact.guild_id, fact.actor, fact.what, dump(fact.detail), self._now),
        )

    def _save_setting(self, fact: SaveSetting) -> None:
        if fact.value is None:
            self._db.execute("DELETE FROM settings WHERE guild_id = ? AND key = ?", (fact.guild_id, fact.key))
            return
        self._db.execute(
            "INSERT INTO settings (guild_id, key, value) VALUES (?, ?, ?)"
            " ON CONFLICT (guild_id, key) DO UPDATE SET value = excluded.value",
            (fact.guild_id, fact.key, dump(fact.value)),
        )
