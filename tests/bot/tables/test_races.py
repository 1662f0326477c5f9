"""FIREBALL at a table: the call, presses that come too early, who is away, the caller at the rail."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.person import Person
from bot.tables.question_clocks import BotPacing
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from db import journal
from db.backend.names import Name
from games.engine import HOUSE
from games.engine import money as gems
from tests.e2e.conftest import HandClock
from tests.helpers.tables import ANN, BOB, CID, DOT, Room, a_room, answers, ask_of, defaults

EIGHT = tuple(Person(number, Name(f"M{number}")) for number in range(1, 9))


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with a_room(tmp_path / "races.db", pacing=BotPacing(0, 0, 2, 5)) as found:
        yield found
        assert await found.store.audit() == []


async def staked(room: Room, *people: Person, **options: object) -> TableActor:
    """All have put up their gembones and hold them."""
    table = await room.open("fireball", *people, options=options)
    await table.lifecycle.start(people[0])
    for person in people:
        await answers(table, person, "stake")
    return table


async def cast(room: Room, *people: Person, **options: object) -> TableActor:
    """The house has called: all have rolled once."""
    table = await staked(room, *people, **options)
    room.clock.advance(5)
    await room.quiet()
    assert table.racing or table.session is None or options
    return table


def rolls(table: TableActor, person: Person | None = None) -> list[int]:
    """The seats that have rolled, in the order of the journal; or those of one person."""
    assert table.session is not None
    rows = [row.seat for row in table.session.match.rows if row.answer in ("roll", "quick", "careful")]
    return rows if person is None else [row for row in rows if row == table.viewer_of(person.user_id)]


@pytest.mark.rule("FB-R6")
async def test_the_house_calls_after_two_to_five_seconds_and_presses_before_are_ignored(room: Room) -> None:
    table = await staked(room, ANN, BOB)
    session = table.session
    assert session is not None
    rows = len(session.match.rows)
    room.clock.advance(1.9)
    await room.quiet()
    with pytest.raises(UserError, match="moved on"):
        await table.press(ANN, session.id, "roll@1", "roll")
    assert len(session.match.rows) == rows, "no sooner than after two seconds"
    room.clock.advance(3.1)
    await room.quiet()
    [call] = session.match.rows[rows:]
    assert (call.seat, call.by) == (HOUSE, "table"), "no later than after five"
    assert table.racing


@pytest.mark.rule("FB-R6")
def test_nobody_can_foresee_the_call() -> None:
    waits = [BotPacing().calling() for _ in range(200)]
    assert 2 <= min(waits) < 2.6
    assert 4.4 < max(waits) <= 5


@pytest.mark.rule("FB-R1")
async def test_a_press_too_early_is_kept_and_counts_when_the_interval_is_over(room: Room) -> None:
    table = await cast(room, ANN, BOB)
    for _ in range(3):
        await answers(table, ANN, "roll")
    ask = ask_of(table, ANN)
    assert rolls(table) == [], "the first interval begins with the first roll"
    view = await table.view(0)
    assert view.early_presses == {ask.id}, "and the panel can say that the press is in"
    room.clock.advance(1.9)
    await room.quiet()
    assert rolls(table) == []
    room.clock.advance(0.1)
    await room.quiet()
    assert rolls(table) == [0], "three presses are one roll: only one is kept"
    room.clock.advance(2.0)
    await room.quiet()
    assert rolls(table) == [0], "and it is used up"
    await answers(table, ANN, "roll")
    assert rolls(table) == [0, 0], "a press after the interval counts at once"


async def test_a_press_that_waits_goes_before_the_computer_player_that_takes_its_seat(room: Room) -> None:
    """The computer had its answer ready before the interval was over: the timer rang without end until then."""
    table = await cast(room, ANN, BOB)
    await answers(table, ANN, "roll")
    await table.seating.hand_over(ANN, True)
    assert table.session is not None
    question = table.session.questions[ask_of(table, ANN).id]
    question.think_at = room.clock.now()
    await table.seating.sit_out(BOB, until_back=True)
    busy = []
    for _ in range(100):
        await asyncio.sleep(0)
        busy.append(table.busy)
    assert not any(busy[-20:])
    room.clock.advance(2.0)
    await room.quiet()
    assert rolls(table) == [0]


@pytest.mark.rule("FB-R1")
async def test_a_press_that_waits_survives_a_kill(tmp_path: Path) -> None:
    """Its member has read that it was taken."""
    clock, path = HandClock(), tmp_path / "killed.db"
    async with a_room(path, clock, pacing=BotPacing(0, 0, 2, 5)) as before:
        table = await cast(before, ANN, BOB)
        await answers(table, ANN, "roll")
        number = table.state.id
        assert rolls(table) == []
        held = await before.store.read(journal.held_presses, table.session.id)  # type: ignore[union-attr]
        assert [(press.seat, press.answer) for press in held] == [(0, "roll")]
    clock.advance(2.0)
    async with a_room(path, clock, pacing=BotPacing(0, 0, 2, 5)) as after:
        await after.quiet()
        table = after.registry.get(number)
        assert rolls(table) == [0]
        assert table.session is not None
        assert await after.store.read(journal.held_presses, table.session.id) == []


@pytest.mark.rule("FB-R1")
async def test_a_press_that_waits_counts_after_an_admin_resumes_its_match(room: Room) -> None:
    table = await cast(room, ANN, BOB)
    await answers(table, ANN, "roll")
    await table.persistence.suspend()
    await table.persistence.resume_suspended()
    room.clock.advance(2.0)
    await room.quiet()
    assert rolls(table) == [0]
    assert table.session is not None
    assert await room.store.read(journal.held_presses, table.session.id) == []


@pytest.mark.rule("FB-R1", "FB-R8")
async def test_the_latest_of_the_presses_that_wait_says_how_to_stack(room: Room) -> None:
    table = await cast(room, ANN, BOB, wall_of_fire=True)
    await answers(table, ANN, "quick")
    await answers(table, ANN, "careful")
    room.clock.advance(2)
    await room.quiet()
    assert table.session is not None
    assert [row.answer for row in table.session.match.rows if row.seat == 0][1:] == ["careful"]
    await answers(table, ANN, "quick")
    room.clock.advance(3.9)
    await room.quiet()
    assert len(rolls(table)) == 1, "after a careful one the interval is four seconds"
    room.clock.advance(0.1)
    await room.quiet()
    assert len(rolls(table)) == 2


@pytest.mark.rule("FB-R1")
async def test_who_is_nearer_to_the_server_gains_nothing(room: Room) -> None:
    """All press within their interval, always in the same order; whose roll counts first is luck each time."""
    for person in EIGHT:
        await room.store.member(10, person.user_id, person.name)
    table = await cast(room, *EIGHT, at_higher_levels=14)
    orders = []
    for _ in range(3):
        before = len(rolls(table))
        for person in EIGHT:
            await answers(table, person, "roll")
            room.clock.advance(0.2)
        room.clock.advance(0.4)
        await room.quiet()
        orders.append(rolls(table)[before:])
    assert all(sorted(order) == list(range(8)) for order in orders), "everybody rolls as often"
    assert orders != [list(range(8))] * 3


async def test_a_press_that_means_nothing_is_refused_and_not_kept(room: Room) -> None:
    table = await cast(room, ANN, BOB)
    with pytest.raises(UserError, match="use the buttons"):
        await answers(table, ANN, "jump")
    assert (await table.view(0)).early_presses == frozenset()


@pytest.mark.rule("FB-R7")
async def test_after_thirty_seconds_the_bot_rolls_every_four_for_who_is_away(room: Room) -> None:
    table = await staked(room, ANN, BOB, at_higher_levels=14)
    while not table.racing:
        room.clock.advance(0.5)
        await room.quiet()
    times: list[float] = []
    seconds = 0.0
    while len(times) < 3:
        before = len(rolls(table, BOB))
        room.clock.advance(0.5)
        await room.quiet()
        seconds += 0.5
        if len(rolls(table, BOB)) > before:
            times.append(seconds)
    # the call came somewhere in the half second before we began to count
    assert times in ([29.5, 33.5, 37.5], [30.0, 34.0, 38.0])
    await answers(table, BOB, "roll")
    room.clock.advance(2)
    await room.quiet()
    assert len(rolls(table, BOB)) == 4, "who is back rolls every two seconds again"


@pytest.mark.rule("FB-R6", "FB-05")
async def test_a_spectator_comes_to_the_rail_and_calls(room: Room) -> None:
    table = await staked(room, ANN, BOB)
    seat = await table.seating.join_rail(CID)
    assert (await table.seating.join_rail(CID)).number == seat.number, "a second press changes nothing"
    with pytest.raises(UserError, match="nothing to do at the rail"):
        await table.seating.join_rail(DOT)
    with pytest.raises(UserError, match="You're already in seat 1"):
        await table.seating.join_rail(ANN)
    with pytest.raises(UserError, match="You're at the rail"):
        await table.seating.sit(CID)
    room.clock.advance(6)
    await room.quiet()
    assert not table.racing, "the house leaves it to the caller"
    await answers(table, CID, "call")
    assert table.racing
    await defaults(room, table)
    assert table.last_match is not None
    assert table.last_match.result is not None
    assert sorted(row.seat for row in table.last_match.result.rows) == [0, 1], "the caller has no part in it"
    await table.seating.sit(CID)
    assert table.state.seat_of(CID.user_id) is not None


@pytest.mark.rule("FB-R6")
async def test_a_caller_who_says_nothing_is_waited_for_twenty_seconds_and_one_who_leaves_is_replaced(
    room: Room,
) -> None:
    table = await staked(room, ANN, BOB)
    await table.seating.join_rail(CID)
    await table.seating.leave(CID)
    await table.seating.join_rail(DOT)
    room.clock.advance(19)
    await room.quiet()
    assert not table.racing
    room.clock.advance(1)
    await room.quiet()
    assert table.racing


async def test_the_rail_is_found_again_after_a_restart(tmp_path: Path) -> None:
    async with a_room(tmp_path / "rail.db") as before:
        table = await before.open("fireball", ANN, BOB)
        await table.lifecycle.start(ANN)
        await table.seating.join_rail(CID)
        for person in (ANN, BOB):
            await answers(table, person, "stake")
        clock = before.clock
    async with a_room(tmp_path / "rail.db", clock) as after:
        [table] = after.registry
        assert ask_of(table, CID).prompt.kind == "call"
        await answers(table, CID, "call")
        await defaults(after, table)
        assert await after.store.audit() == []


@pytest.mark.rule("FB-26", "FB-10")
async def test_the_gembones_are_handed_over_and_a_new_game_begins(room: Room) -> None:
    table = await cast(room, ANN, BOB)
    await defaults(room, table)
    assert table.last_match is not None
    assert table.last_match.result is not None
    won = {row.seat: gems.worth(row.change) for row in table.last_match.result.rows}
    assert sum(won.values()) == 0
    for person, seat in ((ANN, 0), (BOB, 1)):
        held = gems.of_base("copper", await room.purse(person))
        assert gems.worth(held) == 160 + won[seat], "in the purse again, before the next game"
    await table.lifecycle.again(ANN)
    await table.lifecycle.again(BOB)
    assert table.session is not None
    assert ask_of(table, ANN).prompt.kind == "stake"
