"""A table of the tavern in the hands of its actor: three members, and a clock that is moved by hand."""

from __future__ import annotations

from typing import Any

import pytest

from bot.person import Person
from bot.tables.table_actor import TableActor
from games.engine import Ask
from tests.helpers.games.tavern import Sits, key
from tests.helpers.tables import ANN, BOB, CID, Room
from tests.helpers.tavern_evening import rig, start_of

CUTE, POOF, FUR = "Don't call me cute!", "~ Poof! ~", "Asleep in his fur"
STRIKE, PRAYER, NO = "How dare you strike a Paladin!", "A quiet prayer", "I don't think so!"
FLASK = "Flask with a short fuse"


async def night(room: Room, monkeypatch: pytest.MonkeyPatch, **settings: Any) -> TableActor:
    """Ann, Bob and Cid in the tavern; it is Ann's action."""
    seats = {
        "Ann": Sits(hand=[CUTE, POOF, FUR]),
        "Bob": Sits(hand=[STRIKE, PRAYER]),
        "Cid": Sits(hand=[NO], extra=[FLASK]),
    }
    rig(monkeypatch, start_of(seats, ["Wine"] * 2))
    table = await room.open("tavern", ANN, BOB, CID, options={"shuffle_seats": False}, free=True)
    table.state.settings = table.state.settings.model_copy(update=settings)
    await table.lifecycle.start(ANN)
    await answers(table, ANN, "discard", ["", 0, [[]]])
    return table


def ask_of(table: TableActor, person: Person, kind: str) -> Ask:
    """The question of that kind to a person."""
    assert table.session is not None
    seat = table.viewer_of(person.user_id)
    [ask] = [ask for ask in table.session.match.open.values() if (ask.seat, ask.prompt.kind) == (seat, kind)]
    return ask


async def answers(table: TableActor, person: Person, kind: str, answer: Any) -> None:
    """A person answers that question."""
    assert table.session is not None
    await table.press(person, table.session.id, ask_of(table, person, kind).id, answer)


async def cute(table: TableActor, target: int = 1) -> None:
    """Ann plays her card on a seat: a window opens for both others."""
    await answers(table, ANN, "action", [key(CUTE), 0, [[target], []]])


def rows(table: TableActor, by: str) -> list[tuple[int, Any]]:
    """Return the seats and answers of the rows that were given that way."""
    assert table.session is not None
    return [(row.seat, row.answer) for row in table.session.match.rows if row.by == by]


def waited_for(table: TableActor) -> set[int]:
    """Return the seats whose answer is still missing."""
    assert table.session is not None
    return {ask.seat for ask in table.session.match.open.values() if not ask.answered}
