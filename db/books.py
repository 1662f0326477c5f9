"""Applying facts: what each one writes, and what must be true when a unit ends."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import assert_never

from db import care, ledger, people
from db.json_text import dump
from db.records import (
    AlreadyDone,
    AppendRow,
    Audit,
    CloseMatch,
    DropSeat,
    Fact,
    OpenMatch,
    Outcome,
    Refused,
    ResumeMatch,
    SaveAbout,
    SaveSeat,
    SaveSetting,
    SaveTable,
    SetDeadlines,
    Tally,
    Transfer,
    Unknown,
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
                self._append_row(fact)
            case SetDeadlines():
                self._set_deadlines(fact)
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
                self._open_match(fact)
            case CloseMatch():
                self._close_match(fact)
            case ResumeMatch():
                self._resume_match(fact)
            case Audit():
                self._audit(fact)
            case SaveSetting():
                self._save_setting(fact)
            case SaveAbout():
                people.save_about(self._db, fact.member, fact.key, fact.value)
            case Tally():
                people.tally(self._db, fact.member, fact.key, fact.by)
            case _:
                assert_never(fact)

    def finish(self) -> None:
        for table in self._closed_tables:
            self._close_table(table)
        for account in self._closing:
            ledger.close_account(self._db, account, self._now)
        care.check(self._db, self._transfers, self._now)

    # ---- the journal

    def _append_row(self, row: AppendRow) -> None:
        try:
            self._db.execute(
                "INSERT INTO rows (match, seq, ask, seat, digest, answer, by, press, at, member)"
                " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, CASE ?7 WHEN 'player' THEN"
                " (SELECT member FROM matches JOIN seats ON seats.table_id = matches.table_id"
                " WHERE matches.id = ?1 AND seats.seat = ?4) END)",
                (
                    row.match,
                    row.seq,
                    row.ask,
                    row.seat,
                    row.digest,
                    dump(row.answer),
                    row.by,
                    row.press,
                    self._now,
                ),
            )
        except sqlite3.IntegrityError as fault:
            raise self._why_no_row(row, fault) from fault

    def _why_no_row(self, row: AppendRow, fault: sqlite3.IntegrityError) -> Refused:
        self._state_of(row.match)
        pressed = self._db.execute("SELECT 1 FROM rows WHERE press = ?", (row.press,)).fetchone()
        if pressed:
            return AlreadyDone("press", row.press)
        there = self._db.execute(
            "SELECT 1 FROM rows WHERE match = ? AND seq = ?", (row.match, row.seq)
        ).fetchone()
        if there:
            return AlreadyDone("row", (row.match, row.seq))
        return Refused(f"row {row.seq} of match {row.match}: {fault}")

    def _set_deadlines(self, fact: SetDeadlines) -> None:
        self._db.execute("DELETE FROM deadlines WHERE match = ?", (fact.match,))
        if fact.due:
            self._state_of(fact.match)
            self._db.executemany(
                "INSERT INTO deadlines (match, ask, due) VALUES (?, ?, ?)",
                [(fact.match, ask, due) for ask, due in fact.due.items()],
            )

    def _open_match(self, fact: OpenMatch) -> None:
        phase, _, _ = self._table(fact.table)
        if phase == "closed":
            raise Refused(f"table {fact.table} is closed")
        if self._db.execute("SELECT 1 FROM matches WHERE id = ?", (fact.match,)).fetchone():
            raise AlreadyDone("match", fact.match)
        if self._playing(fact.table):
            raise Refused(f"a match is being played at table {fact.table}")
        self._db.execute(
            "INSERT INTO matches (id, table_id, game, version, header, state, opened)"
            " VALUES (?, ?, ?, ?, ?, 'playing', ?)",
            (fact.match, fact.table, fact.game, fact.version, dump(fact.header), self._now),
        )
        self._db.execute("UPDATE tables SET match = ? WHERE id = ?", (fact.match, fact.table))

    def _close_match(self, fact: CloseMatch) -> None:
        if self._state_of(fact.match) in ("ended", "void"):
            raise AlreadyDone("end of match", fact.match)
        over = fact.how != "suspended"
        self._db.execute(
            "UPDATE matches SET state = ?, result = ?, closed = ? WHERE id = ?",
            (fact.how, dump(fact.result), self._now if over else None, fact.match),
        )
        if over:
            self._db.execute("DELETE FROM deadlines WHERE match = ?", (fact.match,))
            self._db.execute("UPDATE tables SET match = NULL WHERE match = ?", (fact.match,))
        for outcome in fact.outcomes:
            self._write_outcome(fact.match, outcome)

    def _write_outcome(self, match: int, outcome: Outcome) -> None:
        ledger.guild_of(self._db, outcome.member)
        self._db.execute(
            "INSERT INTO outcomes (match, member, guild_id, game, at, place, net_players,"
            " net_house, points, shares, won)"
            " SELECT matches.id, ?, tables.guild_id, matches.game, ?, ?, ?, ?, ?, ?, ?"
            " FROM matches JOIN tables ON tables.id = matches.table_id WHERE matches.id = ?",
            (
                outcome.member,
                self._now,
                outcome.place,
                outcome.net_players,
                outcome.net_house,
                outcome.points,
                outcome.shares,
                outcome.won,
                match,
            ),
        )

    def _resume_match(self, fact: ResumeMatch) -> None:
        if self._state_of(fact.match) != "suspended":
            raise Refused(f"match {fact.match} is not suspended")
        self._db.execute("UPDATE matches SET state = 'playing', result = NULL WHERE id = ?", (fact.match,))

    def _state_of(self, match: int) -> str:
        row = self._db.execute("SELECT state FROM matches WHERE id = ?", (match,)).fetchone()
        if row is None:
            raise Unknown(f"there is no match {match}")
        state: str = row[0]
        return state

    def _playing(self, table: int) -> bool:
        row = self._db.execute(
            "SELECT 1 FROM matches WHERE table_id = ? AND state = 'playing'", (table,)
        ).fetchone()
        return row is not None

    # ---- tables and seats

    def _table(self, table: int) -> tuple[str, int, int]:
        """Phase, server and pot of a table. Raises `Unknown`."""
        row = self._db.execute("SELECT phase, guild_id, pot FROM tables WHERE id = ?", (table,)).fetchone()
        if row is None:
            raise Unknown(f"there is no table {table}")
        return row[0], row[1], row[2]

    def _save_table(self, fact: SaveTable) -> None:
        phase, guild_id, _ = self._table(fact.table)
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
        if self._playing(table):
            raise Refused(f"a match is being played at table {table}")
        _, _, pot = self._table(table)
        stakes = self._db.execute("SELECT stake FROM seats WHERE table_id = ?", (table,))
        self._closing.update(stake for (stake,) in stakes)
        self._closing.add(pot)

    def _save_seat(self, fact: SaveSeat) -> None:
        phase, guild_id, _ = self._table(fact.table)
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
