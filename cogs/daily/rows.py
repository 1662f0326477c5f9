"""The table of the day in the database: seeds, tries, results, the event of a place, and its boards."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from cogs.daily.days import Hour, last_over_everywhere
from db import feature_rows, members
from db.backend.connection import Connection
from db.backend.json_text import Json, JsonText
from db.backend.names import Name
from db.backend.unit_of_work import Unit
from db.errors import AlreadyDone
from db.feature_rows import FeatureRows, selecting


class DailyTry(NamedTuple):
    """A member's try at the table of a day; without a score it is not over yet."""

    member: int
    day: int
    answers: list[Json]
    score: int | None
    signs: str | None
    """A letter for each decision on which something hung; None until that is worked out."""
    best: int | None
    """The best score that was found on the same cards when the signs were worked out."""


class DailyResult(NamedTuple):
    """A finished try as it stands on the board of a place."""

    member: int
    user_id: int
    name: Name
    player: int
    """The account whose try it is: the same person's, perhaps in another place."""
    answers: list[Json]
    score: int
    signs: str | None
    best: int | None


class DailyEvent(NamedTuple):
    """The table of the day as the event of a channel, one in a place."""

    guild_id: int
    channel_id: int
    hour: Hour
    member: int
    """The account of the member who has set it."""


class BoardRecord(NamedTuple):
    """The board of one day in one channel."""

    channel_id: int
    day: int
    guild_id: int
    message_id: int | None
    ends: float
    over: bool


# ---- queries


def seed(db: Connection, day: int) -> str:
    """Return the secret seed of a day, the same on every server. It must not leak early: it gives away every card."""
    secret: bytes = db.execute("SELECT value FROM secrets WHERE name = 'daily'").fetchone()[0]
    return hashlib.blake2b(str(day).encode(), key=secret, digest_size=32).hexdigest()


def tries_of(db: Connection, member: int) -> list[DailyTry]:
    """Return all tries of a member of one place, oldest first."""
    rows = db.execute(
        "SELECT member, day, answers, score, signs, best FROM daily_tries WHERE member = ? ORDER BY day",
        (member,),
    )
    return [_try(*row) for row in rows]


def try_of_person(db: Connection, user_id: int, day: int) -> DailyTry | None:
    """Return a person's try of a day, wherever they have begun it."""
    row = db.execute(
        "SELECT member, day, answers, score, signs, best FROM members"
        " JOIN daily_tries ON daily_tries.member = members.account WHERE user_id = ? AND day = ?"
        " ORDER BY length(answers) DESC",
        (user_id, day),
    ).fetchone()
    return None if row is None else _try(*row)


def days_of_person(db: Connection, user_id: int) -> list[int]:
    """Return the days that a person has played to the end, wherever that was."""
    rows = db.execute(
        "SELECT DISTINCT day FROM members JOIN daily_tries ON daily_tries.member = members.account"
        " WHERE user_id = ? AND score IS NOT NULL ORDER BY day",
        (user_id,),
    )
    return [day for (day,) in rows]


def days_of_results(db: Connection, place_key: int, day: int) -> dict[int, list[int]]:
    """Return by member the days that those who stand on a board have played to the end, wherever that was."""
    rows = db.execute(
        "SELECT DISTINCT here.account, daily_tries.day FROM daily_entries"
        " JOIN members AS here ON here.account = daily_entries.member"
        " JOIN members AS anywhere ON anywhere.user_id = here.user_id"
        " JOIN daily_tries ON daily_tries.member = anywhere.account"
        " WHERE daily_entries.guild_id = ? AND daily_entries.day = ? AND score IS NOT NULL",
        (place_key, day),
    )
    found = dict[int, list[int]]()
    for member, played in rows:
        found.setdefault(member, []).append(played)
    return found


def days_of_place(db: Connection, place_key: int) -> list[int]:
    """Return the days on which anyone stands on the board of a place."""
    rows = db.execute("SELECT DISTINCT day FROM daily_entries WHERE guild_id = ? ORDER BY day", (place_key,))
    return [day for (day,) in rows]


