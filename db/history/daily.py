"""The table of the day: its seeds, and each member's one try."""

from __future__ import annotations

import hashlib
import json

from db.backend.connection import Connection
from db.errors import AlreadyDone
from db.records import DailyResult, DailyTry
from db.writes import SaveTry


def seed(db: Connection, day: int) -> str:
    """Return the secret seed of a day, the same on every server; who knows it early knows every card of that day."""
    secret: bytes = db.execute("SELECT value FROM secrets WHERE name = 'daily'").fetchone()[0]
    return hashlib.blake2b(str(day).encode(), key=secret, digest_size=32).hexdigest()


def tries_of(db: Connection, member: int) -> list[DailyTry]:
    """Return all tries of a member, oldest first."""
    rows = db.execute(
        "SELECT day, answers, score, place FROM daily_tries WHERE member = ? ORDER BY day", (member,)
    )
    return [DailyTry(day, json.loads(answers), score, place) for day, answers, score, place in rows]


def results(db: Connection, place_key: int, day: int) -> list[DailyResult]:
    """Return the finished tries of a day on a server, the best first."""
    rows = db.execute(
        "SELECT members.account, user_id, name, answers, score, place FROM members"
        " JOIN daily_tries ON daily_tries.member = members.account"
        " WHERE guild_id = ? AND day = ? AND score IS NOT NULL ORDER BY score DESC, members.account",
        (place_key, day),
    )
    return [
        DailyResult(member, user, name, json.loads(answers), score, place)
        for member, user, name, answers, score, place in rows
    ]


def save_try(db: Connection, write: SaveTry) -> None:
    """Save one more answer of a try. Raises `AlreadyDone` if another press has given that answer already."""
    if write.count == 0:
        done = db.execute(
            "INSERT INTO daily_tries (member, day, answers, score, place) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (write.member, write.day, write.answers, write.score, write.place),
        )
    else:
        done = db.execute(
            "UPDATE daily_tries SET answers = ?, score = ?, place = ?"
            " WHERE member = ? AND day = ? AND score IS NULL AND json_array_length(answers) = ? - 1",
            (write.answers, write.score, write.place, write.member, write.day, write.count),
        )
    if done.rowcount == 0:
        raise AlreadyDone("answer of the day", write.count)
