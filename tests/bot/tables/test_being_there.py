"""Being there: any press stops the shortening of a clock, reading gets time, and computers wait for people."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.person import Person
from bot.tables.question_clocks import BEAT, IDLE
from bot.tables.table_actor import TableActor
from cogs.ui.hand.hand_panel import hand_panel
from cogs.ui.table.table_message import table_message
from tests.cogs.ui.blocks.test_showdown import texts
from tests.e2e.conftest import HandClock
from tests.helpers.tables import ANN, BOB, CID, Room, a_room, answers, ask_of, passes

RW = "rogues_and_warriors"


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with a_room(tmp_path / "room.db") as room:
        yield room


def asked(table: TableActor) -> Person:
    """Return the person who is asked."""
    assert table.session is not None
    return (ANN, BOB, CID)[next(ask.seat for ask in table.session.match.open.values() if ask.seat >= 0)]


def left(table: TableActor, person: Person, room: Room) -> float:
    """Return the seconds that a person has left."""
    assert table.session is not None
    return table.session.deadlines[ask_of(table, person).id] - room.clock.now()


async def test_reading_gets_time_once(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    await table.lifecycle.start(ANN)
    who = asked(table)
    await passes(room, 20)
    await table.present(who)
    assert left(table, who, room) == 70, "there was time enough"
    await passes(room, 58)
    await table.present(who)
    assert left(table, who, room) == 45
    await passes(room, 40)
    await table.present(who)
    assert left(table, who, room) == 5, "nobody reads for ever"


async def test_an_answer_gains_no_time(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    await table.lifecycle.start(ANN)
    who = asked(table)
    await passes(room, 80)
    await table.present(who, reading=False)
    assert left(table, who, room) == 10


async def test_after_one_time_out_the_next_question_has_half_its_time_until_a_press(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    await table.lifecycle.start(ANN)
    who = asked(table)
    await passes(room, 90)
    other = asked(table)
    assert other is not who
    await answers(table, other, "check")
    while asked(table) is not who:
        await answers(table, other, ask_of(table, other).prompt.default)
    assert left(table, who, room) == 45
    await table.present(who)
    assert left(table, who, room) == 90


async def test_only_who_presses_nothing_through_several_questions_is_hurried(room: Room) -> None:
    table = await room.open("city_square", ANN, BOB, CID)
    await table.lifecycle.start(ANN)
    seat, late, waits = table.state.seats[0], 0, list[float]()
    while not seat.away:
        assert table.session is not None
        if table.session.match.asks_of(0):
            waits.append(left(table, ANN, room))
            assert waits[-1] >= 30
            await passes(room, waits[-1])
            late += 1
        else:
            who = asked(table)
            await answers(table, who, ask_of(table, who).prompt.default)
    assert late == table.game.patience == 3
    while not table.session.match.asks_of(0):  # type: ignore[union-attr]
        who = asked(table)
        await answers(table, who, ask_of(table, who).prompt.default)
    assert left(table, ANN, room) <= BEAT
    shown = " ".join(texts(table_message(await table.view())))
    assert "Only computers" not in shown, "Ann is asked"
    await table.present(ANN)
    assert not seat.away
    assert left(table, ANN, room) >= 20


async def test_nobody_is_away_in_a_lobby_who_has_pressed_anything(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    table.state.seats[0].away = True
    await table.present(ANN)
    assert not table.state.seats[0].away
    [record] = [seat for seat in (await room.store.table(table.state.id)).seats if seat.seat == 0]
    assert not record.state["away"]


async def test_computers_wait_for_a_person_as_long_as_they_like(room: Room) -> None:
    table = await room.open(RW, ANN, computers=2)
    await table.lifecycle.start(ANN)
    await room.quiet()
    assert table.session is not None
    ask = ask_of(table, ANN)
    assert (await table.view_for(ANN.user_id)).deadlines == {}
    await passes(room, IDLE - 10)
    await table.present(ANN)
    await passes(room, IDLE - 10)
    assert ask.id in table.session.match.open
    await passes(room, 10)
    assert table.state.seats[0].away, "thirty minutes without a press"
    for _ in range(40):
        await passes(room, BEAT)
    assert table.session is None
    await passes(room, IDLE)
    assert table.state.phase == "closed"


async def test_once_someone_waits_there_is_a_deadline_and_none_when_they_have_gone(room: Room) -> None:
    table = await room.open(RW, ANN, computers=2)
    await table.lifecycle.start(ANN)
    await room.quiet()
    await passes(room, 500)
    await table.seating.sit(BOB)
    assert left(table, ANN, room) == 90
    assert "Time's up <t:" in " ".join(texts(hand_panel(await table.view_for(ANN.user_id))))
    await table.seating.leave(BOB)
    assert table.session is not None
    assert table.session.deadlines == {}
    await passes(room, 500)
    assert asked(table) is ANN


async def test_letters_and_restarts_keep_their_deadlines(tmp_path: Path) -> None:
    path, clock = tmp_path / "again.db", HandClock()
    async with a_room(path, clock) as room:
        table = await room.open(RW, ANN, computers=2, pace="4 hours")
        await table.lifecycle.start(ANN)
        await room.quiet()
        assert left(table, ANN, room) == 4 * 3600
        await table.lifecycle.force_close("Off.")
        table = await room.open(RW, ANN, computers=2)
        await table.lifecycle.start(ANN)
        await room.quiet()
        ask = ask_of(table, ANN).id
    clock.advance(3600)
    async with a_room(path, clock) as room:
        [table] = room.registry
        await room.quiet()
        assert table.session is not None
        assert ask_of(table, ANN).id == ask
        assert table.session.deadlines == {}
        await passes(room, IDLE - 1)
        assert ask_of(table, ANN).id == ask
        await answers(table, ANN, ask_of(table, ANN).prompt.default)