def results(db: Connection, place_key: int, day: int) -> list[DailyResult]:
    """Return the results of a day in a place, the best first."""
    rows = db.execute(
        "SELECT members.account, user_id, name, player, answers, score, signs, best FROM daily_entries"
        " JOIN members ON members.account = daily_entries.member"
        " JOIN daily_tries ON daily_tries.member = player AND daily_tries.day = daily_entries.day"
        " WHERE daily_entries.guild_id = ? AND daily_entries.day = ? AND score IS NOT NULL"
        " ORDER BY score DESC, members.account",
        (place_key, day),
    )
    return [
        DailyResult(member, user, Name(name), player, json.loads(answers), score, signs, best)
        for member, user, name, player, answers, score, signs, best in rows
    ]


def unmeasured(db: Connection, since: int) -> list[tuple[int, DailyTry]]:
    """Return the finished tries since a day whose signs are not worked out yet, with the place of each."""
    rows = db.execute(
        "SELECT guild_id, member, day, answers, score, signs, best FROM daily_tries"
        " JOIN members ON members.account = member"
        " WHERE day >= ? AND score IS NOT NULL AND signs IS NULL ORDER BY day, member",
        (since,),
    )
    return [(place, _try(*row)) for place, *row in rows]


def places_of_try(db: Connection, player: int, day: int) -> list[int]:
    """Return the places on whose board a try stands."""
    rows = db.execute(
        "SELECT guild_id FROM daily_entries WHERE player = ? AND day = ? ORDER BY guild_id", (player, day)
    )
    return [place for (place,) in rows]


def event(db: Connection, place_key: int) -> DailyEvent | None:
    """Return the event of a place, if it has one."""
    row = db.execute(f"{_EVENTS} WHERE guild_id = ?", (place_key,)).fetchone()
    return None if row is None else _event(*row)


def events(db: Connection) -> list[DailyEvent]:
    """Return the events of all places."""
    return [_event(*row) for row in db.execute(f"{_EVENTS} ORDER BY guild_id")]


def latest_board(db: Connection, place_key: int) -> int | None:
    """Return the latest day that has had a board in a place."""
    found: int | None = db.execute(
        "SELECT max(day) FROM daily_boards WHERE guild_id = ?", (place_key,)
    ).fetchone()[0]
    return found


def open_boards(db: Connection) -> list[BoardRecord]:
    """Return the boards of all places whose day is not closed yet."""
    return [_board(*row) for row in db.execute(f"{_BOARDS} WHERE over = 0 ORDER BY ends, channel_id")]


def boards(db: Connection, place_key: int, day: int) -> list[BoardRecord]:
    """Return the boards of a day in a place."""
    rows = db.execute(f"{_BOARDS} WHERE guild_id = ? AND day = ? ORDER BY channel_id", (place_key, day))
    return [_board(*row) for row in rows]


def board(db: Connection, channel_id: int, day: int) -> BoardRecord | None:
    """Return the board of a day in a channel."""
    row = db.execute(f"{_BOARDS} WHERE channel_id = ? AND day = ?", (channel_id, day)).fetchone()
    return None if row is None else _board(*row)


_EVENTS = "SELECT guild_id, channel_id, begins, zone, member FROM daily_events"
_BOARDS = "SELECT channel_id, day, guild_id, message_id, ends, over FROM daily_boards"


def _try(
    member: int, day: int, answers: str, score: int | None, signs: str | None, best: int | None
) -> DailyTry:
    return DailyTry(member, day, json.loads(answers), score, signs, best)


def _event(guild_id: int, channel_id: int, begins: int, zone: str | None, member: int) -> DailyEvent:
    return DailyEvent(guild_id, channel_id, Hour(begins, zone), member)


def _board(
    channel_id: int, day: int, guild_id: int, message_id: int | None, ends: float, over: int
) -> BoardRecord:
    return BoardRecord(channel_id, day, guild_id, message_id, ends, bool(over))


# ---- writes


class BeginTry(Struct, frozen=True):
    """A try at the table of a day that begins: one for each person, wherever they play."""

    member: int
    user_id: int
    day: int

    def save(self, unit: Unit) -> None:
        """Begin the try. Raises `AlreadyDone` if the person has begun one of that day, even one that is deleted."""
        claim = unit.db.execute(
            "INSERT INTO daily_claims (who, day) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (members.person_hash(unit.db, self.user_id), self.day),
        )
        if claim.rowcount == 0:
            raise AlreadyDone("try of the day", self.day)
        unit.db.execute(
            "INSERT INTO daily_tries (member, day, answers) VALUES (?, ?, '[]') ON CONFLICT DO NOTHING",
            (self.member, self.day),
        )


