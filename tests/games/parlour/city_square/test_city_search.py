"""The shark of City Square looks at the years to come, and builds better for it."""

from __future__ import annotations

from statistics import mean

import pytest

from games.engine import Grid, Header, Match, Place, Policy, Seed
from games.parlour.city_square import GAME
from games.parlour.city_square.computer import plays
from games.parlour.city_square.scoring import score
from games.parlour.city_square.search import City, build, quick_worth, searches
from tests.helpers.random_matches import cases, luck_of


@pytest.mark.parametrize("happy_peasants", [False, True])
def test_the_fast_count_is_the_count_of_the_rules(happy_peasants: bool) -> None:
    luck = luck_of("cities", happy_peasants)
    for _ in range(400):
        tops = "".join(luck.choice("WLBMRD  ") for _ in range(9))
        piles = [(at % 3, at // 3, (f"{rank}.hawk",)) for at, rank in enumerate(tops) if rank != " "]
        assert quick_worth(tops, happy_peasants) == sum(score(piles, happy_peasants=happy_peasants)), tops


def test_a_card_goes_on_no_full_district_however_much_it_would_score_there() -> None:
    city, full = "RWRBRMRD ", (1,) * 8 + (0,)
    scores = [quick_worth(f"{city[:at]}L{city[at + 1 :]}", happy_peasants=False) for at in (4, 8)]
    assert scores[0] > scores[1], "in the middle it would score more"
    assert build(City(city, full), "L", 1, happy_peasants=False) == City("RWRBRMRDL", (1,) * 9)


def built(policy: Policy, case: int) -> int:
    """Return the points of the first seat's city, built by a player, while nobody bets."""
    stakes = dict.fromkeys(range(3), 50)
    header = Header(GAME.key, GAME.version, {}, tuple(stakes), Seed(f"builds {case}"), stakes)
    match, luck, points = Match(GAME, header, digests=False), luck_of("builds", case), 0
    while not match.over:
        ask = next(ask for ask in match.open.values() if not ask.answered)
        scene = match.scene(ask.seat)
        own = scene.mine()[0]
        builder = policy if ask.seat == 0 else plays
        answer = builder(scene, own, luck) if isinstance(own.prompt, Place) else "check"
        match.answer(ask.id, ask.seat, answer, "computer")
        cities = [block for block in match.scene(0).blocks if isinstance(block, Grid) and block.owner == 0]
        points = sum(score(cities[0].piles)) if cities else points
    return points


def test_looking_ahead_builds_better_cities() -> None:
    gains = [built(searches, case) - built(plays, case) for case in cases(12, most=100)]
    assert mean(gains) > 0
