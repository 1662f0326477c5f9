"""Time in the tavern's windows: the beat, the clocks, a seat's share of a turn, who is away, interruptions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.tables.actor import TableActor
from bot.tables.announce import Silent
from bot.tables.house import Person
from bot.tables.playing import GRACE
from bot.tables.state import Seat
from bot.tables.tempo import BEAT, Shares, Tempo, late_in_a_row
from games.engine import RAIL, Ask, Row, Stretch, Window
from games.engine.plays import Play
from games.tavern.tavern import GAME
from tests.bot.at_tables import ANN, BOB, CID, DOT, Room, a_room
from tests.e2e.conftest import HandClock
from tests.e2e.tavern_night import rig, start_of
from tests.games.tavern.night import Sits, key

PEOPLE = {"Ann": ANN, "Bob": BOB, "Cid": CID, "Dot": DOT}
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
    await table.start(ANN)
    await answers(table, ANN, "discard", ["", 0, [[]]])
    return table


def ask_of(table: TableActor, person: Person, kind: str) -> Ask:
    """The question of that kind to a person."""
    assert table.playing is not None
    seat = table.viewer_of(person.user_id)
    [ask] = [ask for ask in table.playing.match.open.values() if (ask.seat, ask.prompt.kind) == (seat, kind)]
    return ask


async def answers(table: TableActor, person: Person, kind: str, answer: Any) -> None:
    """A person answers that question."""
    assert table.playing is not None
    await table.press(person, table.playing.id, ask_of(table, person, kind).id, answer)


async def cute(table: TableActor, target: int = 1) -> None:
    """Ann plays her card on a seat: a window opens for both others."""
    await answers(table, ANN, "action", [key(CUTE), 0, [[target], []]])


def rows(table: TableActor, by: str) -> list[tuple[int, Any]]:
    """Who answered what that way."""
    assert table.playing is not None
    return [(row.seat, row.answer) for row in table.playing.match.rows if row.by == by]


def waited_for(table: TableActor) -> set[int]:
    """Whose answer is still missing."""
    assert table.playing is not None
    return {ask.seat for ask in table.playing.match.open.values() if not ask.answered}


async def passes(room: Room, seconds: float) -> None:
    """Time goes on."""
    room.clock.advance(seconds)
    await room.quiet()


# ---- the beat


@pytest.mark.rule("TIM-R11")
async def test_an_answer_given_beforehand_comes_exactly_three_seconds_after_the_question(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await night(room, monkeypatch)
    await answers(table, CID, "standing", "only_hits")
    await answers(table, BOB, "standing", "until_turn")
    await cute(table)
    await passes(room, 2.9)
    assert waited_for(table) == {1, 2}
    assert rows(table, "table") == []
    await passes(room, 0.1)
    assert rows(table, "table") == [(1, "pass"), (2, "pass")], "whatever they hold, all at the same moment"


@pytest.mark.rule("TIM-R11")
async def test_without_a_standing_answer_nobody_is_passed_before_the_time_is_up(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cid could not even negate an Action card."""
    table = await night(room, monkeypatch)
    await answers(table, BOB, "standing", "until_turn")
    await cute(table)
    await passes(room, 19.9)
    assert waited_for(table) == {2}


