"""Adventurer's Choice: loans between the games, and the one kind in a game (ADV-08 to ADV-12, ADV-16)."""

from __future__ import annotations

import pytest

from games.parlour.adventurers_choice.money import NightMoney
from tests.helpers.games.adventurers_choice import chooses, evening, idles, markers, plays, plays_out
from tests.helpers.script import Script


def after_a_game(**stakes: int) -> Script:
    """A night in which a game has been played and nobody has won or lost anything; B chooses next."""
    return idles(evening("".join(stakes), stakes=stakes, share=0, rounds=3))


@pytest.mark.rule("ADV-X1", "ADV-02", "ADV-08", "ADV-09", "ADV-10")
def test_a_loan_is_25_from_the_richest_against_markers() -> None:
    s = after_a_game(A=80, B=50, C=20)
    assert (s.asked("loan"), s.offered("C")[0]) == ("C", ["no", "yes"])
    s.does(C="yes")
    assert s.money == {"A": 55, "B": 50, "C": 45}
    assert markers(s) == {"A": "+1", "C": "-1"}
    assert s.told("lends")[0].values == {"seat": 0, "borrower": 2, "n": 25}
    # the lender was not asked
    assert s.asked() == "B"
    chooses(s, "rogues_and_warriors")
    assert markers(s) == {"A": "+1", "C": "-1"}


def test_a_result_tells_one_marker_from_several() -> None:
    s = after_a_game(A=80, B=50, C=20).does(C="yes").defaults()
    reasons = {row.seat: row.reason for row in s.result.rows}
    told = [
        line.values[kind]
        for seat, kind in ((0, "loans"), (2, "debts"))
        if (line := reasons[seat]) is not None
    ]
    assert [(line.text, line.values) for line in told] == [
        ("a Loan Marker", {"n": 1}),
        ("a Debt Marker", {"n": 1}),
    ]


@pytest.mark.rule("ADV-X2", "ADV-08")
def test_with_25_there_is_no_loan_with_24_there_is() -> None:
    s = after_a_game(A=80, B=50, C=25)
    assert s.kind() == "game"
    s = after_a_game(A=80, B=50, C=24)
    assert s.asked("loan") == "C"
    assert s.does(C="yes").money["C"] == 49


@pytest.mark.rule("ADV-X4", "ADV-11")
def test_markers_do_not_count_in_who_is_the_richest_nor_in_who_may_borrow() -> None:
    money = NightMoney({0: 65, 1: 75, 2: 10})
    money.lent[0], money.owed[1], money.owed[2] = 3, 1, 2
    assert money.may_borrow(2, [0, 1, 2])
    assert money.lender(2, [0, 1, 2]) == 1
    # three Loan Markers are worth 75, and still make nobody richer
    poor = NightMoney({0: 10, 1: 75})
    poor.lent[0] = 3
    assert poor.may_borrow(0, [0, 1])


@pytest.mark.rule("ADV-R2")
def test_of_equally_rich_ones_the_first_clockwise_from_the_borrower_lends() -> None:
    assert NightMoney({0: 80, 1: 80, 2: 10, 3: 30}).lender(2, [0, 1, 2, 3]) == 0
    assert NightMoney({0: 80, 1: 10, 2: 80, 3: 80}).lender(1, [0, 1, 2, 3]) == 2
    s = after_a_game(A=80, B=80, C=10, D=30).does(C="yes")
    assert s.money == {"A": 55, "B": 80, "C": 35, "D": 30}


@pytest.mark.rule("ADV-R1")
def test_one_pass_clockwise_from_the_new_starting_player_each_asked_once() -> None:
    s = after_a_game(A=10, B=0, C=90, D=24)
    asked = []
    while s.asked("loan"):
        asked.append(s.asked("loan"))
        s.does(**{asked[-1]: "no"})
    assert asked == ["B", "D", "A"]
    assert s.asked("game") == "B"
    # and again after the next game
    idles(s)
    assert s.asked("loan") == "D"


@pytest.mark.rule("ADV-R1")
def test_who_is_out_of_time_borrows_only_with_nothing_left() -> None:
    s = after_a_game(A=80, B=1, C=0)
    assert s.ask("B").prompt.default == "no"
    s.does(B="no")
    assert s.ask("C").prompt.default == "yes"