class SaveAnswer(Struct, frozen=True):
    """A try at the table of a day after its answer number `count`. The last answer brings the score."""

    member: int
    day: int
    count: int
    answers: JsonText
    score: int | None = None

    def save(self, unit: Unit) -> None:
        """Save one more answer of the try. Raises `AlreadyDone` if another press has given that answer already."""
        done = unit.db.execute(
            "UPDATE daily_tries SET answers = ?, score = ?"
            " WHERE member = ? AND day = ? AND score IS NULL AND json_array_length(answers) = ? - 1",
            (self.answers, self.score, self.member, self.day, self.count),
        )
        if done.rowcount == 0:
            raise AlreadyDone("answer of the day", self.count)


class SaveSigns(Struct, frozen=True):
    """The signs of a finished try, and the best score that was found on its cards."""

    member: int
    day: int
    signs: str
    best: int | None

    def save(self, unit: Unit) -> None:
        """Save the signs."""
        unit.db.execute(
            "UPDATE daily_tries SET signs = ?, best = ? WHERE member = ? AND day = ?",
            (self.signs, self.best, self.member, self.day),
        )


class EnterResult(Struct, frozen=True):
    """A finished try that goes on the board of a place; `player` is the account that has it."""

    guild_id: int
    day: int
    member: int
    player: int

    def save(self, unit: Unit) -> None:
        """Put the try on the board; nothing changes if it stands there already."""
        unit.db.execute(
            "INSERT INTO daily_entries (guild_id, day, member, player) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (self.guild_id, self.day, self.member, self.player),
        )


class SetEvent(Struct, frozen=True):
    """The event of a place, set or moved."""

    guild_id: int
    channel_id: int
    hour: Hour
    member: int

    def save(self, unit: Unit) -> None:
        """Save where and when the table of the day comes."""
        unit.db.execute(
            "INSERT INTO daily_events (guild_id, channel_id, begins, zone, member) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (guild_id) DO UPDATE SET channel_id = excluded.channel_id, begins = excluded.begins,"
            " zone = excluded.zone, member = excluded.member",
            (self.guild_id, self.channel_id, *self.hour, self.member),
        )


class EndEvent(Struct, frozen=True):
    """The event of a place that is called off."""

    guild_id: int

    def save(self, unit: Unit) -> None:
        """Post no further boards there."""
        unit.db.execute("DELETE FROM daily_events WHERE guild_id = ?", (self.guild_id,))


class OpenBoard(Struct, frozen=True):
    """The board of a day in a channel, before its message is posted."""

    channel_id: int
    day: int
    guild_id: int
    ends: float

    def save(self, unit: Unit) -> None:
        """Open the board; nothing changes if there is one of that day."""
        unit.db.execute(
            "INSERT INTO daily_boards (channel_id, day, guild_id, ends, over) VALUES (?, ?, ?, ?, 0)"
            " ON CONFLICT DO NOTHING",
            (self.channel_id, self.day, self.guild_id, self.ends),
        )


class SaveBoard(Struct, frozen=True):
    """Fields of a board that change; None leaves a field as it is."""

    channel_id: int
    day: int
    message_id: int | None = None
    ends: float | None = None
    over: bool | None = None

    def save(self, unit: Unit) -> None:
        """Save these fields."""
        unit.db.execute(
            "UPDATE daily_boards SET message_id = coalesce(?, message_id), ends = coalesce(?, ends),"
            " over = coalesce(?, over) WHERE channel_id = ? AND day = ?",
            (
                self.message_id,
                self.ends,
                None if self.over is None else int(self.over),
                self.channel_id,
                self.day,
            ),
        )


def _export(db: Connection, member: int) -> Sequence[Json]:
    return [one._asdict() for one in tries_of(db, member)]


def _purge(unit: Unit) -> None:
    """Delete the claims of days that are over everywhere."""
    unit.db.execute("DELETE FROM daily_claims WHERE day <= ?", (last_over_everywhere(unit.now),))


# An event that a deleted member has set goes on.
feature_rows.register(
    FeatureRows(
        "daily",
        exports={
            "daily": _export,
            "daily_boards": selecting("SELECT day FROM daily_entries WHERE member = ? ORDER BY day"),
            "daily_event": selecting("SELECT channel_id, begins, zone FROM daily_events WHERE member = ?"),
        },
        forgets=("daily_tries", "daily_entries"),
        purges=_purge,
        json_columns={"daily_tries": ("answers",)},
    )
)
