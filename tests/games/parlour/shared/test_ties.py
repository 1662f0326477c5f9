"""Ties: the tie-breaks, Merchant's Rule, and who chooses the Split Rule (TIE-01 to TIE-10)."""

from __future__ import annotations

from typing import Any

import pytest

from games.parlour import rogues_and_warriors, threes
from games.parlour.shared.deck import by_color, by_rank
from games.parlour.shared.texts import POT_TEXTS
from games.parlour.shared.tie_breaks import broken
from tests.helpers.script import Script

# three hands that tie: Warrior-Bard, two cards of one colour
RED, GREEN, BLUE = "W.hawk B.wolf", "W.owl B.horse", "W.wren B.hare"
LOW = "R.wren R.hare"


def ranks(text: str) -> list[str]:
    """Cards of these ranks; suits do not matter."""
    return [f"{rank}.{suit}" for rank, suit in zip(text, ["hawk", "owl", "wren"] * 3, strict=False)]


def colors(red: int, green: int, blue: int) -> list[str]:
    """So many Rogues of each colour."""
    return ["R.hawk"] * red + ["R.owl"] * green + ["R.wren"] * blue


def all_in_three(*, hands: str = f"{RED} {GREEN} {BLUE}", **more: Any) -> Script:
    """Three who tie and check all the way."""
    s = Script(rogues_and_warriors.GAME, "ABC", cards=hands, **more)
    return s.each("ABC", "check").each("ABC", [0]).each("ABC", "check")


@pytest.mark.rule("TIE-02", "TIE-05", "TIE-X1")
def test_rank_compares_warriors_then_ladies_and_so_on() -> None:
    assert by_rank(ranks("WLBMMRR")) > by_rank(ranks("WLBMRRR"))
    assert by_rank(ranks("LLLLLLL")) < by_rank(ranks("WRRRRRR"))
    assert by_rank(ranks("LBBBBBB")) > by_rank(ranks("BBBBBBB"))
    assert by_rank(ranks("BMM")) > by_rank(ranks("MMM"))
    assert by_rank(ranks("MRR")) > by_rank(ranks("RRR"))
    # in whatever order they lie
    assert by_rank(ranks("RWR")) == by_rank(ranks("WRR"))


@pytest.mark.rule("TIE-03", "TIE-X2")
def test_rank_compares_dragons_first() -> None:
    assert by_rank(["D.red", *ranks("RRRRRR")]) > by_rank(ranks("WWWWWWR"))


@pytest.mark.rule("TIE-04", "TIE-05", "TIE-X3", "TIE-R1")
def test_color_compares_the_one_largest_number() -> None:
    assert by_color(colors(4, 0, 1)) > by_color(colors(0, 3, 2))
    assert by_color(colors(3, 0, 2)) == by_color(colors(1, 3, 1))
    assert by_color(colors(3, 0, 2)) == by_color(colors(0, 2, 3))
    # every card counts, and suits of one colour count together
    assert by_color(["W.hawk", "R.wolf", "M.owl"]) > by_color(["W.hawk", "R.owl", "M.wren"])


@pytest.mark.rule("TIE-R2")
def test_a_dragon_is_a_card_of_its_color() -> None:
    assert by_color(["D.blue", "R.wren", "R.owl"]) == by_color(["R.hare", "R.wren", "R.owl"])
    assert by_color(["D.blue", "R.hawk"]) < by_color(["D.red", "R.hawk"])


@pytest.mark.rule("TIE-X7", "TIE-R4")
def test_of_three_tied_the_tie_break_keeps_those_who_are_best_at_the_first_difference() -> None:
    first, second, third = (by_color(colors(*n)) for n in ((4, 1, 0), (0, 1, 4), (2, 2, 1)))
    assert first == second > third
    hands = [by_rank(ranks(text)) for text in ("WLRRR", "WLMRR", "WBBBB")]
    assert max(hands) == hands[1]
    # at the table: two Warrior-Bards of one colour split, the third of two colours gets nothing
    s = all_in_three(hands=f"{RED} {GREEN} W.wolf B.owl", carry={"starter": 0, "pot": {"piece": 1}})
    assert s.net == {"A": {"piece": 1}, "B": {"piece": 1}, "C": {"piece": -1}}


@pytest.mark.rule("TIE-01", "RW-09")
def test_a_games_tie_break_goes_before_the_split() -> None:
    s = all_in_three(hands=f"W.hawk B.owl {GREEN} {LOW}")
    assert s.net["B"] == {"piece": 2}


@pytest.mark.rule("TIE-01", "TIE-06", "TH-10")
def test_a_game_without_a_tie_break_goes_to_the_split_at_once() -> None:
    s = Script(threes.GAME, "AB", rolls="1 1 1 1 1 5 5 5 5 5", carry={"starter": 0})
    assert s.net == {"A": {"piece": 1}, "B": {"piece": -1}}
    # 2 2 2 2 2 and 3 3 3 5 5: equal totals of different dice
    s = Script(threes.GAME, "ABC", rolls="2 2 2 2 2  5 5 3 3 3  5 5 5 5 5  5 5")
    s.does(B="3").each("ABC", "check")
    assert s.net == {"A": {"piece": 0}, "B": {"piece": 0}, "C": {"piece": -1}}
    assert s.carried == {"piece": 1}


