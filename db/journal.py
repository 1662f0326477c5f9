"""The journal: matches, their rows and deadlines, and the outcomes for their members."""

from __future__ import annotations

import json

from db import ledger, tables
from db.backend.connection import Connection, ConstraintViolation
from db.errors import AlreadyDone, Refused, Unknown
from db.records import MatchRecord, MatchSummary, RowRecord, SeatSpan
from db.writes import AppendRow, CloseMatch, OpenMatch, ResumeMatch, SeatOutcome, SetDeadlines

# ---- queries


def has_answered_since(db: Connection, member: int, since: float) -> bool:
    """Return True if a member has answered a question in person after a moment."""
    row = db.execute(
        "SELECT 1 FROM matches JOIN rows ON rows.match = matches.id"
        " WHERE (matches.closed IS NULL OR matches.closed > ?) AND rows.member = ? AND rows.at > ? LIMIT 1",
        (since, member, since),
    ).fetchone()
    return row is not None


def match(db: Connection, match_id: int) -> MatchRecord:
    """Return a match with its journal and open deadlines. Raises `Unknown`."""
    row = db.execute(
        "SELECT table_id, game, version, header, state, result FROM matches WHERE id = ?",
        (match_id,),
    ).fetchone()
    if row is None:
        raise Unknown(f"there is no match {match_id}")
    table, game, version, header, state, result = row
    answers = db.execute(
        'SELECT seq, ask, seat, digest, answer, "by", at FROM rows WHERE match = ? ORDER BY seq',
        (match_id,),
    )
    deadlines = db.execute("SELECT ask, due FROM deadlines WHERE match = ? ORDER BY ask", (match_id,))
    return MatchRecord(
        id=match_id,
        table=table,
        game=game,
        version=version,
        header=json.loads(header),
        rows=tuple(
            RowRecord(seq, ask, seat, digest, json.loads(answer), by, at)
            for seq, ask, seat, digest, answer, by, at in answers
        ),
        deadlines=dict(deadlines),
        state=state,
        result=None if result is None else json.loads(result),
    )


def last_match_at(db: Connection, table_id: int) -> MatchRecord | None:
    """Return the latest match of a table, whatever has become of it; None before the first."""
    last = db.execute("SELECT max(id) FROM matches WHERE table_id = ?", (table_id,)).fetchone()[0]
    return None if last is None else match(db, last)


def players(db: Connection, match_id: int) -> dict[int, str]:
    """Return the present names of the members who answered in a match, by seat.

    Where a seat changed hands during the match, it is the first member's. Computer players and members whose data has
    been deleted are left out.
    """
    rows = db.execute(
        "SELECT rows.seat, members.name FROM rows JOIN members ON members.account = rows.member"
        " WHERE match = ? ORDER BY seq",
        (match_id,),
    )
    names: dict[int, str] = {}
    for seat, name in rows:
        names.setdefault(seat, name)
    return names


def matches_of(db: Connection, table_id: int) -> list[MatchSummary]:
    """Return the matches of a table, oldest first."""
    rows = db.execute(
        "SELECT id, game, state, opened, closed FROM matches WHERE table_id = ? ORDER BY id",
        (table_id,),
    )
    return [MatchSummary(*row) for row in rows]


def ended_matches_of(db: Connection, member: int, limit: int) -> list[int]:
    """Return the last matches that ended with an outcome for a member, newest first."""
    rows = db.execute(
        "SELECT match FROM outcomes JOIN matches ON matches.id = outcomes.match"
        " WHERE member = ? AND matches.state = 'ended' ORDER BY match DESC LIMIT ?",
        (member, limit),
    )
    return [match for (match,) in rows]


def seat_in(db: Connection, match_id: int, member: int) -> int | None:
    """Return the seat in which a member first answered in a match, or None if they never did."""
    row = db.execute(
        "SELECT seat FROM rows WHERE match = ? AND member = ? ORDER BY seq LIMIT 1", (match_id, member)
    ).fetchone()
    return None if row is None else row[0]


def seat_spans(db: Connection, match_id: int, member: int) -> list[SeatSpan]:
    """Return the seats in which a member answered in a match, in that order."""
    rows = db.execute(
        "SELECT seat, min(seq), max(seq) FROM rows WHERE match = ? AND member = ? GROUP BY seat ORDER BY min(seq)",
        (match_id, member),
    )
    return [SeatSpan(*row) for row in rows]


def matches_of_member(db: Connection, member: int, limit: int) -> list[MatchSummary]:
    """Return the last matches that ended with an outcome for a member, newest first."""
    rows = db.execute(
        "SELECT matches.id, matches.game, state, matches.opened, closed FROM outcomes"
        " JOIN matches ON matches.id = outcomes.match"
        " WHERE member = ? AND state = 'ended' ORDER BY outcomes.id DESC LIMIT ?",
        (member, limit),
    )
    return [MatchSummary(*row) for row in rows]


def ended_matches(db: Connection) -> list[int]:
    """Return the numbers of all matches that were played to their end, oldest first."""
    return [match for (match,) in db.execute("SELECT id FROM matches WHERE state = 'ended' ORDER BY id")]


