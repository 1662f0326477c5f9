"""Computer players: their answers are legal, and those that claim sense win against players that have none."""

from __future__ import annotations

from math import sqrt
from statistics import mean, stdev
from typing import Any

import pytest

from games.computer.levels import LEVEL_NAMES
from games.engine import (
    RAIL,
    STRENGTHS,
    Chance,
    Header,
    Match,
    OpenAsk,
    Policy,
    RulesBug,
    Scene,
    Seed,
    random_legal,
)
from games.engine.game import GUEST, RANDOM
from games.registry import GAMES
from tests.helpers.random_matches import SOAK, cases, hasty, luck_of, random_header

PARLOUR = sorted(key for key, game in GAMES.items() if game.money == "pieces" and "regular" in game.policies)
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "rogues_and_warriors": [{}, {"exchange": True}, {"exchange": True, "dragon_cards": True}],
    "threes": [{}, {"hidden_fate": True}, {"hidden_fate": True, "dragon_cards": True}],
    "kings_council": [{}, {"dragon_cards": True}],
    "three_kingdoms": [{}, {"dragon_cards": True}],
    "den_of_thieves": [{}, {"strong_warriors": True, "dragon_cards": True}],
    "jack_of_all_trades": [{}, {"hidden_fate": True}, {"hidden_fate": True, "dragon_cards": True}],
    "city_square": [{}, {"dragon_cards": True}],
    "the_wheel": [{}, {"dragon_cards": True}],
    "dragon_hordes": [{}, {"double_double": True}],
}

FEWER = {
    "the_wheel": 400,
    "jack_of_all_trades": 800,
    "tavern": 60,
    "adventurers_choice": 100,
    "dragon_hordes": 400,
}
"""How many matches are enough where each is long."""
FEWER_LEGAL = {
    "adventurers_choice": 2,
    "burn_my_village": 2,
    "conclave_of_wyrms": 1,
    "tavern": 2,
    "the_wheel": 3,
}
"""The same, for answers that need only be legal."""
PLAIN = 2.6
"""Standard errors above nothing at which it is plain, long before the last match, that sense wins."""


def answer(policy: Policy, match: Match, seat: int, luck: Chance) -> None:
    """The seat's first open question is answered from what the seat sees, and from nothing else."""
    scene = match.scene(seat)
    ask = scene.mine()[0]
    match.answer(ask.id, seat, policy(scene, ask, luck), "computer")


def winnings(key: str, options: dict[str, Any], seed: int, seats: int = 4) -> int:
    """What one sensible seat wins in one match against random ones; it sits elsewhere each time."""
    game = GAMES[key]
    stakes = dict.fromkeys(range(seats), 50)
    match = Match(
        game,
        Header(key, game.version, options, tuple(stakes), Seed(f"duel {seed}"), stakes),
        digests=False,
    )
    luck = luck_of("duel", key, seed)
    clever = seed % seats
    while not match.over:
        seat = next(ask.seat for ask in match.open.values() if not ask.answered)
        answer(game.policies["regular"] if seat == clever else random_legal, match, seat, luck)
    assert match.result is not None
    return next(row.change["piece"] for row in match.result.rows if row.seat == clever)


@pytest.mark.parametrize(
    ("key", "options"), [(key, o) for key in PARLOUR for o in VARIANTS.get(key, [{}])], ids=str
)
def test_sense_wins_against_none(key: str, options: dict[str, Any]) -> None:
    won: list[int] = []
    for seed in cases(FEWER.get(key, 250), most=2000):
        won.append(winnings(key, options, seed))
        if SOAK <= 1 and len(won) >= 30 and above_nothing(won, PLAIN):
            return
    assert above_nothing(won, 1.96), "the whole 95 % interval"


def above_nothing(won: list[int], errors: float) -> bool:
    """Whether the mean lies so many standard errors above nothing."""
    return mean(won) > errors * stdev(won) / sqrt(len(won))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_computer_player_answers_legally_whatever_the_options(key: str) -> None:
    game = GAMES[key]
    for name, policy in {"random": random_legal, **game.policies}.items():
        if name in LEVEL_NAMES and name != "4":
            # one level stands for all, which differ in a number
            continue
        few = name == "shark" or name in LEVEL_NAMES
        for case in cases(1 if few else FEWER_LEGAL.get(key, 5), most=600):
            luck = luck_of("computer", key, name, case)
            match = Match(game, random_header(game, luck), digests=False)
            while not match.over:
                assert len(match.rows) < 5000
                answer(
                    hasty(policy), match, next(a.seat for a in match.open.values() if not a.answered), luck
                )


def test_a_policy_that_may_not_see_the_question_says_so() -> None:
    ask = OpenAsk(1, 0, "reveal", "turn", None, False, {})
    with pytest.raises(RulesBug):
        random_legal(Scene(RAIL, (), (ask,), False), ask, luck_of("x"))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_game_knows_the_strengths_of_all_games_and_no_other(key: str) -> None:
    knows = GAMES[key].knows_strength
    assert all(map(knows, (*STRENGTHS, *LEVEL_NAMES, RANDOM, GUEST)))
    assert not any(map(knows, ("", "wizard", "-1", "1.5")))
