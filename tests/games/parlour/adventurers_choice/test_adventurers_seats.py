"""Adventurer's Choice: who sits out, newcomers, leavers, and what is carried from game to game (ADV)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine import OUTSIDE, RAIL, Match, Pots, SeatRow, Seats
from games.parlour.adventurers_choice import GAME
from tests.helpers.games.adventurers_choice import (
    all_press_next,
    chooses,
    evening,
    idles,
    plays,
    plays_out,
    starters,
)
from tests.helpers.script import Script


def row(s: Script, name: str) -> SeatRow:
    """What everybody sees of a seat."""
    block: Seats = s.scene_block(Seats)
    return next(row for row in block.rows if row.seat == s.names[name])


# ---- without money


@pytest.mark.rule("ADV-R4", "ADV-15", "BET-32")
def test_who_is_out_of_money_sits_out_and_still_chooses() -> None:
    s = evening("ABC", stakes={"A": 50, "B": 0, "C": 50}, cards="L.hawk W.hawk W.wolf R.wren R.hare W.owl")
    chooses(s, "rogues_and_warriors")
    assert s.told("sits_out")[0].values == {"seat": 1}
    assert row(s, "B").out
    plays_out(s)
    assert s.asked("loan") == "B"
    s.does(B="no")
    assert s.asked("game") == "B"
    chooses(s, "rogues_and_warriors")
    assert s.told("starts")[-1].values == {"seat": 1}
    assert s.asked("bet") == "C"  # the next seat that plays is the first to act
    plays_out(s)
    assert s.asked("loan") == "B"
    s.does(B="no")
    plays(s)
    assert starters(s) == "ABC"


@pytest.mark.rule("ADV-R4", "SHR-R4", "DH-R2")
def test_too_little_for_the_share_or_for_dragon_hordes_sits_out_too() -> None:
    s = chooses(evening(stakes={"A": 50, "B": 2, "C": 50}), "rogues_and_warriors", "shares")
    assert s.told("no_share")[0].values == {"seat": 1, "n": 3}
    s = chooses(evening(stakes={"A": 50, "B": 1, "C": 50}), "dragon_hordes")
    assert s.told("sits_out")[0].values == {"seat": 1}


@pytest.mark.rule("ADV-R11")
def test_a_game_that_two_cannot_pay_for_counts_and_the_night_ends() -> None:
    s = evening("AB", stakes={"A": 24, "B": 0}, rounds=2)
    for _ in range(4):
        chooses(s, "rogues_and_warriors")
    assert all_press_next(s).match.over
    assert starters(s) == "ABAB"
    assert [e.values["headline"].text for e in s.told("game_over")] == [
        "No game: fewer than two players have money."
    ] * 4
    assert s.net == {"A": {"piece": 0}, "B": {"piece": 0}}


# ---- coming and going


@pytest.mark.rule("ADV-R7", "ADV-01")
def test_a_newcomer_joins_between_two_games_with_50_in_the_order_of_seats() -> None:
    s = evening("AB", share=0, rounds=2)
    chooses(s, "rogues_and_warriors", "shares").joins("C")
    assert "C" not in s.money
    plays_out(s)
    assert s.money == {"A": 50, "B": 50, "C": 50}
    assert row(s, "C").out is False
    for _ in range(4):
        assert not s.match.over
        idles(s)
    # the first round was A's and B's; the second belongs to all three, and goes on from C
    assert starters(s) == "ABCAB"
    assert s.match.over
    assert [row.seat for row in s.result.rows] == [0, 1, 2]


@pytest.mark.rule("ADV-R7")
def test_what_a_newcomer_pays_in_is_won_and_lost_like_all_else() -> None:
    s = evening("AB", rounds=1, cards="R.hawk R.owl").joins("C")
    plays(s)
    assert s.match.stakes == {0: 50, 1: 50, 2: 50}
    held = s.money["B"]
    chooses(s, "rogues_and_warriors").does(B=held - 1)
    assert s.asked("bet") == "C"
    plays_out(s.does(C="call"))
    assert s.match.over
    assert s.money["C"] != 50
    assert s.net["C"] == {"piece": s.money["C"] - 50}


@pytest.mark.rule("ADV-R7", "ADV-07")
def test_a_newcomer_between_two_seats_is_starting_player_between_them() -> None:
    s = evening("AC", share=0, rounds=2)
    header = replace(s.match.header, ring=(0, 4), stakes={0: 50, 4: 50})
    s.match, s.names = Match(GAME, header, chance=s.rigged), {"A": 0, "C": 4, "B": 2}
    s.match.answer(0, OUTSIDE, ["join", 2], "table")
    while not s.match.over:
        plays(s, "rogues_and_warriors", "shares")
    assert starters(s) == "ABCABC"
    block: Seats = s.scene_block(Seats)
    assert [row.seat for row in block.rows] == [0, 2, 4]


@pytest.mark.rule("ADV-R7")
def test_no_more_than_ten_are_let_in_and_nobody_twice() -> None:
    s = evening("ABCDEFGHIJ", share=0).joins("K")
    s.match.answer(0, -1, ["join", 3], "table")
    idles(s)
    assert "K" not in s.money
    assert len(s.money) == 10
    s.leaves("J")
    plays(s, "rogues_and_warriors", "shares")
    assert s.money["K"] == 50
    assert [event.values["seat"] for event in s.told("joins")] == [10]


@pytest.mark.rule("ADV-R7")
def test_who_has_left_starts_no_more_and_cannot_win() -> None:
    s = evening("ABC", share=0, stakes={"A": 40, "B": 90, "C": 50}, rounds=2)
    chooses(s, "rogues_and_warriors", "shares").leaves("B")
    plays_out(s)
    assert s.asked("game") == "C"
    assert s.money == {"A": 40, "B": 90, "C": 50}
    chooses(s, "rogues_and_warriors", "shares")
    assert row(s, "B").out
    assert s.asked("reveal") == "AC"
    plays_out(s)
    for _ in range(2):
        idles(s)
    assert starters(s) == "ACAC"
    assert [(s.name(row.seat), row.place) for row in s.result.rows] == [("C", 1), ("A", 2), ("B", None)]
    assert s.net["B"] == {"piece": 0}


@pytest.mark.rule("ADV-R7", "ADV-R6")
def test_a_starting_player_who_leaves_in_the_middle_of_the_choice_is_followed_by_the_next() -> None:
    s = evening("ABC", share=0).does(A="threes").leaves("A")
    assert s.asked("game") == "B"
    idles(s)
    assert s.asked("game") == "C"
    s.leaves("C")  # B has been it, A and C have left: the round is over
    assert s.match.over
    assert starters(s) == "B"


@pytest.mark.rule("ADV-R6")
def test_the_last_round_waits_neither_for_who_has_left_nor_for_a_newcomer() -> None:
    s = idles(idles(idles(evening("ABCD", share=0)).leaves("C")))
    assert s.match.over
    assert starters(s) == "ABD"
    for s in (evening("AB", share=0).joins("C"), idles(evening("AB", share=0)).joins("C")):
        while not s.match.over:
            plays(s, "rogues_and_warriors", "shares")
        assert starters(s) == "AB"


@pytest.mark.rule("ADV-R7")
def test_with_one_left_the_night_is_over_and_with_none_nobody_wins() -> None:
    s = evening("AB").leaves("B")
    assert s.match.over
    assert [(s.name(row.seat), row.place) for row in s.result.rows] == [("A", 1), ("B", None)]
    s = chooses(evening("AB"), "rogues_and_warriors").leaves("B").leaves("A")
    assert s.match.over
    assert {row.place for row in s.result.rows} == {None}
    assert s.result.headline.text == "Everyone has left the night"


def test_a_newcomer_who_leaves_before_being_let_in_has_no_part_in_the_night() -> None:
    s = evening("AB", share=0).joins("C").leaves("C")
    idles(idles(s))
    assert s.match.over
    assert [row.seat for row in s.result.rows] == [0, 1]


# ---- from game to game


@pytest.mark.rule("TIE-R15", "BET-R20", "SHR-R6")
def test_what_a_game_leaves_in_the_pot_waits_through_dragon_hordes_for_the_next_game_with_a_pot() -> None:
    # A and B tie, C loses: 3 antes are divided by two
    s = evening("ABC", cards="W.hawk B.wolf W.owl B.horse R.wren R.hare")
    plays(s)
    assert s.pots == {"": 1}
    plays(s, "dragon_hordes")
    assert s.pots == {"": 1}
    while s.asked("loan"):
        s.defaults(until="game")
    chooses(s, "rogues_and_warriors")
    assert s.pot == 4
    plays_out(s)
    assert s.match.over
    assert s.carried == {}


@pytest.mark.rule("ADV-R8", "BET-R20")
def test_money_still_in_the_pot_at_the_end_goes_to_those_who_tied() -> None:
    s = evening("AB", carry={"starter": 0, "last_starter": 0, "pot": {"piece": 5}, "tied": [1]})
    assert s.pots == {"": 5}
    s.time_is_up()
    assert s.net == {"A": {"piece": 0}, "B": {"piece": 5}}
    assert s.told("given_out")[0].values == {"seat": 1, "n": 5}
    assert s.result.carry == {"last_starter": 0}
    assert not [block for block in s.match.scene(RAIL).blocks if isinstance(block, Pots)]


@pytest.mark.rule("ADV-R8", "BET-R20")
def test_odd_pieces_of_the_pot_go_clockwise_from_the_starting_player_of_the_game_that_left_it() -> None:
    # A and B tie in A's game; Dragon Hordes is B's and does not touch the pot
    s = evening("ABC", cards="W.hawk B.wolf W.owl B.horse R.wren R.hare")
    plays(plays(s), "dragon_hordes")
    s.time_is_up()
    assert [event.values for event in s.told("given_out")] == [{"seat": 0, "n": 1}]


@pytest.mark.rule("ADV-R10", "WH-29", "WH-R8")
def test_closed_spokes_of_the_wheel_last_only_while_it_is_chosen_game_after_game() -> None:
    s = evening("AB", rounds=2)
    closed = []
    for game in ("the_wheel", "the_wheel", "rogues_and_warriors", "the_wheel"):
        while s.asked("loan"):
            s.defaults(until="game")
        chooses(s, game, *["successive_games"] * (game == "the_wheel"))
        closed.append(len(s.told("closed")))
        plays_out(s)
    assert closed == [0, 1, 1, 1]


@pytest.mark.rule("ADV-R10", "ADV-R11", "WH-R8")
def test_a_game_that_was_chosen_between_and_not_played_opens_the_spokes_too() -> None:
    s = evening("AB", stakes=20, share=24, rounds=2)
    closed = []
    for game, term in (
        ("the_wheel", "successive_games"),
        ("rogues_and_warriors", "shares"),
        ("the_wheel", "successive_games"),
        ("the_wheel", "successive_games"),
    ):
        while s.asked("loan"):
            s.defaults(until="game")
        chooses(s, game, term)
        closed.append(len(s.told("closed")))
        plays_out(s)
    assert len(s.told("no_share")) == 2
    assert closed == [0, 0, 0, 1]
