"""Cheating: a look, a bump, a swap, and being caught (SPOT-08 to SPOT-10)."""

from __future__ import annotations

import pytest

from games.gembones import barovian_boneyard, lucky_13, tiamat, tripledip
from tests.helpers.games.spotlight import boneyard_script, character
from tests.helpers.script import Script


@pytest.mark.rule("SPOT-08", "SPOT-R5")
@pytest.mark.parametrize(("base", "kind"), [("copper", "spot_no_wards"), ("gold", "spot_wards")])
def test_arcana_finds_wards_out_and_tells_nobody_else(base: str, kind: str) -> None:
    s = boneyard_script("2 5 3 4 20", character(base=base), seats="AB").does(A="arcana")
    [event] = s.told(kind)
    assert event.to == frozenset({0})
    assert s.match.over


@pytest.mark.rule("SPOT-R5")
def test_a_failed_look_has_no_penalty_and_is_the_one_attempt() -> None:
    s = Script(lucky_13.GAME, "AB", rolls="2 9  1 2 5", facts={"A": character()}, spotlight="full").each(
        "AB", "stake"
    )
    s.does(A="g10").does(A="arcana")
    assert not s.told("spot_wards")
    assert not s.told("spot_no_wards")
    assert not s.told("spot_caught")
    s.does(A="g8")
    assert s.ask("A").prompt.kind == "roll", "no second attempt in this game"


@pytest.mark.rule("SPOT-10", "SPOT-R5", "SPOT-X4")
def test_a_swap_needs_a_gembone_of_the_lesser_base_to_swap_in() -> None:
    for base, lesser, offered in (("copper", 0, False), ("silver", 5, False), ("silver", 6, True)):
        s = boneyard_script("2 5 6", character(base=base, lesser=lesser))
        assert ("sleight" in s.offered("A")[0]) == offered
    s = boneyard_script("2 5 6 15", character(base="silver", lesser=6)).does(A="sleight").defaults()
    assert s.result.facts[0]["swaps"] is True
    [event] = s.told("spot_swapped")
    assert event.to == frozenset({0})
    s = boneyard_script("2 5 6 14", character(base="silver", lesser=6)).does(A="sleight").defaults()
    assert s.result.facts[0]["caught"] == {"g6": 1}
    assert "swaps" not in s.result.facts[0]


@pytest.mark.rule("SPOT-09", "SPOT-R5")
def test_a_bump_that_passes_rerolls_the_last_roll() -> None:
    s = boneyard_script("2 5 6 10 3", character()).does(A="deception")
    assert s.net["A"] == {"g6": 2}
    assert not s.told("spot_caught")


@pytest.mark.rule("SPOT-09", "SPOT-R5", "CODE-R2", "SPOT-14")
def test_a_bump_that_fails_is_caught_and_the_bank_takes_all_that_is_staked() -> None:
    s = (
        Script(barovian_boneyard.GAME, "A", rolls="2 5  3 3 6  9", facts={"A": character()}, spotlight="full")
        .does(A=3)
        .does(A="deception")
    )
    assert s.match.over, "no double or nothing for a cheater"
    assert s.net["A"] == {"g6": -3}, "two of them had won"
    assert s.result.facts[0]["caught"] == {"g6": 3}


@pytest.mark.rule("CODE-R2")
def test_in_a_game_between_players_the_winner_takes_it() -> None:
    s = Script(
        tripledip.GAME, "ABC", rolls="4 4 4  1 1 4  2 2 1  1", facts={"A": character()}, spotlight="full"
    ).each("ABC", "stake").does(A="deception").defaults()  # fmt: skip
    assert s.net == {"A": {"g4": -3}, "B": {"g4": 4}, "C": {"g4": -1}}, "A's trips count no longer"
    s = Script(lucky_13.GAME, "AB", rolls="2 9  9 1  5 8", facts={"A": character()}, spotlight="full").each(
        "AB", "stake"
    )
    s.does(A="g10").does(A="deception")
    assert s.asked() == "B", "A sits out until the game ends"
    s.does(B="g10").does(B="stop").defaults()
    assert s.net["A"] == {"g4": -1, "g6": -1, "g8": -1, "g10": -1}


@pytest.mark.rule("CODE-R2")
def test_a_golden_pot_does_not_go_to_a_cheater() -> None:
    """A's trips came first; in the reroll of the tie A is caught, and B takes the game and the pot."""
    s = Script(
        tripledip.GAME, "ABC", rolls="2 2 2  1 2 3  1 1 2   2 2 2   1 2 3  4 4 1  1",
        facts={"A": character()}, spotlight="full", machaes_golden_pot=True,
    ).each("ABC", "stake")  # fmt: skip
    s.does(A="keep").does(B="roll").does(A="roll", B="roll").does(A="deception").defaults()
    assert s.net == {"A": {"g4": -3}, "B": {"g4": 6}, "C": {"g4": -3}}
    assert s.carried == {}


@pytest.mark.rule("CODE-R2")
def test_a_cheater_at_tiamats_first_roll_plays_no_hand() -> None:
    s = Script(tiamat.GAME, "AB", rolls="50 60 1", facts={"A": character()}, spotlight="full")
    s.each("AB", "stake").does(A="deception")
    assert s.match.over
    assert s.net == {"A": {"g100": -1}, "B": {"g100": 1}}
