"""The table of the day: its seeds, and each member's one try."""

from __future__ import annotations

import hashlib
import json
from typing import NamedTuple

from msgspec import Struct

from db import feature_rows
from db.backend.connection import Connection
from db.backend.json_text import Json, JsonText
from db.backend.unit_of_work import Unit
from db.errors import AlreadyDone
from db.feature_rows import FeatureRows


class DailyTry(NamedTuple):
    """A member's try at the table of a day; without a score it is not over yet."""

    day: int
    answers: list[Json]
    score: int | None
    place: int | None


class DailyResult(NamedTuple):
    """A finished try of a member at the table of a day."""

    member: int
    user_id: int
    name: str
    answers: list[Json]
    score: int
    place: int | None


def seed(db: Connection, day: int) -> str:
    """Return the secret seed of a day, the same on every server. It must not leak early: it gives away every card."""
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


class SaveTry(Struct, frozen=True):
    """A try at the table of a day after its answer number `count`; 0 begins it. The last answer brings the score."""

    member: int
    day: int
    count: int
    answers: JsonText
    score: int | None = None
    place: int | None = None

    def save(self, unit: Unit) -> None:
        """Save one more answer of the try. Raises `AlreadyDone` if another press has given that answer already."""
        if self.count == 0:
            done = unit.db.execute(
                "INSERT INTO daily_tries (member, day, answers, score, place) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                (self.member, self.day, self.answers, self.score, self.place),
            )
        else:
            done = unit.db.execute(
                "UPDATE daily_tries SET answers = ?, score = ?, place = ?"
                " WHERE member = ? AND day = ? AND score IS NULL AND json_array_length(answers) = ? - 1",
                (self.answers, self.score, self.place, self.member, self.day, self.count),
            )
        if done.rowcount == 0:
            raise AlreadyDone("answer of the day", self.count)


feature_rows.register(
    FeatureRows(
        "daily",
        exports={"daily": lambda db, member: [one._asdict() for one in tries_of(db, member)]},
        forgets=("daily_tries",),
        json_columns={"daily_tries": ("answers",)},
    )
)
