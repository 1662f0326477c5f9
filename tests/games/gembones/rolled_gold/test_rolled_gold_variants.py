"""Rolled Gold with its six variants."""

from __future__ import annotations

import pytest

from games.engine import HOUSE, RulesBug
from games.gembones.rolled_gold import GAME
from tests.helpers.games.rolled_gold import RolledGoldScript, play_game, start_game


@pytest.mark.rule("RG-X9", "RG-26", "RG-R9")
def test_acererak_lowers_every_roll() -> None:
    assert play_game("12", {"A": "g20"}, rolls="14 3", acereraks_bane=True).won == {"A": -20}
    assert play_game("12", {"A": "g20"}, rolls="15 3", acereraks_bane=True).won == {"A": 12}
    assert play_game("12", {"A": "g20"}, rolls="20 4", acereraks_bane=True).won == {"A": 14}
    with pytest.raises(RulesBug, match="5 on a die of 4"):
        play_game("12", {"A": "g20"}, rolls="14 5", acereraks_bane=True)
    # one g4 for all, and after all rolls
    two = play_game("12", {"A": "g20", "B": "g20 g20"}, rolls="13 14 15 2", acereraks_bane=True)
    assert two.won == {"A": -20, "B": 24}
    assert len(two.told("bane")) == 1


@pytest.mark.rule("RG-R8", "RG-26")
def test_acererak_lowers_the_total_with_its_bonus() -> None:
    options = {"acereraks_bane": True}
    assert play_game("16", {"A": "g20"}, {"A": "bonus_g8"}, rolls="12 8 4", **options).won == {"A": 20 - 8}
    assert play_game("16", {"A": "g20"}, {"A": "bonus_g8"}, rolls="12 7 4", **options).won == {"A": -28}


@pytest.mark.rule("RG-X10", "RG-28", "RG-R5")
@pytest.mark.parametrize(("house", "roll", "net"), [(15, 15, -20), (15, 16, 20), (20, 20, -20), (15, 20, 30)])
def test_flying_snake_wants_more_than_equal(house: int, roll: int, net: int) -> None:
    assert play_game(str(house), {"A": "g20"}, rolls=str(roll), flying_snake_tax=True).won == {"A": net}


@pytest.mark.rule("RG-X13", "RG-29", "RG-R12")
def test_jarlaxle_rerolls_below_13() -> None:
    game = play_game("7 12 14", {"A": "g20"}, rolls="14", jarlaxles_charm=True)
    assert game.won == {"A": 20}
    assert [event.values for event in game.told("house")] == [{"dice": ("g20:14",), "house": 14}]


@pytest.mark.rule("RG-R12")
def test_jarlaxle_knows_no_house_1_and_looks_at_the_final_value() -> None:
    assert not play_game("1 19", {"A": "g4"}, rolls="4", jarlaxles_charm=True).told("house_one")
    # 12 and 13 with disadvantage is 12, and both are rolled again
    pair = start_game("13 5", {"A": "g4"}, "1  12 13  14 15", jarlaxles_charm=True, dark_moon_heresy=True)
    pair.ready("add").ready("more")
    assert pair.told("house_disadvantage")[0].values == {"dice": ("g20:14", "g20:15"), "house": 14}


# ---- Red Wizards Duel


@pytest.mark.rule("RG-X11", "RG-30", "RG-R11")
def test_the_house_answers_bonus_dice() -> None:
    game = play_game(
        "14", {"A": "g20", "B": "g20"}, {"A": "bonus_g4"}, rolls="13 4 15 2", red_wizards_duel=True
    )
    assert game.units == {"A": {"g20": 1}, "B": {"g20": -1}}
    assert game.told("duel")[0].values == {"dice": ("g4:2",)}


