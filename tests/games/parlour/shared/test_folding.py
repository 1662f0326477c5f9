"""Folding, leaving, winning by folds (BET-21 to BET-26, BET-R13 to BET-R17)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import BACK, RAIL, Seats
from games.parlour import rogues_and_warriors, threes
from tests.helpers.script import Script

HANDS = "W.hawk W.wolf L.owl L.horse R.wren R.hare"


def night(seats: str = "ABC", **more: Any) -> Script:
    """Rogues and Warriors: A holds two Warriors, B two Ladies, C two Rogues."""
    return Script(rogues_and_warriors.GAME, seats, **{"cards": HANDS, **more})


@pytest.mark.rule("BET-21")
def test_folding_is_only_for_ones_own_turn_to_bet() -> None:
    s = night()
    assert s.match.asks_of(s.names["B"]) == []
    s.each("ABC", "check")
    s.refuses("A", "fold")
    s.each("ABC", [0])
    assert s.asked() == "A"


@pytest.mark.rule("BET-22", "RW-R8")
def test_a_folders_open_card_is_turned_down_and_leaves_the_table() -> None:
    s = night().each("ABC", "check").each("ABC", [0])
    assert s.sees("B", "A") == ["W.hawk", BACK]
    s.does(A="fold")
    for viewer in ("B", "C", None):
        assert s.sees(viewer, "A") is None
    assert s.sees("A", "A") == ["W.hawk", "W.wolf"]
    # the log keeps that it was shown
    assert s.told("reveals")[0].values == {"seat": 0, "card": "W.hawk"}


@pytest.mark.rule("BET-22")
def test_a_folders_dice_leave_the_table() -> None:
    s = Script(threes.GAME, "AB", rolls="3 3 1 2 5 6 6 6 6 5")
    assert s.sees("B", "A", "dice") == ["d6:3", "d6:3", "d6:1", "d6:2", "d6:5"]
    s.does(A="3", B="6").does(A="fold")
    assert s.sees("B", "A", "dice") is None
    assert s.sees(None, "A", "keep") is None


@pytest.mark.rule("BET-23", "BET-24", "BET-25")
def test_a_fold_gives_nothing_back_and_the_best_hand_cannot_win_any_more() -> None:
    s = night().bets(A=5, B=5).does(C="call", A="fold")
    assert s.pots == {"BC": 3 + 5 + 10 + 10}
    s.each("BC", [0]).each("BC", "check")
    assert s.net == {"A": {"piece": -6}, "B": {"piece": 28 - 11}, "C": {"piece": -11}}


@pytest.mark.rule("BET-25")
def test_a_folded_seat_is_asked_nothing_any_more() -> None:
    s = night().does(A="fold")
    s.each("BC", "check")
    assert s.asked() == "BC"
    s.each("BC", [0])
    assert s.asked() == "B"
    row = next(row for row in s.scene_block(Seats).rows if row.seat == 0)
    assert row.out


@pytest.mark.rule("BET-26")
def test_the_worst_hand_may_bet_everything() -> None:
    s = night(cards="R.wren R.hare W.hawk W.wolf L.owl L.horse").bets(A=49)
    s.each("BC", "fold").defaults()
    assert s.net["A"] == {"piece": 2}
    assert not s.told("shows")


@pytest.mark.rule("BET-R13")
def test_the_winner_by_folds_may_show_and_need_not() -> None:
    s = night().does(A="fold", B="fold")
    assert s.asked() == "C"
    assert s.kind() == "show"
    assert s.ask("C").prompt.default == "keep"
    assert s.sees("A", "C") == [BACK, BACK]
    s.does(C="show")
    assert s.sees("A", "C") == ["R.wren", "R.hare"]
    assert s.told("shows")[0].to is None
    # and the folded ones are not shown even then
    assert s.sees("C", "A") is None
    s = night().does(A="fold", B="fold", C="keep")
    assert s.match.over
    assert s.sees("A", "C") == [BACK, BACK]
    assert not s.told("shows")


@pytest.mark.rule("BET-R13")
def test_at_the_showdown_all_who_are_in_show_and_the_folded_do_not() -> None:
    s = night().does(A="fold").each("BC", "check").each("BC", [0]).each("BC", "check")
    assert s.match.over
    assert s.sees(None, "B") == ["L.owl", "L.horse"]
    assert s.sees(None, "C") == ["R.wren", "R.hare"]
    assert s.sees(None, "A") is None
    told = str([event for event in s.match.events if event.to is None])
    assert "W.hawk" not in told
    assert "W.wolf" not in told


@pytest.mark.rule("BET-R14", "RW-03")
def test_simultaneous_answers_stay_secret_until_the_last_is_in() -> None:
    s = night().each("ABC", "check")
    before = [s.match.scene(viewer) for viewer in (s.names["B"], RAIL)]
    s.does(C=[1])
    s.does(A=[1])
    for was, viewer in zip(before, (s.names["B"], RAIL), strict=True):
        now = s.match.scene(viewer)
        assert now.blocks[2:] == was.blocks[2:]
        assert now.blocks[0] == was.blocks[0]
    s.does(B=[0])
    assert [event.values["card"] for event in s.told("reveals")] == ["W.wolf", "L.owl", "R.hare"]
    assert s.sees(None, "A") == [BACK, "W.wolf"]


@pytest.mark.rule("BET-R15")
def test_a_seat_that_left_is_folded_at_its_turn_even_if_it_could_check() -> None:
    s = night().leaves("B").does(A="check")
    assert s.told("folds")[0].values == {"seat": 1}
    assert s.asked() == "C"


@pytest.mark.rule("BET-R15")
def test_who_leaves_at_the_very_moment_of_their_turn_is_folded_too() -> None:
    s = night()
    assert s.asked() == "A"
    s.leaves("A")
    assert s.told("folds")[0].values == {"seat": 0}
    assert s.asked() == "B"


@pytest.mark.rule("BET-R15")
def test_a_seat_that_left_answers_all_else_by_default_and_nobody_waits() -> None:
    s = night().each("ABC", "check").does(A=[1], B=[1])
    s.leaves("C")
    assert s.told("reveals")[-1].values == {"seat": 2, "card": "R.wren"}
    s.each("AB", "check")
    assert s.match.over


@pytest.mark.rule("BET-R15")
def test_who_is_all_in_and_leaves_plays_on_and_is_paid() -> None:
    s = night(stakes={"A": 6, "B": 50, "C": 50}).bets(A=5).each("BC", "call").leaves("A")
    s.each("BC", [0]).each("BC", "check")
    assert s.net == {"A": {"piece": 12}, "B": {"piece": -6}, "C": {"piece": -6}}


@pytest.mark.rule("BET-R15")
def test_when_all_leave_the_match_ends_at_once() -> None:
    s = night().leaves("B").leaves("C").leaves("A")
    assert s.match.over
    assert sum(row["piece"] for row in s.net.values()) == 0


def test_a_fold_leaves_pot_deck_and_turn_order_as_they_are() -> None:
    """What BET-R17 says of pot, deck and turns; its shared objects belong to other games."""
    s = night(exchange=True).bets(A=4).each("BC", "call").each("ABC", [0])
    s.does(A="fold").each("BC", "check")
    assert s.pot == 15
    assert s.asked() == "B"
    assert s.kind() == "exchange"
    s.rigged.cards.append("W.hawk")
    with pytest.raises(Exception, match="not in the pile"):
        s.does(B="exchange")


@pytest.mark.rule("BET-R22")
def test_everybody_sees_pots_bets_money_claims_and_how_many_cards_each_holds() -> None:
    s = night(stakes={"A": 6, "B": 50, "C": 50}, exchange=True).bets(A=5, B=5).does(C="call")
    for viewer in ("A", "B", None):
        assert s.scene_block(Seats, RAIL if viewer is None else s.names[viewer]).rows[1].money == 39
    assert s.pots == {"ABC": 18, "BC": 10}
    s.each("ABC", [0]).bets(B=7)
    assert s.bets_lying == {"B": 7}
    assert s.money == {"A": 0, "B": 32, "C": 39}
    assert [len(s.sees(None, name) or []) for name in "ABC"] == [2, 2, 2]
    s.does(C="call", A="exchange")
    assert s.told("exchanges")[0].to is None
