"""A person who deals for the hag: who it is, what they may offer, and what becomes of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import HOUSE, BadOptions, Choose, Invitation, Range
from games.engine.money import SIZES, profit, worth
from games.gembones.hags_codes import may_offer
from games.gembones.hags_dealer import Bargain, faces_text, most_to
from games.gembones.hags_haggle import GAME
from tests.games.gembones.hags import Haggle, table


def dealt(rolls: str, *, wagers: int = 1, **options: Any) -> Haggle:
    """A game with g20: A wagers, B sits out, and D at the rail deals. The house's two come first."""
    options = {"gembones": "g20", "bargains": True, "dealer": True, **options}
    game = table("AB", rolls, **options)
    game.at_rail("D")
    return game.does(A=wagers, B="pass")


def offer(game: Haggle, faces: list[int], odds: int | tuple[int, int], dealer: str = "D") -> Haggle:
    """The dealer names faces and odds, to whoever is asked about first; the player is asked then."""
    game.does(**{dealer: "who0"})
    game.does(**{dealer: [face - 1 for face in faces]})
    if isinstance(odds, int):
        return game.does(**{dealer: odds})
    to, per = odds
    prompt = game.ask(dealer).prompt
    if prompt.kind == "deal_odds":
        game.does(**{dealer: "per"})
    return game.does(**{dealer: per}).does(**{dealer: to})


# ---- who deals


@pytest.mark.rule("HH-05", "HH-R6")
def test_a_spectator_deals_and_the_hag_keeps_her_own_bargains() -> None:
    game = dealt("5 5 14")
    assert game.asked() == "D", "numbers are rigged: the hag's own offer would have drawn one"
    assert game.kind_of("D") == "deal"
    assert not game.told("house_rolls"), "before the roll"
    game.does(D="done")
    assert game.kind_of("D") == "deal_again"
    assert game.does(D="done").pieces == {"A": -10, "B": 0}


@pytest.mark.rule("HH-R6")
def test_one_spectator_is_invited_and_only_where_the_host_wants_it() -> None:
    game = table("A", gembones="g20", bargains=True, dealer=True)
    assert game.scene_block(Invitation).kind == "deal"
    game.at_rail("D")
    assert not [block for block in game.match.scene(-2).blocks if isinstance(block, Invitation)]
    plain = table("A", gembones="g20", bargains=True)
    assert not [block for block in plain.match.scene(-2).blocks if isinstance(block, Invitation)]
    assert "deal" not in plain.offered("A")[0]
    over = table("A", gembones="g20", bargains=True, dealer=True).does(A="pass")
    assert not [block for block in over.match.scene(-2).blocks if isinstance(block, Invitation)]


@pytest.mark.rule("HH-R6", "GEN-18")
def test_a_player_may_deal_instead_of_wagering_and_one_is_enough() -> None:
    game = table("ABC", "5 5 7", gembones="g20", bargains=True, dealer=True).does(A="deal")
    assert game.told("deals")[0].values == {"seat": 0}
    game.does(B="deal")
    assert [event.to for event in game.told("deals_already")] == [frozenset({1})]
    assert game.offered("B")[0] == ["pass"], "somebody was faster"
    game.does(B=1, C="pass")
    assert game.asked() == "A"
    offer(game, [7], 10, "A").does(B="take")
    game.does(A="done")
    assert game.pieces == {"A": 0, "B": 200 - 20, "C": 0}
    rail = table("A", gembones="g20", bargains=True, dealer=True)
    rail.at_rail("D")
    rail.does(A="deal")
    assert rail.offered("A")[0] == ["pass"]


@pytest.mark.rule("HH-R6")
def test_when_the_dealer_leaves_the_hag_deals_again() -> None:
    game = table("A", "5 5 14", gembones="g20", bargains=True, dealer=True, numbers=[0])
    game.at_rail("D")
    game.leaves("D").does(A=1)
    assert game.kind() == "shot", "her own offer, one time in six"
    late = dealt("5 5 14")
    late.leaves("D")
    assert late.match.over
    midway = offer(dealt("5 5 7"), [7], 10)
    midway.leaves("D").does(A="take")
    assert midway.pieces["A"] == 200 - 20, "what was offered stands"


@pytest.mark.rule("PTS-R2", "HH-R6")
def test_a_dealer_needs_bargains_and_gembones() -> None:
    for wrong in ({"bargains": False}, {"played_for": "points_quick"}):
        with pytest.raises(BadOptions, match="offers bargains: switch those on"):
            GAME.parse_options({"dealer": True, **wrong})


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
    game = dealt("2 2", gembones=die)
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
    game = dealt("2 2")
    game.does(D="who0").does(D=[face - 1 for face in range(10, 21)])
    assert game.kind_of("D") == "deal_per"
    game.refuses("D", 1)
    assert game.offered("D")[1] == (2, 19)
    game.does(D=6)
    assert game.offered("D")[1] == (1, 4), "11/20 times 4/6 is less than 9/20, and times 5/6 more"
    game.refuses("D", 5)