@pytest.mark.rule("RG-30", "RG-R11")
def test_the_duel_is_as_large_as_the_largest_bonus_and_not_without_one() -> None:
    both = {"A": "bonus_g4", "B": "bonus_g8"}
    game = play_game("14", {"A": "g20", "B": "g20"}, both, rolls="20 1 10 3 8", red_wizards_duel=True)
    assert game.told("duel")[0].values == {"dice": ("g8:8",)}
    # a 20 is always paid, and keeps its bonus
    assert game.won == {"A": 30, "B": -28}
    assert not play_game("14", {"A": "g20"}, rolls="14", red_wizards_duel=True).told("duel")


# ---- Dark Moon Heresy


@pytest.mark.rule("RG-X12", "RG-27")
def test_the_higher_roll_first_then_the_lower() -> None:
    game = start_game("8 15", {"A": "g20"}, "15  8 15  3", dark_moon_heresy=True)
    assert game.told("house_advantage")[0].values["house"] == 15
    game.ready("add").presses({"A": "done"}).ready("add")
    assert game.told("house_disadvantage")[0].values["house"] == 8
    assert game.units["A"] == {"g20": 1, "g4": -1}


@pytest.mark.rule("RG-27", "RG-R10")
def test_the_minimum_die_is_staked_for_both_games() -> None:
    game = RolledGoldScript(GAME, "AB", carry={}, rolls="20 20 4 20 1 3", dark_moon_heresy=True)
    assert dict(game.ask("A").prompt.cost("g4").seat) == {"g4": 2}
    assert dict(game.ask("A").prompt.cost("g8").seat) == {"g4": 1, "g8": 1}
    game.presses({"A": "g4 done", "B": "pass"}).ready("add")
    # the first buy in was lost: a new one is in the tray, and B cannot join with the second game
    assert game.sees(None, "A", "tray") == ["g4"]
    assert game.asked() == "A"
    # more dice cost what they cost
    assert dict(game.ask("A").prompt.cost("g8").seat) == {"g8": 1}


@pytest.mark.rule("RG-R10")
def test_the_minimum_die_is_played_for_who_leaves_or_does_not_act() -> None:
    game = start_game("5 6", {"A": "g4", "B": "g4"}, "1 2  1 1", dark_moon_heresy=True)
    game.leaves("A")
    game.ready("add").ready("more")
    # both lose the first g4 and win one with the second
    assert game.won == {"A": 0, "B": 0}
    assert [pay.giver for pay in game.result.pays].count(HOUSE) == 2


# ---- Vault of Dragons


@pytest.mark.rule("RG-31", "RG-R13")
def test_up_to_twenty_dice_in_one_roll() -> None:
    game = RolledGoldScript(GAME, "A", rolls="2 " + "20 " * 20, carry={}, vault_of_dragons=True)
    for _ in range(20):
        game.does(A="g20")
    assert not game.asked("buy_in")
    assert game.match.over, "the tray is full, and there is no bonus to add"
    assert len(game.told("rolls")) == 1
    assert game.won == {"A": 20 * 6}
    assert not game.result.ranked


@pytest.mark.rule("RG-32")
def test_the_vault_has_no_bonuses() -> None:
    assert "bonus_g4" not in start_game("14", {"A": "g20"}, vault_of_dragons=True).offered("A")[0]


@pytest.mark.rule("RG-32", "RG-R13", "GEN-R2")
def test_a_die_outside_the_tray_comes_back() -> None:
    game = RolledGoldScript(
        GAME, "A", rolls="13 12", numbers=[0, 99], carry={}, vault_of_dragons=True, tray=1
    )
    game.presses({"A": "g20 g20 done"}).ready("add")
    assert game.units["A"] == {"g20": -1}
    assert len(game.told("inactive")) == 1
    # only in the Vault does the option count
    elsewhere = RolledGoldScript(GAME, "A", rolls="13 12", numbers=[0], carry={}, tray=1)
    elsewhere.presses({"A": "g20 done"}).ready("add")
    assert elsewhere.units["A"] == {"g20": -1}
    assert not elsewhere.told("inactive")


def test_the_standard_game_is_ranked() -> None:
    assert play_game("5", {"A": "g4"}, rolls="4").result.ranked