def last_match_id(db: Connection) -> int:
    """Return the highest match number used so far, or 0."""
    last: int = db.execute("SELECT coalesce(max(id), 0) FROM matches").fetchone()[0]
    return last


def _state_of(db: Connection, match: int) -> str:
    row = db.execute("SELECT state FROM matches WHERE id = ?", (match,)).fetchone()
    if row is None:
        raise Unknown(f"there is no match {match}")
    state: str = row[0]
    return state


# ---- writes


def append_row(db: Connection, now: float, row: AppendRow) -> None:
    """Write an answer; a player's answer also gets the account of the seat's member.

    Raises `AlreadyDone`, `Unknown`, `Refused`.
    """
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
                row.answer,
                row.by,
                row.press,
                now,
            ),
        )
    except ConstraintViolation as fault:
        raise _explain(db, row, fault) from fault


def _explain(db: Connection, row: AppendRow, fault: ConstraintViolation) -> Refused:
    """Return the reason why the database refused this row."""
    _state_of(db, row.match)
    if db.execute("SELECT 1 FROM rows WHERE press = ?", (row.press,)).fetchone():
        return AlreadyDone("press", row.press)
    if db.execute("SELECT 1 FROM rows WHERE match = ? AND seq = ?", (row.match, row.seq)).fetchone():
        return AlreadyDone("row", (row.match, row.seq))
    return Refused(f"row {row.seq} of match {row.match}: {fault}")


def set_deadlines(db: Connection, write: SetDeadlines) -> None:
    """Replace all deadlines of a match. Raises `Unknown`."""
    db.execute("DELETE FROM deadlines WHERE match = ?", (write.match,))
    try:
        for ask, due in write.due.items():
            db.execute("INSERT INTO deadlines (match, ask, due) VALUES (?, ?, ?)", (write.match, ask, due))
    except ConstraintViolation:
        _state_of(db, write.match)
        raise


def open_match(db: Connection, now: float, write: OpenMatch) -> None:
    """Begin a match at an open table where none is played. Raises `AlreadyDone`, `Unknown`, `Refused`."""
    if tables.summary(db, write.table).phase == "closed":
        raise Refused(f"table {write.table} is closed")
    if db.execute("SELECT 1 FROM matches WHERE id = ?", (write.match,)).fetchone():
        raise AlreadyDone("match", write.match)
    if tables.has_match_in_play(db, write.table):
        raise Refused(f"a match is being played at table {write.table}")
    db.execute(
        "INSERT INTO matches (id, table_id, game, version, header, state, opened)"
        " VALUES (?, ?, ?, ?, ?, 'playing', ?)",
        (write.match, write.table, write.game, write.version, write.header, now),
    )
    db.execute("UPDATE tables SET match = ? WHERE id = ?", (write.match, write.table))


def close_match(db: Connection, now: float, write: CloseMatch) -> None:
    """End or suspend a match, and enter its outcomes. Raises `AlreadyDone`, `Unknown`."""
    if _state_of(db, write.match) in ("ended", "void"):
        raise AlreadyDone("end of match", write.match)
    over = write.end != "suspended"
    db.execute(
        "UPDATE matches SET state = ?, result = ?, closed = ? WHERE id = ?",
        (write.end, write.result, now if over else None, write.match),
    )
    # A suspended match stays its table's match, with its deadlines: it may be resumed.
    if over:
        db.execute("DELETE FROM deadlines WHERE match = ?", (write.match,))
        db.execute("UPDATE tables SET match = NULL WHERE match = ?", (write.match,))
    for outcome in write.outcomes:
        _write_outcome(db, now, write.match, outcome)


def _write_outcome(db: Connection, now: float, match: int, outcome: SeatOutcome) -> None:
    ledger.place_key_of(db, outcome.member)  # raises Unknown
    db.execute(
        "INSERT INTO outcomes (match, member, guild_id, game, base, at, place, ranked, first, net_players,"
        " net_house, points, shares, crowns, won)"
        " SELECT matches.id, ?2, tables.guild_id, matches.game, ?3, ?4, ?5, ?6,"
        " CASE WHEN ?6 = 1 AND NOT EXISTS (SELECT 1 FROM outcomes WHERE match = ?1 AND ranked = 1)"
        " THEN 1 ELSE 0 END, ?7, ?8, ?9, ?10, ?11, ?12"
        " FROM matches JOIN tables ON tables.id = matches.table_id WHERE matches.id = ?1",
        (
            match,
            outcome.member,
            outcome.base,
            now,
            outcome.place,
            outcome.ranked,
            outcome.net_players,
            outcome.net_house,
            outcome.points,
            outcome.shares,
            outcome.crowns,
            outcome.won,
        ),
    )


def resume_match(db: Connection, write: ResumeMatch) -> None:
    """Put a suspended match back into play. Raises `Unknown`, `Refused`."""
    if _state_of(db, write.match) != "suspended":
        raise Refused(f"match {write.match} is not suspended")
    db.execute("UPDATE matches SET state = 'playing', result = NULL WHERE id = ?", (write.match,))
