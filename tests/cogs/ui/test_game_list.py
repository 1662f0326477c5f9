"""The list of games: what a newcomer chooses by."""

from __future__ import annotations

import pytest

from bot.face.text.game_lines import in_a_line
from cogs.interactions.autocomplete import game_choices
from cogs.ui.game_list import game_lines, game_selects
from games.registry import GAMES
from tests.helpers.small_games import changed
from tests.test_voice import faults


@pytest.mark.parametrize("key", GAMES)
def test_every_game_says_how_long_it_takes_and_who_it_is_for(key: str) -> None:
    game = GAMES[key]
    assert game.suits
    assert len(game.suits.split()) <= 8
    assert len(game.suits) <= 40
    assert game.suits[0].islower()
    assert not game.suits.endswith(".")
    assert not faults(game.suits)
    low, high = game.seats
    assert f"min · {low} to {high} players · {game.suits}" in in_a_line(game)


def test_no_two_games_suit_in_the_same_words() -> None:
    assert len({game.suits for game in GAMES.values()}) == len(GAMES)


def test_the_lines_are_whole_where_they_are_shown() -> None:
    for line in game_lines():
        assert line["description"] == in_a_line(GAMES[line["value"]]), "nothing is cut at 100 letters"
    for choice in game_choices(""):
        assert choice.name == f"{GAMES[choice.value].title} · {in_a_line(GAMES[choice.value])}"


def test_a_game_without_those_words_tells_its_pitch() -> None:
    threes = GAMES["threes"]
    assert in_a_line(changed(threes, key="bare", texts=threes.texts.__class__(pitch="Dice."))).endswith(
        "Dice."
    )


def test_more_games_than_a_select_takes_get_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.ui.game_list.MOST_LINES", 8)
    menus = [row["components"][0] for row in game_selects("Which game?", "rules:pick")]
    assert [len(menu["options"]) for menu in menus] == [8, 8, 4]
    assert len({menu["custom_id"] for menu in menus}) == 3
    assert {line["value"] for menu in menus for line in menu["options"]} == set(GAMES)


def test_one_game_at_least_is_good_to_begin_with() -> None:
    first = [game for game in GAMES.values() if game.texts.first_game]
    assert first
    assert all(not faults(game.texts.first_game) and game.minutes <= 5 for game in first)
