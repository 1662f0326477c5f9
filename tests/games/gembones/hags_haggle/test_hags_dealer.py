"""Hag's Haggle with a person who deals: the choice of the dealer, and the results of bargains (HH-R6)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import HOUSE, BadOptions, Choose, Invitation, Range
from games.engine.money import worth
from games.gembones.hags_haggle import GAME
from games.gembones.hags_haggle.bargains import faces_text
from tests.helpers.games.hags_haggle import HaggleScript, start_game
from tests.helpers.games.hags_haggle_dealer import offer_bargain, start_dealt_game

# ---- who deals


@pytest.mark.rule("HH-05", "HH-R6")
def test_a_spectator_deals_and_the_hag_keeps_her_own_bargains() -> None:
    game = start_dealt_game("5 5 14")
    assert game.asked() == "D", "numbers are rigged: the hag's own offer would have drawn one"
    assert game.kind_of("D") == "deal"
    assert not game.told("house_rolls"), "before the roll"
    game.does(D="done")
    assert game.kind_of("D") == "deal_again"
    assert game.does(D="done").pieces == {"A": -10, "B": 0}


@pytest.mark.rule("HH-R6")
def test_one_spectator_is_invited_and_only_where_the_host_wants_it() -> None:
    game = start_game("A", gembones="g20", bargains=True, dealer=True)
    assert game.scene_block(Invitation).kind == "deal"
    game.at_rail("D")
    assert not [block for block in game.match.scene(-2).blocks if isinstance(block, Invitation)]
    plain = start_game("A", gembones="g20", bargains=True)
    assert not [block for block in plain.match.scene(-2).blocks if isinstance(block, Invitation)]
    assert "deal" not in plain.offered("A")[0]
    over = start_game("A", gembones="g20", bargains=True, dealer=True).does(A="pass")
    assert not [block for block in over.match.scene(-2).blocks if isinstance(block, Invitation)]


@pytest.mark.rule("HH-R6", "GEN-18")
def test_a_player_may_deal_instead_of_wagering_and_one_is_enough() -> None:
    game = start_game("ABC", "5 5 7", gembones="g20", bargains=True, dealer=True).does(A="deal")
    assert game.told("deals")[0].values == {"seat": 0}
    game.does(B="deal")
    assert [event.to for event in game.told("deals_already")] == [frozenset({1})]
    assert game.offered("B")[0] == ["pass"], "somebody was faster"
    game.does(B=1, C="pass")
    assert game.asked() == "A"
    offer_bargain(game, [7], 10, "A").does(B="take")
    game.does(A="done")
    assert game.pieces == {"A": 0, "B": 200 - 20, "C": 0}
    rail = start_game("A", gembones="g20", bargains=True, dealer=True)
    rail.at_rail("D")
    rail.does(A="deal")
    assert rail.offered("A")[0] == ["pass"]


@pytest.mark.rule("HH-R6")
def test_when_the_dealer_leaves_the_hag_deals_again() -> None:
    game = start_game("A", "5 5 14", gembones="g20", bargains=True, dealer=True, numbers=[0])
    game.at_rail("D")
    game.leaves("D").does(A=1)
    assert game.kind() == "shot", "her own offer, one time in six"
    late = start_dealt_game("5 5 14")
    late.leaves("D")
    assert late.match.over
    midway = offer_bargain(start_dealt_game("5 5 7"), [7], 10)
    midway.leaves("D").does(A="take")
    assert midway.pieces["A"] == 200 - 20, "what was offered stands"


@pytest.mark.rule("HH-R6")
@pytest.mark.parametrize(
    ("roll", "carry", "hers"), [("10", {}, "beginners_luck"), ("3", {"lost": [[0, 1]]}, "so_close")]
)
def test_the_hag_offers_no_bargains_of_her_own_beside_a_person_who_deals(
    roll: str, carry: dict[str, Any], hers: str
) -> None:
    """After a match, or a second lost game in a row, she offers one where nobody else deals."""
    game = start_dealt_game(f"5 5 {roll}", carry=carry, numbers=[0]).does(D="done")
    assert game.asked() == "D"
    assert game.kind_of("D") == "deal_again"
    game.does(D="done")
    assert game.match.over
    assert game.rigged.numbers == [0], "she has not even thought of it"
    alone = start_game("A", f"5 5 {roll}", gembones="g20", bargains=True, carry=carry, numbers=[5, 0])
    assert alone.does(A=1).kind() == hers
    left = start_dealt_game(f"5 5 {roll}", carry=carry, numbers=[0])
    assert left.leaves("D").kind() == hers, "she deals again"


@pytest.mark.rule("PTS-R2", "HH-R6")
def test_a_dealer_needs_bargains_and_gembones() -> None:
    for wrong in ({"bargains": False}, {"played_for": "points_quick"}):
        with pytest.raises(BadOptions, match="offers bargains: switch those on"):
            GAME.parse_options({"dealer": True, **wrong})


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
    game = offer_bargain(start_dealt_game(f"5 5 {roll}"), faces, odds).does(A="take").does(D="done")
    assert game.pieces["A"] == pieces
    [note] = game.result.notes
    assert ("wins the bargain" in note.text) == (roll in faces)
    house = -sum(worth({pay.unit: pay.amount}) for pay in game.result.pays if pay.giver == HOUSE)
    assert -house <= worth(game.match.risked[HOUSE])


@pytest.mark.rule("HH-R6")
def test_the_dealer_names_which_of_the_dice() -> None:
    game = start_dealt_game("5 5 3 14 4", wagers=3).does(D="who0")
    assert game.offered("D")[0] == ["none", "1", "2", "3"]
    game.does(D="2").does(D=[13]).does(D=10).does(A="take").does(D="done")
    assert game.pieces["A"] == 200 - 20 - 10 - 20
    none = start_dealt_game("5 5 3 14 4", wagers=3).does(D="who0").does(D="none")
    assert none.kind_of("D") == "deal_again"


@pytest.mark.rule("HH-11", "HH-R6", "HH-R5")
@pytest.mark.parametrize(
    ("codes", "again", "pieces"), [([], "7", 200), ([], "8", -20), ([7], "7", 180), ([7], "8", -20)]
)
def test_afterwards_another_gembone_is_rolled(codes: list[int], again: str, pieces: int) -> None:
    game = start_dealt_game("5 5 3", codes=codes).does(D="done")
    assert game.kind_of("D") == "deal_again"
    offer_bargain(game, [7], 10)
    assert game.kind_of("A") == "bargain_again"
    game.rigged.rolls.append(int(again))
    assert game.does(A="take").pieces["A"] == pieces - 20


@pytest.mark.rule("HH-R6", "HH-R5")
def test_a_7_that_loses_is_lost_once() -> None:
    game = offer_bargain(start_dealt_game("5 5 3", codes=[7]).does(D="done"), [8], 10)
    game.rigged.rolls.append(7)
    assert game.does(A="take").pieces["A"] == -20 - 20


@pytest.mark.rule("HH-R6", "HH-R8")
def test_no_talent_and_no_luck_helps_a_bargain() -> None:
    lucky = start_dealt_game("5 5 3 7", carry={"luck": [[0, 3]]})
    offer_bargain(lucky, [7], 10).does(A="take")
    lucky.does(A="second").does(D="done")
    assert lucky.told("bargain_lost"), "it is the die as it fell"
    seer = {"talent": "portent", "portents": [7], "lucky": 0}
    game = HaggleScript(
        GAME, "A", rolls="5 5", carry={}, facts={"A": {"character": seer}}, gembones="g20", codes=False,
        dealer=True, spotlight="rerolls",
    )  # fmt: skip
    game.at_rail("D")
    offer_bargain(game.does(A=1), [7], 10).does(A="take").does(A="7").does(D="done")
    assert game.told("bargain_off"), "a foretold die was not rolled"
    assert game.pieces == {"A": -20}


@pytest.mark.rule("HH-09", "HH-R6")
def test_a_bargain_on_a_die_that_leaves_the_tray_is_off() -> None:
    game = start_dealt_game("5 5", tray=5, numbers=[0])
    offer_bargain(game, [7], 10).does(A="take")
    assert game.kind_of("A") == "redeem", "which she always offers"
    assert game.does(A="decline").does(D="done").pieces["A"] == -20


# ---- caught


@pytest.mark.rule("CODE-R2", "HH-17")
def test_who_breaks_the_code_forfeits_the_side_wager_too() -> None:
    game = offer_bargain(start_dealt_game("5 5", codes=[1], carry={"warned": [0]}), [7], 10).does(A="take")
    game.does(A="break")
    assert game.pieces["A"] == -40
    assert game.result.facts[0]["caught"] == {"g20": 2}


@pytest.mark.rule("CODE-R2", "HH-17", "HH-R9")
def test_a_called_shot_is_forfeit_with_the_wager() -> None:
    game = start_game(
        "A", "5 5", gembones="g20", bargains=True, numbers=[0], codes=[1], carry={"warned": [0]}
    )
    game.does(A=2).does(A="14").does(A="break")
    assert game.pieces["A"] == -60
    assert not game.told("shot_misses")


@pytest.mark.rule("CODE-R2", "SPOT-R5")
def test_a_failed_bump_forfeits_the_side_wager_too() -> None:
    clumsy = {"talent": "none", "portents": [], "lucky": 0, "skills": {}}
    for how in ("shot", "bargain"):
        game = HaggleScript(
            GAME, "A", rolls="5 5 14 1", carry={}, facts={"A": {"character": clumsy}}, gembones="g20",
            codes=False, spotlight="full", dealer=how == "bargain", numbers=[0],
        )  # fmt: skip
        if how == "bargain":
            game.at_rail("D")
            offer_bargain(game.does(A=1), [14], 10).does(A="take")
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
    game = start_game("AB", "5 5 3 4", gembones="g20", bargains=True, dealer=True)
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