@pytest.mark.rule("TIE-06", "TIE-08", "TIE-09", "TIE-10", "TIE-X4")
def test_merchants_rule_divides_and_leaves_the_rest_in_the_pot() -> None:
    s = all_in_three(carry={"starter": 0, "pot": {"piece": 14}})
    assert s.told("splits_pot")[0].values == {"seats": (0, 1, 2), "n": 5}
    assert s.money == {"A": 54, "B": 54, "C": 54}
    assert s.carried == {"piece": 2}
    assert [row.place for row in s.result.rows] == [1, 1, 1]
    assert s.next().pot == 5


@pytest.mark.rule("TIE-07", "TIE-R14")
@pytest.mark.parametrize("rule", ["merchant", "king", "commoner"])
def test_the_starting_player_may_choose_the_rule_before_the_game(rule: str) -> None:
    s = Script(
        rogues_and_warriors.GAME,
        "ABC",
        cards=f"{RED} {GREEN} {BLUE}",
        split_rule="starting_player",
        carry={"starter": 1},
    )
    assert (s.asked(), s.kind()) == ("B", "split_rule")
    assert s.ask("B").prompt.default == "merchant"
    assert s.sees("A", "A") is None
    s.refuses("B", "starting_player")
    s.does(B=rule).each("BCA", "check").each("BCA", [0]).each("BCA", "check")
    assert s.match.over == (rule == "merchant")
    assert bool(s.told("replay_king")) == (rule == "king")
    assert bool(s.told("replay_commoner")) == (rule == "commoner")


@pytest.mark.rule("TIE-08", "TIE-R14")
def test_a_rule_fixed_by_the_table_is_asked_of_nobody() -> None:
    assert rogues_and_warriors.GAME.parse_options({}).model_dump()["split_rule"] == "merchant"
    for rule in ("merchant", "king", "commoner"):
        assert Script(rogues_and_warriors.GAME, "AB", split_rule=rule).kind() == "bet"


@pytest.mark.rule("TIE-R5", "BET-R12")
def test_tie_and_split_are_done_pot_by_pot_among_those_who_may_win_it() -> None:
    s = Script(
        rogues_and_warriors.GAME,
        "ABC",
        stakes={"A": 3, "B": 50, "C": 50},
        cards=f"{RED} {GREEN} {LOW}",
    )
    s.bets(A=2, B=3).does(C="call").each("ABC", [0]).each("BC", "check")
    # A and B share the 9 of the main pot, the 6 of the side pot are B's
    assert s.told("splits_pot")[0].values == {"seats": (0, 1), "n": 4}
    assert s.told("wins_pot")[0].values == {"seat": 1, "n": 6}
    assert s.net == {"A": {"piece": 1}, "B": {"piece": 4}, "C": {"piece": -6}}
    assert s.carried == {"piece": 1}


@pytest.mark.rule("TIE-R5", "TIE-10")
def test_the_rests_of_all_pots_are_carried_together() -> None:
    # A, with 2, ties with B and C for the main pot; B and C tie for the side pot; D has folded 2
    s = Script(
        rogues_and_warriors.GAME,
        "ABCD",
        stakes={"A": 2, "B": 50, "C": 50, "D": 50},
        cards=f"{LOW} {RED} {GREEN} {BLUE}",
        carry={"starter": 3},
    )
    s.bets(D=2).does(A="call").bets(B=2).does(C="call", D="fold").each("ABC", [0]).each("BC", "check")
    assert [event.values["n"] for event in s.told("splits_pot")] == [8 // 3, 7 // 2]
    assert [event.values["n"] for event in s.told("remains")] == [2, 1]
    assert s.carried == {"piece": 3}
    assert s.result.carry["tied"] == [0, 1, 2]


# ---- told at the showdown


@pytest.mark.rule("TIE-01", "TIE-04")
def test_a_tie_broken_by_color_is_told_in_numbers() -> None:
    # both Warrior-Bard; A's cards are both red
    s = Script(rogues_and_warriors.GAME, "AB", cards="W.hawk B.wolf W.owl B.hare")
    s.each("AB", "check").each("AB", [0]).each("AB", "check")
    assert s.result.notes[0].text == "{seat:seat} wins the tie with {n} cards of one colour against {m}."
    assert s.result.notes[0].values.items() >= {"seat": 0, "n": 2, "m": 1}.items()


@pytest.mark.rule("TIE-01", "TIE-02", "TIE-R4")
def test_a_tie_broken_by_rank_names_the_first_rank_that_differs() -> None:
    strength = {
        0: (9, *by_rank(ranks("WLLBMRR"))),
        1: (9, *by_rank(ranks("WLBBMRR"))),
        2: (8, 9, 9, 9, 9, 9, 9),
    }
    [line] = broken(strength, (0,), "rank", POT_TEXTS.words)
    assert line.text == POT_TEXTS.words["result:tie_rank"]
    assert line.values == {"seat": 0, "n": 2, "m": 1, "what": "Ladies"}


def test_where_no_tie_was_broken_none_is_told() -> None:
    better = {0: (9, 4), 1: (8, 5)}
    equal = {0: (9, 4), 1: (9, 4)}
    assert broken(better, (0,), "color", POT_TEXTS.words) == ()
    assert broken(equal, (0, 1), "color", POT_TEXTS.words) == ()
    assert broken({0: (3,), 1: (3,)}, (0, 1), None, POT_TEXTS.words) == ()
