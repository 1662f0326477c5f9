"""Writing the journal: matches, their rows and deadlines, and what they meant to their members."""

from __future__ import annotations

import sqlite3

from db import ledger
from db.errors import AlreadyDone, Refused, Unknown
from db.json_text import dump
from db.writes import AppendRow, CloseMatch, OpenMatch, ResumeMatch, SeatOutcome, SetDeadlines


def append_row(db: sqlite3.Connection, row: AppendRow, now: float) -> None:
    """An answer, and with a player's the account of whoever sat there. Raises `AlreadyDone`, `Unknown`, `Refused`."""
    try:
        db.execute(
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
                now,
            ),
        )
    except sqlite3.IntegrityError as fault:
        raise _why_no_row(db, row, fault) from fault


def _why_no_row(db: sqlite3.Connection, row: AppendRow, fault: sqlite3.IntegrityError) -> Refused:
    state_of(db, row.match)
    pressed = db.execute("SELECT 1 FROM rows WHERE press = ?", (row.press,)).fetchone()
    if pressed:
        return AlreadyDone("press", row.press)
    there = db.execute("SELECT 1 FROM rows WHERE match = ? AND seq = ?", (row.match, row.seq)).fetchone()
    if there:
        return AlreadyDone("row", (row.match, row.seq))
    return Refused(f"row {row.seq} of match {row.match}: {fault}")


def set_deadlines(db: sqlite3.Connection, fact: SetDeadlines) -> None:
    """The deadlines of a match from now on, in place of all before. Raises `Unknown`."""
    db.execute("DELETE FROM deadlines WHERE match = ?", (fact.match,))
    if fact.due:
        state_of(db, fact.match)
        db.executemany(
            "INSERT INTO deadlines (match, ask, due) VALUES (?, ?, ?)",
            [(fact.match, ask, due) for ask, due in fact.due.items()],
        )


def open_match(db: sqlite3.Connection, fact: OpenMatch, now: float) -> None:
    """A match begins at an open table where none is played. Raises `AlreadyDone`, `Unknown`, `Refused`."""
    phase, _, _ = table_of(db, fact.table)
    if phase == "closed":
        raise Refused(f"table {fact.table} is closed")
    if db.execute("SELECT 1 FROM matches WHERE id = ?", (fact.match,)).fetchone():
        raise AlreadyDone("match", fact.match)
    if playing(db, fact.table):
        raise Refused(f"a match is being played at table {fact.table}")
    db.execute(
        "INSERT INTO matches (id, table_id, game, version, header, state, opened)"
        " VALUES (?, ?, ?, ?, ?, 'playing', ?)",
        (fact.match, fact.table, fact.game, fact.version, dump(fact.header), now),
    )
    db.execute("UPDATE tables SET match = ? WHERE id = ?", (fact.match, fact.table))


def close_match(db: sqlite3.Connection, fact: CloseMatch, now: float) -> None:
    """A match is over or suspended, and has meant this to its members. Raises `AlreadyDone`, `Unknown`."""
    if state_of(db, fact.match) in ("ended", "void"):
        raise AlreadyDone("end of match", fact.match)
    over = fact.how != "suspended"
    db.execute(
        "UPDATE matches SET state = ?, result = ?, closed = ? WHERE id = ?",
        (fact.how, dump(fact.result), now if over else None, fact.match),
    )
    if over:
        db.execute("DELETE FROM deadlines WHERE match = ?", (fact.match,))
        db.execute("UPDATE tables SET match = NULL WHERE match = ?", (fact.match,))
    for outcome in fact.outcomes:
        _write_outcome(db, fact.match, outcome, now)


def _write_outcome(db: sqlite3.Connection, match: int, outcome: SeatOutcome, now: float) -> None:
    ledger.guild_of(db, outcome.member)
    db.execute(
        "INSERT INTO outcomes (match, member, guild_id, game, at, place, net_players,"
        " net_house, points, shares, won)"
        " SELECT matches.id, ?, tables.guild_id, matches.game, ?, ?, ?, ?, ?, ?, ?"
        " FROM matches JOIN tables ON tables.id = matches.table_id WHERE matches.id = ?",
        (
            outcome.member,
            now,
            outcome.place,
            outcome.net_players,
            outcome.net_house,
            outcome.points,
            outcome.shares,
            outcome.won,
            match,
        ),
    )


def resume_match(db: sqlite3.Connection, fact: ResumeMatch) -> None:
    """A suspended match is played on. Raises `Unknown`, `Refused`."""
    if state_of(db, fact.match) != "suspended":
        raise Refused(f"match {fact.match} is not suspended")
    db.execute("UPDATE matches SET state = 'playing', result = NULL WHERE id = ?", (fact.match,))


def state_of(db: sqlite3.Connection, match: int) -> str:
    """The state of a match. Raises `Unknown`."""
    row = db.execute("SELECT state FROM matches WHERE id = ?", (match,)).fetchone()
    if row is None:
        raise Unknown(f"there is no match {match}")
    state: str = row[0]
    return state


def playing(db: sqlite3.Connection, table: int) -> bool:
    """Whether a match is being played at a table."""
    row = db.execute("SELECT 1 FROM matches WHERE table_id = ? AND state = 'playing'", (table,)).fetchone()
    return row is not None


def table_of(db: sqlite3.Connection, table: int) -> tuple[str, int, int]:
    """Phase, server and pot of a table. Raises `Unknown`."""
    row = db.execute("SELECT phase, guild_id, pot FROM tables WHERE id = ?", (table,)).fetchone()
    if row is None:
        raise Unknown(f"there is no table {table}")
    return row[0], row[1], row[2]
