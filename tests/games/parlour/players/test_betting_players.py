"""How the three strengths bet: what they agree to, and that nobody is ruined every other evening."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import STRENGTHS, Header, Match, Seed
from games.registry import GAMES
from tests.helpers.random_matches import cases, luck_of

POT_GAMES = sorted(key for key, game in GAMES.items() if game.money == "pieces" and "shark" in game.policies)


def played(key: str, strength: str, number: int, **options: Any) -> Match:
    """A match of four computer players of one strength."""
    game, ring = GAMES[key], range(4)
    header = Header(key, game.version, options, tuple(ring), Seed("company", number), dict.fromkeys(ring, 50))
    match, luck = Match(game, header, digests=False), luck_of("company", key, number)
    while not match.over:
        ask = next(ask for ask in match.open.values() if not ask.answered)
        scene = match.scene(ask.seat)
        own = next(each for each in scene.asks if each.id == ask.id)
        match.answer(ask.id, ask.seat, game.policy(strength)(scene, own, luck), "computer")
    return match


@pytest.mark.rule("BET-29")
@pytest.mark.parametrize("strength", STRENGTHS)
def test_computers_are_in_nobodys_way_where_members_agree(strength: str) -> None:
    match = played("threes", strength, 1, table_stakes=False)
    assert "open_stakes_agreed" in [event.kind for event in match.events]


@pytest.mark.parametrize("key", [key for key in POT_GAMES if key != "adventurers_choice"])
def test_four_regulars_seldom_ruin_one_another(key: str) -> None:
    number = cases(15, most=500)
    ruined = 0
    for each in number:
        result = played(key, "regular", each).result
        assert result is not None
        ruined += any(row.change.get("piece", 0) <= -50 for row in result.rows)
    # 8 % of many; of few, so many that luck alone hardly explains more
    assert ruined <= 0.08 * len(number) + 2.5 * (0.08 * 0.92 * len(number)) ** 0.5
