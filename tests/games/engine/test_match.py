"""The match: rows, replays that are the match again or stop, ids, and results that cannot be paid."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest
from msgspec.structs import asdict, astuple, replace

from games.engine import (
    HOUSE,
    OUTSIDE,
    POT,
    BadOptions,
    Choose,
    Cost,
    Header,
    IllegalAnswer,
    Line,
    Match,
    Pay,
    Range,
    ReplayDiverged,
    Result,
    ResultRow,
    RulesBug,
    Seed,
    Table,
    changes,
)
from games.registry import GAMES
from tests.helpers.small_games import end_of, game_of, header, ids, match_of, news, say

YES_NO = Choose("agree", ("yes", "no"), "no")
GAME = GAMES["rogues_and_warriors"]


async def twice(table: Table) -> Any:
    """Seat 0, then seat 1."""
    return [await table.ask(seat, YES_NO) for seat in (0, 1)]


def played() -> Match:
    """A match that is over: four who check and keep all the way, twenty answers."""
    stakes = dict.fromkeys(range(4), 50)
    match = Match(GAME, Header(GAME.key, 1, {"exchange": True}, tuple(stakes), Seed("played"), stakes))
    while not match.over:
        ask = next(iter(match.open.values()))
        match.answer(ask.id, ask.seat, ask.prompt.default)
    assert len(match.rows) == 20
    return match


def test_a_refused_answer_changes_nothing() -> None:
    match = match_of(twice)
    for ask, seat, answer in ((1, 0, "maybe"), (1, 1, "yes"), (2, 0, "yes"), (9, 0, "yes"), (0, 0, "yes")):
        with pytest.raises(IllegalAnswer):
            match.answer(ask, seat, answer)
    with pytest.raises(IllegalAnswer):
        match.answer(0, OUTSIDE, ["burn", 0])
    assert match.rows == []
    assert ids(match) == {0: 1}


def test_an_old_question_is_refused_and_so_is_everything_once_it_is_over() -> None:
    match = match_of(twice)
    say(match, 0, "yes")
    with pytest.raises(IllegalAnswer, match=r"allowed \[2\]"):
        match.answer(1, 0, "yes")
    say(match, 1, "no")
    assert match.over
    assert not match.open
    for ask, seat, answer in ((2, 1, "no"), (0, OUTSIDE, ["leave", 0])):
        with pytest.raises(IllegalAnswer):
            match.answer(ask, seat, answer)


def test_rows_say_who_answered_what_and_how() -> None:
    match = match_of(twice)
    row = match.answer(1, 0, "yes", "timeout")
    assert row == match.rows[0]
    assert (row.ask, row.seat, row.answer, row.by) == (1, 0, "yes", "timeout")
    assert len(row.digest) == 12
    assert Match(match.game, match.header, digests=False).answer(1, 0, "yes").digest == ""


def test_ids_are_counted_from_one_and_are_the_same_in_a_replay() -> None:
    match = played()
    asked = [row.ask for row in match.rows]
    assert asked[0] == 1
    assert sorted(set(asked)) == list(range(1, len(asked) + 1))
    assert [row.ask for row in Match.replay(GAME, match.header, match.rows).rows] == asked


def test_a_header_goes_through_json_and_back() -> None:
    head = Header(
        "x", 3, {"a": True}, (0, 2, 5), Seed("s", 4, ("w", "ö")), {0: 5, 2: 0}, {"pot": {"piece": 1}}, {2: {"n": 1}},
        "1.2",
    )  # fmt: skip
    assert Header.from_json(json.loads(json.dumps(head.to_json()))) == head


def test_a_journal_goes_through_json_and_is_the_match_again() -> None:
    match = played()
    head = Header.from_json(json.loads(json.dumps(match.header.to_json())))
    rows = [type(row)(*json.loads(json.dumps(astuple(row)))) for row in match.rows]
    again = Match.replay(GAME, head, rows)
    assert (again.rows, again.result, again.events) == (match.rows, match.result, match.events)


# ---- replays that part


def replay(match: Match, index: int, **changed: Any) -> ReplayDiverged:
    """The error of a replay in which one row is another."""
    rows = list(match.rows)
    rows[index] = replace(rows[index], **changed)
    with pytest.raises(ReplayDiverged) as caught:
        Match.replay(match.game, match.header, rows)
    return caught.value


@pytest.mark.parametrize("index", [0, 3])
@pytest.mark.parametrize(
    "changed",
    [{"digest": "0123456789ab"}, {"seat": 9}, {"ask": 99}, {"answer": "nonsense", "digest": ""}],
    ids=str,
)
def test_a_row_that_does_not_fit_is_named(index: int, changed: dict[str, Any]) -> None:
    error = replay(played(), index, **changed)
    assert error.index == index
    assert str(error).startswith(f"row {index} of the journal")
    assert asdict(error.got).items() >= changed.items()


def test_rows_beyond_the_end_do_not_fit() -> None:
    match = played()
    with pytest.raises(ReplayDiverged) as caught:
        Match.replay(GAME, match.header, [*match.rows, match.rows[-1]])
    assert caught.value.index == len(match.rows)


def test_another_seed_or_other_rules_part_from_the_journal() -> None:
    match = played()
    with pytest.raises(ReplayDiverged):
        Match.replay(GAME, dataclasses.replace(match.header, seed=Seed("another")), match.rows)
    with pytest.raises(ReplayDiverged):
        Match.replay(GAME, dataclasses.replace(match.header, options={}), match.rows)


def test_a_replay_of_fewer_rows_is_the_match_as_it_was() -> None:
    match = match_of(twice)
    say(match, 0, "yes")
    was = match.scene(1)
    say(match, 1, "no")
    back = Match.replay(match.game, match.header, match.rows[:1])
    assert back.scene(1) == was
    say(back, 1, "yes")
    assert end_of(back) == ["yes", "yes"]


# ---- promises of the rules


def test_rules_that_wait_for_nobody_are_a_bug() -> None:
    async def rules(table: Table) -> Any:
        return await table.wait(list)

    with pytest.raises(RulesBug, match="wait for nobody"):
        match_of(rules)


def result_of(*pays: Pay, carry: dict[str, Any] | None = None, **more: Any) -> Match:
    """A match that is over at once with these payments."""

    async def rules(table: Table) -> Any:
        rows = tuple(ResultRow(seat, None, {}, None) for seat in table.ring)
        return Result(Line("x"), rows, pays, carry or {})

    return match_of(rules, **more)


def test_a_result_that_adds_up() -> None:
    match = result_of(
        Pay(0, POT, "piece", 5),
        Pay(POT, 1, "piece", 4),
        Pay(2, 1, "piece", 1),
        carry={"pot": {"piece": 1}},
        stakes={0: 5, 1: 0, 2: 1},
    )
    assert match.result is not None
    assert changes(match.result.pays) == {
        0: {"piece": -5},
        1: {"piece": 5},
        2: {"piece": -1},
        POT: {"piece": 1},
    }


@pytest.mark.parametrize(
    ("pays", "reason"),
    [
        ([Pay(0, 1, "piece", 6)], "0 pays 6 piece and has set aside 5"),
        ([Pay(0, 1, "piece", 3), Pay(0, 2, "piece", 3)], "0 pays 6 piece and has set aside 5"),
        ([Pay(0, 1, "g6", 1)], "0 pays 1 g6 and has set aside 0"),
        ([Pay(HOUSE, 1, "g6", 1)], "pays 1 g6 and has set aside 0"),
        ([Pay(0, 1, "piece", 0)], "cannot be"),
        ([Pay(0, 1, "piece", -2)], "cannot be"),
        ([Pay(0, 0, "piece", 2)], "cannot be"),
        ([Pay(0, 7, "piece", 2)], "cannot be"),
        ([Pay(0, POT, "piece", 2)], "the pot holds"),
        ([Pay(POT, 0, "piece", 2)], "the pot holds"),
        ([Pay(HOUSE, 0, "piece", 2, if_able=True)], "only a seat may owe"),
    ],
)
def test_a_result_that_cannot_be_paid_is_a_bug_of_the_rules(pays: list[Pay], reason: str) -> None:
    with pytest.raises(RulesBug, match=reason):
        result_of(*pays, stakes={0: 5, 1: 5, 2: 5})


def test_a_carried_pot_must_go_somewhere() -> None:
    with pytest.raises(RulesBug, match="the pot holds"):
        Match(game_of(_ends), header(carry={"pot": {"piece": 2}}))


async def _ends(table: Table) -> Any:
    """Over at once."""
    return None


def test_what_answers_risk_is_summed_up_and_may_be_paid() -> None:
    async def rules(table: Table) -> Any:
        for seat in (0, 1, 0):
            await table.ask(
                seat,
                Choose("wager", ("none",), "none", Range(1, 9), costs={"amount": Cost({"g6": 1}, {"g6": 2})}),
            )
        rows = tuple(ResultRow(seat, None, {}, None) for seat in table.ring)
        return Result(Line("x"), rows, (Pay(0, HOUSE, "g6", 5), Pay(HOUSE, 1, "g6", 10)))

    match = match_of(rules)
    say(match, 0, 2)
    say(match, 1, "none")
    assert match.risked == {0: {"g6": 2}, HOUSE: {"g6": 4}}
    say(match, 0, 3)
    assert match.over
    assert match.risked == {0: {"g6": 5}, HOUSE: {"g6": 10}}


def test_options_that_make_no_sense_are_refused_before_anything_is_dealt() -> None:
    with pytest.raises(BadOptions, match="no option 'dragons'"):
        Match(GAME, dataclasses.replace(header(), options={"dragons": True}))


def test_news_of_a_newcomer_let_the_result_pay_them() -> None:
    async def rules(table: Table) -> Any:
        await table.ask(0, YES_NO)
        rows = tuple(ResultRow(seat, None, {}, None) for seat in table.ring)
        return Result(Line("x"), rows, (Pay(0, 8, "piece", 1),))

    match = match_of(rules, stakes={0: 1})
    news(match, "join", 8)
    say(match, 0, "yes")
    assert match.over


@pytest.mark.rule("ADV-R7")
def test_a_newcomer_may_lose_what_the_game_has_newcomers_pay_in_and_no_more() -> None:
    def joined(lost: int) -> Match:
        async def rules(table: Table) -> Any:
            await table.ask(0, YES_NO)
            rows = tuple(ResultRow(seat, None, {}, None) for seat in table.ring)
            return Result(Line("x"), rows, (Pay(8, 0, "piece", lost),))

        match = Match(game_of(rules, stake=50), header(stakes={0: 7}))
        news(match, "join", 8)
        news(match, "join", 0)
        return match

    match = joined(50)
    assert match.stakes == {0: 7, 8: 50}
    say(match, 0, "yes")
    assert match.over
    with pytest.raises(RulesBug, match="8 pays 51 piece and has set aside 50"):
        say(joined(51), 0, "yes")
