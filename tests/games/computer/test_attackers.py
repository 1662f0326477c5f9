"""The players that attack the best level play by the rules, and the coach's reckoning is compared with real losses."""

from __future__ import annotations

import pytest

from benchmarks.company.attackers import BETS, OTHERS, attackers_of
from benchmarks.company.duels import play
from benchmarks.company.honesty import honesty
from games.engine import Seed
from games.registry import GAMES


@pytest.mark.parametrize("name", sorted(BETS))
def test_attackers_bet_within_what_is_allowed(name: str) -> None:
    game = GAMES["rogues_and_warriors"]
    attacker = attackers_of(game)[name]
    for number in range(6):
        match = play(game, {0: attacker, 1: attacker, 2: game.policy("regular")}, Seed("attack", number))
        assert match.over


@pytest.mark.parametrize("key", ["dragon_hordes", "lucky_13", "tiamat"])
def test_attackers_of_games_without_bets_play_to_the_end(key: str) -> None:
    game = GAMES[key]
    for attacker in attackers_of(game).values():
        assert play(game, dict.fromkeys(range(3), attacker), Seed("attack")).over
    assert attackers_of(game).keys() == OTHERS[key].keys()


def test_the_coach_says_that_errors_cost_something() -> None:
    newcomer = honesty(GAMES["rolled_gold"], "newcomer", 4)
    assert newcomer.given > 0
    assert newcomer.judged == 1
    assert honesty(GAMES["rolled_gold"], "10", 4).given == 0, "the best gives away nothing"
