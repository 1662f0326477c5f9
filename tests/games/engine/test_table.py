"""The table: ways to ask, comings and goings, and what scenes are made of."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.engine import (
    BACK,
    RAIL,
    Ask,
    Choose,
    Hand,
    IllegalAnswer,
    Line,
    Log,
    Open,
    ResultRow,
    SceneHeader,
    Seats,
    Table,
    Zone,
)
from tests.helpers.small_games import end_of, ids, match_of, news, say

YES_NO = Choose("agree", ("yes", "no"), "no")


# ---- one


def test_one_seat_is_asked_and_nobody_else_may_answer() -> None:
    async def rules(table: Table) -> Any:
        return await table.ask(1, YES_NO)

    match = match_of(rules)
    assert ids(match) == {1: 1}
    for seat in (0, 2, RAIL, -1):
        with pytest.raises(IllegalAnswer):
            match.answer(1, seat, "yes")
    say(match, 1, "yes")
    assert end_of(match) == "yes"


def test_a_question_is_made_anew_after_news_and_keeps_its_id_if_it_is_the_same() -> None:
    made: list[int] = []

    async def rules(table: Table) -> Any:
        def prompt() -> Choose:
            made.append(len(made))
            return Choose("agree", ("yes", "no"), "yes" if table.time_up else "no")

        return await table.ask(0, prompt(), prompt)

    match = match_of(rules)
    before = ids(match)
    news(match, "handover", 1)
    assert ids(match) == before
    assert len(made) == 2
    news(match, "time_up")
    assert ids(match) != before
    assert match.open[ids(match)[0]].prompt.default == "yes"


# ---- each


async def each(table: Table) -> Any:
    """All are asked at once."""
    return await table.ask_each(dict.fromkeys(table.ring, YES_NO))


async def each_changeable(table: Table) -> Any:
    """All are asked at once and may change their minds."""
    return await table.ask_each(dict.fromkeys(table.ring, YES_NO), change=True)


@pytest.mark.rule("BET-R14")
def test_each_answers_come_in_any_order_and_are_told_in_the_order_asked() -> None:
    match = match_of(each)
    assert ids(match) == {0: 1, 1: 2, 2: 3}
    for seat, answer in ((2, "yes"), (0, "no"), (1, "yes")):
        assert not match.over
        say(match, seat, answer)
    assert end_of(match) == {0: "no", 1: "yes", 2: "yes"}
    assert list(end_of(match)) == [0, 1, 2]


@pytest.mark.rule("BET-R14")
def test_each_is_sealed_until_the_last_answer_is_in() -> None:
    yes, no = match_of(each), match_of(each)
    say(yes, 1, "yes")
    say(no, 1, "no")
    for viewer in (0, 2, RAIL):
        assert yes.scene(viewer) == no.scene(viewer)
    with pytest.raises(IllegalAnswer):
        yes.answer(2, 1, "no")


def test_each_may_be_changed_where_the_rules_allow() -> None:
    match = match_of(each_changeable)
    say(match, 1, "yes")
    assert match.asks_of(1) == []
    assert [ask.answered for ask in match.scene(1).asks] == [False, True, False]
    match.answer(2, 1, "no")
    match.answer(2, 1, "yes")
    match.answer(2, 1, "no")
    say(match, 0, "yes")
    say(match, 2, "yes")
    assert end_of(match) == {0: "yes", 1: "no", 2: "yes"}


def test_each_of_nobody_is_answered_at_once() -> None:
    async def rules(table: Table) -> Any:
        return await table.ask_each({})

    assert end_of(match_of(rules)) == {}


@pytest.mark.parametrize("change", [False, True])
def test_of_a_quiet_question_nobody_sees_who_has_answered(change: bool) -> None:
    async def rules(table: Table) -> Any:
        quiet = replace(YES_NO, quiet=True)
        return await table.ask_each(dict.fromkeys(table.ring, quiet), change=change)

    match = match_of(rules)
    before = {viewer: match.scene(viewer) for viewer in (0, 2, RAIL)}
    say(match, 1, "yes")
    for viewer, scene in before.items():
        assert match.scene(viewer) == scene
    assert len(match.scene(0).mine()) == 1


# ---- any


def test_any_the_first_answer_wins_and_all_other_buttons_stay_good() -> None:
    async def rules(table: Table) -> Any:
        asks = {seat: Ask(seat, Choose("roll", ("roll",), "roll", clock="race")) for seat in table.ring}
        order: list[int] = []
        while len(order) < 5:
            reply = await table.ask_any(asks)
            order.append(reply.seat)
            asks[reply.seat] = Ask(reply.seat, reply.ask.prompt)
        return order

    match = match_of(rules)
    first = ids(match)
    say(match, 1, "roll")
    assert ids(match) == {**first, 1: 4}
    with pytest.raises(IllegalAnswer):
        match.answer(first[1], 1, "roll")
    news(match, "handover", 2)
    assert ids(match) == {**first, 1: 4}
    for seat in (1, 2, 0, 0):
        say(match, seat, "roll")
    assert end_of(match) == [1, 1, 2, 0, 0]


# ---- leaving


@pytest.mark.rule("BET-R15")
def test_a_seat_that_leaves_answers_by_default_without_a_row() -> None:
    match = match_of(each)
    say(match, 0, "yes")
    news(match, "leave", 1)
    assert match.table.gone == {1}
    assert ids(match) == {2: 3}
    say(match, 2, "yes")
    assert end_of(match) == {0: "yes", 1: "no", 2: "yes"}
    assert [row.seat for row in match.rows] == [0, -1, 2]


def test_an_answer_that_was_given_before_leaving_stands() -> None:
    match = match_of(each_changeable)
    say(match, 1, "yes")
    news(match, "leave", 1)
    say(match, 0, "no")
    say(match, 2, "no")
    assert end_of(match) == {0: "no", 1: "yes", 2: "no"}


def test_a_seat_that_has_left_is_never_waited_for_again() -> None:
    async def rules(table: Table) -> Any:
        return [await table.ask(seat, YES_NO) for seat in (0, 1, 0, 1)]

    match = match_of(rules)
    news(match, "leave", 1)
    news(match, "leave", 1)
    assert len([event for event in match.events if event.kind == "left"]) == 1
    say(match, 0, "yes")
    assert ids(match).keys() == {0}
    say(match, 0, "yes")
    assert end_of(match) == ["yes", "no", "yes", "no"]


def test_comings_time_and_facts_reach_the_rules() -> None:
    async def rules(table: Table) -> Any:
        await table.ask(0, YES_NO)
        return table.arrived, table.time_up, {seat: dict(known) for seat, known in table.facts.items()}

    match = match_of(rules, facts={1: {"uses": 2, "kept": True}})
    news(match, "join", 7)
    news(match, "join", 5)
    news(match, "time_up")
    news(match, "facts", [1, {"uses": 1}])
    news(match, "facts", [2, {"purse": 9}])
    say(match, 0, "yes")
    assert end_of(match) == ([7, 5], True, {1: {"uses": 1, "kept": True}, 2: {"purse": 9}})


# ---- a game in a game


def test_a_nested_game_has_its_own_ring_and_words_and_shares_all_else() -> None:
    async def inner(table: Table) -> Any:
        table.tell("begins", who=table.ring[0])
        return await table.ask_each(dict.fromkeys(table.ring, YES_NO)), table.chance.die(6)

    async def rules(table: Table) -> Any:
        outer = table.chance.die(6)
        sub = table.sub(
            [1, 2], stakes={1: 5}, words={"begins": "{who:seat} begins."}, key="inner", carry={"x": 1}
        )
        assert (sub.carry, sub.stakes, sub.key, sub.title) == ({"x": 1}, {1: 5}, "inner", "Small")
        answers, roll = await inner(sub)
        table.tell("begins", who=9)
        return outer, answers, roll, table.gone

    match = match_of(rules, words={"begins": "The night: {who}."})
    assert ids(match).keys() == {1, 2}
    assert match.scene(1).mine()[0].words == {"begins": "{who:seat} begins."}
    news(match, "leave", 2)
    say(match, 1, "yes")
    outer, answers, roll, gone = end_of(match)
    assert answers == {1: "yes", 2: "no"}
    assert gone == {2}
    lines = [line.text for block in match.scene(0).blocks if isinstance(block, Log) for line in block.lines]
    assert lines == ["{who:seat} begins.", "{seat:seat} leaves.", "The night: {who}."]
    assert 1 <= outer <= 6
    assert 1 <= roll <= 6


def test_scenes_show_the_nested_game_until_the_outer_one_comes_to_front() -> None:
    async def rules(table: Table) -> Any:
        table.seats.money = table.seats.aside = {0: 10, 1: 20, 2: 30}
        table.phase("choosing")
        table.head(Line("round 1"))
        await table.ask(0, YES_NO)
        inner = table.sub([1, 2], key="inner", title="Inner")
        table.seats.money = {1: 15, 2: 25}
        await inner.ask(1, YES_NO)
        table.to_front()
        table.seats.money = {0: 10, 1: 16, 2: 24}
        await table.ask(0, YES_NO)

    def seen() -> tuple[Any, ...]:
        header, seats = match.scene(RAIL).blocks[:2]
        assert isinstance(header, SceneHeader)
        assert isinstance(seats, Seats)
        rows = [(row.money, row.out) for row in seats.rows]
        return header.game, header.title, header.phase is None, header.facts, rows

    match = match_of(rules)
    head = (Line("round 1"),)
    assert seen() == ("small", "Small", False, head, [(10, False), (20, False), (30, False)])
    say(match, 0, "yes")
    # who has no part in the nested game is out, with the money that was put aside
    assert seen() == ("inner", "Inner", True, head, [(10, True), (15, False), (25, False)])
    say(match, 1, "yes")
    assert seen() == ("small", "Small", True, head, [(10, False), (16, False), (24, False)])


def test_things_of_a_kind_are_taken_off_the_table_and_others_stay() -> None:
    async def rules(table: Table) -> Any:
        table.show(Open("dice", ["d6:1"]), Hand(0, ["W.hawk"]), Open("dice", ["d6:2"]))
        table.take_off(Open)
        await table.ask(0, YES_NO)

    zones = [block for block in match_of(rules).scene(0).blocks if isinstance(block, Zone)]
    assert zones == [Zone("hand", 0, ("W.hawk",), (False,))]


def test_the_ring_from_a_seat() -> None:
    async def rules(table: Table) -> Any:
        sub = table.sub([1, 3, 4])
        return [sub.from_seat(seat) for seat in (0, 1, 2, 4, 5)]

    assert end_of(match_of(rules)) == [[1, 3, 4], [1, 3, 4], [3, 4, 1], [4, 1, 3], [1, 3, 4]]


# ---- looking


def test_a_hand_shows_faces_to_its_owner_and_backs_or_what_is_open_to_others() -> None:
    hand = Hand(1, ["W.hawk", "R.owl"])
    hand.open.add(1)
    assert hand.block(1) == Zone("hand", 1, ("W.hawk", "R.owl"), (False, True))
    assert hand.block(0) == hand.block(RAIL) == Zone("hand", 1, (BACK, "R.owl"), (False, True))
    hand.fold()
    assert hand.block(0) is None
    assert hand.block(1) == Zone("hand", 1, ("W.hawk", "R.owl"), (False, False))


def test_open_things_are_the_same_to_all_until_they_leave_the_table() -> None:
    dice = Open("dice", ["d6:1"], 2)
    assert dice.block(0) == dice.block(2) == Zone("dice", 2, ("d6:1",), ())
    dice.fold()
    assert dice.block(0) is dice.block(2) is None


def test_an_event_is_logged_for_its_audience_only() -> None:
    async def rules(table: Table) -> Any:
        table.tell("secret", [1], card="W.hawk")
        table.tell("open", n=3)
        table.tell("unsaid", n=4)
        return await table.ask(0, YES_NO)

    match = match_of(rules, words={"secret": "You have {card:item}.", "open": "It is {n}."})
    logs = {
        viewer: [
            line.text
            for block in match.scene(viewer).blocks
            if isinstance(block, Log)
            for line in block.lines
        ]
        for viewer in (0, 1, RAIL)
    }
    assert logs == {0: ["It is {n}."], 1: ["You have {card:item}.", "It is {n}."], RAIL: ["It is {n}."]}
    assert "W.hawk" not in str(match.scene(0))


def test_a_question_is_shown_to_its_seat_alone_unless_it_gives_nothing_away() -> None:
    async def rules(table: Table) -> Any:
        return await table.ask_each({0: YES_NO, 1: replace(YES_NO, public=True)})

    match = match_of(rules)
    shown = {v: [ask.prompt is not None for ask in match.scene(v).asks] for v in (0, 1, RAIL)}
    assert shown == {0: [True, True], 1: [False, True], RAIL: [False, True]}


def test_whoever_waits_once_is_told_of_an_answer_of_news_and_of_a_seat_that_is_gone() -> None:
    told: list[Any] = []

    async def rules(table: Table) -> Any:
        asks = [Ask(seat, YES_NO, table.words) for seat in (0, 1)]
        while len(told) < 4:
            reply = await table.wait_once(asks)
            told.append(None if reply is None else (reply.seat, reply.answer))
            asks = [ask for ask in asks if reply is None or ask.seat != reply.seat]
            asks = asks or [Ask(2, YES_NO, table.words)]
        return table.time_up

    match = match_of(rules)
    news(match, "time_up")
    assert told == [None], "the rules may ask something else now"
    say(match, 1, "yes")
    assert told == [None, (1, "yes")]
    news(match, "leave", 0)
    assert told == [None, (1, "yes"), None, (0, "no")], "by default, without a question"
    assert end_of(match) is True


def test_a_row_of_a_result_has_no_points_and_no_shares_unless_they_are_given() -> None:
    row = ResultRow(0, None, {}, None)
    assert (row.points, row.shares) == (0, 0)
