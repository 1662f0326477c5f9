"""Offers of a person who deals: their limits, and the members who see them (HH-R6)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import Choose
from games.engine.money import SIZES, profit, worth
from games.gembones.hags_haggle import GAME
from games.gembones.hags_haggle.bargains import Bargain, may_offer, most_to
from tests.helpers.games.hags_haggle import start_game
from tests.helpers.games.hags_haggle_dealer import offer_bargain, start_dealt_game

# ---- what may be offered


@pytest.mark.rule("HH-X11", "HH-R6", "HH-33")
@pytest.mark.parametrize(
    ("die", "faces", "most"),
    [
        ("g20", [7], 10),
        ("g12", [7], 10),
        ("g8", [7], 7),
        ("g20", [*range(11, 21)], 1),
        ("g20", [1, 2, 3], 5),
    ],
)
def test_no_more_is_offered_than_the_house_can_bear(die: str, faces: list[int], most: int) -> None:
    game = start_dealt_game("2 2", gembones=die)
    game.does(D="who0").does(D=[face - 1 for face in faces])
    assert game.kind_of("D") == "deal_odds"
    assert game.offered("D")[1] == (1, most)
    prompt = game.ask("D").prompt
    assert isinstance(prompt, Choose)
    assert prompt.amount is not None
    assert prompt.amount.steps[-1] == most, "the most is one press away"
    assert [*prompt.amount.steps] == sorted({*prompt.amount.steps})
    game.refuses("D", most + 1)


@pytest.mark.rule("HH-X11", "HH-R6")
def test_of_ten_to_twenty_there_are_no_odds_to_one_but_five_to_six() -> None:
    game = start_dealt_game("2 2")
    game.does(D="who0").does(D=[face - 1 for face in range(10, 21)])
    assert game.kind_of("D") == "deal_per"
    game.refuses("D", 1)
    assert game.offered("D")[1] == (2, 19)
    game.does(D=6)
    assert game.offered("D")[1] == (1, 4), "11/20 times 4/6 is less than 9/20, and times 5/6 more"
    game.refuses("D", 5)


@pytest.mark.rule("HH-R6")
def test_other_odds_may_be_to_any_number_below_the_die() -> None:
    game = start_dealt_game("2 2").does(D="who0").does(D=[6]).does(D="per")
    assert game.offered("D")[1] == (1, 19)
    assert game.does(D=3).offered("D")[1] == (1, 30), "ten to one at most"


@pytest.mark.rule("HH-R6")
def test_all_numbers_are_no_wager_and_none_is_no_bargain() -> None:
    game = start_dealt_game("2 2").does(D="who0")
    game.refuses("D", [*range(20)])
    assert game.does(D=[]).kind_of("D") == "deal_again", "nobody is left to offer to, and the rolls are made"


@given(st.sampled_from(["g8", "g12", "g20"]), st.data())
@pytest.mark.rule("HH-R6", "GEM-R10")
def test_whatever_is_offered_is_never_in_the_players_favour(die: str, data: st.DataObject) -> None:
    faces = data.draw(st.sets(st.integers(1, SIZES[die]), min_size=1, max_size=SIZES[die] - 1))
    per = data.draw(st.integers(1, SIZES[die] - 1))
    most = most_to(die, faces, per)
    assert may_offer(die, faces, most, per) or not most
    assert not may_offer(die, faces, most + 1, per)
    chance = Fraction(len(faces), SIZES[die])
    for to in range(1, most + 1):
        won = worth(Bargain(0, 1, tuple(faces), to, per).winnings(die))
        assert won == profit(SIZES[die], to, per) > 0
        assert chance * won <= (1 - chance) * SIZES[die]
        assert to <= 10 * per


# ---- private until struck


@pytest.mark.rule("HH-33", "HH-R6")
def test_a_bargain_at_three_to_two_is_struck_and_paid() -> None:
    game = offer_bargain(start_dealt_game("5 5 7"), [7], (3, 2))
    assert game.ask("A").prompt.kind == "bargain"
    game.does(A="take").does(D="done")
    assert game.pieces == {"A": 30 - 20, "B": 0}, "the 7 is below the 10, and loses the wager"


@pytest.mark.rule("HH-05", "HH-R6", "HH-18")
def test_an_offer_is_between_two_until_it_is_struck() -> None:
    game = offer_bargain(start_dealt_game("5 5 7"), [7], 10)
    ask = game.ask("A")
    assert (ask.prompt.kind, ask.prompt.default, ask.prompt.clock) == ("bargain", "decline", "quick")
    assert GAME.seconds["bargain"] == 20
    assert ask.prompt.says["dealer"] == game.names["D"]
    cost = ask.prompt.cost("take")
    assert (dict(cost.seat), worth(cost.house)) == ({"g20": 1}, 200)
    for viewer in (game.names["B"], -2):
        seen = game.match.scene(viewer)
        assert all(each.prompt is None for each in seen.asks), "nobody else reads the offer"
    declined = offer_bargain(start_dealt_game("5 5 7"), [7], 10).does(A="decline")
    assert [event.to for event in declined.told("declines")] == [frozenset({declined.names["D"], 0})]
    assert not declined.told("strikes")
    game.does(A="take")
    [struck] = game.told("strikes")
    assert struck.to is None
    assert struck.values["faces"] == "7"


@pytest.mark.rule("HH-R6")
def test_one_offer_a_player_before_the_rolls_and_one_after() -> None:
    game = start_game("AB", "5 5 7 8", gembones="g20", bargains=True, dealer=True)
    game.at_rail("D")
    game.each("AB", 1)
    offer_bargain(game, [7], 10).does(A="take")
    assert game.offered("D")[0] == ["done", "who0"]
    assert game.ask("D").prompt.says["who0"] == 1, "now about B"
    offer_bargain(game, [7], 10).does(B="take")
    assert game.kind_of("D") == "deal_again"
    assert game.does(D="done").pieces == {"A": 200 - 20, "B": -20 - 20}