@pytest.mark.rule("HH-R6")
def test_other_odds_may_be_to_any_number_below_the_die() -> None:
    game = dealt("2 2").does(D="who0").does(D=[6]).does(D="per")
    assert game.offered("D")[1] == (1, 19)
    assert game.does(D=3).offered("D")[1] == (1, 30), "ten to one at most"


@pytest.mark.rule("HH-R6")
def test_all_numbers_are_no_wager_and_none_is_no_bargain() -> None:
    game = dealt("2 2").does(D="who0")
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
        won = worth(Bargain(0, 1, tuple(faces), to, per).pays(die))
        assert won == profit(SIZES[die], to, per) > 0
        assert chance * won <= (1 - chance) * SIZES[die]
        assert to <= 10 * per


# ---- private until struck


@pytest.mark.rule("HH-05", "HH-R6", "HH-18")
def test_an_offer_is_between_two_until_it_is_struck() -> None:
    game = offer(dealt("5 5 7"), [7], 10)
    ask = game.ask("A")
    assert (ask.prompt.kind, ask.prompt.default, ask.prompt.clock) == ("bargain", "decline", "quick")
    assert GAME.seconds["bargain"] == 20
    assert ask.prompt.says["dealer"] == game.names["D"]
    cost = ask.prompt.cost("take")
    assert (dict(cost.seat), worth(cost.house)) == ({"g20": 1}, 200)
    for viewer in (game.names["B"], -2):
        seen = game.match.scene(viewer)
        assert all(each.prompt is None for each in seen.asks), "nobody else reads the offer"
    declined = offer(dealt("5 5 7"), [7], 10).does(A="decline")
    assert [event.to for event in declined.told("declines")] == [frozenset({declined.names["D"], 0})]
    assert not declined.told("strikes")
    game.does(A="take")
    [struck] = game.told("strikes")
    assert struck.to is None
    assert struck.values["faces"] == "7"


@pytest.mark.rule("HH-R6")
def test_one_offer_a_player_before_the_rolls_and_one_after() -> None:
    game = table("AB", "5 5 7 8", gembones="g20", bargains=True, dealer=True)
    game.at_rail("D")
    game.each("AB", 1)
    offer(game, [7], 10).does(A="take")
    assert game.offered("D")[0] == ["done", "who0"]
    assert game.ask("D").prompt.says["who0"] == 1, "now about B"
    offer(game, [7], 10).does(B="take")
    assert game.kind_of("D") == "deal_again"
    assert game.does(D="done").pieces == {"A": 200 - 20, "B": -20 - 20}


# ---- what becomes of it


@pytest.mark.rule("HH-R6", "HH-18", "HH-05")
@pytest.mark.parametrize(
    ("faces", "odds", "roll", "pieces"),
    [
        ([14], 10, 14, 200 - 10),
        ([14], 10, 15, -20 - 10),
        ([1, 2], (9, 2), 2, 90 - 20),
        ([1, 2, 3], (16, 3), 3, 106 - 20),  # 106 2/3: the fraction is dropped (GEM-R10)
        ([*range(11, 21)], 1, 11, 20 - 10),
        ([*range(1, 20)], (1, 19), 19, 1 - 10),
    ],
)
def test_a_side_wager_is_settled_apart_from_the_wager(
    faces: list[int], odds: int | tuple[int, int], roll: int, pieces: int
) -> None:
    game = offer(dealt(f"5 5 {roll}"), faces, odds).does(A="take").does(D="done")
    assert game.pieces["A"] == pieces
    [note] = game.result.notes
    assert ("holds" in note.text) == (roll in faces)
    house = -sum(worth({pay.unit: pay.amount}) for pay in game.result.pays if pay.giver == HOUSE)
    assert -house <= worth(game.match.risked[HOUSE])


@pytest.mark.rule("HH-R6")
def test_the_dealer_names_which_of_the_dice() -> None:
    game = dealt("5 5 3 14 4", wagers=3).does(D="who0")
    assert game.offered("D")[0] == ["none", "1", "2", "3"]
    game.does(D="2").does(D=[13]).does(D=10).does(A="take").does(D="done")
    assert game.pieces["A"] == 200 - 20 - 10 - 20
    none = dealt("5 5 3 14 4", wagers=3).does(D="who0").does(D="none")
    assert none.kind_of("D") == "deal_again"


