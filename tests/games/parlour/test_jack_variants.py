"""Jack of All Trades: Hidden Fate, Dragon Cards, and all variants together (JT-15 to JT-25)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from games.engine import BACK, RAIL
from games.parlour.jack_of_all_trades import GAME
from tests.games.parlour.test_jack_of_all_trades import checks, may, places, prompt, totals
from tests.helpers.script import Script

HANDS = "W.owl B.owl M.owl R.owl R.hare  L.owl L.hare B.hawk M.hawk M.wren"


def fate(
    plan: str | None, jobs: str = "", hands: str = HANDS, rolls: str = "", seats: str = "AB", **more: Any
) -> Script:
    """A game with Hidden Fate: A plans (`"card-die-card-die"`), hands are A's and then B's."""
    s = Script(GAME, seats, cards=f"{hands} {jobs}", rolls=rolls, hidden_fate=True, **more)
    return s if plan is None else s.does(A=plan)


def cards_of(hand: str) -> str:
    """Another hand of five Ladies and Merchants for B, after A's."""
    return f"{hand}  L.owl L.hare M.hawk M.wren M.wolf"


@pytest.mark.rule("JT-15", "JT-R1")
def test_five_cards_that_only_their_owner_sees_in_place_of_dice() -> None:
    s = fate(None)
    assert s.sees("A", "A") == ["W.owl", "B.owl", "M.owl", "R.owl", "R.hare"]
    assert s.sees("B", "A") == s.sees(None, "A") == [BACK] * 5
    assert s.told("rolls") == []


@pytest.mark.rule("JT-17", "JT-R4")
def test_the_starting_player_plans_before_anybody_bets_and_tells_all() -> None:
    s = fate(None)
    assert (s.kind(), s.asked()) == ("plan", "A")
    plans = ["-".join(plan) for plan in product(("card", "die"), repeat=4)]
    assert len(plans) == 16
    assert s.offered("A")[0] == plans
    assert s.ask("A").prompt.default == "card-card-card-card"
    s.refuses("A", "card-card-card")
    s.does(A="die-card-die-card")
    assert s.on_table("plan") == ["die", "card", "die", "card"]
    assert s.told("plans")[0].to is None
    assert s.kind() == "bet"


@pytest.mark.rule("JT-R4")
def test_the_next_seat_plans_if_the_starting_player_sits_out_and_an_all_in_one_still_plans() -> None:
    hands = "W.owl B.owl M.owl R.owl R.hare  L.owl L.hare B.hawk M.hawk M.wren"
    s = fate(None, hands=hands, seats="ABC", stakes={"A": 0, "B": 5, "C": 5})
    assert s.asked("plan") == "B"
    s = fate(None, hands=hands, seats="ABC", stakes={"A": 5, "B": 0, "C": 5}, carry={"starter": 1})
    assert s.asked("plan") == "C"
    s = fate(None, stakes={"A": 1, "B": 5})
    assert s.asked("plan") == "A"


@pytest.mark.rule("JT-17", "JT-18")
@pytest.mark.parametrize("plan", ["card-card-card-card", "die-die-die-die", "card-die-die-card"])
def test_cards_and_dice_give_the_jobs_as_planned(plan: str) -> None:
    cards, dice = ["R.wren", "M.hare", "B.wolf", "L.hawk"], ["5", "1", "4", "2"]
    sources = plan.split("-")
    gives = {"card": iter(cards), "die": iter(f"d6:{face}" for face in dice)}
    expected = [next(gives[source]) for source in sources]
    s = fate(plan, " ".join(cards[: sources.count("card")]), rolls=" ".join(dice))
    s.defaults()
    assert s.on_table("jobs") == expected


