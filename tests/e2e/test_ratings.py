"""Ratings and seasons through the real client."""

from __future__ import annotations

from typing import Any

from tests.e2e.conftest import Evening
from tests.helpers.clicking import fill_settings


async def test_ratings_are_shown_by_game_and_season(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    board = await bob.slash(tavern, "leaderboard", board="Ratings", game="threes")
    assert "## Ratings · Threes" in board.text
    assert "Season 1, since" in board.text
    assert "No rated matches yet." in board.text
    nothing = await bob.slash(tavern, "leaderboard", board="Ratings")
    assert "Pick one of the games in which skill shows" in nothing.text
    luck = await bob.slash(tavern, "leaderboard", board="Ratings", game="tripledip")
    assert "Pick one of the games" in luck.text
    future = await bob.slash(tavern, "leaderboard", board="Ratings", game="threes", season=7)
    assert "There's no season 7 here." in future.text
    ended = await ann.slash(tavern, "house season")
    assert "Season 1 is over, and 0 medals were awarded. Season 2 begins." in ended.text
    old = await bob.slash(tavern, "leaderboard", board="Ratings", game="threes", season=1)
    assert "Season 1," in old.text
    new = await bob.slash(tavern, "leaderboard", board="Ratings", game="threes")
    assert "Season 2, since" in new.text


async def test_a_host_makes_a_table_rated(evening: Evening, tavern: Any, ann: Any) -> None:
    await ann.slash(tavern, "table open", game="threes")
    await evening.quiet()
    board = tavern.messages[-1]
    assert "rated" not in board.text
    first = await ann.press(board, "Settings")
    chosen = await fill_settings(ann, first.message, {"At the table": ["hints", "pictures", "rated"]})
    await evening.quiet()
    assert "Saved." in chosen.text
    assert "· rated" in tavern.messages[-1].text
