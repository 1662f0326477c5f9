"""The players in the tavern's windows: away or back, interrupted, never mentioned; and a bot that is restarted."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.person import Person
from bot.tables.question_clocks import BEAT, GRACE, late_in_a_row
from games.engine import RAIL, Row
from tests.e2e.conftest import HandClock
from tests.helpers.crier import Crier
from tests.helpers.games.tavern import key
from tests.helpers.tables import ANN, BOB, CID, Room, a_room, passes
from tests.helpers.tavern_tables import (
    FLASK,
    NO,
    STRIKE,
    answers,
    ask_of,
    cute,
    night,
    rows,
    waited_for,
)

# ---- away


@pytest.mark.rule("TIM-R16")
async def test_after_three_timeouts_in_a_row_a_player_is_away_until_they_press_anything(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await night(room, monkeypatch)
    await passes(room, 90)
    assert not table.state.seats[0].away
    await passes(room, 30)
    assert not table.state.seats[0].away, "twice is not three times"
    while not table.state.seats[0].away:
        assert len([row for row in rows(table, "timeout") if row[0] == 0]) < 3
        await passes(room, 1)
    assert len([row for row in rows(table, "timeout") if row[0] == 0]) == 3
    await table.present(Person(ANN.user_id, "Ann"))
    assert not table.state.seats[0].away


@pytest.mark.rule("TIM-R16")
async def test_an_answer_of_ones_own_begins_the_row_anew(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await night(room, monkeypatch)
    await passes(room, 120)
    await answers(table, ANN, "standing", "only_hits")
    assert table.session is not None
    assert table.session.times_late(0) == 0


@pytest.mark.rule("TIM-R16")
async def test_who_is_away_is_answered_for_at_the_beat(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await night(room, monkeypatch)
    table.state.seats[1].away = True
    await cute(table)
    await passes(room, BEAT - 0.1)
    assert rows(table, "timeout") == []
    await passes(room, 0.1)
    assert rows(table, "table") == [(1, "pass")]
    assert 2 in waited_for(table), "nobody else is hurried"


def test_a_row_of_timeouts_is_told_by_the_journal() -> None:
    journal = [Row(1, 0, "", 1, "timeout"), Row(2, 1, "", 1, "timeout"), Row(3, 0, "", 1, "player"),
               Row(4, 0, "", 1, "timeout"), Row(5, 0, "", 1, "table"), Row(6, 0, "", 1, "timeout")]  # fmt: skip
    assert late_in_a_row(journal) == {0: 2, 1: 1}


# ---- interruptions


@pytest.mark.rule("TIM-R12")
async def test_a_decision_that_is_interrupted_keeps_its_remaining_time(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await night(room, monkeypatch)
    assert table.session is not None
    asked = ask_of(table, ANN, "action").id
    await passes(room, 60)
    await answers(table, CID, "play_card", [key(FLASK), 0, [[1]]])
    assert asked not in table.session.match.open
    await passes(room, 15)
    for person in (ANN, BOB, CID):
        if table.viewer_of(person.user_id) in waited_for(table):
            await answers(table, person, "respond", "pass")
    assert ask_of(table, ANN, "action").id == asked, "the same question"
    assert table.session.deadlines[asked] == room.clock.now() + 30, (
        "ninety less sixty; the window did not count"
    )


# ---- what others are told, and restarts


@pytest.mark.rule("TIM-R5")
async def test_nobody_is_mentioned_for_what_is_missing_in_a_window(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    crier = Crier.of(room)
    table = await night(room, monkeypatch, clocks={"window": 300})
    await answers(table, CID, "standing", "ask_all")
    await cute(table)
    await passes(room, 299)
    assert waited_for(table) == {1, 2}
    assert (crier.nudged, crier.secret, crier.warned) == ([], [], [])
    await passes(room, 1)
    await passes(room, 29)
    await passes(room, 1)


@pytest.mark.rule("TIM-R2")
async def test_a_restart_inside_a_nested_window_resumes_with_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = HandClock()
    path = tmp_path / "nested.db"
    async with a_room(path, clock) as room:
        table = await night(room, monkeypatch)
        await answers(table, ANN, "standing", "only_hits")
        await cute(table)
        await answers(table, BOB, "respond", [key(STRIKE), 0, []])
        await answers(table, CID, "respond", "pass")
        await answers(table, CID, "respond", [key(NO), 0, []])
        assert table.session is not None
        seen = [table.session.match.scene(viewer) for viewer in (0, 1, 2, RAIL)]
        assert len(table.session.match.rows) > 5
    clock.advance(7200)
    async with a_room(path, clock) as room:
        [table] = room.registry
        assert table.session is not None
        assert [table.session.match.scene(viewer) for viewer in (0, 1, 2, RAIL)] == seen
        assert all(due >= clock.now() + GRACE for due in table.session.deadlines.values())
        assert (await table.view(RAIL)).window_until == clock.now() + GRACE
        await passes(room, GRACE)
        await passes(room, 20)
        await passes(room, 20)
        assert table.session is not None
        assert [event.kind for event in table.session.match.events].count("negated") == 1
