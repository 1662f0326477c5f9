"""Leira's Dice Deception: the called number counts, and one call is a lie (L13-41)."""

from __future__ import annotations

import pytest

from games.engine import BACK, RAIL
from tests.helpers.games.lucky_13 import game_with_blessings


@pytest.mark.rule("L13-X12", "L13-41", "L13-R8")
@pytest.mark.parametrize("steps", ["g10=8 call:true g6=6 call:down", "g10=7 call:up g6=5"])
def test_a_lie_makes_13(steps: str) -> None:
    game = game_with_blessings("leira", seats="AB").turn("A", steps)
    assert game.wins == "A"
    assert game.told("truth")


@pytest.mark.rule("L13-R8", "L13-R13")
def test_a_true_13_without_a_lie_becomes_12_or_14() -> None:
    game = game_with_blessings("leira", seats="AB").turn("A", "g10=8 call:true g6=5")
    assert game.offered("A")[0] == ["up", "down"]
    low = game.turn("A", "call:down")
    assert low.asked() == "A", "12 leaves the turn open"
    high = game_with_blessings("leira", seats="AB").turn("A", "g10=8 call:true g6=5 call:up")
    assert high.told("bust")[0].values["total"] == 14


@pytest.mark.rule("L13-41", "L13-R8")
def test_only_one_lie_and_only_about_the_last_roll() -> None:
    game = game_with_blessings("leira", seats="AB").turn("A", "g10=3 call:up g6=2")
    assert game.kind() == "roll"
    assert game.total("A") == 6


@pytest.mark.rule("L13-R8")
def test_the_called_number_is_a_face_of_the_gembone() -> None:
    assert game_with_blessings("leira").turn("A", "g10=1").offered("A")[0] == ["true", "up"]
    assert game_with_blessings("leira").turn("A", "g10=10").offered("A")[0] == ["true", "down"]
    assert game_with_blessings("leira").turn("A", "g10=5").offered("A")[0] == ["true", "up", "down"]


@pytest.mark.rule("L13-41", "L13-R8")
def test_stopping_forces_the_lie() -> None:
    game = game_with_blessings("leira", seats="AB").turn("A", "g10=5 call:true stop")
    assert game.offered("A")[0] == ["up", "down"]
    assert game.turn("A", "call:down").told("ends")[0].values["total"] == 4


@pytest.mark.rule("L13-R8")
def test_flipping_forces_the_lie_first() -> None:
    game = game_with_blessings("leira", "tymora", seats="AB").turn(
        "A", "g10=8 call:true g6=4 call:true flip call:up"
    )
    assert game.wins == "A"
    assert not game.told("flips")
    lower = game_with_blessings("leira", "tymora", seats="AB").turn(
        "A", "g10=8 call:true g6=4 call:true flip call:down"
    )
    assert (lower.asked(), lower.total("A")) == ("A", 11)


@pytest.mark.rule("L13-R8", "L13-R7")
def test_leira_and_brandobaris() -> None:
    # offered only if the called total is still a bust
    saved = game_with_blessings("leira", "brandobaris", seats="AB").turn(
        "A", "g10=8 call:true g6=6 call:down"
    )
    assert saved.wins == "A"
    # the swap ends the turn, and so forces the lie if it was not spent
    spent = game_with_blessings("leira", "brandobaris", seats="AB").turn(
        "A", "g10=10 call:true g6=6 call:down swap:g4=2"
    )
    assert spent.told("ends")[0].values["total"] == 12, "the lie about the replaced gembone is spent"


@pytest.mark.rule("L13-R8", "L13-R7")
def test_a_swap_forces_the_lie_that_was_not_spent() -> None:
    game = game_with_blessings("leira", "brandobaris", "garl", seats="AB").turn(
        "A", "g10=9 call:true gift:B:g6=6 swap:g4=2"
    )
    assert game.offered("A")[0] == ["up", "down"]
    assert game.turn("A", "call:up").told("ends")[0].values["total"] == 6 + 3


@pytest.mark.rule("L13-R8")
def test_where_a_gift_ends_the_turn_no_lie_is_owed() -> None:
    game = game_with_blessings("leira", "garl", seats="AB").turn("A", "g10=9 call:true gift:B:g4=4")
    assert game.wins == "A"
    assert not game.told("truth")


@pytest.mark.rule("L13-R8", "L13-41")
def test_others_see_only_what_was_called_and_the_truth_after_the_game() -> None:
    game = game_with_blessings("leira", seats="AB").turn("A", "g10=7")
    assert game.shows("A", "A") == ["g10:7"]
    for viewer in ("B", None):
        assert game.shows("A", viewer) == [BACK]
    game.turn("A", "call:up")
    for viewer in ("B", None):
        assert game.shows("A", viewer) == ["g10:8"]
    assert "g10:7" not in str(game.match.scene(1)) + str(game.match.scene(RAIL))
    game.turn("A", "stop").turn("B", "g4=1 call:up stop")
    assert game.shows("A", "B") == ["g10:7"]


@pytest.mark.rule("L13-R8", "L13-22")
def test_the_called_number_counts_for_payments() -> None:
    # A's g4 shows 2 and is called 3: the lowest is the g6
    game = (
        game_with_blessings("leira", seats="AB")
        .turn("A", "g4=2 call:up g6=2 stop")
        .turn("B", "g10=8 call:up stop")
    )
    assert game.paid == {"A": "g6"}


@pytest.mark.rule("L13-R8", "GEN-R3")
def test_out_of_time_the_truth_is_said_while_it_may_be() -> None:
    game = game_with_blessings("leira").turn("A", "g10=5")
    assert game.ask("A").prompt.default == "true"
    assert game.ask("A").prompt.says["higher"] == 6
    assert game.ask("A").prompt.says["lower"] == 4
    game.turn("A", "call:true stop")
    assert game.ask("A").prompt.default == "up", "forced, one more is the better"
    high = game_with_blessings("leira").turn("A", "g10=10 call:true stop")
    assert high.ask("A").prompt.default == "down", "there is no 11 on it"
    bust = game_with_blessings("leira").turn("A", "g10=8 call:true g6=5")
    assert bust.ask("A").prompt.default == "down", "not one more than 13"
