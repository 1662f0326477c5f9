"""What is painted for a viewer, byte for byte, does not depend on what they may not see."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.tables.announce import View
from bot.tables.state import Seat, TableSettings, TableState
from cogs.paint import hand_panel, log_note, table_message
from games.catalogue import GAMES
from games.engine import RAIL, Match
from tests.games.test_secrecy import compared


def view_of(match: Match, viewer: int) -> View:
    """A table round a match."""
    seats = {n: Seat(n, f"Player {n}", 100 + n, 1000 + n, 2000 + n) for n in match.header.ring}
    state = TableState(
        id=1,
        guild_id=1,
        channel_id=1,
        message_id=1,
        host=1000,
        game=match.game.key,
        options=dict(match.header.options),
        settings=TableSettings(),
        pot=1,
        phase="playing",
        carry={},
        seed="x",
        match_id=1,
        seats=seats,
    )
    return View(state, match.game, viewer, match.scene(viewer), {}, None, free=False)


def painted(match: Match, viewer: int) -> str:
    """Table message, hand panel and log as a viewer gets them; all within Discord's limits."""
    view = view_of(match, viewer)
    shown: list[Any] = [table_message(view_of(match, RAIL)), log_note(view)]
    if viewer != RAIL:
        shown.append(hand_panel(view))
    for payload in (shown[0], shown[-1]):
        if isinstance(payload, dict):
            parts, letters = _count(payload["components"])
            assert parts <= 40
            assert letters <= 4000
    return json.dumps(shown)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_nothing_painted_depends_on_what_the_viewer_may_not_see(key: str) -> None:
    assert compared(key, painted, matches=5) >= 10


def _count(components: list[dict[str, Any]]) -> tuple[int, int]:
    parts = letters = 0
    for each in components:
        parts += 1
        letters += len(each.get("content", ""))
        inner = _count(each.get("components", []))
        parts, letters = parts + inner[0], letters + inner[1]
    return parts, letters
