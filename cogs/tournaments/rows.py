"""Tournaments: their players, tables, byes and places."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from db import feature_rows, ledger
from db.backend.connection import Connection
from db.backend.json_text import Json, JsonText, encode
from db.backend.names import Name
from db.backend.unit_of_work import Unit
from db.errors import Refused, Unknown
from db.feature_rows import FeatureRows, selecting

# ---- queries


@dataclass(frozen=True, slots=True)
class EntrantRecord:
    """A player of a tournament. `user_id` and `name` are None for a member whose data was deleted."""

    member: int
    number: int
    """The player's place in the order of entry, from 1."""
    stake: int | None = None
    """The escrow with their buy-in; None without one."""
    ready: bool = False
    cut: int | None = None
    """The round after which they were out."""
    gone: bool = False
    """True if they have left."""
    place: int | None = None
    prize: int | None = None
    """In pieces of the tournament's base."""
    user_id: int | None = None
    name: Name | None = None


@dataclass(frozen=True, slots=True)
class RoundTableRecord:
    """A table of a tournament's round. `table_id` is None until it is opened."""

    round: int
    number: int
    members: tuple[int, ...]
    """The accounts of its players."""
    final: bool = False
    channel_id: int | None = None
    table_id: int | None = None
    scores: Mapping[str, Mapping[str, Sequence[int]]] = field(default_factory=dict)
    """The scores of matches, by match and by account."""
    done: bool = False


@dataclass(frozen=True, slots=True)
class TournamentRecord:
    """A tournament with its players, tables and byes."""

    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    host: int
    """The host's purse account."""
    game: str
    settings: Mapping[str, Json]
    phase: Literal["open", "gathering", "playing", "ended", "off"]
    round: int
    final: bool
    due: float | None
    """When the current phase ends by itself."""
    opened: float
    entrants: tuple[EntrantRecord, ...] = ()
    tables: tuple[RoundTableRecord, ...] = ()
    byes: tuple[tuple[int, int, int], ...] = ()
    """Round, account and points of each."""


def tournament(db: Connection, tournament_id: int) -> TournamentRecord:
    """Return a tournament with its players, tables and byes. Raises `Unknown`."""
    row = db.execute(
        "SELECT id, guild_id, channel_id, message_id, host, game, settings, phase, round, final, due, opened"
        " FROM tournaments WHERE id = ?",
        (tournament_id,),
    ).fetchone()
    if row is None:
        raise Unknown(f"there is no tournament {tournament_id}")
    entrants = db.execute(
        "SELECT member, user_id, name, number, stake, ready, cut, gone, place, prize FROM entrants"
        " LEFT JOIN members ON members.account = entrants.member WHERE tournament = ? ORDER BY number",
        (tournament_id,),
    )
    tables = db.execute(
        "SELECT round, number, members, final, channel_id, table_id, scores, done FROM tournament_tables"
        " WHERE tournament = ? ORDER BY round, number",
        (tournament_id,),
    )
    byes = db.execute(
        "SELECT round, member, points FROM tournament_byes WHERE tournament = ? ORDER BY round, member",
        (tournament_id,),
    )
    return TournamentRecord(
        id=row[0],
        guild_id=row[1],
        channel_id=row[2],
        message_id=row[3],
        host=row[4],
        game=row[5],
        settings=json.loads(row[6]),
        phase=row[7],
        round=row[8],
        final=bool(row[9]),
        due=row[10],
        opened=row[11],
        entrants=tuple(
            EntrantRecord(
                member,
                number,
                stake,
                bool(ready),
                cut,
                bool(gone),
                place,
                prize,
                user_id,
                name and Name(name),
            )
            for member, user_id, name, number, stake, ready, cut, gone, place, prize in entrants
        ),
        tables=tuple(
            RoundTableRecord(
                round_,
                number,
                tuple(json.loads(members)),
                bool(final),
                channel_id,
                table_id,
                json.loads(scores),
                bool(done),
            )
            for round_, number, members, final, channel_id, table_id, scores, done in tables
        ),
        byes=tuple((round_, member, points) for round_, member, points in byes),
    )


def live_tournaments(db: Connection) -> list[int]:
    """Return the numbers of the tournaments that are not over, oldest first."""
    rows = db.execute("SELECT id FROM tournaments WHERE closed IS NULL ORDER BY id")
    return [number for (number,) in rows]


def tournament_in(db: Connection, channel_id: int) -> int | None:
    """Return the channel's current tournament, else its last one; None if it had none."""
    row = db.execute(
        "SELECT id FROM tournaments WHERE channel_id = ?"
        " ORDER BY CASE WHEN closed IS NULL THEN 0 ELSE 1 END, id DESC LIMIT 1",
        (channel_id,),
    ).fetchone()
    return None if row is None else row[0]


def tournaments_won(db: Connection, member: int) -> int:
    """Return the number of tournaments that a member has won."""
    won: int = db.execute(
        "SELECT count(*) FROM entrants JOIN tournaments ON tournaments.id = entrants.tournament"
        " WHERE member = ? AND place = 1 AND phase = 'ended'",
        (member,),
    ).fetchone()[0]
    return won


# ---- writes


def create_tournament(
    unit: Unit, guild_id: int, channel_id: int, host: int, game: str, settings: JsonText, due: float
) -> int:
    """Open a tournament to entries until `due`, and return its number.

    Raises `Refused` if one is under way in the channel, `Unknown` if `host` is not an account of that server.
    """
    db = unit.db
    busy = db.execute(
        "SELECT 1 FROM tournaments WHERE channel_id = ? AND closed IS NULL", (channel_id,)
    ).fetchone()
    if busy:
        raise Refused("there is a tournament in this channel")
    if ledger.place_key_of(db, host) != guild_id:
        raise Unknown(f"account {host} is of another server")
    (number,) = db.execute(
        "INSERT INTO tournaments (guild_id, channel_id, host, game, settings, phase, round, final, due, opened)"
        " VALUES (?, ?, ?, ?, ?, 'open', 0, 0, ?, ?) RETURNING id",
        (guild_id, channel_id, host, game, settings, due, unit.now),
    ).fetchone()
    return int(number)


