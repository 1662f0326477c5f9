"""Table Stakes, all in, side pots (BET-27 to BET-35)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import Seats
from games.parlour.rogues_and_warriors import GAME
from games.parlour.shared.side_pots import Pot, layers, settle_empty, unmatched
from tests.helpers.script import Script

ACES = "W.hawk W.wolf"
LADIES = "L.owl L.horse"
ROGUES = "R.wren R.hare"
FOLDED = "M.hawk M.wolf"


def four(a: str, b: str, d: str) -> Script:
    """BET-X4: before the round A has 30, B 40, C 55, D 60, and 15 lie in the pot."""
    s = Script(
        GAME,
        "ABCD",
        stakes={"A": 31, "B": 41, "C": 56, "D": 61},
        carry={"starter": 0, "pot": {"piece": 11}},
        cards=" ".join((a, b, FOLDED, d)),
    )
    assert s.money == {"A": 30, "B": 40, "C": 55, "D": 60}
    assert s.pot == 15
    s.bets(A=10, B=20 - 10).does(C="fold").bets(D=60 - 20).does(A="call", B="call")
    return s


@pytest.mark.rule("BET-X4", "BET-31", "BET-33", "BET-34", "BET-35")
def test_three_all_in_for_different_totals() -> None:
    s = four(ACES, LADIES, ROGUES)
    assert s.pots == {"ABD": 105, "BD": 20}
    assert s.money == {"A": 0, "B": 0, "C": 55, "D": 20}
    assert s.told("returned")[0].values == {"seat": 3, "n": 20}
    assert s.asked() == "ABD"
    assert s.kind() == "reveal"


@pytest.mark.rule("BET-X5", "BET-R12")
@pytest.mark.parametrize(
    ("hands", "ends"),
    [
        ((ACES, LADIES, ROGUES), {"A": 105, "B": 20, "C": 55, "D": 20}),
        ((ACES, ROGUES, LADIES), {"A": 105, "B": 0, "C": 55, "D": 40}),
        ((LADIES, ACES, ROGUES), {"A": 0, "B": 125, "C": 55, "D": 20}),
        ((LADIES, ROGUES, ACES), {"A": 0, "B": 0, "C": 55, "D": 145}),
    ],
)
def test_each_pot_goes_to_the_best_of_those_who_may_win_it(
    hands: tuple[str, str, str], ends: dict[str, int]
) -> None:
    s = four(*hands).each("ABD", [0])
    assert s.match.over
    assert s.money == ends
    assert sum(s.money.values()) == 200


@pytest.mark.rule("BET-X6", "BET-34", "BET-R10")
def test_a_ladder_of_all_ins() -> None:
    s = Script(GAME, "ABCD", stakes={"A": 6, "B": 13, "C": 31, "D": 51})
    assert s.pot == 4
    s.bets(A=5, B=7, C=18).does(D="call")
    assert s.pots == {"ABCD": 24, "BCD": 21, "CD": 36}
    assert s.pot == 81


@pytest.mark.rule("BET-X7", "BET-R10")
def test_folded_money_fills_the_layers_that_it_reaches() -> None:
    s = Script(GAME, "ABCD", stakes={"A": 50, "B": 7, "C": 50, "D": 50})
    s.bets(A=10).does(B="call").bets(C=15).does(D="call", A="fold")
    assert s.pots == {"BCD": 28, "CD": 42}
    assert s.pot == 70


@pytest.mark.rule("BET-27", "BET-28", "BET-R2")
def test_nobody_puts_in_more_than_they_had_before_the_ante() -> None:
    s = Script(GAME, "AB", stakes={"A": 20, "B": 80}, facts={"A": {"purse": 500}})
    assert s.offered("A") == (["check", "fold"], (1, 19))
    for answer in ("bring", 20, 500):
        s.refuses("A", answer)
    s.bets(A=19).does(B="call").each("AB", [0])
    assert min(row["piece"] for row in s.net.values()) >= -20


@pytest.mark.rule("BET-30")
def test_bets_lie_apart_until_the_round_ends() -> None:
    s = Script(GAME, "ABC").bets(A=3, B=4)
    assert s.pots == {"ABC": 3}
    assert s.bets_lying == {"A": 3, "B": 7}
    s.each("CA", "call")
    assert s.pots == {"ABC": 24}
    assert s.bets_lying == {}


@pytest.mark.rule("BET-31", "BET-R8", "RW-R6")
def test_who_is_all_in_stays_in_reveals_and_is_not_asked_to_bet_again() -> None:
    s = Script(GAME, "ABC", stakes={"A": 6, "B": 50, "C": 50}).bets(A=5, B=5).does(C="call")
    assert s.asked() == "ABC"
    s.each("ABC", [0])
    assert s.asked() == "B"
    s.bets(B=3)
    assert s.asked() == "C"
    s.does(C="call")
    assert s.match.over


def test_who_lost_all_in_is_out_of_money_and_nothing_else() -> None:
    """What BET-32 says of the game itself: its loans belong to a night."""
    s = Script(GAME, "AB", stakes={"A": 10, "B": 30}, cards=f"{ROGUES} {ACES}").bets(A=9).does(B="call")
    assert s.kind() == "reveal"
    s.each("AB", [0])
    assert s.money == {"A": 0, "B": 40}
    assert [row.seat for row in s.scene_block(Seats).rows] == [0, 1]


@pytest.mark.rule("BET-35")
def test_what_nobody_matched_goes_back_even_against_a_folded_bet() -> None:
    s = Script(GAME, "ABC", stakes={"A": 50, "B": 11, "C": 50}).bets(A=4).does(B="call").bets(C=30)
    s.does(A="fold", B="call")
    # B is all in with 10, A folded 4: C's bet beyond 10 comes back
    assert s.told("returned")[0].values == {"seat": 2, "n": 24}
    assert s.pots == {"BC": 3 + 4 + 10 + 10}


@pytest.mark.rule("BET-R3")
def test_no_money_no_cards_and_one_piece_is_all_in_for_the_main_pot() -> None:
    s = Script(GAME, "ABCD", stakes={"A": 0, "B": 1, "C": 50, "D": 50}, cards=f"{ACES} {LADIES} {ROGUES}")
    assert s.sees("A", "A") is None
    assert s.told("sits_out")[0].values == {"seat": 0}
    rows = s.scene_block(Seats).rows
    assert [row.out for row in rows] == [True, False, False, False]
    assert rows[0].note is not None
    assert rows[0].note.text == GAME.words["note:sits_out"]
    assert s.asked() == "C"
    s.bets(C=5).does(D="call")
    assert s.pots == {"BCD": 3, "CD": 10}
    s.each("BCD", [0]).each("CD", "check")
    assert s.net == {n: {"piece": p} for n, p in (("A", 0), ("B", 2), ("C", 4), ("D", -6))}
    assert s.next(stakes={"A": 5, "B": 3, "C": 54, "D": 44}).sees("A", "A") is not None


@pytest.mark.rule("BET-R3")
def test_with_fewer_than_two_who_can_ante_nothing_happens_and_the_pot_stays() -> None:
    carry = {"last_starter": 1, "pot": {"piece": 5}, "tied": [0, 2]}
    s = Script(GAME, "ABC", stakes={"A": 0, "B": 9, "C": 0}, carry=carry)
    assert s.match.over
    assert s.result.carry == carry
    assert s.net == {"A": {"piece": 0}, "B": {"piece": 0}, "C": {"piece": 0}}


@pytest.mark.rule("BET-R8")
def test_a_round_with_fewer_than_two_who_have_money_is_skipped_and_all_else_takes_place() -> None:
    s = Script(GAME, "ABC", stakes={"A": 6, "B": 6, "C": 50}, exchange=True).bets(A=5).each("BC", "call")
    assert s.kind() == "reveal"
    s.each("ABC", [0])
    for name in "ABC":
        assert (s.kind(), s.asked()) == ("exchange", name)
        s.does(**{name: "keep"})
    assert s.match.over


@pytest.mark.rule("BET-R8")
def test_who_stands_at_the_bet_with_nobody_to_bet_against_is_not_asked() -> None:
    s = Script(GAME, "ABC", stakes={"A": 50, "B": 6, "C": 6}).does(A="check").bets(B=5).does(C="call")
    assert s.asked() == "A"
    s.does(A="call")
    assert s.kind() == "reveal"
    s = Script(GAME, "AB", stakes={"A": 1, "B": 50})
    assert s.kind() == "reveal"
    # A is all in; when B has folded, C cannot fold the pot away to A, who never paid for all of it
    s = Script(GAME, "ABC", stakes={"A": 6, "B": 50, "C": 50}).bets(A=5).each("BC", "call").each("ABC", [0])
    s.does(B="fold")
    assert s.match.over
    assert s.told("showdown")
    assert s.sees("B", "C") is not None


@pytest.mark.rule("BET-R10")
def test_carried_money_lies_in_the_main_pot_only() -> None:
    carry = {"starter": 0, "pot": {"piece": 7}}
    s = Script(GAME, "ABC", stakes={"A": 3, "B": 50, "C": 50}, carry=carry).bets(A=2, B=4).does(C="call")
    assert s.pots == {"ABC": 7 + 3 + 6, "BC": 8}


@pytest.mark.rule("BET-R10")
def test_a_pot_that_one_seat_can_win_is_paid_to_it() -> None:
    paid = {0: 5, 1: 12, 2: 12}
    assert layers(paid, [0, 1]) == [Pot(15, frozenset({0, 1})), Pot(14, frozenset({1}))]
    s = Script(
        GAME, "ABC", stakes={"A": 6, "B": 50, "C": 50}, cards=f"{ACES} {ROGUES} {LADIES}", exchange=True
    )
    s.bets(A=5, B=5).does(C="call").each("ABC", [0]).does(B="check", C="fold").defaults()
    assert s.net == {"A": {"piece": 12}, "B": {"piece": -1}, "C": {"piece": -11}}


@pytest.mark.rule("BET-R10", "BET-R12", "BET-R15", "BET-R17")
@pytest.mark.parametrize(
    ("a", "b", "ends"), [(ACES, ROGUES, (19, -1)), (ROGUES, ACES, (-6, 24))], ids=["best", "worst"]
)
def test_who_is_all_in_and_left_wins_the_main_pot_with_what_was_carried(
    a: str, b: str, ends: tuple[int, int]
) -> None:
    """7 were carried; A is in with 6 and goes, B and C with 11, and C folds: 25 lie in the main pot, 10 beside it."""
    carry = {"starter": 0, "pot": {"piece": 7}}
    stakes = {"A": 6, "B": 50, "C": 50}
    s = Script(GAME, "ABC", stakes=stakes, carry=carry, cards=f"{a} {b} {LADIES}", exchange=True)
    s.bets(A=5, B=5).does(C="call").leaves("A").each("BC", [0]).does(B="check", C="fold").defaults()
    assert s.match.over
    assert s.net == {"A": {"piece": ends[0]}, "B": {"piece": ends[1]}, "C": {"piece": -11}}


@pytest.mark.rule("BET-R10")
def test_what_the_folded_paid_above_all_who_are_in_lies_in_the_last_side_pot() -> None:
    """A is in with 5 and B with 10; C and D paid 15 each and folded, so that 10 lie above every layer."""
    paid = {0: 5, 1: 10, 2: 15, 3: 15}
    assert layers(paid, [0, 1]) == [Pot(20, frozenset({0, 1})), Pot(15 + 10, frozenset({1}))]
    assert layers(paid, [0, 1], dead=7) == [Pot(27, frozenset({0, 1})), Pot(15 + 10, frozenset({1}))]
    assert layers(paid, [0]) == [Pot(45, frozenset({0}))], "the main pot is the last if there is no other"


@pytest.mark.rule("BET-R11")
def test_a_pot_whose_claimants_have_all_folded_joins_the_one_below() -> None:
    pots = [Pot(30, frozenset({0, 1, 2})), Pot(8, frozenset({1, 2})), Pot(5, frozenset({0, 1, 2}))]
    assert settle_empty(pots, [0]) == [Pot(43, frozenset({0}))]
    pots = [Pot(30, frozenset({0, 1, 2, 3})), Pot(8, frozenset({1, 2}))]
    assert settle_empty(pots, [0, 3]) == [Pot(38, frozenset({0, 3}))]
    assert settle_empty(pots, [0, 1]) == [Pot(30, frozenset({0, 1})), Pot(8, frozenset({1}))]
    # the folded have paid more than anyone who is in
    assert layers({0: 5, 1: 9, 2: 9}, [0]) == [Pot(23, frozenset({0}))]


@pytest.mark.rule("BET-33", "BET-R10")
def test_layers_hold_all_money_and_nobody_claims_more_than_they_paid_for() -> None:
    paid = {0: 3, 1: 9, 2: 9, 3: 20, 4: 1}
    pots = layers(paid, [0, 2, 3], dead=6)
    assert pots == [Pot(19, frozenset({0, 2, 3})), Pot(18, frozenset({2, 3})), Pot(11, frozenset({3}))]
    assert unmatched(paid) == (3, 11)
    assert unmatched({0: 5, 1: 0}) == (0, 5)


# ---- without Table Stakes


def open_stakes(agreed: str = "yes", **more: Any) -> Script:
    """Nobody plays by Table Stakes, if the seats agree; A has 30 in the purse, B 4, C nothing."""
    facts = {"A": {"purse": 30}, "B": {"purse": 4}}
    s = Script(GAME, "ABC", facts=facts, table_stakes=False, **{"stakes": 11, **more})
    assert s.asked() == "ABC"
    assert s.kind() == "open_stakes"
    return s.does(A="yes", B="yes", C=agreed)


@pytest.mark.rule("BET-29", "BET-R19")
def test_table_stakes_hold_unless_all_agree() -> None:
    assert Script(GAME, "AB").kind() == "bet"
    s = open_stakes("no")
    assert s.offered("A") == (["check", "fold"], (1, 10))
    assert s.told("open_stakes_refused")
    s = Script(GAME, "AB", table_stakes=False)
    assert s.ask("A").prompt.default == "no"
    assert open_stakes().offered("A")[0] == ["check", "fold", "bring"]


@pytest.mark.rule("BET-R19")
def test_a_seat_brings_more_of_its_purse_before_it_answers() -> None:
    s = open_stakes().does(A="bring")
    s.refuses("A", 31)
    s.refuses("A", 0)
    s.does(A=20)
    assert s.match.risked == {0: {"piece": 20}}
    assert s.money["A"] == 30
    assert s.asked() == "A"
    s.bets(A=30)
    s.does(B="bring").does(B=4)
    assert s.offered("B") == (["call", "fold"], None)
    s.does(B="call", C="call")
    assert s.pots == {"ABC": 3 + 30, "AB": 8}
    assert s.money == {"A": 16, "B": 0, "C": 0}


@pytest.mark.rule("BET-R19")
def test_nobody_is_all_in_as_long_as_the_purse_holds_money() -> None:
    s = open_stakes(stakes={"A": 41, "B": 11, "C": 41}).bets(A=12)
    # B has 10 here and 4 in the purse: no call for less before the purse is empty
    assert s.offered("B") == (["fold", "bring"], None)
    s.does(B="bring").does(B=1)
    assert s.offered("B") == (["fold", "bring"], None)
    s.does(B="bring").does(B=3)
    # an all-in below a full raise is for those who have nothing left
    assert s.offered("B") == (["call", "fold"], (2, 2))


@pytest.mark.rule("BET-R19")
def test_the_purse_counts_as_money_left_to_answer() -> None:
    s = open_stakes(stakes={"A": 41, "B": 1, "C": 1})
    assert s.asked() == "A"
    assert s.offered("A")[1] == (1, 40)
    s.bets(A=3)
    assert s.asked() == "B"
    s.does(
        B="bring",
    ).does(B=4).does(B="call")
    assert s.kind() == "reveal"


@pytest.mark.rule("BET-R19")
def test_who_thinks_better_of_bringing_is_not_offered_it_again_in_the_same_turn() -> None:
    s = open_stakes().does(A="bring").does(A="cancel")
    assert s.offered("A")[0] == ["check", "fold"]
    s.each("ABC", "check").each("ABC", [0])
    assert s.offered("A")[0] == ["check", "fold", "bring"]


@pytest.mark.rule("BET-R19")
def test_what_was_brought_is_neither_won_nor_lost() -> None:
    s = open_stakes(cards=f"{ACES} {LADIES} {ROGUES}").does(A="bring").does(A=30).bets(A=5)
    s.each("BC", "fold").defaults()
    assert s.net == {"A": {"piece": 2}, "B": {"piece": -1}, "C": {"piece": -1}}
