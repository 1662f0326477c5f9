"""The company stays together: whoever sits is in the next hand, sitting out is said, and nobody is dragged along."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.clock import HOUR
from bot.person import Person
from bot.tables.question_clocks import SILENT_MATCHES
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from cogs.ui.hand.hand_panel import hand_panel
from cogs.ui.table.table_message import table_message
from games.registry import GAMES
from tests.e2e.conftest import HandClock
from tests.helpers.crier import Crier
from tests.helpers.tables import ANN, BOB, CID, DOT, Room, a_room, ask_of, passes

RW = "rogues_and_warriors"
PEOPLE = (ANN, BOB, CID, DOT)


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with a_room(tmp_path / "room.db") as room:
        yield room


async def played(table: TableActor) -> None:
    """Everyone answers until the match is over."""
    while table.session is not None:
        seat = next(ask.seat for ask in table.session.match.open.values() if not ask.answered)
        person = PEOPLE[seat]
        ask = ask_of(table, person)
        await table.press(person, table.session.id, ask.id, ask.prompt.default)


async def after_a_match(room: Room, *people: Person, game: str = RW, **settings: object) -> TableActor:
    """A table whose first match is over."""
    table = await room.open(game, *people, **settings)  # type: ignore[arg-type]
    await table.lifecycle.start(ANN)
    await played(table)
    return table


def ring(table: TableActor) -> list[int]:
    """Return the seats of the running match."""
    assert table.session is not None, "a match is on"
    return list(table.session.match.header.ring)


async def panel(table: TableActor, person: Person) -> str:
    """Return the words and controls of a person's panel."""
    return str(hand_panel(await table.view_for(person.user_id)))


# ---- the countdown


@pytest.mark.parametrize(
    "key", [key for key, game in GAMES.items() if not game.alone(game.parse_options({}))]
)
async def test_the_countdown_fits_the_game(room: Room, key: str) -> None:
    game = GAMES[key]
    table = await room.open(key, *PEOPLE[: max(2, game.seats[0])])
    seconds = table.live.pace.gather(game.minutes_for(4), 120.0)
    assert seconds == min(120, max(10, 10 * game.minutes_for(4)))
    assert 10 <= seconds <= 120


async def test_a_slow_pace_has_a_longer_countdown_and_a_fast_one_a_shorter(room: Room) -> None:
    table = await room.open(RW, ANN, BOB, pace="relaxed")
    assert table.live.pace.gather(3, 120.0) == 48
    await table.lifecycle.set_up(ANN, settings={"pace": "fast"})
    assert table.live.pace.gather(3, 120.0) == 12
    assert table.live.pace.gather(1, 120.0) == 10


async def test_whoever_sits_is_in_the_next_hand_without_a_press(room: Room) -> None:
    table = await after_a_match(room, ANN, BOB, CID)
    await table.lifecycle.again(CID)
    assert "You're in. Press Again if you're ready now." in await panel(table, ANN)
    assert "Not ready yet: **Ann** and **Bob**." in str(table_message(await table.view()))
    await passes(room, 29)
    assert table.session is None
    await passes(room, 1)
    assert ring(table) == [0, 1, 2]


async def test_it_starts_at_once_when_all_who_are_there_have_pressed(room: Room) -> None:
    table = await after_a_match(room, ANN, BOB, CID, DOT)
    await table.seating.sit_out(CID, until_back=False)
    table.state.seats[3].away = True
    await table.lifecycle.again(ANN)
    assert (await table.view()).missed == ("Bob",)
    await table.lifecycle.again(BOB)
    assert ring(table) == [0, 1]


@pytest.mark.parametrize("goes", ["leaves", "sits out"])
async def test_when_the_last_one_missed_goes_nobody_waits_longer(room: Room, goes: str) -> None:
    table = await after_a_match(room, ANN, BOB, CID)
    await table.lifecycle.again(ANN)
    await table.lifecycle.again(BOB)
    await (table.seating.leave(CID) if goes == "leaves" else table.seating.sit_out(CID, until_back=True))
    await passes(room, 0)
    assert ring(table) == [0, 1]


