"""Time at a table: nobody is hurried by a formality, and nobody is left behind by computer players."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.tables.context import BotPacing
from bot.tables.question_clocks import LEAST_CHOICE, ClockSettings
from cogs.ui.hand.hand_panel import hand_panel
from cogs.ui.table.table_message import table_message
from games.catalogue import GAMES
from games.engine import Choose
from tests.cogs.ui.blocks.test_showdown import texts
from tests.helpers.tables import ANN, BOB, Room, a_room, ask_of

RW = "rogues_and_warriors"
READING = BotPacing(0, 0, 0, 0, 2.5, 0)


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with a_room(tmp_path / "room.db") as room:
        yield room


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_patience_and_no_choice_is_hurried(key: str) -> None:
    game = GAMES[key]
    assert game.patience in (2, 3)
    for kind in (*game.seconds, "anything"):
        for clock in ("turn", "quick", "choice", "window", "late"):
            prompt = Choose(kind, ("one", "other"), "one", clock=clock)
            for pace in (3.0, 1.0, 0.4):
                seconds = ClockSettings(pace).seconds(game, prompt)
                assert seconds is not None
                assert seconds >= LEAST_CHOICE


async def test_nobody_is_late_with_the_only_answer_there_is(room: Room) -> None:
    table = await room.open("dragon_hordes", ANN, BOB)
    await table.start(ANN)
    assert table.session is not None
    [ask] = table.session.match.open.values()
    assert ask.prompt.kind == "roll"
    assert (await table.view()).deadlines == {}
    room.clock.advance(80)
    await room.quiet()
    assert ask.id in table.session.match.open
    room.clock.advance(11)
    await room.quiet()
    assert ask.id not in table.session.match.open
    assert table.session.times_late(ask.seat) == 0
    assert not table.state.seats[ask.seat].away


async def test_one_slow_answer_makes_nobody_absent_and_the_panel_says_what_was_done(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    await table.start(ANN)
    assert table.session is not None
    late = next(iter(table.session.match.open.values())).seat
    person = (ANN, BOB)[late]
    room.clock.advance(100)
    await room.quiet()
    assert not table.state.seats[late].away
    shown = " ".join(texts(hand_panel(await table.view(late))))
    assert "Time ran out, so the table pressed **Check** for you." in shown
    while not table.state.seats[late].away:
        room.clock.advance(100)
        await room.quiet()
        assert table.session is not None
    panel = hand_panel(await table.view(late))
    assert "press anything and you're back" in " ".join(texts(panel))
    assert "I'm back" in str(panel)
    await table.welcome_back(person)
    assert not table.state.seats[late].away
    assert "Time ran out" not in " ".join(texts(hand_panel(await table.view(late))))


async def test_a_computer_acts_when_people_have_read_what_happened(tmp_path: Path) -> None:
    async with a_room(tmp_path / "reading.db", pacing=READING) as room:
        table = await room.open(RW, ANN, computers=2)
        await table.start(ANN)
        await room.quiet()
        assert table.session is not None
        while not table.session.match.asks_of(0):
            room.clock.advance(2.5)
            await room.quiet()
        answered = len(table.session.match.rows)
        await table.press(ANN, table.session.id, ask_of(table, ANN).id, ask_of(table, ANN).prompt.default)
        room.clock.advance(2.0)
        await room.quiet()
        assert len(table.session.match.rows) == answered + 1
        room.clock.advance(3.1)
        await room.quiet()
        assert len(table.session.match.rows) > answered + 1


async def test_nobody_waits_where_only_computers_are_left_and_the_board_says_so(tmp_path: Path) -> None:
    async with a_room(tmp_path / "alone.db", pacing=READING) as room:
        table = await room.open(RW, ANN, computers=3)
        await table.start(ANN)
        await room.quiet()
        assert table.session is not None
        table.state.seats[0].policy = "regular"
        assert "Only computers are left" in " ".join(texts(table_message(await table.view())))
        table.live.update_deadlines()
        room.clock.advance(2.6)
        await room.quiet()
        assert table.session is None
