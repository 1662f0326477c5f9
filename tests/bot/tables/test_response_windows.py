"""Time in the tavern's windows: the beat, the clocks, a seat's share of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.question_clocks import BEAT, ClockSettings, TimeBudget
from games.engine import RAIL, Ask, TimeBudgetScope, Window
from games.engine.card_prompts import PlayCard
from games.tavern import GAME
from tests.helpers.games.tavern import key, state
from tests.helpers.tables import ANN, BOB, CID, Room, passes
from tests.helpers.tavern_tables import (
    NO,
    PRAYER,
    STRIKE,
    answers,
    ask_of,
    cute,
    night,
    rows,
    waited_for,
)

SHORT = 6.0
"""Seconds that a window of 20 waits for those whose matter it is not: three tenths."""

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


@pytest.mark.rule("TIM-R11", "TIM-R21")
async def test_who_wants_to_be_asked_every_time_is_waited_for_until_the_time_is_up(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cid could not even negate an Action card."""
    table = await night(room, monkeypatch)
    await answers(table, BOB, "standing", "until_turn")
    await answers(table, CID, "standing", "ask_all")
    await cute(table)
    await passes(room, 19.9)
    assert waited_for(table) == {2}
    await passes(room, 0.1)
    assert rows(table, "timeout") == [(2, "pass_on")], "and is late then"


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
    assert rows(table, "table") == [(2, "pass"), (1, "pass")]


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