@pytest.mark.rule("TIM-R11")
async def test_a_standing_answer_set_while_a_window_waits_counts_for_it_too_and_can_be_dropped(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await night(room, monkeypatch)
    await cute(table)
    await passes(room, 1)
    await answers(table, CID, "standing", "until_turn")
    await passes(room, 1)
    await answers(table, CID, "standing", "ask_all")
    await passes(room, 5)
    assert waited_for(table) == {1, 2}, "dropped before the beat"
    await answers(table, CID, "standing", "until_turn")
    await room.quiet()
    assert waited_for(table) == {1}, "its beat is over: it counts at once"
    await passes(room, 12.9)
    assert waited_for(table) == {1}
    await passes(room, 0.1)
    assert rows(table, "timeout") == [(1, "pass_on")]


@pytest.mark.rule("TIM-R18")
async def test_pass_on_this_is_given_at_the_beat_in_the_next_window_of_the_event(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await night(room, monkeypatch)
    await cute(table)
    await answers(table, CID, "respond", "pass_on")
    await answers(table, BOB, "respond", [key(PRAYER), 0, []])
    # the window of the Anytime card
    await passes(room, BEAT - 0.1)
    assert 2 in waited_for(table)
    await passes(room, 0.1)
    assert rows(table, "table") == [(2, "pass_on")]


# ---- the clocks


@pytest.mark.rule("TIM-R10")
async def test_a_window_waits_twenty_seconds_and_then_all_have_passed_on_this(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await night(room, monkeypatch)
    await cute(table)
    await passes(room, 19.9)
    assert waited_for(table) == {1, 2}
    await passes(room, 0.1)
    assert rows(table, "timeout")[:2] == [(1, "pass_on"), (2, "pass_on")]
    assert 0 in waited_for(table)


@pytest.mark.rule("TIM-R10")
async def test_who_waits_for_the_others_gets_half_of_it(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await night(room, monkeypatch)
    await cute(table)
    await answers(table, CID, "respond", "wait")
    await answers(table, BOB, "respond", "pass")
    await passes(room, 9.9)
    assert waited_for(table) == {2}
    assert table.playing is not None
    assert ask_of(table, CID, "respond_late")
    await passes(room, 0.1)
    assert rows(table, "timeout") == [(2, "pass")]


@pytest.mark.rule("TIM-R10", "TURN-R9")
def test_a_host_sets_the_clocks_within_their_ends() -> None:
    respond, late = prompt("respond", "window"), prompt("respond_late", "late")
    form, choice = prompt("discard", "turn"), prompt("gamble", "choice")
    plain = Tempo()
    assert [plain.seconds(GAME, each) for each in (respond, late, form, choice)] == [20, 10, 90, 30]
    long = Tempo(1.0, {"window": 86_400, "turn": 259_200, "choice": 259_200})
    assert [long.seconds(GAME, each) for each in (respond, late, form, choice)] == [
        86_400,
        43_200,
        259_200,
        259_200,
    ]
    wrong = Tempo(1.0, {"window": 1, "turn": 1, "choice": 10**9})
    assert [wrong.seconds(GAME, each) for each in (respond, form, choice)] == [10, 15, 259_200]
    fast = Tempo(0.4)
    assert [fast.seconds(GAME, each) for each in (respond, form, choice)] == [10, 36, 15]


def prompt(kind: str, clock: Any) -> Play:
    """A question with that clock."""
    return Play(kind, ("pass",), (), "pass", clock)


@pytest.mark.rule("TURN-R9")
async def test_forms_wait_ninety_seconds_and_small_decisions_thirty(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await night(room, monkeypatch)
    await passes(room, 89.9)
    assert ask_of(table, ANN, "action")
    await passes(room, 0.1)
    assert rows(table, "timeout") == [(0, "no_action")]
    assert ask_of(table, ANN, "order")
    await passes(room, 29.9)
    assert len(rows(table, "timeout")) == 1
    await passes(room, 0.1)
    assert rows(table, "timeout")[1] == (0, ["", 0, [[1]]]), "the smallest pile, the nearest on the left"


# ---- a seat's share of a turn


def in_window(seat: int, number: int, longer: int = 0, clock: Any = "window") -> Ask:
    """An ask of a window."""
    in_window.count += 1  # type: ignore[attr-defined]
    ask = Ask(seat, prompt("respond", clock), stretch=Stretch(number, longer))
    ask.id = in_window.count  # type: ignore[attr-defined]
    return ask


in_window.count = 0  # type: ignore[attr-defined]


@pytest.mark.rule("TIM-R19")
def test_a_seat_has_forty_five_seconds_for_all_windows_of_a_turn() -> None:
    shares, now, waits = Shares(), 0.0, []
    for _ in range(4):
        ask = in_window(1, 7)
        waits.append(shares.wait(ask, now, 20.0))
        now += waits[-1]
        shares.stop(ask.id, now)
        now += 100  # nobody waits for the seat meanwhile
    assert waits == [20, 20, 5, 5]
    assert shares.wait(in_window(2, 7), now, 20.0) == 20, "every seat has its own"
    longer = in_window(1, 7, longer=1)
    assert shares.wait(longer, now, 20.0) == 10, "a Round gives fifteen more, of which five were used already"
    assert shares.wait(in_window(1, 8), now, 20.0) == 20, "the next turn gives all of it again"


@pytest.mark.rule("TIM-R19")
def test_the_share_runs_only_while_a_window_waits_for_the_seat() -> None:
    shares = Shares()
    for at in range(6):
        ask = in_window(1, 1)
        assert shares.wait(ask, 100.0 * at, 20.0) == 20
        shares.stop(ask.id, 100.0 * at + 4)
    assert shares.left(1, Stretch(1)) == 21


@pytest.mark.rule("TIM-R19")
def test_unhurried_tables_have_no_share() -> None:
    shares = Shares()
    for at in range(5):
        ask = in_window(1, 1, clock="late" if at % 2 else "window")
        seconds = 31.0 if at % 2 else 61.0
        assert shares.wait(ask, 100.0 * at, seconds) == seconds
        shares.stop(ask.id, 100.0 * at + seconds)
    ask = in_window(1, 1)
    assert shares.wait(ask, 1000.0, 60.0) == 5, "up to a minute it is one"


@pytest.mark.rule("TIM-R19")
async def test_rounds_and_turns_are_told_with_the_questions(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await night(room, monkeypatch)
    await cute(table)
    assert ask_of(table, BOB, "respond").stretch == Stretch(1, 0)
    assert ask_of(table, ANN, "standing").stretch is None


@pytest.mark.rule("TIM-R5")
async def test_what_all_may_see_is_the_standard_time_whatever_anybody_has_left(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await night(room, monkeypatch)
    assert table.playing is not None
    table.playing.shares._used[1] = (1, 44.0)
    await answers(table, CID, "standing", "until_turn")
    await cute(table)
    now = room.clock.now()
    assert {(await table.look(viewer)).window_until for viewer in (0, 1, 2, RAIL)} == {now + 20}
    asks = [ask_of(table, person, "respond") for person in (BOB, CID)]
    assert {ask.seat: table.playing.due[ask.id] - now for ask in asks} == {1: 5, 2: 3}
    assert window(await table.look(RAIL)) == window(await table.look(1)), "and who is asked, to all alike"
    before = window(await table.look(RAIL))
    await answers(table, BOB, "respond", "pass")
    assert window(await table.look(RAIL)) == before, "an answer changes nothing of it"


def window(view: Any) -> Any:
    """The window block of a view."""
    [block] = [block for block in view.scene.blocks if isinstance(block, Window)]
    return block


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
    await table.welcome_back(Person(ANN.user_id, "Ann"))
    assert not table.state.seats[0].away
    assert not table.is_away(ANN.user_id)


@pytest.mark.rule("TIM-R16")
async def test_an_answer_of_ones_own_begins_the_row_anew(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await night(room, monkeypatch)
    await passes(room, 120)
    await answers(table, ANN, "standing", "only_hits")
    assert table.playing is not None
    assert table.playing.late.get(0, 0) == 0


@pytest.mark.rule("TIM-R16")
async def test_who_is_away_is_answered_for_at_the_beat(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await night(room, monkeypatch)
    table.state.seats[1].away = True
    await cute(table)
    await passes(room, BEAT - 0.1)
    assert rows(table, "timeout") == []
    await passes(room, 0.1)
    assert rows(table, "timeout") == [(1, "pass_on")]
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
    assert table.playing is not None
    asked = ask_of(table, ANN, "action").id
    await passes(room, 60)
    await answers(table, CID, "play_card", [key(FLASK), 0, [[1]]])
    assert asked not in table.playing.match.open
    await passes(room, 15)
    for person in (ANN, BOB, CID):
        if table.viewer_of(person.user_id) in waited_for(table):
            await answers(table, person, "respond", "pass")
    assert ask_of(table, ANN, "action").id == asked, "the same question"
    assert table.playing.due[asked] == room.clock.now() + 30, "ninety less sixty; the window did not count"


# ---- what others are told, and restarts


class Loud(Silent):
    """Remembers who was mentioned or warned."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def nudge(self, table: Any, seat: Seat, due: float, *, restarted: bool = False) -> None:
        self.told.append(seat.name)

    def warn(self, table: Any, seat: Seat, due: float) -> None:
        self.told.append(seat.name)


@pytest.mark.rule("TIM-R5")
async def test_nobody_is_mentioned_for_what_is_missing_in_a_window(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    loud = Loud()
    object.__setattr__(room.floor.house, "announcer", loud)
    table = await night(room, monkeypatch, clocks={"window": 300})
    await cute(table)
    await passes(room, 299)
    assert waited_for(table) == {1, 2}
    assert loud.told == []
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
        assert table.playing is not None
        seen = [table.playing.match.scene(viewer) for viewer in (0, 1, 2, RAIL)]
        assert len(table.playing.match.rows) > 5
    clock.advance(7200)
    async with a_room(path, clock) as room:
        [table] = room.floor
        assert table.playing is not None
        assert [table.playing.match.scene(viewer) for viewer in (0, 1, 2, RAIL)] == seen
        assert all(due >= clock.now() + GRACE for due in table.playing.due.values())
        assert (await table.look(RAIL)).window_until == clock.now() + GRACE
        await passes(room, GRACE)
        await passes(room, 20)
        await passes(room, 20)
        assert table.playing is not None
        assert [event.kind for event in table.playing.match.events].count("negated") == 1
