"""Planned nights with their time, place, game and answers."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from msgspec import Struct

from db import feature_rows
from db.backend.connection import Connection
from db.backend.names import Name
from db.backend.unit_of_work import Unit
from db.errors import Refused, Unknown
from db.feature_rows import FeatureRows, selecting

_COLUMNS = (
    "SELECT nights.id, nights.guild_id, channel_id, planner, members.user_id, members.name, game, starts, weekly,"
    " message_id, event_id, reminded, state FROM nights LEFT JOIN members ON members.account = nights.planner"
)


class NightRecord(NamedTuple):
    """A planned night. `user_id` and `name` are the planner's, None once their data is deleted."""

    id: int
    guild_id: int
    channel_id: int
    planner: int
    user_id: int | None
    name: Name | None
    game: str
    starts: float
    weekly: bool
    message_id: int | None
    event_id: int | None
    reminded: bool
    state: Literal["planned", "begun", "missed", "off"]


class NightAnswer(NamedTuple):
    """A member's answer to a planned night."""

    member: int
    user_id: int
    name: Name
    answer: Literal["yes", "maybe", "no"]


def night(db: Connection, night_id: int) -> NightRecord:
    """Return one night. Raises `Unknown`."""
    row = db.execute(f"{_COLUMNS} WHERE nights.id = ?", (night_id,)).fetchone()
    if row is None:
        raise Unknown(f"there is no night {night_id}")
    return _record(row)


def planned_nights(db: Connection) -> list[NightRecord]:
    """Return the nights of all servers that are still to come, the next one first."""
    rows = db.execute(f"{_COLUMNS} WHERE state = 'planned' ORDER BY starts, nights.id").fetchall()
    return [_record(row) for row in rows]


def nights_over(db: Connection, since: float) -> list[NightRecord]:
    """Return the past and cancelled nights whose planned beginning is after a moment."""
    rows = db.execute(
        f"{_COLUMNS} WHERE state <> 'planned' AND starts > ? ORDER BY starts, nights.id", (since,)
    ).fetchall()
    return [_record(row) for row in rows]


def night_answers(db: Connection, night_id: int) -> list[NightAnswer]:
    """Return the answers of a night, in the order in which they were given; deleted members have none."""
    rows = db.execute(
        "SELECT member, user_id, name, answer FROM night_answers"
        " JOIN members ON members.account = night_answers.member WHERE night = ? ORDER BY at, member",
        (night_id,),
    )
    return [NightAnswer(member, user_id, Name(name), answer) for member, user_id, name, answer in rows]


def _record(row: tuple[Any, ...]) -> NightRecord:
    night = NightRecord._make(row)
    name = None if night.name is None else Name(night.name)
    return night._replace(name=name, weekly=bool(night.weekly), reminded=bool(night.reminded))


# ---- writes


class NewNight(Struct, frozen=True):
    """A night to be planned; its planner comes. Outside of a unit, `plan_night` gives its number."""

    guild_id: int
    channel_id: int
    planner: int
    game: str
    starts: float
    weekly: bool
    reminded: bool
    event_id: int | None = None

    def save(self, unit: Unit) -> None:
        """Plan the night."""
        plan_night(unit, self)


def plan_night(unit: Unit, new: NewNight) -> NightRecord:
    """Plan a night, and return it; its planner comes."""
    [night_id] = unit.db.execute(
        "INSERT INTO nights (guild_id, channel_id, planner, game, starts, weekly, event_id, reminded, state)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'planned') RETURNING id",
        (
            new.guild_id,
            new.channel_id,
            new.planner,
            new.game,
            new.starts,
            int(new.weekly),
            new.event_id,
            int(new.reminded),
        ),
    ).fetchone()
    planned = night(unit.db, night_id)
    if planned.user_id is not None:
        AnswerNight(night_id, new.planner, "yes").save(unit)
    return planned


class SaveNight(Struct, frozen=True):
    """Fields of a planned night that change; None leaves a field as it is."""

    night: int
    message_id: int | None = None
    event_id: int | None = None
    reminded: bool | None = None
    state: Literal["begun", "missed", "off"] | None = None

    def save(self, unit: Unit) -> None:
        """Save these fields. Raises `Refused` for a night that has begun or was called off."""
        columns: dict[str, Any] = {
            "message_id": self.message_id,
            "event_id": self.event_id,
            "reminded": None if self.reminded is None else int(self.reminded),
            "state": self.state,
        }
        changed = {name: value for name, value in columns.items() if value is not None}
        done = unit.db.execute(
            f"UPDATE nights SET {', '.join(f'{name} = ?' for name in changed)} WHERE id = ? AND state = 'planned'",
            (*changed.values(), self.night),
        )
        if done.rowcount == 0:
            raise Refused(f"night {self.night} is over")


class AnswerNight(Struct, frozen=True):
    """Saves a member's answer to a planned night."""

    night: int
    member: int
    answer: Literal["yes", "maybe", "no"]

    def save(self, unit: Unit) -> None:
        """Save whether the member comes. Raises `Refused` for a night that is over."""
        if night(unit.db, self.night).state != "planned":
            raise Refused(f"night {self.night} is over")
        # the place in the queue is that of a member's first such answer: to press it twice costs nobody their seat
        unit.db.execute(
            "INSERT INTO night_answers (night, member, answer, at) VALUES (?, ?, ?, ?) ON CONFLICT (night, member)"
            " DO UPDATE SET at = CASE WHEN night_answers.answer = excluded.answer THEN night_answers.at"
            " ELSE excluded.at END, answer = excluded.answer",
            (self.night, self.member, self.answer, unit.now),
        )


# Nights that a deleted member planned go on without their name.
feature_rows.register(
    FeatureRows(
        "nights",
        exports={
            "nights": selecting(
                "SELECT id AS night, channel_id, game, starts, weekly, state FROM nights"
                " WHERE planner = ? ORDER BY id"
            ),
            "night_answers": selecting(
                "SELECT night, answer, at FROM night_answers WHERE member = ? ORDER BY night"
            ),
        },
        forgets=("night_answers",),
    )
)