@pytest.mark.rule("ADV-R3")
def test_nobody_lends_with_fewer_than_25_and_a_lender_may_borrow_in_the_same_pass() -> None:
    assert after_a_game(A=24, B=20, C=3).kind() == "game"
    s = after_a_game(A=30, B=2, C=28)
    s.does(B="yes")
    assert s.money == {"A": 5, "B": 27, "C": 28}
    assert s.asked("loan") == "A"
    s.does(A="yes")
    assert s.money == {"A": 30, "B": 27, "C": 3}
    assert markers(s) == {"A": "+1-1", "B": "-1", "C": "+1"}
    # C had enough when the pass came by
    assert s.asked("game") == "B"


@pytest.mark.rule("ADV-R3")
def test_nobody_is_asked_twice_in_one_window() -> None:
    s = after_a_game(A=60, B=24, C=20)
    s.does(B="yes")
    assert s.money == {"A": 35, "B": 49, "C": 20}
    s.does(C="yes")
    assert s.money == {"A": 35, "B": 24, "C": 45}  # B lends and has 24 again
    assert s.asked("game") == "B"


@pytest.mark.rule("ADV-R7")
def test_who_has_left_neither_borrows_nor_lends() -> None:
    s = evening("ABCD", stakes={"A": 90, "B": 40, "C": 0, "D": 5}, share=0)
    chooses(s, "rogues_and_warriors", "shares").leaves("A")
    plays_out(s)
    assert s.asked("loan") == "C"
    s.does(C="yes")
    assert s.money == {"A": 90, "B": 15, "C": 25, "D": 5}
    # D's only lender could be C, who leaves: D is still asked, and gets nothing; nor does who leaves while asked
    assert s.asked("loan") == "D"
    s.leaves("C").does(D="yes")
    assert s.money["D"] == 5
    s = after_a_game(A=90, B=50, C=0).leaves("C")
    assert s.money["C"] == 0
    assert s.asked("game") == "B"


@pytest.mark.rule("ADV-12")
def test_a_marker_cannot_be_bet() -> None:
    s = after_a_game(A=80, B=50, C=20).does(C="yes")
    chooses(s, "rogues_and_warriors")
    assert s.asked("bet") == "B"
    # A holds 55 and a Loan Marker: after the ante B can raise by all its 49, A could by 54 and not by 79
    s.does(B="check").does(C="check")
    assert s.offered("A")[1] == (1, 54)


@pytest.mark.rule("ADV-15", "ADV-16", "BET-32", "BET-28")
def test_who_loses_all_borrows_after_the_game_and_not_in_it() -> None:
    s = evening("ABC", cards="W.hawk W.owl L.hawk L.owl R.wren R.hare")
    chooses(s, "rogues_and_warriors").does(A=49, B="fold", C="call")
    assert s.money["C"] == 0
    assert s.kind() == "reveal"
    while s.kind() == "reveal":
        s.defaults(until="loan")
    assert s.money["C"] == 0
    assert s.asked("loan") == "C"
    s.does(C="yes")
    assert s.money["C"] == 25
    assert s.asked("game") == "B"


@pytest.mark.rule("ADV-16", "DH-26", "DH-R5")
def test_a_loan_in_dragon_hordes_leaves_markers_too() -> None:
    s = evening("AB", stakes={"A": 60, "B": 2}, rolls="1 2 3 4")
    chooses(s, "dragon_hordes").does(A="roll").does(A="pass")
    # the setup took the 2 that B had, and it is B's turn
    assert (s.asked("loan"), s.money) == ("B", {"A": 56, "B": 0})
    s.does(B="yes")
    assert s.money == {"A": 31, "B": 25}
    s.time_is_up().defaults()
    assert markers(s) == {"A": "+1", "B": "-1"}
    scores = {s.name(row.seat): row.reason.values for row in s.result.rows if row.reason}
    assert (scores["A"]["lent"], scores["B"]["owed"]) == (1, 1)
    assert scores["A"]["n"] + scores["B"]["n"] == 62


def test_a_game_in_which_money_moves_moves_the_money_of_the_night() -> None:
    s = plays(evening("ABC", cards="W.hawk W.owl R.wren R.hare M.wren M.hare"))
    assert s.money == {"A": 52, "B": 49, "C": 49}
    chooses(s, "kings_council", "shares")
    assert s.money == {"A": 49, "B": 46, "C": 46}
    plays_out(s)
    assert sum(s.money.values()) == 150
