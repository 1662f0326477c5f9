"""Dragon Hordes: who leaves, who runs out, who borrows (DH-22 to DH-26, DH-R5, DH-R7)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import OUTSIDE, Choose
from games.parlour.dragon_hordes import GAME, WITH_LOANS
from tests.games.parlour.dragon_hordes.test_dragon_hordes import Night, hordes, night
from tests.helpers.script import Script


def lending(cards: str, rolls: str, stakes: dict[str, int], **more: Any) -> Night:
    """A game in which who runs out may borrow."""
    return Night(WITH_LOANS, stakes, cards=cards, rolls=rolls, stakes=stakes, **more)


# ---- leaving


@pytest.mark.rule("DH-22", "DH-24")
def test_nobody_joins_or_comes_back_once_it_has_begun() -> None:
    s = night("R.hawk R.owl B.wolf", "1 2  1 2  1 2  1 2", "ABC").leaves("A")
    for news in (["join", 3], ["join", 0], ["handover", 0]):
        s.match.answer(0, OUTSIDE, news, "table")
    for name in "BCB":
        assert s.asked() == name
        s.does(**{name: "pass"})
    s.leaves("B")
    assert s.match.over
    assert sorted(row.seat for row in s.result.rows) == [0, 1, 2]


@pytest.mark.rule("DH-23", "DH-25")
def test_who_leaves_takes_what_it_holds_and_leaves_what_it_placed() -> None:
    s = night("R.hawk R.owl B.wolf", "1 2  1 2", "ABC")
    before = hordes(s)
    s.leaves("A")
    assert s.asked() == "B"
    assert hordes(s) == {**before, "W": 2, "L": 2}
    s.defaults()
    assert s.net["A"] == {"piece": -4}


@pytest.mark.rule("DH-23")
def test_who_leaves_while_another_thinks_gets_no_turn() -> None:
    s = night("R.hawk R.owl B.wolf", "1 2  1 2", "ABC").leaves("B")
    assert s.asked() == "A"
    s.does(A="pass")
    assert s.asked() == "C"


@pytest.mark.rule("DH-23")
def test_who_leaves_before_placing_a_six_places_nothing_more() -> None:
    s = night("R.hawk R.owl B.wolf", "6 2  1 2", "ABC").leaves("A")
    assert s.asked() == "B"
    assert s.money["A"] == 50 - 3


@pytest.mark.rule("DH-R7")
def test_the_last_seat_takes_everything_at_once() -> None:
    s = night("R.hawk R.owl", "1 2").leaves("B")
    assert s.match.over
    assert s.net == {"A": {"piece": 2}, "B": {"piece": -2}}
    assert s.told("last")[0].values == {"seat": 0, "n": 6}
    s = night("R.hawk R.owl", "1 2").leaves("A")
    assert s.net == {"A": {"piece": -4}, "B": {"piece": 4}}


@pytest.mark.rule("DH-R7")
def test_leaving_is_taken_in_the_order_in_which_it_came() -> None:
    # B's leaving makes A the last; that A would have left next changes nothing
    s = night("R.hawk R.owl B.wolf", "1 2", "ABC").leaves("C").leaves("B")
    assert s.match.over
    assert s.net["A"] == {"piece": 4}


# ---- running out


@pytest.mark.rule("DH-R5", "DH-R4", "DH-R7")
def test_who_holds_less_than_two_at_its_turn_is_out_with_what_it_has() -> None:
    s = night("R.hawk R.owl B.wolf", "1 2  1 2  3 4", "ABC", stakes={"A": 50, "B": 3, "C": 50})
    s.does(A="pass")
    assert [event.values["seat"] for event in s.told("runs_out")] == [1]
    assert s.asked() == "C"
    s.does(C="pass")
    assert s.asked() == "A"
    s.leaves("C")
    assert s.net["B"] == {"piece": -2}
    assert s.money["B"] == 1


@pytest.mark.rule("DH-R5")
def test_nobody_ever_owes_a_horde_card() -> None:
    s = night("R.hawk R.owl B.wolf", "6 5  6 4  6 3  6 5  1 2  1 2", "ABC", stakes=7)
    while not s.match.over:
        assert min(s.money.values()) >= 0
        name = s.asked()
        options = s.offered(name)[0]
        s.does(**{name: options[-1]})
    assert min(s.money.values()) >= 0


@pytest.mark.rule("DH-26")
def test_outside_of_an_adventurers_choice_nobody_borrows() -> None:
    s = night("R.hawk R.owl B.wolf", "1 2  1 2", "ABC", stakes={"A": 4, "B": 50, "C": 50})
    # A has 0 after placing: nothing to predict, no loan
    assert s.asked("predict") == "B"


# ---- loans


@pytest.mark.rule("DH-26", "DH-R5", "DH-R1")
def test_who_runs_out_may_borrow_at_once_from_the_richest() -> None:
    s = lending("R.hawk R.owl B.wolf", "3 4  1 2  1 2", {"A": 3, "B": 40, "C": 60})
    assert (s.kind(), s.asked()) == ("loan", "A")
    s.does(A="yes")
    assert s.money == {"A": 1 + 25 - 2, "B": 38, "C": 58 - 25}
    assert s.asked("predict") == "A"
    s.does(A="pass").leaves("B").leaves("A")
    assert s.result.carry["loans"] == [[0, 2]]
    # C is the last and takes all; the loan is no part of what anybody has gained
    assert s.net == {"A": {"piece": -4}, "B": {"piece": -4}, "C": {"piece": 8}}
    assert s.money == {"A": 3 - 4 + 25, "B": 40 - 4, "C": 60 + 8 - 25}


@pytest.mark.rule("DH-R11", "DH-R5")
def test_who_declines_is_out() -> None:
    s = lending("R.hawk R.owl B.wolf", "3 4  1 2", {"A": 3, "B": 40, "C": 60})
    assert s.ask("A").prompt.default == "no"
    s.does(A="no")
    assert s.told("runs_out")[0].values["seat"] == 0
    assert s.asked() == "B"
    assert "loans" not in s.defaults().result.carry


@pytest.mark.rule("DH-R5", "DH-26")
def test_who_has_nothing_left_after_placing_is_offered_one_once_before_it_predicts() -> None:
    s = lending("R.hawk R.owl B.wolf", "3 4  1 2  1 2", {"A": 4, "B": 40, "C": 60})
    assert (s.kind(), s.asked()) == ("loan", "A")
    s.does(A="no")
    assert s.asked("predict") == "B"
    s.each("BC", "pass")
    # asked again at its next turn
    assert (s.kind(), s.asked()) == ("loan", "A")
    s.does(A="yes")
    assert s.asked("predict") == "A"
    s = lending("R.hawk R.owl B.wolf", "3 4  1 2", {"A": 4, "B": 40, "C": 60})
    s.does(A="yes")
    assert s.asked("predict") == "A"
    assert s.money["A"] == 25
    # with 1 left there is something to predict with, and no loan
    s = lending("R.hawk R.owl B.wolf", "3 4  1 2", {"A": 5, "B": 40, "C": 60})
    assert (s.kind(), s.asked(), s.money["A"]) == ("predict", "A", 1)


@pytest.mark.rule("DH-R5")
def test_of_equally_rich_seats_the_first_clockwise_lends() -> None:
    s = lending("R.hawk R.owl B.wolf", "3 4  1 2", {"A": 60, "B": 60, "C": 3}, carry={"starter": 2})
    s.does(C="yes")
    assert s.told("lends")[0].values == {"seat": 0, "borrower": 2, "n": 25}
    s = lending("R.hawk R.owl B.wolf", "3 4  1 2", {"A": 3, "B": 60, "C": 60})
    s.does(A="yes")
    assert s.told("lends")[0].values["seat"] == 1


@pytest.mark.rule("DH-R5")
def test_who_has_left_does_not_lend_and_nobody_does_who_holds_too_little() -> None:
    s = lending("R.hawk R.owl B.wolf", "3 4  1 2", {"A": 3, "B": 20, "C": 26})
    # C holds 24 after the setup
    assert s.told("runs_out")[0].values["seat"] == 0
    assert s.asked("predict") == "B"
    s = lending("R.hawk R.owl B.wolf L.owl", "3 4  1 2  1 2", {"A": 30, "B": 3, "C": 40, "D": 30})
    s.leaves("C").does(A="pass")
    assert s.asked("loan") == "B"
    s.does(B="yes")
    assert s.told("lends")[0].values["seat"] == 3


# ---- leaving the game, and not the table


@pytest.mark.rule("DH-23", "DH-24", "DH-25", "DH-R11")
def test_who_leaves_the_game_keeps_what_it_holds_and_stays_at_the_table() -> None:
    s = Script(GAME, "ABC", cards="R.hawk R.owl B.wolf", rolls="1 2  1 2", stakes=50)
    before = hordes(s)
    prompt = s.ask("A").prompt
    assert isinstance(prompt, Choose)
    assert (prompt.options, prompt.default, prompt.confirm) == (("roll", "leave"), "roll", ("leave",))
    s.does(A="leave")
    assert hordes(s) == before
    assert s.match.table.gone == set()
    assert s.told("leaves_game")[0].values == {"seat": 0, "n": 48}
    s.defaults()
    assert s.net["A"] == {"piece": -2}
    assert "A" not in {s.name(event.values["seat"]) for event in s.told("rolls")}


@pytest.mark.rule("DH-R7")
def test_when_all_but_one_leave_the_game_the_last_takes_everything() -> None:
    s = Script(GAME, "AB", cards="R.hawk R.owl", stakes=50).does(A="leave")
    assert s.match.over
    assert s.net == {"A": {"piece": -2}, "B": {"piece": 2}}
