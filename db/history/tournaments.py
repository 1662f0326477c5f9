"""Tournaments: their players, tables, byes and places."""

from __future__ import annotations

import json
from typing import Any

from db import ledger
from db.backend.connection import Connection
from db.errors import Refused, Unknown
from db.records import EntrantRecord, MatchOutcome, RoundTableRecord, TournamentRecord
from db.writes import DropEntrant, NewTournament, SaveBye, SaveEntrant, SaveRoundTable, SaveTournament

# ---- queries


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
            EntrantRecord(member, number, stake, bool(ready), cut, bool(gone), place, prize, user_id, name)
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
    """Return the channel's tournament that is under way, else the one that ended last; None if it had none."""
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


def match_outcomes(db: Connection, match: int) -> dict[int, MatchOutcome]:
    """Return the place and the points of each member of a match that has ended, by account."""
    rows = db.execute("SELECT member, place, points FROM outcomes WHERE match = ?", (match,))
    return {member: MatchOutcome(place, points) for member, place, points in rows}


def is_entered(db: Connection, member: int) -> bool:
    """Return true if a member is in a tournament that is under way and has not left it."""
    row = db.execute(
        "SELECT 1 FROM entrants JOIN tournaments ON tournaments.id = entrants.tournament"
        " WHERE member = ? AND closed IS NULL AND gone = 0",
        (member,),
    ).fetchone()
    return row is not None


# ---- writes


def create_tournament(db: Connection, now: float, new: NewTournament) -> int:
    """Open a tournament to entries, and return its number.

    Raises `Refused` if one is under way in the channel, `Unknown` if `host` is not an account of that server.
    """
    busy = db.execute(
        "SELECT 1 FROM tournaments WHERE channel_id = ? AND closed IS NULL", (new.channel_id,)
    ).fetchone()
    if busy:
        raise Refused("there is a tournament in this channel")
    if ledger.place_key_of(db, new.host) != new.guild_id:
        raise Unknown(f"account {new.host} is of another server")
    (number,) = db.execute(
        "INSERT INTO tournaments (guild_id, channel_id, host, game, settings, phase, round, final, due, opened)"
        " VALUES (?, ?, ?, ?, ?, 'open', 0, 0, ?, ?) RETURNING id",
        (new.guild_id, new.channel_id, new.host, new.game, new.settings, new.due, now),
    ).fetchone()
    return int(number)


def save_tournament(db: Connection, now: float, write: SaveTournament) -> None:
    """Change fields of a tournament. Raises `Unknown`, and `Refused` for one that is over."""
    row = db.execute("SELECT closed FROM tournaments WHERE id = ?", (write.tournament,)).fetchone()
    if row is None:
        raise Unknown(f"there is no tournament {write.tournament}")
    closes = write.phase in ("ended", "off")
    if row[0] is not None and write.phase is not None:
        raise Refused(f"tournament {write.tournament} is over")
    columns: dict[str, Any] = {
        "message_id": write.message_id,
        "phase": write.phase,
        "round": write.round,
        "final": None if write.final is None else int(write.final),
        "closed": now if closes else None,
    }
    changed = {name: value for name, value in columns.items() if value is not None}
    if write.phase is not None:
        # each phase has a time of its own, or none
        changed["due"] = write.due
    db.execute(
        f"UPDATE tournaments SET {', '.join(f'{name} = ?' for name in changed)} WHERE id = ?",
        (*changed.values(), write.tournament),
    )


def save_entrant(db: Connection, write: SaveEntrant) -> None:
    """Save a new player, or what has changed about one."""
    one = write.entrant
    db.execute(
        "INSERT INTO entrants (tournament, member, number, stake, ready, cut, gone, place, prize)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (tournament, member) DO UPDATE SET"
        " ready = excluded.ready, cut = excluded.cut, gone = excluded.gone, place = excluded.place,"
        " prize = excluded.prize",
        (
            write.tournament,
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


def drop_entrant(db: Connection, write: DropEntrant) -> int | None:
    """Take back an entry. Returns its escrow, which must be empty when the unit ends."""
    row = db.execute(
        "SELECT stake FROM entrants WHERE tournament = ? AND member = ?", (write.tournament, write.member)
    ).fetchone()
    db.execute("DELETE FROM entrants WHERE tournament = ? AND member = ?", (write.tournament, write.member))
    return None if row is None else row[0]


def save_round_table(db: Connection, write: SaveRoundTable) -> None:
    """Save a table of a round that is new or has changed."""
    table = write.table
    db.execute(
        "INSERT INTO tournament_tables (tournament, round, number, members, final, channel_id, table_id, scores,"
        " done) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (tournament, round, number) DO UPDATE SET"
        " channel_id = excluded.channel_id, table_id = excluded.table_id, scores = excluded.scores,"
        " done = excluded.done",
        (
            write.tournament,
            table.round,
            table.number,
            write.members,
            int(table.final),
            table.channel_id,
            table.table_id,
            write.scores,
            int(table.done),
        ),
    )


def save_bye(db: Connection, write: SaveBye) -> None:
    """Save that a player sits a round out, and what that counts."""
    db.execute(
        "INSERT INTO tournament_byes (tournament, round, member, points) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (tournament, round, member) DO NOTHING",
        (write.tournament, write.round, write.member, write.points),
    )
