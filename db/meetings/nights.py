"""Planned nights: when, where, what is played, and who comes."""

from __future__ import annotations

from typing import Any

from db.backend.connection import Connection
from db.errors import Refused, Unknown
from db.records import NightAnswer, NightRecord
from db.writes import AnswerNight, NewNight, SaveNight

_COLUMNS = (
    "SELECT nights.id, nights.guild_id, channel_id, planner, members.user_id, members.name, game, starts, weekly,"
    " message_id, event_id, reminded, state FROM nights LEFT JOIN members ON members.account = nights.planner"
)


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


def night_answers(db: Connection, night_id: int) -> list[NightAnswer]:
    """Return the answers of a night, in the order in which they were given; deleted members have none."""
    rows = db.execute(
        "SELECT member, user_id, name, answer FROM night_answers"
        " JOIN members ON members.account = night_answers.member WHERE night = ? ORDER BY at, member",
        (night_id,),
    )
    return [NightAnswer(*row) for row in rows]


def plan_night(db: Connection, now: float, new: NewNight) -> NightRecord:
    """Plan a night; its planner comes."""
    [night_id] = db.execute(
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
    planned = night(db, night_id)
    if planned.user_id is not None:
        _answer(db, now, AnswerNight(night_id, new.planner, "yes"))
    return planned


def save_night(db: Connection, write: SaveNight) -> None:
    """Change some of a night's fields; one that has begun or was called off is never planned again."""
    columns: dict[str, Any] = {
        "message_id": write.message_id,
        "event_id": write.event_id,
        "reminded": None if write.reminded is None else int(write.reminded),
        "state": write.state,
    }
    changed = {name: value for name, value in columns.items() if value is not None}
    done = db.execute(
        f"UPDATE nights SET {', '.join(f'{name} = ?' for name in changed)} WHERE id = ? AND state = 'planned'",
        (*changed.values(), write.night),
    )
    if done.rowcount == 0:
        raise Refused(f"night {write.night} is over")


def answer_night(db: Connection, now: float, write: AnswerNight) -> None:
    """Save whether a member comes. Raises `Refused` for a night that is over."""
    if night(db, write.night).state != "planned":
        raise Refused(f"night {write.night} is over")
    _answer(db, now, write)


def _answer(db: Connection, now: float, write: AnswerNight) -> None:
    # the place in the queue is that of a member's first such answer: to press it twice costs nobody their seat
    db.execute(
        "INSERT INTO night_answers (night, member, answer, at) VALUES (?, ?, ?, ?) ON CONFLICT (night, member)"
        " DO UPDATE SET at = CASE WHEN night_answers.answer = excluded.answer THEN night_answers.at"
        " ELSE excluded.at END, answer = excluded.answer",
        (write.night, write.member, write.answer, now),
    )


def forget_member(db: Connection, account: int) -> None:
    """Take a member's answers away; nights that they planned go on without their name."""
    db.execute("DELETE FROM night_answers WHERE member = ?", (account,))


def _record(row: tuple[Any, ...]) -> NightRecord:
    *known, weekly, message_id, event_id, reminded, state = row
    return NightRecord._make((*known, bool(weekly), message_id, event_id, bool(reminded), state))