@pytest.mark.rule("JT-16", "JT-X4", "JT-21")
def test_the_example_of_hidden_fate() -> None:
    s = checks(fate("card-die-card-die", "M.hare L.wren", rolls="6 5"))
    assert may(s, "A") == "M.owl"
    places(s, A="M.owl", B="M.hawk")
    assert s.on_table("placed") == ["M.owl", "M.hawk"]
    assert s.sees("A", "A") == ["W.owl", "B.owl", "R.owl", "R.hare"]
    assert s.sees("B", "A") == [BACK] * 4
    checks(s)
    # a die of 6: any one worker
    assert may(s, "A") == "W.owl B.owl R.owl"
    places(s, A="R.owl", B="")
    checks(s)
    assert may(s, "A") == ""
    places(s, A="", B="")
    checks(s)
    places(s, A="R.hare", B="")
    assert s.sees("B", "A") == [BACK] * 2
    checks(s)
    assert s.match.over
    assert totals(s)["A"] == 4
    assert s.sees("B", "A") == ["W.owl", "B.owl"]
    assert s.on_table("placed") == ["M.owl", "M.hawk", "R.owl", "R.hare"]


@pytest.mark.rule("JT-R1", "JT-16")
def test_all_who_are_in_are_asked_whether_anything_fits_or_not() -> None:
    s = checks(fate("card-card-card-card", "W.hare"))
    assert s.asked() == "AB"
    assert prompt(s, "B").legal(s.rigged) == [[]]
    for viewer in (1, RAIL):
        assert all(ask.prompt is None for ask in s.match.scene(viewer).asks if ask.seat == 0)
    s.refuses("B", [0])
    places(s, A="W.owl")
    assert s.on_table("placed") == []
    places(s, B="")
    assert s.on_table("placed") == ["W.owl"]
    # and who sees nothing placed is told so of everybody alike
    assert [event.kind for event in s.match.events][-2:] == ["places", "places_nothing"]


@pytest.mark.rule("JT-R4", "JT-05")
def test_cards_know_no_jack_of_all_trades() -> None:
    s = checks(fate("card-card-card-card", "B.wren", hands=cards_of("R.owl R.hare R.wren R.wolf R.hawk")))
    assert may(s, "A") == ""


@pytest.mark.rule("JT-19", "JT-20", "JT-X5", "JT-R3")
def test_on_a_die_of_six_one_worker_goes_at_the_last_call_too() -> None:
    s = fate("card-card-card-die", "W.hare L.wren B.wren", cards_of("W.owl L.wolf R.owl R.hare R.wren"), "6")
    s.defaults("bet")
    for _ in range(3):
        checks(s).defaults("bet")
    checks(s)
    assert s.sees("A", "A") == ["R.owl", "R.hare", "R.wren"]
    for answer in ([0, 1], [0, 1, 2]):
        s.refuses("A", answer)
    # one of each value is offered, and still only one goes
    assert may(s, "B") == "L.hare M.hawk"
    s.refuses("B", [0, 1])
    assert prompt(s, "A").default == [0]
    s.defaults()
    assert totals(s)["A"] == 10


@pytest.mark.rule("JT-21")
def test_a_last_betting_round_follows_the_last_call_and_then_hands_are_shown() -> None:
    s = fate("card-card-card-card", "W.hare W.wren W.hawk R.hawk").defaults("bet")
    for _ in range(4):
        checks(s).defaults("bet")
    assert (s.kind(), s.asked()) == ("bet", "A")
    assert s.sees("B", "A") == [BACK] * 2
    s.bets(A=4).does(B="call")
    assert s.match.over
    assert s.sees("B", "A") == ["B.owl", "M.owl"]
    assert totals(s) == {"A": 7, "B": 15}
    assert s.net["A"] == {"piece": 5}


