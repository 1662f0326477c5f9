"""King's Rule and Commoner's Rule: the tied game is played again (TIE-11 to TIE-14, TIE-R6 to TIE-R15)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import Seats
from games.parlour import rogues_and_warriors, threes
from tests.helpers.script import Script

# three hands that tie: Warrior-Bard, two cards of one colour
RED, GREEN, BLUE = "W.hawk B.wolf", "W.owl B.horse", "W.wren B.hare"
BEST, GOOD, LOW, LOWER = "W.hawk W.wolf", "L.owl L.horse", "R.owl R.horse", "R.wren R.hawk"


def four(rule: str, *replay: str) -> Script:
    """TIE-X5, TIE-X6: pot 22, B has folded, A and C tie, D loses; then the hands of the replay."""
    cards = " ".join((RED, LOW, BLUE, "R.hawk R.wolf", *replay))
    s = Script(rogues_and_warriors.GAME, "ABCD", cards=cards, split_rule=rule)
    s.bets(A=6).does(B="fold").each("CD", "call").each("ACD", [0])
    assert s.pot == 22
    return s.each("ACD", "check")


def short(rule: str, *cards: str, stakes: dict[str, int], **more: Any) -> Script:
    """Some of the seats are short of money."""
    return Script(
        rogues_and_warriors.GAME, stakes, stakes=stakes, cards=" ".join(cards), split_rule=rule, **more
    )


@pytest.mark.rule("TIE-11", "TIE-12", "TIE-X5")
def test_kings_rule_has_the_tied_alone_play_again_for_the_pot_without_ante() -> None:
    s = four("king", BEST, GOOD)
    assert s.pots == {"AC": 22}
    assert s.money == {"A": 43, "B": 49, "C": 43, "D": 43}
    assert s.sees(None, "A") == s.sees(None, "C") == ["back", "back"]
    assert s.sees(None, "B") is s.sees(None, "D") is None
    s.each("AC", "check").each("AC", [0]).each("AC", "check")
    assert s.net == {"A": {"piece": 15}, "B": {"piece": -1}, "C": {"piece": -7}, "D": {"piece": -7}}


@pytest.mark.rule("TIE-11")
def test_who_lost_before_the_replay_keeps_place_and_hand_behind_those_who_played_it() -> None:
    s = four("king", BEST, GOOD).each("AC", "check").each("AC", [0]).each("AC", "check")
    assert [(row.seat, row.place) for row in s.result.rows] == [(0, 1), (2, 2), (3, 3), (1, None)]
    reasons = {row.seat: row.reason for row in s.result.rows}
    assert reasons[3] is not None
    assert reasons[3].values["pair"] == "Rogue-Rogue"
    assert reasons[1] is not None
    assert reasons[1].text == "folded"


@pytest.mark.rule("TIE-13", "TIE-14", "TIE-X6", "TIE-R10")
def test_commoners_rule_has_all_ante_and_play_again_the_folded_too() -> None:
    s = four("commoner", LOW, BEST, GOOD, LOWER)
    assert s.pots == {"ABCD": 26}
    assert s.money == {"A": 42, "B": 48, "C": 42, "D": 42}
    s.each("ABCD", "check").each("ABCD", [0]).each("ABCD", "check")
    assert s.net == {"A": {"piece": -8}, "B": {"piece": 24}, "C": {"piece": -8}, "D": {"piece": -8}}


@pytest.mark.rule("TIE-R8", "DECK-R1")
def test_the_replay_is_dealt_from_the_whole_deck_anew() -> None:
    # the very cards of the first play come again
    s = four("king", RED, GOOD)
    assert s.sees("A", "A") == ["W.hawk", "B.wolf"]
    s = Script(threes.GAME, "AB", rolls="1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 3 3 3 3 3", split_rule="king")
    assert s.match.over
    assert s.net["B"] == {"piece": 1}


@pytest.mark.rule("TIE-R8")
def test_the_starting_player_opens_the_replay_or_the_next_one_who_is_in_it() -> None:
    s = four("king", BEST, GOOD)
    assert s.asked() == "A"
    cards = f"{LOW} {RED} {GREEN}"
    s = Script(rogues_and_warriors.GAME, "ABC", cards=cards, split_rule="king")
    s.each("ABC", "check").each("ABC", [0]).each("ABC", "check")
    assert s.asked() == "B"
    s.defaults()
    assert s.result.carry["last_starter"] == 0
    # C started and has lost: A and D tie, and D is the next clockwise
    cards = f"{LOW} {RED} {GREEN} {LOWER}"
    s = Script(rogues_and_warriors.GAME, "ABCD", cards=cards, split_rule="king", carry={"starter": 2})
    s.each("CDAB", "check").each("ABCD", [0]).each("CDAB", "check")
    assert s.asked() == "D"


@pytest.mark.rule("TIE-R8", "BET-R2")
def test_bets_of_the_replay_are_of_the_money_that_is_left_and_lie_on_top() -> None:
    s = four("king", BEST, GOOD)
    assert s.offered("A")[1] == (1, 43)
    s.bets(A=43)
    assert s.offered("C") == (["call", "fold"], None)
    s.does(C="call").each("AC", [0])
    assert s.money == {"A": 22 + 86, "B": 49, "C": 0, "D": 43}


@pytest.mark.rule("TIE-R6")
def test_kings_rule_there_is_no_replay_if_the_main_pot_has_one_winner() -> None:
    # A, short, wins the main pot alone; B and C tie for the side pot and share it
    s = short("king", BEST, GREEN, BLUE, stakes={"A": 2, "B": 50, "C": 50})
    s.bets(A=1, B=2).does(C="call").each("ABC", [0]).each("BC", "check")
    assert s.net == {"A": {"piece": 4}, "B": {"piece": -2}, "C": {"piece": -2}}


@pytest.mark.rule("TIE-R6")
def test_kings_rule_pots_with_one_winner_are_paid_before_the_replay() -> None:
    # A and B tie for the main pot; the side pot is B's
    s = short("king", RED, GREEN, LOW, stakes={"A": 2, "B": 50, "C": 50})
    s.bets(A=1, B=2).does(C="call").each("ABC", [0]).each("BC", "check")
    assert s.told("wins_pot")[0].values == {"seat": 1, "n": 4}
    assert s.pots == {"AB": 6}
    assert s.money == {"A": 0, "B": 50, "C": 46}


@pytest.mark.rule("TIE-R6", "TIE-R9")
def test_kings_rule_a_side_pot_tied_within_the_replay_waits_for_those_who_tied_for_it() -> None:
    # all three tie; the side pot is tied between B and C; A has no money left and is all in for the main pot
    s = short("king", RED, GREEN, BLUE, BEST, LOW, GOOD, stakes={"A": 2, "B": 50, "C": 50})
    s.bets(A=1, B=2).does(C="call").each("ABC", [0]).each("BC", "check")
    assert s.pots == {"ABC": 6, "BC": 4}
    assert s.asked() == "B"
    s.bets(B=5).does(C="call")
    assert s.pots == {"ABC": 6, "BC": 14}
    s.each("ABC", [0]).each("BC", "check")
    assert s.net == {"A": {"piece": 4}, "B": {"piece": -9}, "C": {"piece": 5}}


@pytest.mark.rule("TIE-R6")
def test_kings_rule_any_other_tied_side_pot_is_split_by_merchants_rule() -> None:
    # A and B, short, tie for the main pot; C and D tie for the side pot
    s = short(
        "king",
        RED,
        GREEN,
        "L.hawk L.wolf",
        "L.owl L.horse",
        stakes={"A": 2, "B": 2, "C": 50, "D": 50},
    )
    s.bets(A=1).does(B="call").bets(C=2).does(D="call").each("ABCD", [0]).each("CD", "check")
    assert s.told("splits_pot")[0].values == {"seats": (2, 3), "n": 2}
    assert s.pots == {"AB": 8}
    assert s.kind() == "reveal"


@pytest.mark.rule("TIE-R7")
def test_commoners_rule_replays_for_the_main_pot_only() -> None:
    s = short("commoner", RED, GREEN, BLUE, stakes={"A": 2, "B": 50, "C": 50})
    s.bets(A=1, B=2).does(C="call").each("ABC", [0]).each("BC", "check")
    assert s.told("splits_pot")[0].values == {"seats": (1, 2), "n": 2}
    # B and C ante again, A cannot: 6 wait for all three, the antes are B's and C's
    assert s.pots == {"ABC": 6, "BC": 2}


@pytest.mark.rule("TIE-R10")
def test_commoners_rule_who_cannot_ante_sits_out_unless_tied() -> None:
    # A, without money, tied; D, without money, did not
    s = short("commoner", RED, GREEN, LOW, LOWER, GOOD, LOW, BEST, stakes={"A": 3, "B": 9, "C": 9, "D": 3})
    s.bets(A=2).each("BCD", "call").each("ABCD", [0]).each("BC", "check")
    assert s.pots == {"ABC": 12, "BC": 2}
    rows = {row.seat: row for row in s.scene_block(Seats).rows}
    assert rows[3].out
    assert not rows[0].out
    assert s.sees(None, "D") is None
    s.each("BC", "check").each("ABC", [0]).each("BC", "check")
    assert s.net == {n: {"piece": p} for n, p in (("A", -3), ("B", -4), ("C", 10), ("D", -3))}


@pytest.mark.rule("TIE-R10")
@pytest.mark.parametrize(("has", "plays"), [(3, False), (4, True)])
def test_commoners_rule_who_has_just_the_ante_plays_again(has: int, plays: bool) -> None:
    # D has put in 3; a last piece is the ante
    s = short("commoner", RED, GREEN, LOW, LOWER, stakes={"A": 9, "B": 9, "C": 9, "D": has})
    s.bets(A=2).each("BCD", "call").each("ABCD", [0])
    s.each("ABCD" if plays else "ABC", "check")
    assert (s.sees(None, "D") is not None) == plays
    assert s.money == {"A": 5, "B": 5, "C": 5, "D": 0}


@pytest.mark.rule("TIE-R11")
@pytest.mark.parametrize("rule", ["king", "commoner"])
def test_after_ten_replays_merchants_rule_settles_it(rule: str) -> None:
    s = Script(threes.GAME, "AB", rolls="1 " * 10 * 11, split_rule=rule)
    assert len(s.told(f"replay_{rule}")) == 10
    assert s.match.over
    assert s.rigged.rolls == []
    assert s.net == {"A": {"piece": 0}, "B": {"piece": 0}}
    assert s.told("splits_pot")[0].values["n"] == (1 if rule == "king" else 11)


@pytest.mark.rule("TIE-R12")
def test_when_all_fold_to_one_in_a_replay_that_one_takes_the_waiting_pot_too() -> None:
    s = short("king", RED, GREEN, BLUE, LOW, stakes={"A": 50, "B": 50, "C": 50, "D": 50})
    s.bets(A=2).does(B="call", C="call", D="call").each("ABCD", [0]).each("ABCD", "check")
    assert s.pots == {"ABC": 12}
    s.does(A="check").bets(B=5).does(C="fold", A="fold").defaults()
    assert s.told("wins_pot")[0].values == {"seat": 1, "n": 12 + 5}
    assert s.net == {n: {"piece": p} for n, p in (("A", -3), ("B", 9), ("C", -3), ("D", -3))}
    assert [(row.seat, row.place) for row in s.result.rows if row.place] == [(1, 1), (3, 2)]


@pytest.mark.rule("TIE-R15")
def test_rests_of_side_pots_wait_for_the_next_game_and_whoever_was_paid_antes() -> None:
    # D starts; D's folded bet makes the side pot of B and C odd, who are all in
    s = short(
        "commoner", LOWER, RED, GREEN, BLUE, BEST, LOW, GOOD, "M.hawk M.owl",
        stakes={"A": 2, "B": 12, "C": 12, "D": 50}, carry={"starter": 3},
    )  # fmt: skip
    s.bets(D=4).does(A="call").bets(B=7).does(C="call", D="fold").each("ABC", [0])
    assert s.told("splits_pot")[0].values == {"seats": (1, 2), "n": 11}
    assert s.money == {"A": 0, "B": 10, "C": 10, "D": 44}
    assert s.pots == {"ABCD": 8, "BCD": 3}
    s.each("DBC", "check").each("ABCD", [0]).each("DBC", "check")
    assert s.net == {n: {"piece": p} for n, p in (("A", -2), ("B", -2), ("C", -2), ("D", 5))}
    assert s.carried == {"piece": 1}
    assert s.result.carry["tied"] == [1, 2]
