"""Adventurer's Choice: final score, who wins, and the payout (ADV-13, ADV-14, ADV-R7 to ADV-R9, ADV-R13)."""

from __future__ import annotations

import pytest

from games.parlour.adventurers_choice.money import NightMoney
from tests.helpers.games.adventurers_choice import evening, idles, plays
from tests.helpers.script import Script


def books(held: list[int], lent: dict[int, int], owed: dict[int, int]) -> NightMoney:
    """Money by seat, and markers."""
    money = NightMoney(dict(enumerate(held)))
    money.lent.update(lent)
    money.owed.update(owed)
    return money


def after_one_loan(**stakes: int) -> Script:
    """A night of A, B, C in which C has borrowed; the games move no money."""
    return idles(evening("ABC", stakes=stakes, share=0)).does(C="yes")


@pytest.mark.rule("ADV-X3", "ADV-14", "ADV-R9")
def test_score_and_payout_are_two_things() -> None:
    money = books([95, 40, 15], {0: 1}, {2: 1})
    assert [money.score(seat) for seat in range(3)] == [120, 40, -10]
    assert sum(map(money.score, range(3))) == 150
    assert money.payout(0) == {0: 110, 1: 40, 2: 0}


@pytest.mark.rule("ADV-13", "ADV-14", "ADV-R9")
def test_the_best_score_wins_and_debts_are_paid_back() -> None:
    s = after_one_loan(A=66, B=64, C=20)
    assert s.money == {"A": 41, "B": 64, "C": 45}
    idles(idles(s))
    rows = [(s.name(row.seat), row.place, row.reason.values["n"]) for row in s.result.rows if row.reason]
    # B holds most money; A wins with the Loan Marker
    assert rows == [("A", 1, 66), ("B", 2, 64), ("C", 3, 20)]
    assert s.result.headline.values == {"who": (0,), "n": 66}
    assert s.money == {"A": 66, "B": 64, "C": 20}
    assert s.net == {"A": {"piece": 0}, "B": {"piece": 0}, "C": {"piece": 0}}


@pytest.mark.rule("ADV-R8")
def test_equal_best_scores_share_the_win() -> None:
    s = idles(idles(idles(evening("ABC", stakes={"A": 60, "B": 30, "C": 60}, share=0))))
    assert [(s.name(row.seat), row.place) for row in s.result.rows] == [("A", 1), ("C", 1), ("B", 3)]
    assert s.result.headline.values == {"who": (0, 2), "n": 60}


@pytest.mark.rule("ADV-R9")
def test_a_debtor_pays_as_far_as_the_money_goes_and_all_markers_get_alike() -> None:
    # 50 owed, 30 there; 25 owed, 25 there: 55 for three markers
    assert books([100, 100, 30, 40], {0: 2, 1: 1}, {2: 2, 3: 1}).payout(2) == {0: 137, 1: 118, 2: 0, 3: 15}


@pytest.mark.rule("ADV-R13", "ADV-R9")
@pytest.mark.parametrize(
    ("last", "paid"),
    [
        (0, {0: 38, 1: 18, 2: 0, 3: 0}),  # 56 for three markers: both odd pieces are seat 0's
        (1, {0: 37, 1: 19, 2: 0, 3: 0}),  # one is seat 1's, one seat 0's
        (2, {0: 38, 1: 18, 2: 0, 3: 0}),
    ],
)
def test_odd_pieces_go_one_a_marker_clockwise_by_holder(last: int, paid: dict[int, int]) -> None:
    assert books([0, 0, 46, 10], {0: 2, 1: 1}, {2: 2, 3: 1}).payout(last) == paid


@pytest.mark.rule("ADV-R9")
def test_who_lent_and_borrowed_pays_and_is_paid() -> None:
    assert books([10, 20, 70], {0: 1, 2: 1}, {0: 1, 1: 1}).payout(0) == {0: 15, 1: 0, 2: 85}


@pytest.mark.rule("ADV-R7", "ADV-R9")
def test_who_has_left_is_settled_with_all_others() -> None:
    s = after_one_loan(A=66, B=64, C=10)
    s.leaves("C")
    assert s.money == {"A": 41, "B": 64, "C": 35}
    idles(s)
    assert s.match.over
    assert s.money == {"A": 66, "B": 64, "C": 10}
    assert [(s.name(row.seat), row.place) for row in s.result.rows] == [("A", 1), ("B", 2), ("C", None)]


@pytest.mark.rule("ADV-R9", "ADV-R13")
def test_the_last_starting_player_is_counted_first() -> None:
    # B lends C 25; C loses 1 in its own game, and then A lends too; A's game is the last one
    s = evening("ABC", stakes={"A": 49, "B": 50, "C": 0}, share=0, carry={"starter": 1})
    idles(s).does(C="yes")
    assert s.money == {"A": 49, "B": 25, "C": 25}
    s.rigged.cards[:] = ["R.wren", "R.hare", "W.hawk", "W.owl", "M.wren", "M.hare"]
    plays(s)
    assert s.money == {"A": 51, "B": 24, "C": 24}
    s.does(B="no").does(C="yes")
    assert s.money == {"A": 26, "B": 24, "C": 49}
    idles(s)
    # C pays back 49 of 50: 24 a marker, and the odd piece is A's
    assert s.money == {"A": 51, "B": 48, "C": 0}
    assert s.result.carry == {"last_starter": 0}


@pytest.mark.rule("SHR-R9")
def test_shares_won_in_the_night_are_added_up() -> None:
    s = evening("AB", share=0)
    idles(idles(s))
    assert sum(row.shares for row in s.result.rows) == 4
