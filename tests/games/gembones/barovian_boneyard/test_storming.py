"""Storming the Castle: captives, fines and releases over games in a row."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import HOUSE, Pay, changes
from games.engine.money_changer import settle_debts
from games.gembones.barovian_boneyard.storming_castle import BAR_SECONDS
from tests.helpers.games.barovian_boneyard import BoneyardTable


def storming(seats: str = "ABC", held: str = "", **options: Any) -> BoneyardTable:
    return BoneyardTable(seats, storming_the_castle=True, held=held, **options)


@pytest.mark.rule("BB-18", "BB-19", "BB-X9", "BB-R5")
def test_three_games_at_the_castle() -> None:
    table = storming().game("2 5", A=3, B=6, C=2)
    assert table.net == {"A": +2, "B": -1, "C": +1}
    assert table.held == "", "A's ravenloft counts for this very game: B is not caught"

    table.game("3 4", A=1, B=3, C=4)
    assert table.net == {"A": -1, "B": +1, "C": +1}
    assert table.held == "A"

    table.open()
    assert table.asked() == "BC", "a captive is not asked"
    table.game("1 6", B=4, C=1)
    assert table.net == {"A": 0, "B": +2, "C": +1}
    assert table.held == ""
    table.open()
    assert table.asked() == "ABC"


@pytest.mark.rule("BB-19")
def test_one_ravenloft_frees_every_captive() -> None:
    table = storming("ABCD", held="ABC").game("2 5", D=3)
    assert (table.held, table.net) == ("", {"A": 0, "B": 0, "C": 0, "D": +2})
    table.open()
    assert table.asked() == "ABCD"


@pytest.mark.rule("BB-18", "BB-X9")
def test_without_a_ravenloft_the_captive_loses_every_game() -> None:
    table = storming(held="A").game("1 6", B=1, C=6)
    assert table.net == {"A": -1, "B": +1, "C": +1}
    assert table.held == "A"
    assert table.game("3 4", B=3, C=1).net == {"A": -1, "B": +1, "C": -1}
    assert table.held == "AC"


@pytest.mark.rule("BB-21", "BB-X10")
def test_everybody_in_the_mist_pays_three_and_is_free() -> None:
    table = storming(held="A").game("3 4", B=1, C=6)
    assert table.net == {"A": -3, "B": -3, "C": -3}
    assert table.held == ""
    assert table.result.lifts


@pytest.mark.rule("BB-20", "BB-X11", "BB-R7")
def test_all_ravenloft_pays_as_many_to_1_as_rolled() -> None:
    assert storming("ABCD").game("2 5", A=3, B=4, C=3, D=4).net == dict.fromkeys("ABCD", 4)
    # D sits out: three are in the game
    assert storming("ABCD").game("2 5", A=3, B=4, C=3).net == {"A": 3, "B": 3, "C": 3, "D": 0}


@pytest.mark.rule("BB-X11", "BB-R5")
def test_with_a_captive_all_ravenloft_pays_two() -> None:
    table = storming("ABCD", held="A").game("2 5", B=3, C=4, D=3)
    assert table.net == {"A": 0, "B": 2, "C": 2, "D": 2}
    assert table.held == ""


@pytest.mark.rule("BB-R11")
def test_a_lone_ravenloft_pays_the_usual_two() -> None:
    assert storming().game("2 5", A=3).net == {"A": +2, "B": 0, "C": 0}


@pytest.mark.rule("BB-X12", "BB-R10")
def test_two_windows_without_a_wager_free_the_captives() -> None:
    table = storming(held="A").game()
    assert (table.held, table.net) == ("A", {"A": 0, "B": 0, "C": 0})
    table.game()
    assert (table.held, table.net) == ("", {"A": 0, "B": 0, "C": 0})
    assert table.result.lifts


@pytest.mark.rule("BB-R10")
def test_a_game_between_starts_the_count_anew() -> None:
    table = storming(held="A").game().game("3 4", B=3).game()
    assert table.held == "A"
    assert table.game().held == ""


@pytest.mark.rule("BB-X12", "BB-R5")
def test_who_sits_out_counts_for_nothing() -> None:
    table = storming(held="A").game("3 4", B=1)
    assert table.net == {"A": -3, "B": -3, "C": 0}
    assert table.held == ""


@pytest.mark.rule("BB-R5")
def test_svalich_alone_neither_catches_nor_frees() -> None:
    table = storming(held="A").game("3 4", B=3, C=4)
    assert (table.held, table.net) == ("A", {"A": -1, "B": +1, "C": +1})


def test_vallaki_keeps_its_odds_and_saves_nobody() -> None:
    table = storming(held="A").game("4 4", B=4, C=4)
    assert (table.held, table.net) == ("A", {"A": -1, "B": +2, "C": +2})


@pytest.mark.rule("BB-24")
def test_a_svalich_that_the_wolves_eat_is_no_mist() -> None:
    table = storming(wolves_in_the_woods=True).game("3 4", A=3, B=4, C=3)
    assert (table.held, table.net) == ("", {"A": -1, "B": -1, "C": -1})


def test_blinsky_pays_x_to_1_in_tickets() -> None:
    table = storming(blinsky=True, size="g8").game("2 6", A=3, B=4, C=5)
    assert table.tickets == dict.fromkeys("ABC", 3 * 8)


# ---- leaving


@pytest.mark.rule("BB-R6")
def test_a_captive_buys_a_way_out_between_two_games() -> None:
    table = storming("ABCD", held="AB")
    gone = table.depart("A")
    assert gone.pays == (Pay(0, HOUSE, "g6", 1, if_able=True),)
    assert gone.barred == {0: BAR_SECONDS}
    assert not gone.lifts
    assert table.held == "B"
    assert BAR_SECONDS == 10 * 60


@pytest.mark.rule("BB-R6")
def test_who_is_free_leaves_for_nothing() -> None:
    gone = storming(held="A").depart("B")
    assert (gone.pays, dict(gone.barred), gone.lifts) == ((), {}, False)
    assert gone.carry["held"] == [0]


@pytest.mark.rule("BB-R6")
def test_a_captive_who_leaves_during_a_window_pays_one_and_is_out_of_the_game() -> None:
    table = storming("ABCD", held="A").game("3 4", leave="A", B=3, C=4)
    assert table.net == {"A": -1, "B": +1, "C": +1, "D": 0}
    assert table.result.barred == {0: BAR_SECONDS}
    assert table.held == ""
    assert not table.result.lifts


@pytest.mark.rule("BB-R6", "BB-20")
def test_a_captive_who_left_does_not_spoil_x_to_1() -> None:
    table = storming("ABCD", held="A").game("2 5", leave="A", B=3, C=3, D=3)
    assert table.net == {"A": -1, "B": +3, "C": +3, "D": +3}


@pytest.mark.rule("BB-R6")
def test_a_release_ends_every_bar() -> None:
    table = storming("ABCD", held="A").game("2 5", leave="A", B=3)
    assert table.result.barred == {}
    assert table.result.lifts
    assert not storming("ABC").game("3 4", A=3).result.lifts


@pytest.mark.rule("BB-R6")
def test_who_left_with_a_wager_in_and_is_caught_pays_for_the_way_out_too() -> None:
    table = storming("ABCD").game("3 4", leave_later="A", A=1, B=3)
    assert table.net == {"A": -2, "B": +1, "C": 0, "D": 0}
    assert (table.held, dict(table.result.barred)) == ("", {0: BAR_SECONDS})
    # not caught: nothing beyond the game is taken
    table = storming("ABCD").game("2 5", leave_later="A", A=1, B=3)
    assert (table.net["A"], dict(table.result.barred)) == (-1, {})


@pytest.mark.rule("BB-R6")
def test_if_only_captives_remain_all_are_free() -> None:
    table = storming("ABC", held="AB")
    gone = table.depart("C")
    assert (gone.pays, gone.lifts, table.held) == ((), True, "")
    # and during a game, where C leaves without a wager
    table = storming("ABC", held="AB").game(leave="C")
    assert table.held == ""
    assert table.net == {"A": 0, "B": 0, "C": 0}
    # who leaves before that has paid; who stayed has not
    table = storming("ABC", held="AB").game(leave="AC")
    assert (table.net, table.held) == ({"A": -1, "B": 0, "C": 0}, "")


@pytest.mark.rule("BB-R10")
def test_one_who_is_left_alone_is_free() -> None:
    table = storming("AB", held="A")
    gone = table.depart("B")
    assert (gone.pays, gone.lifts, table.held) == ((), True, "")


@pytest.mark.rule("BB-R10")
def test_one_who_is_left_alone_by_the_game_that_caught_them_is_free() -> None:
    table = storming("ABC")
    match = table.open([3, 4, 1, 3])
    table.wager("A")
    table.wager("B")
    table.leave("BC")
    assert match.over
    assert table.net == {"A": -1, "B": +1, "C": 0}
    assert (table.result.carry, table.result.lifts) == ({}, True)


@pytest.mark.rule("BB-R6", "GEM-R5")
def test_a_captive_who_cannot_pay_gives_what_is_left() -> None:
    table = storming(held="A").game("3 4", B=1, C=6)
    [debt] = [pay for pay in table.result.pays if pay.giver == 0]
    assert debt == Pay(0, HOUSE, "g6", 3, if_able=True)
    [settled] = settle_debts({"g4": 2, "piece": 1}, [{debt.unit: debt.amount}])
    assert (settled.paid, settled.written_off) == ({"g4": 2, "piece": 1}, 18 - 9)
    assert table.held == ""


@pytest.mark.rule("BB-R6")
def test_newcomers_join_free() -> None:
    table = storming("AB", held="A")
    table.names["C"] = 2
    table.seated.append(2)
    table.open()
    assert table.asked() == "BC"


def test_captives_are_free_where_the_variant_is_switched_off() -> None:
    table = storming(held="A")
    table.options = {}
    table.game("2 5", A=3)
    assert (table.net["A"], table.held, table.result.lifts) == (+2, "", True)
    table = storming(held="A")
    table.options = {}
    assert table.depart("A").pays == ()


def test_what_other_games_carry_is_kept() -> None:
    table = storming(held="A")
    table.carry = {**table.carry, "last_starter": 2}
    assert table.game("3 4", B=3).carry == {"held": [0], "empty_windows": 0, "last_starter": 2}


def test_the_money_of_a_game_adds_up() -> None:
    table = storming("ABCD", held="A").game("3 4", B=3, C=1)
    assert changes(table.result.pays) == {0: {"g6": -1}, 1: {"g6": 1}, 2: {"g6": -1}, HOUSE: {"g6": 1}}
    assert [row.seat for row in table.result.rows] == [1, 3, 0, 2], "told from the best to the worst"
