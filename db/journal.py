"""The journal: matches, their rows and deadlines, and the outcomes for their members."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import force_setattr

from db import members, tables
from db.archives.reading import journal_of
from db.backend.connection import Connection, ConstraintViolation
from db.backend.json_text import Json, JsonObject, encode
from db.backend.names import Name
from db.backend.unit_of_work import Unit
from db.errors import AlreadyDone, Refused, Unknown
from db.match_records import record_hash
from db.outcomes import SeatOutcome

By = Literal["player", "timeout", "computer", "host", "table"]
"""The source of an answer. `table` means an event from outside the rules (a leave, time up)."""

# ---- queries


@dataclass(frozen=True, slots=True)
class RowRecord:
    """An answer in the journal."""

    seq: int
    ask: int
    seat: int
    digest: str | None
    answer: Json
    by: By
    at: float


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match with its journal."""

    id: int
    table: int
    game: str
    version: int
    header: Mapping[str, Json]
    rows: tuple[RowRecord, ...]
    deadlines: Mapping[int, float]
    state: Literal["playing", "ended", "void", "suspended"]
    result: Mapping[str, Json] | None


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match of a table, without its journal."""

    id: int
    game: str
    state: Literal["playing", "ended", "void", "suspended"]
    opened: float
    closed: float | None


class SeatSpan(NamedTuple):
    """The first and last answers that a member gave in a seat during a match."""

    seat: int
    first: int
    last: int


def has_answered_since(db: Connection, member: int, since: float, match: int | None = None) -> bool:
    """Return True if a member has answered a question in person since a moment, in any match or in one."""
    row = db.execute(
        "SELECT 1 FROM matches JOIN rows ON rows.match = matches.id"
        " WHERE (matches.closed IS NULL OR matches.closed > ?) AND rows.member = ? AND rows.at > ?"
        " AND matches.id = coalesce(?, matches.id) LIMIT 1",
        (since, member, since, match),
    ).fetchone()
    return row is not None


def match(db: Connection, match_id: int) -> MatchRecord:
    """Return a match with its journal and open deadlines. Raises `Unknown`, `ArchiveAway`."""
    with journal_of(db, match_id) as file:
        row = file.execute(
            "SELECT table_id, game, version, header, state, result FROM matches WHERE id = ?",
            (match_id,),
        ).fetchone()
        if row is None:
            raise Unknown(f"there is no match {match_id}")
        table, game, version, header, state, result = row
        answers = file.execute(
            'SELECT seq, ask, seat, digest, answer, "by", at FROM rows WHERE match = ? ORDER BY seq',
            (match_id,),
        ).fetchall()
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


def table_of(db: Connection, match_id: int) -> int:
    """Return the table of a match, also of one in an archive that cannot be read. Raises `Unknown`."""
    row = db.execute("SELECT table_id FROM matches WHERE id = ?", (match_id,)).fetchone()
    if row is None:
        raise Unknown(f"there is no match {match_id}")
    return int(row[0])


class HeldPress(NamedTuple):
    """A press that came too early in a race, and counts at a later moment."""

    seat: int
    ask: int
    answer: Json
    press: int | None
    at: float


def held_presses(db: Connection, match_id: int) -> list[HeldPress]:
    """Return the presses of a race that wait for their moment."""
    rows = db.execute(
        "SELECT seat, ask, answer, press, at FROM held_presses WHERE match = ? ORDER BY seat", (match_id,)
    )
    return [HeldPress(seat, ask, json.loads(answer), press, at) for seat, ask, answer, press, at in rows]


def hash_of(db: Connection, match_id: int) -> str:
    """Return the hash of a match that is over; empty for one of an earlier release, or in play."""
    row = db.execute("SELECT record FROM matches WHERE id = ?", (match_id,)).fetchone()
    return "" if row is None or row[0] is None else str(row[0])


def hash_before(db: Connection, table_id: int, match_id: int) -> str:
    """Return the hash of the match before at the same table; empty if there is none."""
    row = db.execute(
        "SELECT record FROM matches WHERE table_id = ? AND id < ? AND record IS NOT NULL ORDER BY id DESC LIMIT 1",
        (table_id, match_id),
    ).fetchone()
    return "" if row is None else row[0]


def without_accounts(header: Any) -> Any:
    """Return a header without the accounts of the players, as others may read it."""
    if "luck" not in header:
        return header
    return header | {"luck": {key: value for key, value in header["luck"].items() if key != "members"}}


def last_match_at(db: Connection, table_id: int) -> MatchRecord | None:
    """Return the latest match of a table, in any state; None before the first."""
    last = db.execute("SELECT max(id) FROM matches WHERE table_id = ?", (table_id,)).fetchone()[0]
    return None if last is None else match(db, last)


def players(db: Connection, match_id: int) -> dict[int, Name]:
    """Return the current names of the members who answered in a match, by seat.

    If a seat changed hands during the match, the first member counts. Computer players and members whose data has been
    deleted are left out.
    """
    with journal_of(db, match_id) as file:
        answers = file.execute(
            "SELECT seat, member FROM rows WHERE match = ? AND member IS NOT NULL ORDER BY seq", (match_id,)
        ).fetchall()
    known = members.names(db, sorted({member for _, member in answers}))
    names: dict[int, Name] = {}
    for seat, member in answers:
        if member in known:
            names.setdefault(seat, known[member])
    return names


def matches_of(db: Connection, table_id: int) -> list[MatchSummary]:
    """Return the matches of a table, oldest first."""
    rows = db.execute(
        "SELECT id, game, state, opened, closed FROM matches WHERE table_id = ? ORDER BY id",
        (table_id,),
    )
    return [MatchSummary(*row) for row in rows]


def ended_matches_of(db: Connection, member: int, limit: int) -> list[int]:
    """Return the latest matches that ended with an outcome for a member, newest first."""
    rows = db.execute(
        "SELECT match FROM outcomes JOIN matches ON matches.id = outcomes.match"
        " WHERE member = ? AND matches.state = 'ended' ORDER BY match DESC LIMIT ?",
        (member, limit),
    )
    return [match for (match,) in rows]


def seat_in(db: Connection, match_id: int, member: int) -> int | None:
    """Return the seat in which a member first answered in a match, or None."""
    with journal_of(db, match_id) as file:
        row = file.execute(
            "SELECT seat FROM rows WHERE match = ? AND member = ? ORDER BY seq LIMIT 1", (match_id, member)
        ).fetchone()
    return None if row is None else row[0]


def answerers(db: Connection, match_id: int) -> dict[int, int]:
    """Return the account of the last member who answered in person, by seat."""
    with journal_of(db, match_id) as file:
        return dict(
            file.execute(
                "SELECT seat, member FROM rows WHERE match = ? AND member IS NOT NULL ORDER BY seq",
                (match_id,),
            )
        )


def people(db: Connection, match_id: int) -> set[int]:
    """Return the accounts of everyone who answered in person in a match, or has an outcome of it."""
    with journal_of(db, match_id) as file:
        answered = file.execute(
            "SELECT DISTINCT member FROM rows WHERE match = ? AND member IS NOT NULL", (match_id,)
        ).fetchall()
    paid = db.execute("SELECT member FROM outcomes WHERE match = ?", (match_id,)).fetchall()
    return {member for (member,) in (*answered, *paid)}


def seat_spans(db: Connection, match_id: int, member: int) -> list[SeatSpan]:
    """Return the seats in which a member answered in a match, in order of their first answer."""
    with journal_of(db, match_id) as file:
        rows = file.execute(
            "SELECT seat, min(seq), max(seq) FROM rows WHERE match = ? AND member = ? GROUP BY seat ORDER BY min(seq)",
            (match_id, member),
        )
        return [SeatSpan(*row) for row in rows]


def matches_of_member(db: Connection, member: int, limit: int) -> list[MatchSummary]:
    """Return the latest matches that ended with an outcome for a member, newest first."""
    rows = db.execute(
        "SELECT matches.id, matches.game, state, matches.opened, closed FROM outcomes"
        " JOIN matches ON matches.id = outcomes.match"
        " WHERE member = ? AND state = 'ended' ORDER BY outcomes.id DESC LIMIT ?",
        (member, limit),
    )
    return [MatchSummary(*row) for row in rows]


def ended_matches(db: Connection) -> list[int]:
    """Return the numbers of all matches that ended normally, oldest first."""
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


def is_pressed(db: Connection, press: int) -> bool:
    """Return whether an answer was saved with the id of this press."""
    return db.execute("SELECT 1 FROM rows WHERE press = ?", (press,)).fetchone() is not None


# ---- writes


class AppendRow(Struct, frozen=True):
    """One answer. (match, seq) is unique, and so is `press`, the id of the interaction."""

    match: int
    seq: int
    ask: int
    seat: int
    digest: str | None
    answer: Json
    by: By
    press: int | None = None

    def __post_init__(self) -> None:
        force_setattr(self, "answer", encode(self.answer))

    def save(self, unit: Unit) -> None:
        """Write the answer. A player's answer also gets the account of the seat's member.

        Raises `AlreadyDone`, `Unknown`, `Refused`.
        """
        try:
            unit.db.execute(
                "INSERT INTO rows (match, seq, ask, seat, digest, answer, by, press, at, member)"
                " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, CASE ?7 WHEN 'player' THEN"
                " (SELECT member FROM matches JOIN seats ON seats.table_id = matches.table_id"
                " WHERE matches.id = ?1 AND seats.seat = ?4) END)",
                (
                    self.match,
                    self.seq,
                    self.ask,
                    self.seat,
                    self.digest,
                    self.answer,
                    self.by,
                    self.press,
                    unit.now,
                ),
            )
        except ConstraintViolation as fault:
            raise self._explain(unit.db, fault) from fault

    def _explain(self, db: Connection, fault: ConstraintViolation) -> Refused:
        """Find the reason why the database refused this row."""
        _state_of(db, self.match)
        if db.execute("SELECT 1 FROM rows WHERE press = ?", (self.press,)).fetchone():
            return AlreadyDone("press", self.press)
        if db.execute("SELECT 1 FROM rows WHERE match = ? AND seq = ?", (self.match, self.seq)).fetchone():
            return AlreadyDone("row", (self.match, self.seq))
        return Refused(f"row {self.seq} of match {self.match}: {fault}")


class SetDeadlines(Struct, frozen=True):
    """All deadlines of a match, by ask id. They replace the earlier ones."""

    match: int
    due: Mapping[int, float]

    def __post_init__(self) -> None:
        force_setattr(self, "due", dict(self.due))

    def save(self, unit: Unit) -> None:
        """Replace all deadlines of the match. Raises `Unknown`."""
        if len(self.due) == 1:
            # nearly always one question takes the place of another
            [(ask, due)] = self.due.items()
            moved = unit.db.execute(
                "UPDATE deadlines SET ask = ?2, due = ?3 WHERE match = ?1"
                " AND (SELECT count(*) FROM deadlines WHERE match = ?1) = 1",
                (self.match, ask, due),
            )
            if moved.rowcount == 1:
                return
        unit.db.execute("DELETE FROM deadlines WHERE match = ?", (self.match,))
        try:
            for ask, due in self.due.items():
                unit.db.execute(
                    "INSERT INTO deadlines (match, ask, due) VALUES (?, ?, ?)", (self.match, ask, due)
                )
        except ConstraintViolation:
            _state_of(unit.db, self.match)
            raise


class HoldPress(Struct, frozen=True):
    """A press that came too early in a race, and counts at a later moment: the latest one of each seat."""

    match: int
    seat: int
    ask: int
    answer: Json
    press: int | None
    at: float

    def __post_init__(self) -> None:
        force_setattr(self, "answer", encode(self.answer))

    def save(self, unit: Unit) -> None:
        """Save the press in place of an earlier one of its seat."""
        unit.db.execute(
            "INSERT INTO held_presses (match, seat, ask, answer, press, at) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (match, seat) DO UPDATE SET ask = excluded.ask, answer = excluded.answer,"
            " press = excluded.press, at = excluded.at",
            (self.match, self.seat, self.ask, self.answer, self.press, self.at),
        )


class DropHeldPress(Struct, frozen=True):
    """A seat's held press that is held no longer."""

    match: int
    seat: int

    def save(self, unit: Unit) -> None:
        """Delete the press, if there is one."""
        unit.db.execute("DELETE FROM held_presses WHERE match = ? AND seat = ?", (self.match, self.seat))