@pytest.mark.rule("TIM-R10", "TIM-R21")
async def test_a_window_waits_twenty_seconds_for_whom_it_hits_and_silence_is_a_pass(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await night(room, monkeypatch)
    await cute(table)
    await passes(room, SHORT - 0.1)
    assert waited_for(table) == {1, 2}
    await passes(room, 0.1)
    assert waited_for(table) == {1}, "the card does not hit Cid"
    await passes(room, 20 - SHORT - 0.1)
    assert waited_for(table) == {1}
    await passes(room, 0.1)
    assert rows(table, "table") == [(2, "pass"), (1, "pass")]
    assert rows(table, "timeout") == [], "nobody is late by saying nothing"
    assert 0 in waited_for(table)


@pytest.mark.rule("TIM-R21")
@pytest.mark.parametrize("press", ["respond", "pass", None])
@pytest.mark.parametrize("look", [False, True])
async def test_the_moments_of_a_window_follow_from_presses_and_never_from_a_hand(
    room: Room, monkeypatch: pytest.MonkeyPatch, press: str | None, look: bool
) -> None:
    """Cid can negate the answer of Bob or not: with the same presses everything happens at the same moments."""
    seen = []
    for title in (NO, "I only swallow my own work"):
        table = await night(room, monkeypatch)
        assert table.session is not None
        session, began, moments = table.session, room.clock.now(), list[tuple[float, int, Any]]()
        state(session.match).players[2].hand.cards = [key(title)]
        await cute(table)
        await answers(table, BOB, "respond", [key(STRIKE), 0, []])
        await passes(room, SHORT)
        # the window of Bob's card, which may be negated
        await passes(room, 1)
        if look:
            await table.look_closer(CID)
        if press:
            await answers(table, CID, "respond", "pass")
        await answers(table, ANN, "respond", "pass")
        for _ in range(240):
            asked = [block.asked for block in session.match.scene(RAIL).blocks if isinstance(block, Window)]
            moments.append((room.clock.now() - began, len(session.match.rows), asked))
            await passes(room, 0.25)
        seen.append(moments)
        await table.force_close("Over.")
    assert seen[0] == seen[1]


@pytest.mark.rule("TIM-R21")
async def test_who_looks_closer_keeps_the_window_open(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await night(room, monkeypatch)
    await cute(table)
    await answers(table, BOB, "respond", "pass")
    await passes(room, 4)
    await table.look_closer(CID)
    await passes(room, 15.9)
    assert waited_for(table) == {2}
    await passes(room, 0.1)
    assert rows(table, "table") == [(2, "pass")]


@pytest.mark.rule("TIM-R21")
@pytest.mark.parametrize("holds", [False, True])
async def test_alone_with_computers_a_member_is_asked_only_with_a_card(
    room: Room, monkeypatch: pytest.MonkeyPatch, holds: bool
) -> None:
    table = await night(room, monkeypatch)
    assert table.session is not None
    for number in (0, 2):
        table.state.seats[number].policy = "regular"
    session = table.session
    state(session.match).players[1].hand.cards = [key(STRIKE)] if holds else []
    await cute(table)
    asked = ask_of(table, BOB, "respond").id
    if holds:
        assert asked not in session.deadlines, "only computers wait"
    else:
        assert session.deadlines[asked] - room.clock.now() == BEAT


@pytest.mark.rule("TIM-R10")
@pytest.mark.parametrize(("window", "seconds"), [(None, 20.0), (30, 15.0), (60, 30.0)])
async def test_who_waits_for_the_others_gets_half_of_what_the_host_has_set_or_twenty_seconds(
    room: Room, monkeypatch: pytest.MonkeyPatch, window: int | None, seconds: float
) -> None:
    table = await night(room, monkeypatch, clocks={} if window is None else {"window": window})
    await cute(table)
    await answers(table, CID, "respond", "wait")
    await answers(table, BOB, "respond", "pass")
    await passes(room, seconds - 0.1)
    assert waited_for(table) == {2}
    assert table.session is not None
    assert ask_of(table, CID, "respond_late")
    await passes(room, 0.1)
    assert rows(table, "table") == [(2, "pass")]


@pytest.mark.rule("TIM-R10", "TURN-R9")
def test_a_host_sets_the_clocks_within_their_ends() -> None:
    respond, late = prompt("respond", "window"), prompt("respond_late", "late")
    form, choice = prompt("discard", "turn"), prompt("gamble", "choice")
    plain = ClockSettings()
    assert [plain.seconds(GAME, each) for each in (respond, late, form, choice)] == [20, 20, 90, 30]
    long = ClockSettings(1.0, {"window": 86_400, "turn": 259_200, "choice": 259_200})
    assert [long.seconds(GAME, each) for each in (respond, late, form, choice)] == [
        86_400,
        43_200,
        259_200,
        259_200,
    ]
    wrong = ClockSettings(1.0, {"window": 1, "turn": 1, "choice": 10**9})
    assert [wrong.seconds(GAME, each) for each in (respond, form, choice)] == [10, 15, 259_200]
    fast = ClockSettings(0.4)
    assert [fast.seconds(GAME, each) for each in (respond, form, choice)] == [20, 36, 20]


def prompt(kind: str, clock: Any) -> PlayCard:
    """A question with that clock."""
    return PlayCard(kind, ("pass",), (), "pass", clock)


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
    ask = Ask(seat, prompt("respond", clock), time_budget=TimeBudgetScope(number, longer))
    ask.id = in_window.count  # type: ignore[attr-defined]
    return ask


in_window.count = 0  # type: ignore[attr-defined]


@pytest.mark.rule("TIM-R19")
def test_a_seat_has_forty_five_seconds_for_all_windows_of_a_turn() -> None:
    shares, now, waits = TimeBudget(), 0.0, []
    for _ in range(4):
        ask = in_window(1, 7)
        waits.append(shares.wait(ask, now, 30.0))
        now += waits[-1]
        shares.stop(ask.id, now)
        now += 100  # nobody waits for the seat meanwhile
    assert waits == [30, 20, 20, 20], "but no choice has less than twenty seconds"
    assert shares.wait(in_window(2, 7), now, 30.0) == 30, "every seat has its own"
    longer = in_window(1, 7, longer=5)
    assert shares.wait(longer, now, 60.0) == 30, (
        "a Round gives fifteen more; fifty-five of it are used already"
    )
    assert shares.wait(in_window(1, 8), now, 30.0) == 30, "the next turn gives all of it again"


@pytest.mark.rule("TIM-R19")
def test_the_share_runs_only_while_a_window_waits_for_the_seat() -> None:
    shares = TimeBudget()
    for at in range(6):
        ask = in_window(1, 1)
        assert shares.wait(ask, 100.0 * at, 20.0) == 20
        shares.stop(ask.id, 100.0 * at + 4)
    assert shares.left(1, TimeBudgetScope(1)) == 21


@pytest.mark.rule("TIM-R19")
def test_unhurried_tables_have_no_share() -> None:
    shares = TimeBudget()
    for at in range(5):
        ask = in_window(1, 1, clock="late" if at % 2 else "window")
        seconds = 31.0 if at % 2 else 61.0
        assert shares.wait(ask, 100.0 * at, seconds) == seconds
        shares.stop(ask.id, 100.0 * at + seconds)
    ask = in_window(1, 1)
    assert shares.wait(ask, 1000.0, 60.0) == 20, "up to a minute it is one"


@pytest.mark.rule("TIM-R19")
async def test_rounds_and_turns_are_told_with_the_questions(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await night(room, monkeypatch)
    await cute(table)
    assert ask_of(table, BOB, "respond").time_budget == TimeBudgetScope(1, 0)
    assert ask_of(table, ANN, "standing").time_budget is None


@pytest.mark.rule("TIM-R5")
async def test_what_all_may_see_is_the_standard_time_whatever_anybody_has_left(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await night(room, monkeypatch, clocks={"window": 50})
    assert table.session is not None
    table.session.time_budget._used[1] = (1, 44.0)
    await answers(table, CID, "standing", "until_turn")
    await cute(table)
    now = room.clock.now()
    assert {(await table.view(viewer)).window_until for viewer in (0, 1, 2, RAIL)} == {now + 50}
    asks = [ask_of(table, person, "respond") for person in (BOB, CID)]
    assert {ask.seat: table.session.deadlines[ask.id] - now for ask in asks} == {1: 20, 2: 3}
    assert window(await table.view(RAIL)) == window(await table.view(1)), "and who is asked, to all alike"
    before = window(await table.view(RAIL))
    await answers(table, BOB, "respond", "pass")
    assert window(await table.view(RAIL)) == before, "an answer changes nothing of it"


def window(view: Any) -> Any:
    """The window block of a view."""
    [block] = [block for block in view.scene.blocks if isinstance(block, Window)]
    return block