class SaveTournament(Struct, frozen=True):
    """Fields of a tournament that change; None leaves a field as it is. A new phase brings its own `due`."""

    tournament: int
    message_id: int | None = None
    phase: str | None = None
    round: int | None = None
    final: bool | None = None
    due: float | None = None

    def save(self, unit: Unit) -> None:
        """Change these fields. Raises `Unknown`, and `Refused` for a tournament that is over."""
        row = unit.db.execute("SELECT closed FROM tournaments WHERE id = ?", (self.tournament,)).fetchone()
        if row is None:
            raise Unknown(f"there is no tournament {self.tournament}")
        closes = self.phase in ("ended", "off")
        if row[0] is not None and self.phase is not None:
            raise Refused(f"tournament {self.tournament} is over")
        columns: dict[str, Any] = {
            "message_id": self.message_id,
            "phase": self.phase,
            "round": self.round,
            "final": None if self.final is None else int(self.final),
            "closed": unit.now if closes else None,
        }
        changed = {name: value for name, value in columns.items() if value is not None}
        if self.phase is not None:
            # each phase has a time of its own, or none
            changed["due"] = self.due
        unit.db.execute(
            f"UPDATE tournaments SET {', '.join(f'{name} = ?' for name in changed)} WHERE id = ?",
            (*changed.values(), self.tournament),
        )


class SaveEntrant(Struct, frozen=True):
    """Saves a player of a tournament, new or changed."""

    tournament: int
    entrant: EntrantRecord

    def save(self, unit: Unit) -> None:
        """Save the player."""
        one = self.entrant
        unit.db.execute(
            "INSERT INTO entrants (tournament, member, number, stake, ready, cut, gone, place, prize)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (tournament, member) DO UPDATE SET"
            " ready = excluded.ready, cut = excluded.cut, gone = excluded.gone, place = excluded.place,"
            " prize = excluded.prize",
            (
                self.tournament,
                one.member,
                one.number,
                one.stake,
                int(one.ready),
                one.cut,
                int(one.gone),
                one.place,
                one.prize,
            ),
        )


class DropEntrant(Struct, frozen=True):
    """Removes an entry. Its escrow must be empty at the end of the unit."""

    tournament: int
    member: int

    def save(self, unit: Unit) -> None:
        """Remove the entry."""
        key = (self.tournament, self.member)
        row = unit.db.execute(
            "SELECT stake FROM entrants WHERE tournament = ? AND member = ?", key
        ).fetchone()
        unit.db.execute("DELETE FROM entrants WHERE tournament = ? AND member = ?", key)
        if row is not None and row[0] is not None:
            unit.must_be_empty.add(row[0])


class SaveRoundTable(Struct, frozen=True):
    """A table of a tournament's round that is new or has changed; its players stay the same."""

    tournament: int
    table: RoundTableRecord
    members: JsonText = JsonText("[]")
    """Filled from `table.members` when the write is made."""
    scores: JsonText = JsonText("{}")
    """Filled from `table.scores` when the write is made."""

    def __post_init__(self) -> None:
        force_setattr(self, "members", encode(list(self.table.members)))
        force_setattr(self, "scores", encode(self.table.scores))

    def save(self, unit: Unit) -> None:
        """Save the table."""
        table = self.table
        unit.db.execute(
            "INSERT INTO tournament_tables (tournament, round, number, members, final, channel_id, table_id,"
            " scores, done) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (tournament, round, number) DO UPDATE SET channel_id = excluded.channel_id,"
            " table_id = excluded.table_id, scores = excluded.scores, done = excluded.done",
            (
                self.tournament,
                table.round,
                table.number,
                self.members,
                int(table.final),
                table.channel_id,
                table.table_id,
                self.scores,
                int(table.done),
            ),
        )


class SaveBye(Struct, frozen=True):
    """Saves a player's bye in a round, and the points for it."""

    tournament: int
    round: int
    member: int
    points: int

    def save(self, unit: Unit) -> None:
        """Save the bye."""
        unit.db.execute(
            "INSERT INTO tournament_byes (tournament, round, member, points) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (tournament, round, member) DO NOTHING",
            (self.tournament, self.round, self.member, self.points),
        )


feature_rows.register(
    FeatureRows(
        "tournaments",
        exports={
            "tournaments": selecting(
                "SELECT tournament, game, phase, opened, cut, gone, place, prize FROM entrants"
                " JOIN tournaments ON tournaments.id = entrants.tournament WHERE member = ? ORDER BY tournament"
            )
        },
        bound=(
            "SELECT 1 FROM entrants JOIN tournaments ON tournaments.id = entrants.tournament"
            " WHERE member = ? AND closed IS NULL AND gone = 0",
            "still in a tournament: leave it first",
        ),
        checks=(
            (
                "tournament {} is over, and the escrow {} of a player holds {} {}",
                "SELECT tournaments.id, account, amount, unit"
                " FROM tournaments JOIN entrants ON entrants.tournament = tournaments.id"
                " JOIN balances ON balances.account = entrants.stake"
                " WHERE tournaments.closed IS NOT NULL AND amount <> 0",
            ),
        ),
        json_columns={"tournaments": ("settings",), "tournament_tables": ("members", "scores")},
    )
)
