"""Cheating: a look, a bump, a swap, and being caught (SPOT-08 to SPOT-10)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import HOUSE, RAIL, Chance, Seed, Table, changes
from games.gembones import barovian_boneyard, lucky_13, tiamat, tripledip
from games.gembones.tiamat.options import Options
from games.gembones.tiamat.state import GameState
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
def test_in_a_game_between_players_the_bank_takes_it_too() -> None:
    """A friend at the table would be handed it for certain: a check against a DC of 30 always fails."""
    s = Script(
        tripledip.GAME, "ABC", rolls="4 4 4  1 1 4  2 2 1  1", facts={"A": character()}, spotlight="full"
    ).each("ABC", "stake").does(A="deception").defaults()  # fmt: skip
    assert s.net == {"A": {"g4": -3}, "B": {"g4": 1}, "C": {"g4": -1}}, "A's trips count no longer"
    assert changes(s.result.pays)[HOUSE] == {"g4": 3}
    s = Script(lucky_13.GAME, "AB", rolls="2 9  9 1  5 8", facts={"A": character()}, spotlight="full").each(
        "AB", "stake"
    )
    s.does(A="g10").does(A="deception")
    assert s.asked() == "B", "A sits out until the game ends"
    s.does(B="g10").does(B="stop").defaults()
    assert s.net == {"A": {"g4": -1, "g6": -1, "g8": -1, "g10": -1}, "B": {}}


@pytest.mark.rule("CODE-R2", "L13-R9")
def test_mask_takes_nothing_from_a_cheater() -> None:
    s = Script(
        lucky_13.GAME, "AB", rolls="2 9  9 1  5 8", facts={"A": character()}, spotlight="full",
        masks_shadow_swindle=True,
    ).each("AB", "stake")  # fmt: skip
    s.does(A="g10").does(A="deception").does(B="g10").does(B="stop").defaults()
    assert s.net == {"A": {"g4": -1, "g6": -1, "g8": -1, "g10": -1}, "B": {}}


@pytest.mark.rule("CODE-R2", "TD-38")
def test_a_game_that_was_over_before_the_cheating_is_paid_to_its_winner() -> None:
    s = Script(
        tripledip.GAME, "AB", facts={"A": character()}, spotlight="full", mordenkainens_madness=True,
        rolls="1 1 2  1 2 3  1 2 3   1 1 3  1 2 3  1 2 3    1 2 3  1 2 3   1 2 3  1 2 3   1",
    ).each("AB", "stake")  # fmt: skip
    s.does(A="keep").does(A="roll", B="roll").does(A="deception")
    assert s.net == {"A": {"g4": -3, "g6": -3, "g8": -3}, "B": {"g4": 1}}
    assert changes(s.result.pays)[HOUSE] == {"g4": 2, "g6": 3, "g8": 3}


@pytest.mark.rule("CODE-R2")
def test_a_golden_pot_does_not_go_to_a_cheater() -> None:
    """A's trips came first; in the reroll of the tie A is caught, and B takes the game and the pot."""
    s = Script(
        tripledip.GAME, "ABC", rolls="2 2 2  1 2 3  1 1 2   2 2 2   1 2 3  4 4 1  1",
        facts={"A": character()}, spotlight="full", machaes_golden_pot=True,
    ).each("ABC", "stake")  # fmt: skip
    s.does(A="keep").does(B="roll").does(A="roll", B="roll").does(A="deception").defaults()
    assert s.net == {"A": {"g4": -3}, "B": {"g4": 3}, "C": {"g4": -3}}
    assert changes(s.result.pays)[HOUSE] == {"g4": 3}, "A's stake is no part of the pot"
    assert s.carried == {}


@pytest.mark.rule("CODE-R2", "TD-R8")
def test_a_golden_pot_that_a_cheater_has_taken_goes_to_the_bank() -> None:
    """In the Madness A's trips take the pot in the game of g4; only then is A caught, at a roll for the others."""
    s = Script(
        tripledip.GAME, "AB", facts={"A": character()}, spotlight="full", mordenkainens_madness=True,
        machaes_golden_pot=True, carry={"pot": {"g4": 2}, "paid": [[0, 8]]},
        rolls="4 4 4  1 2 3  1 2 3   1 1 3  1 2 3  1 2 3    1 2 3  1 2 3   1 2 3  1 2 3   1",
    ).each("AB", "stake")  # fmt: skip
    s.does(A="keep")
    assert s.told("takes_pot")[0].values["seats"] == (0,)
    s.does(A="roll", B="roll").does(A="deception").defaults()
    assert s.net["A"] == {"g4": -3, "g6": -3, "g8": -3}
    assert s.net["B"] == {"g4": -3}
    assert changes(s.result.pays)[HOUSE] == {"g4": 2 + 3 + 3, "g6": 3, "g8": 3}, (
        "the pot too, for it is nobody's"
    )
    assert s.carried == {}


@pytest.mark.rule("CODE-R2")
def test_a_cheater_at_tiamats_first_roll_plays_no_hand() -> None:
    s = Script(tiamat.GAME, "AB", rolls="50 60 1", facts={"A": character()}, spotlight="full")
    s.each("AB", "stake").does(A="deception")
    assert s.match.over
    assert s.net == {"A": {"g100": -1}, "B": {}}
    assert changes(s.result.pays)[HOUSE] == {"g100": 1}
    assert s.on_table("hoard") == []


@pytest.mark.rule("CODE-R2", "TM-R8", "TM-29")
def test_two_partners_share_the_one_stake_that_a_cheater_leaves_them() -> None:
    caught = GameState(Table(range(4), Chance(Seed("tiamat"))), Options(bahamut=True), range(4), {1})
    caught.life[3] = 0
    pays = caught.payments()
    assert {pay.taker: 0 for pay in pays} == {0: 0, 2: 0}
    for taker in (0, 2):
        mine = {pay.unit: pay.amount for pay in pays if pay.taker == taker}
        assert mine == {"g20": 2, "g10": 1}
    assert all(pay.giver == 3 and pay.if_able for pay in pays), "the g100 comes back, and is changed"


# ---- a swap that nobody sees


def seen(s: Script, name: str) -> tuple[Any, ...]:
    """Return all that another seat sees of the table."""
    scene = s.match.scene(s.names[name])
    return scene.blocks, scene.asks


@pytest.mark.rule("SPOT-10", "SPOT-R5", "SPOT-R8")
@pytest.mark.parametrize("more", [{}, {"inspired": True}, {"stone": True}])
def test_a_swap_that_succeeds_changes_nothing_that_others_see(more: dict[str, Any]) -> None:
    who = character(base="silver", lesser=6, **more)
    plain = boneyard_script("2 5 6 3", who, seats="AB")
    plain.does(A="keep")
    swap = boneyard_script("2 5 6 3 20 20", who, seats="AB")
    swap.does(A="sleight_inspired" if more.get("inspired") else "sleight")
    assert swap.told("spot_swapped")
    assert seen(swap, "B") == seen(plain, "B")
    assert swap.match.scene(RAIL).blocks == plain.match.scene(RAIL).blocks, "nor does the rail"
    assert swap.defaults().result.facts[0]["character"]["inspired"] is False


@pytest.mark.rule("SPOT-R5")
def test_a_swap_that_fails_is_told_to_all() -> None:
    s = boneyard_script("2 5 6 3 14", character(base="silver", lesser=6), seats="AB").does(A="sleight")
    assert [event.to for event in s.told("spot_check")] == [None]
    assert [event.to for event in s.told("spot_caught")] == [None]
