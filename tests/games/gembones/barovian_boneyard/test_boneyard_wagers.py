"""Barovian Boneyard: the wager window, the cost of a wager, leaving, and the options."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from games.engine import HOUSE, BadOptions, Chance, IllegalAnswer, Line, SceneOutcome, Seats, Seed
from games.gembones.barovian_boneyard import GAME
from games.gembones.barovian_boneyard.computer import newcomer, regular, shark
from tests.helpers.games.barovian_boneyard import BoneyardTable


@pytest.mark.rule("BB-04", "BB-R2")
def test_up_to_ten_wagers() -> None:
    table = BoneyardTable("A")
    table.open()
    for bad in (0, 11, -1, "0", None, 1.0, True):
        with pytest.raises(IllegalAnswer):
            table.wager("A", bad)  # type: ignore[arg-type]
    assert BoneyardTable("A").game("2 5", A=[3] * 10).net == {"A": +20}


@pytest.mark.rule("BB-R2", "BB-R9")
@pytest.mark.parametrize("variant", ["storming_the_castle", "vistani_stowaway"])
def test_one_wager_each(variant: str) -> None:
    options: dict[str, Any] = {variant: True}
    table = BoneyardTable("AB", **options)
    table.open()
    with pytest.raises(IllegalAnswer):
        table.wager("A", 2)
    table.wager("A", 1)


def test_all_are_asked_at_once_and_nobody_waits_for_an_order() -> None:
    table = BoneyardTable("ABC")
    match = table.open([2, 5, 3, 3])
    assert table.asked() == "ABC"
    table.wager("C")
    assert table.asked() == "AB"
    table.wager("A", "pass")
    table.wager("B")
    assert match.over
    assert table.net == {"A": 0, "B": +2, "C": +2}


def test_who_does_not_answer_in_time_is_not_in_this_game() -> None:
    table = BoneyardTable("AB")
    match = table.open([2, 5, 3])
    [ask] = match.asks_of(1)
    assert (ask.prompt.default, ask.prompt.clock) == ("pass", "window")
    table.wager("A")
    match.answer(ask.id, 1, ask.prompt.default, "timeout")
    assert table.net == {"A": +2, "B": 0}


def test_without_a_wager_nothing_is_rolled() -> None:
    table = BoneyardTable("AB").game()
    assert table.result.pays == ()
    assert not table.told("house_rolls")
    assert table.net == {"A": 0, "B": 0}


@pytest.mark.parametrize(
    ("options", "seat", "house"),
    [
        ({}, {"g6": 3}, {"g6": 6}),
        ({"size": "g10"}, {"g10": 3}, {"g10": 6}),
        ({"wolves_in_the_woods": True}, {"g6": 3}, {"g6": 6}),
        ({"blinsky": True}, {"g6": 3}, {}),
    ],
)
def test_the_worst_case_of_both_sides_is_set_aside(
    options: dict[str, Any], seat: dict[str, int], house: dict[str, int]
) -> None:
    table = BoneyardTable("A", **options)
    [ask] = table.open().asks_of(0)
    cost = ask.prompt.cost(3)
    assert (dict(cost.seat), dict(cost.house)) == (seat, house)
    assert not ask.prompt.cost("pass").seat


@pytest.mark.parametrize(("seats", "house"), [("AB", 2), ("ABC", 3), ("ABCDE", 5)])
def test_storming_sets_aside_the_mist_of_all_and_x_to_1(seats: str, house: int) -> None:
    table = BoneyardTable(seats, storming_the_castle=True)
    [ask] = table.open().asks_of(0)
    cost = ask.prompt.cost(1)
    assert (dict(cost.seat), dict(cost.house)) == ({"g6": 3}, {"g6": house})


def test_the_bank_risks_no_more_than_it_set_aside() -> None:
    table = BoneyardTable("ABC", storming_the_castle=True).game("2 5", A=3, B=3, C=4)
    assert table.net == {"A": +3, "B": +3, "C": +3}
    assert table.match.risked[HOUSE] == {"g6": 9}


def test_who_leaves_before_wagering_is_not_in_and_who_leaves_after_is_settled() -> None:
    table = BoneyardTable("ABCD").game("2 5", leave="C", leave_later="A", A=[3, 6], B=2)
    assert table.net == {"A": +1, "B": +1, "C": 0, "D": 0}


def test_all_may_leave() -> None:
    table = BoneyardTable("AB").game(leave="AB")
    assert table.result.pays == ()


@pytest.mark.parametrize("other", ["wolves_in_the_woods", "storming_the_castle"])
def test_vistani_stowaway_contradicts_two_variants(other: str) -> None:
    with pytest.raises(BadOptions, match="don't go together") as refused:
        GAME.parse_options({"vistani_stowaway": True, other: True})
    assert str(refused.value).endswith(".")


def test_every_other_pair_is_taken() -> None:
    refused = [("storming_the_castle", "vistani_stowaway"), ("vistani_stowaway", "wolves_in_the_woods")]
    variants = sorted(name for name, field in GAME.options.model_fields.items() if field.annotation is bool)
    pairs = [pair for pair in combinations(variants, 2) if pair not in refused]
    assert len(pairs) == 8
    for one, other in pairs:
        GAME.parse_options({one: True, other: True})


@pytest.mark.rule("BB-R7")
def test_storming_needs_two() -> None:
    assert GAME.limits(GAME.parse_options({"storming_the_castle": True})) == (2, 8)
    assert GAME.limits(GAME.parse_options({})) == (1, 8)


# ---- the computer player


@pytest.mark.parametrize("variant", ["", "blinsky", "madam_eva", "vistani_stowaway", "storming_the_castle"])
def test_the_computer_wagers_where_the_odds_favour_it(variant: str) -> None:
    options: dict[str, Any] = {variant: True} if variant else {}
    table = BoneyardTable("AB", **options)
    match = table.open()
    scene, luck = match.scene(0), Chance(Seed("computer"))
    one = variant in ("vistani_stowaway", "storming_the_castle")
    assert {newcomer(scene, scene.mine()[0], luck) for _ in range(50)} == ({1} if one else {1, 2, 3})
    assert regular(scene, scene.mine()[0], luck) == (1 if one else 5)
    assert shark(scene, scene.mine()[0], luck) == (1 if one else 10)


def test_the_computer_keeps_out_of_the_woods() -> None:
    match = BoneyardTable("A", wolves_in_the_woods=True).open()
    for policy in (regular, shark):
        assert policy(match.scene(0), match.scene(0).mine()[0], Chance(Seed("computer"))) == "pass"


def test_everybody_sees_the_same() -> None:
    table = BoneyardTable("AB")
    table.open([2, 5, 3, 6])
    table.wager("A")
    table.wager("B")
    # but for the sentence that each reads about their own end
    one, other, rail = (
        [
            block._replace(personal=None) if isinstance(block, SceneOutcome) else block
            for block in table.match.scene(viewer).blocks
        ]
        for viewer in (0, 1, -2)
    )
    assert one == other == rail


def test_seats_show_what_was_called() -> None:
    table = BoneyardTable("AB").game("2 5", A=[3, 6])
    block = next(block for block in table.match.scene(-2).blocks if isinstance(block, Seats))
    notes = [row.note for row in block.rows]
    assert notes == [Line("{calls}", {"calls": "Ravenloft, Mist"}), Line("sits out")]
