"""Rolled Gold: the headline of the result."""

from __future__ import annotations

from typing import Any

import pytest

from bot.face.text.templates import Renderer
from games.gembones.rolled_gold import GAME
from tests.helpers.games.rolled_gold import RolledGoldScript, play_game


@pytest.mark.rule("RG-18")
def test_beside_the_tray_stands_what_its_dice_have_won_and_lost() -> None:
    game = play_game("5", {"A": "g4"}, {"A": "g20 g8"}, rolls="4 19 2")
    key, values, *_ = game.match.table.seats.notes[0]
    assert (key, values["points"]) == ("totals", 2)
    assert Renderer({}).say(values["total"]) == "a g6 won, a g8 and a g4 lost"


@pytest.mark.rule("RG-08", "RG-10", "RG-19")
def test_the_dealer_calls_the_result() -> None:
    def called(game: RolledGoldScript) -> tuple[str, dict[str, Any]]:
        return game.result.headline.text.partition(" ")[0], dict(game.result.headline.values)

    assert called(play_game("6", {"A": "g4"}, rolls="4")) == ("The", {"house": 6, "size": "g6"})
    assert called(play_game("6", {"A": "g20", "B": "g20"}, rolls="19 20")) == ("Rolled", {"seats": (1,)})
    assert play_game("1", {"A": "g4"}).result.headline.text == GAME.words["result:one"]
    pair = (
        RolledGoldScript(GAME, "A", rolls="9 14 8  3 7 4", carry={}, dark_moon_heresy=True)
        .does(A="g20")
        .defaults()
    )
    assert pair.result.headline.values == {"one": 14, "two": 3}