@pytest.mark.rule("JT-R6")
def test_who_has_no_workers_left_stays_in_and_bets_on() -> None:
    hands = cards_of("W.owl L.wolf B.owl R.hare R.wren")
    s = fate("card-card-card-card", "W.hare L.wren B.wren R.owl", hands).defaults("bet")
    for _ in range(4):
        checks(s).defaults("bet")
    assert s.sees("A", "A") == []
    assert s.asked("bet") == "A"
    s.bets(A=2).does(B="call")
    assert s.result.rows[0].seat == 0
    assert s.result.rows[0].reason is not None
    assert s.result.rows[0].reason.text == "0: no workers left"
    assert s.net["A"] == {"piece": 3}


@pytest.mark.rule("JT-R5")
def test_hidden_fate_with_no_last_call_one_card_at_most_on_the_fourth_job() -> None:
    jobs = "W.hare W.wren W.hawk R.hawk"
    s = fate("card-card-card-card", jobs, no_last_call=True).defaults("bet")
    for _ in range(3):
        checks(s).defaults("bet")
    checks(s)
    assert may(s, "A") == "R.owl"
    s.refuses("A", [2, 3])
    assert s.told("last_call") == []


@pytest.mark.rule("JT-22", "JT-23", "JT-24", "JT-X6", "JT-R5")
def test_the_example_of_dragons_in_hand() -> None:
    hands = "D.red L.owl L.hare L.wren R.owl  B.owl B.hare M.owl M.hare R.wolf"
    s = fate("card-card-card-card", "D.blue", hands, dragon_cards=True)
    checks(s)
    assert may(s, "A") == "L.owl R.owl"
    s.refuses("A", [0])
    assert prompt(s, "A").default == [4]
    s = fate("card-card-card-card", "W.owl W.hare W.wren L.wolf", hands, dragon_cards=True).defaults("bet")
    for _ in range(3):
        checks(s).defaults("bet")
    checks(s)
    places(s, A="L.owl L.hare L.wren", B="")
    checks(s)
    assert totals(s)["A"] == 5
    assert s.sees("B", "A") == ["D.red", "R.owl"]


@pytest.mark.rule("JT-23")
def test_a_hand_of_nothing_but_a_dragon_and_a_warrior_counts_one() -> None:
    hands = "D.red D.blue D.green W.owl W.hare  B.owl B.hare M.owl M.hare R.wolf"
    s = fate("card-card-card-card", "W.wren R.owl R.hawk L.wolf", hands, dragon_cards=True)
    s.defaults()
    assert totals(s)["A"] == 1


@pytest.mark.rule("JT-24", "JT-25", "JT-X7", "JT-R5", "JT-R3")
def test_without_hidden_fate_a_dragon_is_a_job_for_any_one_worker() -> None:
    s = Script(GAME, "AB", rolls="5 5 5 6 6  1 1 2 2 3", cards="M.owl M.hare M.wren D.red", dragon_cards=True)
    for _ in range(3):
        checks(s)
        s.each(s.asked("place"), [])
    checks(s)
    assert may(s, "A") == "5 6"
    assert may(s, "B") == "1 2 3"
    s.refuses("A", [3, 4])
    s.refuses("A", [0, 3])
    assert prompt(s, "A").default == [3]
    assert prompt(s, "B").default == [4]
    s.defaults()
    assert totals(s) == {"A": 21, "B": 6}


@pytest.mark.rule("JT-25")
def test_a_dragon_in_the_middle_takes_one_worker_too() -> None:
    s = checks(Script(GAME, "AB", rolls="1 1 2 2 3  6 6 6 6 6", cards="D.red", dragon_cards=True))
    s.refuses("A", [0, 1])
    places(s, A="1", B="6")
    assert len(s.sees(None, "A", "workers") or []) == 4


@pytest.mark.rule("BET-R13")
def test_a_winner_by_folds_may_show_secret_cards_and_open_dice_need_no_showing() -> None:
    s = fate("card-card-card-card").does(A="fold")
    assert (s.kind(), s.asked()) == ("show", "B")
    s = Script(GAME, "AB", rolls="1 1 2 2 3  6 6 6 6 6").does(A="fold")
    assert s.match.over
