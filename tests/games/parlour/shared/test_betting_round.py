"""A Betting Round: whose turn it is, what may be done, when it ends (BET-07 to BET-20)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import Game
from games.parlour.rogues_and_warriors import GAME
from games.registry import GAMES
from tests.helpers.script import Script

PARLOUR = [
    game for game in GAMES.values() if game.money == "pieces" and "stakes" in game.options.model_fields
]
"""All games that are played for a pot."""


def night(seats: str = "ABC", **more: Any) -> Script:
    """A game of Rogues and Warriors in its first Betting Round; A starts."""
    return Script(GAME, seats, **more)


@pytest.mark.rule("BET-01")
@pytest.mark.parametrize("game", PARLOUR, ids=lambda game: game.key)
def test_everybody_antes_one(game: Game) -> None:
    s = Script(game, "ABCD", rolls="1 2 3 4 5 " * 4)
    assert s.pot == 4
    assert s.money == {"A": 49, "B": 49, "C": 49, "D": 49}


@pytest.mark.rule("BET-02", "BET-09")
def test_every_round_opens_with_the_starting_player_and_goes_clockwise() -> None:
    s = night(carry={"starter": 1})
    for name in "BCA":
        assert s.asked() == name
        s.does(**{name: "check"})
    s.each("ABC", [0])
    for name in "BCA":
        assert s.asked() == name
        s.does(**{name: "check"})
    assert s.match.over


@pytest.mark.rule("BET-07", "BET-08")
def test_the_bet_starts_at_nothing_whatever_lies_in_the_pot() -> None:
    s = night(carry={"starter": 0, "pot": {"piece": 30}}).bets(A=5).each("BC", "call")
    assert s.pot == 33 + 15
    s.each("ABC", [0])
    assert s.ask("A").prompt.says["bet"] == 0
    assert s.offered("A")[0] == ["check", "fold"]
    s.bets(A=1)
    assert s.ask("B").prompt.says["bet"] == 1


@pytest.mark.rule("BET-10", "BET-12")
def test_below_the_bet_call_raise_or_fold_and_nothing_else() -> None:
    s = night().bets(A=3)
    options, amount = s.offered("B")
    assert options == ["call", "fold"]
    assert amount == (3, 46)
    wrong: tuple[Any, ...] = ("check", "bring", "pass", None, [], {})
    for answer in wrong:
        s.refuses("B", answer)


@pytest.mark.rule("BET-11", "BET-13")
def test_when_all_check_no_money_moves_and_the_game_goes_on() -> None:
    s = night()
    before = s.money
    s.each("ABC", "check")
    assert s.kind() == "reveal"
    assert s.money == before
    assert s.pot == 3
    assert s.asked() == "ABC"


@pytest.mark.rule("BET-14")
def test_a_call_adds_the_difference() -> None:
    s = night().bets(A=4, B=6).does(C="fold", A="call")
    assert s.told("calls")[-1].values["n"] == 6
    assert s.money == {"A": 39, "B": 39, "C": 49}


@pytest.mark.rule("BET-15", "BET-16", "BET-X1")
def test_a_raise_goes_above_the_bet_and_is_the_new_bet() -> None:
    s = night().bets(A=3)
    s.refuses("B", 0)
    s.refuses("B", -3)
    s.bets(B=3)
    assert s.ask("C").prompt.says["bet"] == 6
    assert s.bets_lying == {"A": 3, "B": 6}


@pytest.mark.rule("BET-17", "BET-18")
def test_a_raise_must_be_answered_by_all_who_had_checked_or_called() -> None:
    s = night("ABCD").does(A="check").bets(B=2).does(C="call").bets(D=2)
    for name in "ABC":
        assert s.asked() == name
        s.does(**{name: "call"})
    assert s.kind() == "reveal"


@pytest.mark.rule("BET-18")
def test_the_round_ends_with_the_last_call_and_the_raiser_is_not_asked_again() -> None:
    s = night().bets(A=5).does(B="call", C="call")
    assert s.kind() == "reveal"


@pytest.mark.rule("BET-19", "BET-X8")
def test_when_all_others_fold_the_last_one_takes_the_pot_whatever_the_hands() -> None:
    s = night("ABCD", cards="R.hawk R.wolf W.hawk W.wolf W.owl W.horse L.hawk L.wolf")
    s.bets(A=3).each("BCD", "fold")
    s.defaults()
    assert s.told("wins_pot")[-1].values == {"seat": 0, "n": 7}
    assert s.net == {"A": {"piece": 3}, "B": {"piece": -1}, "C": {"piece": -1}, "D": {"piece": -1}}
    assert not s.told("shows")
    assert s.sees("B", "A") == ["back", "back"]


@pytest.mark.rule("BET-20", "BET-X2", "BET-R4")
def test_no_raise_is_smaller_than_the_last_one() -> None:
    s = night().bets(A=5)
    s.refuses("B", 7 - 5)
    s.bets(B=10 - 5)
    s.refuses("C", 14 - 10)
    s.bets(C=15 - 10)
    assert s.bets_lying == {"A": 5, "B": 10, "C": 15}


@pytest.mark.rule("BET-X9", "BET-R4")
def test_the_measure_is_the_increase_and_starts_anew_in_each_round() -> None:
    s = night().bets(A=5, B=12 - 5)
    s.refuses("C", 18 - 12)
    s.bets(C=19 - 12).each("AB", "call").each("ABC", [0])
    assert s.offered("A")[1] == (1, 50 - 1 - 19)


@pytest.mark.rule("BET-20", "BET-R4")
def test_without_the_rule_any_raise_will_do() -> None:
    assert GAME.parse_options({}).model_dump()["minimum_raise"] is True
    s = night(minimum_raise=False).bets(A=5, B=1, C=1)
    assert s.bets_lying == {"A": 5, "B": 6, "C": 7}


@pytest.mark.rule("BET-X3")
def test_a_round_with_raises_folds_and_a_call() -> None:
    s = night("ABCD")
    pot = s.pot
    s.bets(A=2, B=4 - 2).does(C="fold").bets(D=10 - 4).does(A="fold")
    assert s.bets_lying == {"A": 2, "B": 4, "D": 10}
    s.does(B="call")
    assert s.told("calls")[-1].values["n"] == 6
    assert s.pots == {"BD": pot + 22}
    assert s.asked() == "BD"
    assert s.kind() == "reveal"


@pytest.mark.rule("BET-R1")
def test_bets_are_whole_numbers_from_one_with_no_limit_but_the_money() -> None:
    s = night("AB", minimum_raise=False)
    for answer in (0, -1, 1.5, 2.0, True, "5", [5], 50):
        s.refuses("A", answer)
    for name in "AB" * 20:
        s.bets(**{name: 1})
    assert s.bets_lying == {"A": 39, "B": 40}
    assert s.offered("A")[1] == (1, 9)
    s.bets(A=9)
    assert s.money["A"] == 0
    rich = night("AB", stakes={"A": 10**6, "B": 10**6})
    assert rich.offered("A")[1] == (1, 10**6 - 1), "after the ante"


@pytest.mark.rule("BET-R5")
def test_all_in_for_less_than_a_full_raise_moves_the_bet_but_not_the_measure() -> None:
    s = night(stakes={"A": 50, "B": 15, "C": 50}).bets(A=10)
    assert s.offered("B")[1] == (4, 4)
    s.bets(B=4)
    assert s.ask("C").prompt.says["need"] == 14
    s.refuses("C", 23 - 14)
    assert s.offered("C")[1] == (24 - 14, 49 - 14)
    s.does(C="call")
    assert s.asked() == "A"
    s.bets(A=24 - 14)
    assert s.asked() == "C"


@pytest.mark.rule("BET-R6")
def test_all_in_below_the_bet_is_a_call_for_less() -> None:
    s = night(stakes={"A": 50, "B": 6, "C": 50}).bets(A=10)
    assert s.offered("B") == (["call", "fold"], None)
    s.does(B="call")
    assert s.told("calls_all_in")[-1].values == {"seat": 1, "n": 5}
    assert s.ask("C").prompt.says["bet"] == 10
    assert s.offered("C")[1] == (10, 39)


@pytest.mark.rule("BET-R7", "BET-R24")
def test_no_raise_where_nobody_could_answer_it() -> None:
    s = night("AB", stakes={"A": 20, "B": 50}).bets(A=19)
    assert s.offered("B") == (["call", "fold"], None)
    s.refuses("B", 5)


@pytest.mark.rule("BET-R24")
def test_a_rival_can_answer_only_if_its_bet_could_go_above_the_current_one() -> None:
    # B has 8 left, but stands at 2: it can call the 20 only for less
    s = night(stakes={"A": 60, "B": 11, "C": 21}).bets(A=2).does(B="call").bets(C=18)
    assert s.asked() == "A"
    assert s.money["B"] == 8
    assert s.offered("A") == (["call", "fold"], None)
    # with one more than 20 in all it could
    s = night(stakes={"A": 60, "B": 22, "C": 21}).bets(A=2).does(B="call").bets(C=18)
    assert s.offered("A")[1] == (18, 39)


@pytest.mark.rule("BET-R16")
@pytest.mark.parametrize(("bet", "default"), [(0, "check"), (5, "fold")])
def test_out_of_time_is_a_check_else_a_fold(bet: int, default: str) -> None:
    s = night()
    s.does(A=bet or "check")
    assert s.ask("B").prompt.default == default


@pytest.mark.rule("BET-R23")
def test_one_may_fold_where_one_could_check_and_is_asked_once_whether_it_is_meant() -> None:
    s = night().does(A="check")
    prompt = s.ask("B").prompt
    assert getattr(prompt, "confirm", ()) == ("fold",)
    assert "bet:fold?" in GAME.words
    s.does(B="fold").does(C="check")
    assert s.asked() == "AC"


@pytest.mark.rule("BET-R9")
def test_if_the_starting_player_cannot_act_the_next_one_opens() -> None:
    s = night("ABCD").does(A="fold").bets(B=3).each("CD", "call").each("BCD", [0])
    assert s.asked() == "B"
    s = night("ABCD", carry={"starter": 1}).does(B="fold").bets(C=3).each("DA", "call").each("CDA", [0])
    assert s.asked() == "C"
    s = night(stakes={"A": 6, "B": 50, "C": 50}).bets(A=5).each("BC", "call").each("ABC", [0])
    assert s.asked() == "B"
    s.each("BC", "check").defaults()
    assert s.result.carry["last_starter"] == 0
    s = night(stakes={"A": 0, "B": 50, "C": 50})
    assert s.asked() == "B"
    s.defaults()
    assert s.result.carry["last_starter"] == 0
