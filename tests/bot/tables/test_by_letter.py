"""Matches by letter: turns of hours or days in every game, reminders, an idle lobby, restarts."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.clock import DAY, HOUR
from bot.tables.match_session import MatchSession
from bot.tables.question_clocks import ASIDE, ClockSettings, is_formality
from bot.tables.state import LETTER, TableSettings
from games.engine import Match
from games.registry import GAMES
from tests.helpers import tavern_tables
from tests.helpers.crier import Crier
from tests.helpers.random_matches import luck_of, play, random_header
from tests.helpers.tables import ANN, BOB, CID, Room, a_room, answers, ask_of, passes

GAME = "rogues_and_warriors"
CONCLAVE = "conclave_of_wyrms"


@pytest.mark.parametrize("key", GAMES)
def test_every_decision_of_every_game_lasts_as_long_as_a_turn(key: str) -> None:
    """But for races and calls, in which nobody can hurry for days, and the tavern's windows, a day at most."""
    game, decisions = GAMES[key], 0
    clocks = ClockSettings.of(TableSettings(pace="3 days"))
    longest = game.clocks.get("window", (0.0, 3 * DAY))[1]
    for case in range(3):
        luck = luck_of("letters", key, case)
        match = Match(game, random_header(game, luck), digests=False)
        session = MatchSession(1, match, free=True)
        for _ in play(match, luck):
            for ask in match.open.values():
                prompt, seconds = ask.prompt, session.seconds(ask, clocks)
                if prompt.clock == "none":
                    assert seconds is None
                elif prompt.clock in ("race", "call"):
                    assert seconds == session.seconds(ask)
                elif prompt.clock == "pause" or is_formality(prompt):
                    assert seconds == 3 * DAY / ASIDE
                else:
                    window = longest / (2 if prompt.clock == "late" else 1)
                    assert seconds == (window if prompt.clock in ("window", "late") else 3 * DAY)
                    decisions += 1
    assert decisions


def test_a_table_plays_by_letter_by_its_pace_or_by_its_games_own_clock() -> None:
    assert [TableSettings(pace=pace).letter for pace in ("fast", *LETTER)] == [None, *LETTER.values()]
    assert TableSettings(clocks={"turn": 900}).letter is None
    assert TableSettings(clocks={"turn": DAY}).letter == DAY


async def test_the_lobby_stays_open_for_three_turns(room: Room) -> None:
    crier = Crier.of(room)
    await room.open(GAME, ANN, BOB, pace="12 hours")
    room.clock.advance(36 * HOUR - 1)
    await room.quiet()
    assert not crier.closed_by
    room.clock.advance(2)
    await room.quiet()
    assert crier.closed_by == ["Nobody has played here for 36 hours, so everyone has their stake back."]


async def test_a_turn_is_told_once_and_warned_of_before_it_ends(room: Room) -> None:
    crier = Crier.of(room)
    table = await room.open(GAME, ANN, BOB, pace="1 day")
    await table.lifecycle.start(ANN)
    [first] = {ask.seat for ask in table.session.match.open.values()}  # type: ignore[union-attr]
    name = table.state.seats[first].name
    room.clock.advance(119)
    await room.quiet()
    assert crier.nudged == [], "whoever has just pressed is still there"
    room.clock.advance(2)
    await room.quiet()
    assert crier.nudged == [name]
    room.clock.advance(0.89 * DAY - 121)
    await room.quiet()
    assert (crier.nudged, crier.warned) == ([name], [])
    room.clock.advance(0.02 * DAY)
    await room.quiet()
    assert (crier.nudged, crier.warned) == ([name], [name])
    room.clock.advance(0.1 * DAY)
    await room.quiet()
    assert table.session is not None
    assert [(row.seat, row.answer, row.by) for row in table.session.match.rows] == [
        (first, "check", "timeout")
    ], "the default costs nothing"


@pytest.mark.rule("TIM-R5")
async def test_in_a_window_members_are_told_in_secret_and_nobody_by_a_mention(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    crier = Crier.of(room)
    table = await tavern_tables.night(room, monkeypatch, pace="1 day")
    await tavern_tables.answers(table, CID, "standing", "ask_all")
    await tavern_tables.cute(table)
    assert tavern_tables.waited_for(table) == {1, 2}
    version = table.version
    await passes(room, 121)
    assert (crier.nudged, crier.warned) == ([], [])
    assert set(crier.secret) == {"Bob", "Cid"}
    assert table.version == version, "no repaint tells who is still asked"
    await tavern_tables.answers(table, CID, "respond", "pass")
    await passes(room, DAY / 2)
    assert len(crier.secret) == 2


async def test_the_next_match_gathers_for_a_turn_and_after_a_restart_too(tmp_path: Path) -> None:
    path = tmp_path / "letters.db"
    async with a_room(path) as room:
        table = await room.open(GAME, ANN, BOB, pace="4 hours")
        await table.lifecycle.start(ANN)
        await answers(table, ANN if table.session and table.session.match.asks_of(0) else BOB, "fold")
        while table.session is not None:
            asked = next(iter(table.session.match.open.values())).seat
            await answers(table, (ANN, BOB)[asked], ask_of(table, (ANN, BOB)[asked]).prompt.default)
        await table.lifecycle.again(ANN)
        room.clock.advance(2 * HOUR)
        await room.quiet()
        assert table.session is None
        clock = room.clock
    async with a_room(path, clock) as room:
        [table] = room.registry
        assert table.live.gather_until == clock.now() + 2 * HOUR, "the same moment as before"
        await table.lifecycle.again(BOB)
        assert table.session is not None, "both are ready, and nobody waits longer"


async def test_a_turn_is_still_open_for_a_while_after_an_outage(tmp_path: Path) -> None:
    path = tmp_path / "outage.db"
    async with a_room(path) as room:
        table = await room.open(GAME, ANN, BOB, pace="1 day")
        await table.lifecycle.start(ANN)
        clock = room.clock
    clock.advance(5 * DAY)
    async with a_room(path, clock) as room:
        [table] = room.registry
        assert table.session is not None
        assert set(table.session.deadlines.values()) == {clock.now() + DAY / ASIDE}


async def test_a_night_by_letter_has_as_many_turns_as_one_at_the_table(room: Room) -> None:
    ends = {}
    for pace in ("normal", "1 day"):
        table = await room.open(
            "adventurers_choice", ANN, BOB, options={"length": "time", "minutes": 60}, pace=pace
        )
        await table.lifecycle.start(ANN)
        assert table.session is not None
        assert table.session.time_up_at is not None
        ends[pace] = table.session.time_up_at - room.clock.now()
        await table.force_close("")
    assert ends["normal"] == 60 * 60
    assert ends["1 day"] == 60 * 60 * DAY / 90
