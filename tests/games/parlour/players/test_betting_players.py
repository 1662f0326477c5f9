"""How the three strengths bet: what they agree to, and that nobody is ruined every other evening."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.engine import STRENGTHS, Chance, Header, Match, Seed
from games.parlour.players.bets import NEWCOMER, REGULAR, SHARK, Stakes, Style, bet, betting
from games.registry import GAMES
from tests.helpers.random_matches import cases, luck_of, questions
from tests.helpers.script import Script

POT_GAMES = sorted(key for key, game in GAMES.items() if game.money == "pieces" and "shark" in game.policies)


def played(key: str, strength: str, number: int, **options: Any) -> Match:
    """A match of four computer players of one strength."""
    game, ring = GAMES[key], range(4)
    header = Header(key, game.version, options, tuple(ring), Seed("company", number), dict.fromkeys(ring, 50))
    match, luck = Match(game, header, digests=False), luck_of("company", key, number)
    for scene, own in questions(match):
        match.answer(own.id, own.seat, game.policy(strength)(scene, own, luck), "computer")
    return match


@pytest.mark.parametrize("style", [NEWCOMER, REGULAR, SHARK])
def test_a_bet_begins_just_above_so_many_fair_shares(style: Style) -> None:
    s = Script(GAMES["threes"], "AB")
    while all(ask.prompt.kind != "bet" for ask in s.match.open.values()):
        ask = next(iter(s.match.open.values()))
        s.match.answer(ask.id, ask.seat, ask.prompt.legal(luck_of("to the bets"))[0])
    [ask] = [ask for ask in s.match.open.values() if ask.prompt.kind == "bet"]
    scene, prompt = s.match.scene(ask.seat), betting(ask.prompt)
    fair = Stakes.of(scene, prompt).fair
    assert fair == 1 / 2
    # never a bluff
    luck = Chance(Seed("no bluff"))
    for share, bets in ((style.ahead + 0.01, True), (style.ahead, False), (0.5, False)):
        answer = bet(scene, prompt, share * fair, luck, replace(style, cheeky=1 << 30))
        assert isinstance(answer, int) is bets, share


@pytest.mark.rule("BET-29")
@pytest.mark.parametrize("strength", STRENGTHS)
def test_computers_are_in_nobodys_way_where_members_agree(strength: str) -> None:
    match = played("threes", strength, 1, table_stakes=False)
    assert "open_stakes_agreed" in [event.kind for event in match.events]


@pytest.mark.parametrize("key", [key for key in POT_GAMES if key != "adventurers_choice"])
def test_four_regulars_seldom_ruin_one_another(key: str) -> None:
    number = cases(8, most=500)
    ruined = 0
    for each in number:
        result = played(key, "regular", each).result
        assert result is not None
        ruined += any(row.change.get("piece", 0) <= -50 for row in result.rows)
    # 8 % of many; of few, so many that luck alone hardly explains more
    assert ruined <= 0.08 * len(number) + 2.5 * (0.08 * 0.92 * len(number)) ** 0.5