class OpenMatch(Struct, frozen=True):
    """A new match. `match` comes from `Store.next_match_id`; it becomes the table's current match."""

    match: int
    table: int
    game: str
    version: int
    header: JsonObject

    def __post_init__(self) -> None:
        force_setattr(self, "header", encode(self.header))

    def save(self, unit: Unit) -> None:
        """Begin the match at an open table without one. Raises `AlreadyDone`, `Unknown`, `Refused`."""
        db = unit.db
        if tables.summary(db, self.table).phase == "closed":
            raise Refused(f"table {self.table} is closed")
        if db.execute("SELECT 1 FROM matches WHERE id = ?", (self.match,)).fetchone():
            raise AlreadyDone("match", self.match)
        if tables.has_match_in_play(db, self.table):
            raise Refused(f"a match is being played at table {self.table}")
        db.execute(
            "INSERT INTO matches (id, table_id, game, version, header, state, opened)"
            " VALUES (?, ?, ?, ?, ?, 'playing', ?)",
            (self.match, self.table, self.game, self.version, self.header, unit.now),
        )
        db.execute("UPDATE tables SET match = ? WHERE id = ?", (self.match, self.table))


class CloseMatch(Struct, frozen=True):
    """The end of a match: `ended`, `void` (stakes given back), or `suspended` (kept for an admin)."""

    match: int
    end: Literal["ended", "void", "suspended"]
    result: JsonObject
    outcomes: Sequence[SeatOutcome] = ()

    def __post_init__(self) -> None:
        force_setattr(self, "result", encode(self.result))
        force_setattr(self, "outcomes", tuple(self.outcomes))

    def save(self, unit: Unit) -> None:
        """End or suspend the match, and save its outcomes. Raises `AlreadyDone`, `Unknown`."""
        db = unit.db
        if _state_of(db, self.match) in ("ended", "void"):
            raise AlreadyDone("end of match", self.match)
        over = self.end != "suspended"
        db.execute(
            "UPDATE matches SET state = ?, result = ?, closed = ? WHERE id = ?",
            (self.end, self.result, unit.now if over else None, self.match),
        )
        if over:
            _save_hash(db, self.match)
        # A suspended match stays its table's current match, with its deadlines: it may be resumed.
        if over:
            db.execute("DELETE FROM deadlines WHERE match = ?", (self.match,))
            db.execute("DELETE FROM held_presses WHERE match = ?", (self.match,))
            db.execute("UPDATE tables SET match = NULL WHERE match = ?", (self.match,))
        for outcome in self.outcomes:
            outcome.save_in(unit, self.match)


def _save_hash(db: Connection, match_id: int) -> None:
    """Save the hash of a match that is over, which follows from that of its table's match before."""
    record = match(db, match_id)
    before = hash_before(db, record.table, match_id)
    hashed = record_hash(
        before,
        match=record.id,
        game=record.game,
        version=record.version,
        state=record.state,
        header=without_accounts(record.header),
        rows=[(row.ask, row.seat, row.by, row.digest, row.answer) for row in record.rows],
        result=record.result,
    )
    db.execute("UPDATE matches SET record = ? WHERE id = ?", (hashed, match_id))


class ResumeMatch(Struct, frozen=True):
    """A suspended match that continues."""

    match: int

    def save(self, unit: Unit) -> None:
        """Put the match back into play. Raises `Unknown`, `Refused`."""
        if _state_of(unit.db, self.match) != "suspended":
            raise Refused(f"match {self.match} is not suspended")
        unit.db.execute("UPDATE matches SET state = 'playing', result = NULL WHERE id = ?", (self.match,))