async def test_those_who_are_missed_are_mentioned_once(room: Room) -> None:
    crier = Crier.of(room)
    table = await after_a_match(room, ANN, BOB, CID)
    await table.lifecycle.again(ANN)
    await passes(room, 9)
    assert crier.nudged == []
    await table.lifecycle.again(BOB)
    await passes(room, 1)
    assert crier.nudged == ["Cid"]
    await passes(room, 19)
    assert crier.nudged == ["Cid"]


async def test_a_countdown_survives_a_restart(tmp_path: Path) -> None:
    path, clock = tmp_path / "again.db", HandClock()
    async with a_room(path, clock) as room:
        table = await after_a_match(room, ANN, BOB, CID)
        await table.seating.sit_out(BOB, until_back=True)
        await table.lifecycle.again(ANN)
    clock.advance(600)
    async with a_room(path, clock) as room:
        [table] = room.registry
        view = await table.view()
        assert view.gather_until == clock.now() + 10, "a moment to find the table again"
        assert view.missed == ("Cid",)
        await passes(room, 10)
        assert ring(table) == [0, 2]


async def test_a_countdown_that_ends_while_the_table_closes_starts_nothing(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    table = await after_a_match(room, ANN, BOB, CID)
    await table.lifecycle.again(ANN)
    closing = asyncio.create_task(table.lifecycle.close(ANN))
    await asyncio.sleep(0)
    await passes(room, 30)
    await closing
    assert table.state.phase == "closed"
    assert table.session is None
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def test_with_nobody_else_there_it_says_so_and_offers_computers(room: Room) -> None:
    table = await after_a_match(room, ANN, BOB)
    table.state.seats[1].away = True
    await table.lifecycle.again(ANN)
    view = await table.view_for(ANN.user_id)
    assert view.gather_until is None
    shown = str(hand_panel(view))
    assert "Nobody else is here. Play with computers?" in shown
    assert "t:1:solo" in shown
    assert "**Ann** would play on, with one more." in str(table_message(await table.view()))
    await table.seating.fill_with_computers(ANN, 4)
    await table.lifecycle.start(ANN)
    assert len(ring(table)) == 4
    assert 1 not in ring(table)


async def test_computers_are_offered_only_where_they_have_a_chair(room: Room) -> None:
    table = await after_a_match(room, *PEOPLE, game="conclave_of_wyrms")
    for number in (1, 2, 3):
        table.state.seats[number].away = True
    await table.lifecycle.again(ANN)
    assert (await table.view()).too_few == 2
    assert "Play with computers" in await panel(table, ANN)
    await table.seating.add_computer(ANN)
    assert "Play with computers" in await panel(table, ANN)
    table.state.seats[4].left = True
    table.state.seats[5] = table.state.seats[1]
    assert "Nobody else is here." in await panel(table, ANN)
    assert "Play with computers" not in await panel(table, ANN)
    # no table is like this for longer than a moment: it sees out those who have left
    table.state.seats[4].left = False
    del table.state.seats[5]


async def test_when_it_cannot_start_everyone_reads_why(room: Room) -> None:
    table = await after_a_match(room, ANN, BOB)
    await table.lifecycle.again(ANN)
    version = table.version
    table.state.seats[1].away = True
    await passes(room, 30)
    view = await table.view_for(ANN.user_id)
    assert table.session is None
    assert view.gather_until is None
    assert table.version > version, "everything is repainted"
    assert "Not here right now: Bob" in str(hand_panel(view))
    assert "Not here right now: Bob" in str(table_message(await table.view()))
    await table.present(BOB)
    await table.lifecycle.again(BOB)
    assert ring(table) == [0, 1]


# ---- sitting out, and coming late


async def test_one_hand_is_sat_out_and_the_next_one_played(room: Room) -> None:
    table = await after_a_match(room, ANN, BOB, CID)
    await table.seating.sit_out(CID, until_back=False)
    assert "You're sitting out the next hand" in await panel(table, CID)
    await table.lifecycle.again(ANN)
    await table.lifecycle.again(BOB)
    assert ring(table) == [0, 1]
    assert "You're in from the next hand, in about 3 minutes." in await panel(table, CID)
    await played(table)
    await table.lifecycle.again(ANN)
    await passes(room, 30)
    assert ring(table) == [0, 1, 2]


async def test_sitting_out_until_back_lasts_and_is_said_during_a_hand_too(room: Room) -> None:
    table = await after_a_match(room, ANN, BOB, CID)
    await table.lifecycle.again(ANN)
    await passes(room, 30)
    await table.seating.sit_out(CID, until_back=True)
    assert ring(table) == [0, 1, 2], "the hand is finished first"
    for _ in range(2):
        await played(table)
        await table.lifecycle.again(ANN)
        await table.lifecycle.again(BOB)
        assert ring(table) == [0, 1]
    with pytest.raises(UserError, match="Press I'm back"):
        await table.press(CID, table.session.id, 1, "check")  # type: ignore[union-attr]
    await table.seating.come_back(CID)
    await played(table)
    await table.lifecycle.again(ANN)
    await passes(room, 30)
    assert ring(table) == [0, 1, 2]


async def test_reading_brings_back_nobody_who_sits_out(room: Room) -> None:
    table = await after_a_match(room, ANN, BOB, CID)
    await table.seating.sit_out(CID, until_back=True)
    await table.present(CID)
    assert table.state.seats[2].sits_out == "until back"


async def test_a_latecomer_reads_when_they_are_in(room: Room) -> None:
    table = await room.open("burn_my_village", ANN, BOB)
    await table.lifecycle.start(ANN)
    await passes(room, 60)
    await table.seating.sit(CID)
    assert "You're in from the next hand, in about 19 minutes." in await panel(table, CID)
    await passes(room, 29)
    with pytest.raises(UserError, match="You're in from the next hand"):
        await table.press(CID, table.session.id, 1, "check")  # type: ignore[union-attr]


# ---- nobody is dragged along


async def test_one_who_presses_nothing_is_sat_out_after_some_matches_and_told(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await room.open(RW, ANN, BOB, CID)
    monkeypatch.setattr(type(table.game), "patience", 99)
    await table.lifecycle.start(ANN)
    for _ in range(SILENT_MATCHES):
        assert 2 in ring(table)
        while table.session is not None:
            seat = next(ask.seat for ask in table.session.match.open.values() if not ask.answered)
            if seat == 2:
                await passes(room, 90)
            else:
                await table.press(
                    PEOPLE[seat], table.session.id, ask_of(table, PEOPLE[seat]).id,
                    ask_of(table, PEOPLE[seat]).prompt.default,
                )  # fmt: skip
        await table.lifecycle.again(ANN)
        await table.lifecycle.again(BOB)
        await passes(room, 30)
    assert ring(table) == [0, 1]
    assert "You were gone for a while" in await panel(table, CID)
    await table.present(CID)
    await played(table)
    await table.lifecycle.again(ANN)
    await passes(room, 30)
    assert ring(table) == [0, 1, 2]


# ---- nights and letters


async def test_by_letter_only_those_who_say_yes_are_in(room: Room) -> None:
    table = await after_a_match(room, ANN, BOB, CID, pace="4 hours")
    await table.lifecycle.again(ANN)
    await table.lifecycle.again(BOB)
    assert (await table.view()).missed == ("Cid",)
    assert "Waiting for **Cid** to press Again." in str(table_message(await table.view()))
    await passes(room, 4 * HOUR)
    assert ring(table) == [0, 1]


async def test_by_letter_one_who_sits_out_is_not_waited_for(room: Room) -> None:
    table = await after_a_match(room, ANN, BOB, CID, pace="1 day")
    await table.seating.sit_out(CID, until_back=True)
    await table.lifecycle.again(ANN)
    await table.lifecycle.again(BOB)
    assert ring(table) == [0, 1]


async def test_a_night_goes_on_while_one_sits_out_the_next(room: Room) -> None:
    table = await room.open("adventurers_choice", ANN, BOB, CID, options={"rounds": 1})
    await table.lifecycle.start(ANN)
    await table.seating.sit_out(CID, until_back=True)
    assert ring(table) == [0, 1, 2]
    assert (await table.view_for(CID.user_id)).sits_out == "", "they play on in this one"
