"""The hand panel beside its picture: as low as a phone's screen."""

from __future__ import annotations

from typing import Any

from cogs.ui.components import is_menu, picture
from cogs.ui.hand.hand_panel import hand_panel
from games.engine import Match
from games.registry import GAMES
from tests.cogs.ui.test_painted_secrets import view_of
from tests.helpers.random_matches import luck_of, play, random_header


def parts_of(payload: Any) -> list[Any]:
    """The parts of a message."""
    return payload["components"][0]["components"]  # type: ignore[no-any-return]


def test_where_a_panel_has_two_menus_the_line_about_its_owner_makes_room() -> None:
    luck = luck_of("panel", "tavern")
    match = Match(GAMES["tavern"], random_header(GAMES["tavern"], luck), digests=False)
    crowded = 0
    for _ in play(match, luck):
        for seat in {ask.seat for ask in match.open.values() if not ask.answered and ask.seat >= 0}:
            parts = parts_of(hand_panel(view_of(match, seat), picture=picture("hand.png", "hand")))
            menus = [part for part in parts if is_menu(part)]
            about = [part for part in parts if part["type"] == 10 and part["content"].startswith("-# ")]
            if len(menus) > 1:
                crowded += 1
                assert not about
            assert len(menus) <= 2
    assert crowded