@pytest.mark.rule("HH-11", "HH-R6", "HH-R5")
@pytest.mark.parametrize(
    ("codes", "again", "pieces"), [([], "7", 200), ([], "8", -20), ([7], "7", 180), ([7], "8", -20)]
)
def test_afterwards_another_gembone_is_rolled(codes: list[int], again: str, pieces: int) -> None:
    game = dealt("5 5 3", codes=codes).does(D="done")
    assert game.kind_of("D") == "deal_again"
    offer(game, [7], 10)
    assert game.kind_of("A") == "bargain_again"
    game.rigged.rolls.append(int(again))
    assert game.does(A="take").pieces["A"] == pieces - 20


@pytest.mark.rule("HH-R6", "HH-R5")
def test_a_7_that_loses_is_lost_once() -> None:
    game = offer(dealt("5 5 3", codes=[7]).does(D="done"), [8], 10)
    game.rigged.rolls.append(7)
    assert game.does(A="take").pieces["A"] == -20 - 20


@pytest.mark.rule("HH-R6", "HH-R8")
def test_no_talent_and_no_luck_helps_a_bargain() -> None:
    lucky = dealt("5 5 3 7", carry={"luck": [[0, 3]]})
    offer(lucky, [7], 10).does(A="take")
    lucky.does(A="second").does(D="done")
    assert lucky.told("bargain_lost"), "it is the die as it fell"
    seer = {"talent": "portent", "portents": [7], "lucky": 0}
    game = Haggle(
        GAME, "A", rolls="5 5", carry={}, facts={"A": {"character": seer}}, gembones="g20", codes=False,
        dealer=True, spotlight="rerolls",
    )  # fmt: skip
    game.at_rail("D")
    offer(game.does(A=1), [7], 10).does(A="take").does(A="7").does(D="done")
    assert game.told("bargain_off"), "a foretold die was not rolled"
    assert game.pieces == {"A": -20}


@pytest.mark.rule("HH-09", "HH-R6")
def test_a_bargain_on_a_die_that_leaves_the_tray_is_off() -> None:
    game = dealt("5 5", tray=5, numbers=[0])
    offer(game, [7], 10).does(A="take")
    assert game.kind_of("A") == "redeem", "which she always offers"
    assert game.does(A="decline").does(D="done").pieces["A"] == -20


# ---- caught


@pytest.mark.rule("CODE-R2", "HH-17")
def test_who_breaks_the_code_forfeits_the_side_wager_too() -> None:
    game = offer(dealt("5 5", codes=[1], carry={"warned": [0]}), [7], 10).does(A="take")
    game.does(A="break")
    assert game.pieces["A"] == -40
    assert game.result.facts[0]["caught"] == {"g20": 2}


@pytest.mark.rule("CODE-R2", "HH-17", "HH-R9")
def test_a_called_shot_is_forfeit_with_the_wager() -> None:
    game = table("A", "5 5", gembones="g20", bargains=True, numbers=[0], codes=[1], carry={"warned": [0]})
    game.does(A=2).does(A="14").does(A="break")
    assert game.pieces["A"] == -60
    assert not game.told("shot_misses")


@pytest.mark.rule("CODE-R2", "SPOT-R5")
def test_a_failed_bump_forfeits_the_side_wager_too() -> None:
    clumsy = {"talent": "none", "portents": [], "lucky": 0, "skills": {}}
    for how in ("shot", "bargain"):
        game = Haggle(
            GAME, "A", rolls="5 5 14 1", carry={}, facts={"A": {"character": clumsy}}, gembones="g20",
            codes=False, spotlight="full", dealer=how == "bargain", numbers=[0],
        )  # fmt: skip
        if how == "bargain":
            game.at_rail("D")
            offer(game.does(A=1), [14], 10).does(A="take")
        else:
            game.does(A=1).does(A="14")
        game.does(A="deception")
        assert game.told("spot_caught")
        assert game.pieces == {"A": -40}, f"the die of the {how} is lost as well"


# ---- words


@pytest.mark.rule("HH-R6")
def test_faces_are_read_as_one_says_them() -> None:
    assert faces_text([7]) == "7"
    assert faces_text([3, 2]) == "2 or 3"
    assert faces_text([20, 1, 11, 12, 13]) == "1 or 11 to 13 or 20"


def test_each_question_of_a_dealer_has_its_words() -> None:
    game = table("AB", "5 5 3 4", gembones="g20", bargains=True, dealer=True)
    game.at_rail("D")
    game.does(A=2, B="pass")
    for answer in ("who0", "2", [0], "per", 2):
        prompt = game.ask("D").prompt
        assert prompt.kind in GAME.words
        if isinstance(prompt, Choose):
            assert all(f"{prompt.kind}:{option}" in GAME.words for option in prompt.options)
            assert not isinstance(prompt.amount, Range) or f"{prompt.kind}:amount" in GAME.words
        else:
            assert f"{prompt.kind}:none" in GAME.words
        game.does(D=answer)
    assert game.kind_of("D") == "deal_to"
