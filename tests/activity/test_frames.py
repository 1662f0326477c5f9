"""Differences bring a page to the very view that it would be sent whole."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from activity.frames import PageState, log_change
from activity.view import sections_of, whole
from bot.face.table.facts import is_die
from bot.simulation.pages import applied
from games.engine import RAIL
from games.registry import GAMES
from tests.helpers.activity_views import NOW, a_match, lobby_view, table_view
from tests.helpers.random_matches import luck_of, step

STEPS = 40


@pytest.mark.slow
@pytest.mark.parametrize("key", sorted(GAMES))
def test_differences_add_up_to_the_view(key: str) -> None:
    game = GAMES[key]
    match, luck = a_match(game), luck_of("frames", key)
    pages: dict[int, tuple[PageState, Any]] = {viewer: (PageState(), None) for viewer in (0, 1, RAIL)}
    for viewer, (page, _) in pages.items():
        first = page.frame(sections_of(lobby_view(game, viewer)), NOW)
        assert first is not None
        pages[viewer] = page, json.loads(first)["view"]
    for _ in range(STEPS):
        for viewer, (page, before) in pages.items():
            sections = sections_of(table_view(match, viewer))
            frame = page.frame(sections, NOW)
            has = deepcopy(before)
            if frame is not None:
                has = applied(has, json.loads(frame))
            assert has == json.loads(json.dumps(whole(sections)))
            assert page.frame(sections_of(table_view(match, viewer)), NOW) is None, "nothing has changed"
            pages[viewer] = page, has
        if match.over:
            break
        step(match, luck)


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        ("abc", "abc", None),
        ("abc", "abcd", (0, 3, "d")),
        ("abc", "abd", (0, 2, "d")),
        ("abc", "bcd", (1, 2, "d")),
        ("abc", "xyz", (0, 0, "xyz")),
        ("", "a", (0, 0, "a")),
        ("abab", "ab", (0, 2, "")),
    ],
)
def test_a_log_grows_at_its_end(before: str, after: str, change: tuple[int, int, str] | None) -> None:
    found = log_change([[letter] for letter in before], [[letter] for letter in after])
    if change is None:
        assert found is None
    else:
        drop, keep, add = change
        assert found == {"drop": drop, "keep": keep, "add": [[letter] for letter in add]}


def test_a_result_shows_the_hands_and_no_dice_for_the_deal() -> None:
    game = GAMES["tiamat"]
    match, luck = a_match(game), luck_of("frames", "tiamat")
    while not match.over:
        step(match, luck)
    shown = [row["items"] for row in whole(sections_of(table_view(match, RAIL)))["result"]["rows"]]
    assert any(shown)
    assert not [item for items in shown for item in items if is_die(item)]
