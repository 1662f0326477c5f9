"""What is asked of the store. Each function reads one moment, on a connection that cannot write."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from db.errors import Unknown
from db.json_text import load
from db.records import (
    AuditLine,
    HistoryLine,
    Json,
    MatchRecord,
    MatchSummary,
    RowRecord,
    SeatRecord,
    TableRecord,
)

# ---- money


def balances_of(db: sqlite3.Connection, accounts: Sequence[int]) -> dict[int, dict[str, int]]:
    """What each of the accounts holds; one that holds nothing is there with nothing."""
    held: dict[int, dict[str, int]] = {account: {} for account in accounts}
    for account in held:
        held[account].update(
            db.execute(
                "SELECT unit, amount FROM balances WHERE account = ? AND amount <> 0 ORDER BY unit",
                (account,),
            )
        )
    return held


def owned(db: sqlite3.Connection, member: int) -> dict[str, int]:
    """What a member owns: their purse, their stakes and their escrows together."""
    return dict(
        db.execute(
            "SELECT unit, sum(amount) FROM balances WHERE amount <> 0 AND account IN"
            " (SELECT ?1 UNION ALL SELECT id FROM accounts WHERE owner = ?1)"
            " GROUP BY unit HAVING sum(amount) <> 0 ORDER BY unit",
            (member,),
        )
    )


def history(db: sqlite3.Connection, account: int, limit: int, before: int | None) -> list[HistoryLine]:
    """The transfers that changed the account, newest first."""
    changes: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for transfer, unit, change in db.execute(
        "WITH recent (transfer) AS ("
        " SELECT * FROM (SELECT DISTINCT transfer FROM legs WHERE giver = ?1 AND transfer < ?2"
        " ORDER BY transfer DESC LIMIT ?3)"
        " UNION"
        " SELECT * FROM (SELECT DISTINCT transfer FROM legs WHERE taker = ?1 AND transfer < ?2"
        " ORDER BY transfer DESC LIMIT ?3)"
        " ORDER BY transfer DESC LIMIT ?3)"
        " SELECT legs.transfer, unit, CASE giver WHEN ?1 THEN -amount ELSE amount END"
        " FROM recent JOIN legs ON legs.transfer = recent.transfer"
        " WHERE giver = ?1 OR taker = ?1",
        (account, 2**62 if before is None else before, limit),
    ):
        changes[transfer][unit] += change
    lines = []
    for transfer in sorted(changes, reverse=True):
        at, kind, memo = db.execute(
            "SELECT at, kind, memo FROM transfers WHERE id = ?", (transfer,)
        ).fetchone()
        change = {unit: amount for unit, amount in sorted(changes[transfer].items()) if amount}
        lines.append(HistoryLine(at, kind, load(memo), change, transfer))
    return lines


# ---- tables and matches

_TABLE = (
    "SELECT id, guild_id, channel_id, message_id, host, game, options, settings, pot, phase, carry,"
    " seed, match FROM tables"
)


def table(db: sqlite3.Connection, table_id: int) -> TableRecord:
    """One table with its seats. Raises `Unknown`."""
    row = db.execute(f"{_TABLE} WHERE id = ?", (table_id,)).fetchone()
    if row is None:
        raise Unknown(f"there is no table {table_id}")
    return _table_record(db, row)


def table_in(db: sqlite3.Connection, channel_id: int) -> TableRecord | None:
    """The channel's open table, if there is one."""
    row = db.execute(f"{_TABLE} WHERE channel_id = ? AND phase <> 'closed'", (channel_id,)).fetchone()
    return None if row is None else _table_record(db, row)


def last_closed_in(db: sqlite3.Connection, channel_id: int) -> TableRecord | None:
    """The channel's table that was closed last."""
    row = db.execute(
        f"{_TABLE} WHERE channel_id = ? AND phase = 'closed' ORDER BY id DESC LIMIT 1", (channel_id,)
    ).fetchone()
    return None if row is None else _table_record(db, row)


def live_tables(db: sqlite3.Connection) -> list[TableRecord]:
    """All tables that are not closed, oldest first."""
    rows = db.execute(f"{_TABLE} WHERE phase <> 'closed' ORDER BY id").fetchall()
    return [_table_record(db, row) for row in rows]


def _table_record(db: sqlite3.Connection, row: Sequence[Any]) -> TableRecord:
    seats = db.execute(
        "SELECT seat, seats.name, member, user_id, stake, policy, state FROM seats"
        " LEFT JOIN members ON members.account = seats.member WHERE table_id = ? ORDER BY seat",
        (row[0],),
    )
    return TableRecord(
        id=row[0],
        guild_id=row[1],
        channel_id=row[2],
        message_id=row[3],
        host=row[4],
        game=row[5],
        options=load(row[6]),
        settings=load(row[7]),
        pot=row[8],
        phase=row[9],
        carry=load(row[10]),
        seed=row[11],
        match=row[12],
        seats=tuple(
            SeatRecord(seat, name, member, user_id, stake, policy, load(state))
            for seat, name, member, user_id, stake, policy, state in seats
        ),
    )


def match(db: sqlite3.Connection, match_id: int) -> MatchRecord:
    """One match with its journal and open deadlines. Raises `Unknown`."""
    row = db.execute(
        "SELECT table_id, game, version, header, state, result FROM matches WHERE id = ?",
        (match_id,),
    ).fetchone()
    if row is None:
        raise Unknown(f"there is no match {match_id}")
    answers = db.execute(
        'SELECT seq, ask, seat, digest, answer, "by", at FROM rows WHERE match = ? ORDER BY seq',
        (match_id,),
    )
    deadlines = db.execute("SELECT ask, due FROM deadlines WHERE match = ? ORDER BY ask", (match_id,))
    return MatchRecord(
        id=match_id,
        table=row[0],
        game=row[1],
        version=row[2],
        header=load(row[3]),
        rows=tuple(
            RowRecord(seq, ask, seat, digest, load(answer), by, at)
            for seq, ask, seat, digest, answer, by, at in answers
        ),
        deadlines=dict(deadlines),
        state=row[4],
        result=None if row[5] is None else load(row[5]),
    )


def matches_of(db: sqlite3.Connection, table_id: int) -> list[MatchSummary]:
    """The matches of a table, oldest first."""
    rows = db.execute(
        "SELECT id, game, state, opened, closed FROM matches WHERE table_id = ? ORDER BY id",
        (table_id,),
    )
    return [MatchSummary(*row) for row in rows]


def last_match(db: sqlite3.Connection) -> int:
    """The highest match number used so far, or 0."""
    last: int = db.execute("SELECT coalesce(max(id), 0) FROM matches").fetchone()[0]
    return last


# ---- the server


def settings(db: sqlite3.Connection, guild_id: int) -> dict[str, Json]:
    """The server's settings that have been set."""
    rows = db.execute("SELECT key, value FROM settings WHERE guild_id = ? ORDER BY key", (guild_id,))
    return {key: load(value) for key, value in rows}


def audit_log(db: sqlite3.Connection, guild_id: int, limit: int, before: int | None) -> list[AuditLine]:
    """The server's audit log, newest first."""
    rows = db.execute(
        "SELECT id, at, actor, what, detail FROM audit_log WHERE guild_id = ? AND id < ?"
        " ORDER BY id DESC LIMIT ?",
        (guild_id, 2**62 if before is None else before, limit),
    )
    return [AuditLine(id, at, actor, what, load(detail)) for id, at, actor, what, detail in rows]
