"""Vacations: the clock of a member stands still at tables that play by letter, and runs on afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.clock import DAY, HOUR
from bot.economy.accounts import MemberAccounts
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from cogs.my_tables.vacations import Vacations
from tests.helpers.crier import Crier
from tests.helpers.tables import ANN, BOB, CID, GUILD, Room, a_room, answers, ask_of

GAME = "rogues_and_warriors"
CONCLAVE = "conclave_of_wyrms"


async def test_the_clock_stands_still_on_vacation_and_runs_on_after_it(tmp_path: Path) -> None:
    path = tmp_path / "vacation.db"
    async with a_room(path) as room:
        table = await room.open(GAME, ANN, BOB, pace="1 day")
        vacations = Vacations(MemberAccounts(room.store, room.clock), room.registry)
        await table.lifecycle.start(ANN)
        [first] = {ask.seat for ask in table.session.match.open.values()}  # type: ignore[union-attr]
        person = (ANN, BOB)[first]
        room.clock.advance(0.5 * DAY)
        await room.quiet()
        vacation, tables = await vacations.begin(GUILD, person, 14)
        assert (vacation.until, tables) == (room.clock.now() + 14 * DAY, 1)
        due = vacation.until + 0.5 * DAY
        assert list(table.session.deadlines.values()) == [due]  # type: ignore[union-attr]
        assert (await table.view()).vacations == {first: vacation.until}
        clock = room.clock
    clock.advance(10 * DAY)
    async with a_room(path, clock) as room:
        [table] = room.registry
        crier = Crier.of(room)
        vacations = Vacations(MemberAccounts(room.store, room.clock), room.registry)
        assert table.session is not None
        assert list(table.session.deadlines.values()) == [due]
        clock.advance(3.9 * DAY)
        await room.quiet()
        assert not crier.nudged, "nobody is told on vacation"
        assert await vacations.end(GUILD, person) == 1
        assert list(table.session.deadlines.values()) == [pytest.approx(clock.now() + 0.5 * DAY)]
        clock.advance(200)
        await room.quiet()
        assert crier.nudged == [person.name]
        # a question that comes up while away waits as long
        with pytest.raises(UserError, match="Play a turn first"):
            await vacations.begin(GUILD, person, 3)
        await answers(table, person, "check")
        vacation, _ = await vacations.begin(GUILD, person, 3)
        other = (BOB, ANN)[first]
        await answers(table, other, "check")
        assert table.session is not None
        [asked] = table.session.match.asks_of(first)
        assert table.session.deadlines[asked.id] == vacation.until + DAY
        await defaults_after(room, table)


async def defaults_after(room: Room, table: TableActor) -> None:
    """Let days go by until the match is over."""
    while table.session is not None:
        room.clock.advance(DAY)
        await room.quiet()


async def test_an_answer_at_another_table_renews_no_vacation(room: Room) -> None:
    """Whoever was waited for could let a table stand for ever, with everyone's stakes."""
    vacations = Vacations(MemberAccounts(room.store, room.clock), room.registry)
    table = await room.open(GAME, ANN, BOB, pace="1 day")
    await table.lifecycle.start(ANN)
    [first] = {ask.seat for ask in table.session.match.open.values()}  # type: ignore[union-attr]
    person = (ANN, BOB)[first]
    await vacations.begin(GUILD, person, 1)
    room.clock.advance(DAY + 60)
    await room.quiet()
    other = await room.registry.open(GUILD, 101, person, GAME, settings={"free": True})
    await other.seating.sit(CID)
    await other.lifecycle.start(person)
    assert other.session is not None
    # the host is asked first, or second
    if other.session.match.asks_of(1):
        await answers(other, CID, "check")
    await answers(other, person, "check")
    with pytest.raises(UserError, match="Play a turn first"):
        await vacations.begin(GUILD, person, 14)
    await answers(table, person, "check")
    assert (await vacations.begin(GUILD, person, 14))[1] == 1


async def test_a_vacation_is_refused_where_it_makes_no_sense(room: Room) -> None:
    vacations = Vacations(MemberAccounts(room.store, room.clock), room.registry)
    table = await room.open(GAME, ANN, BOB)
    with pytest.raises(UserError, match="no table that's played in your own time"):
        await vacations.begin(GUILD, ANN, 5)
    with pytest.raises(UserError, match="aren't on vacation"):
        await vacations.end(GUILD, ANN)
    assert await vacations.last(GUILD, ANN) is None
    await table.lifecycle.set_up(ANN, settings={"pace": "1 hour"})
    vacation, _ = await vacations.begin(GUILD, ANN, 99)
    assert vacation.until - vacation.since == 14 * DAY
    with pytest.raises(UserError, match="on vacation until"):
        await vacations.begin(GUILD, ANN, 5)
    with pytest.raises(UserError, match="no table that's played in your own time"):
        await vacations.begin(GUILD, CID, 5)


async def test_a_member_who_was_away_is_waited_for_again_on_vacation(room: Room) -> None:
    table = await room.open(CONCLAVE, ANN, BOB, CID, pace="1 hour")
    await table.lifecycle.start(ANN)
    while not table.state.seats[1].away:
        await until_asked(table, 1)
        room.clock.advance(HOUR + 1)
        await room.quiet()
    vacation, _ = await Vacations(MemberAccounts(room.store, room.clock), room.registry).begin(GUILD, BOB, 2)
    assert not table.state.seats[1].away
    await until_asked(table, 1)
    assert table.session is not None
    [asked] = table.session.match.asks_of(1)
    assert table.session.deadlines[asked.id] >= vacation.until + HOUR


async def until_asked(table: TableActor, number: int) -> None:
    """Let the others answer until a seat is asked."""
    while table.session is not None and not table.session.match.asks_of(number):
        seat = next(ask.seat for ask in table.session.match.open.values() if not ask.answered)
        person = (ANN, BOB, CID)[seat]
        await answers(table, person, ask_of(table, person).prompt.default)
