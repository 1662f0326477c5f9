"""Ratings: the better play stands above, equals stay close, and losing on purpose gains a friend nothing."""

from __future__ import annotations

import statistics
from collections.abc import Mapping

import pytest

from cogs.leaderboard.rating import LEAST, MU, OPPONENTS, PAIR, SIGMA, Rating, rate
from games.engine import Chance, Seed
from tests.helpers.random_matches import cases

HOUR = 3600.0


def normal(luck: Chance) -> float:
    """Return about a standard normal number."""
    return (sum(luck.below(1000) for _ in range(12)) - 5994) / 1000


def ladder(
    matches: int,
    skill: Mapping[str, float],
    luck: Chance,
    needed: int,
    begin: dict[str, Rating] | None = None,
) -> dict[str, Rating]:
    """Play matches of four, each seat with its skill and as much luck for all; return the ratings."""
    ratings = dict(begin or {})
    start = max((rating.at for rating in ratings.values()), default=0.0)
    for at in range(matches):
        members = sorted(skill)
        luck.shuffle(members)
        members = members[:4]
        score = {member: skill[member] + normal(luck) for member in members}
        before = {member: ratings.get(member, Rating()) for member in members}
        ratings |= rate(before, score, start + at * HOUR, needed)
    return ratings


@pytest.mark.parametrize("needed", [1, 3, 8, 24])
def test_the_better_play_stands_above(needed: int) -> None:
    """A play that is ahead in 95 of 100 after `needed` matches stands above after three times as many."""
    better = 1.645 * (2 / needed) ** 0.5
    above = total = 0
    for number in cases(12, 400):
        ratings = ladder(
            max(3 * needed, LEAST),
            {"0": better, "1": 0, "2": 0, "3": 0},
            Chance(Seed("above", number)),
            needed,
        )
        above += sum(ratings["0"].mu > ratings[other].mu for other in "123")
        total += 3
    assert above / total > 0.93


def test_equals_stay_close() -> None:
    spread = [
        statistics.pstdev(
            rating.mu
            for rating in ladder(80, dict.fromkeys("012345", 0.0), Chance(Seed("eq", n)), 8).values()
        )
        for n in cases(4, 50)
    ]
    assert statistics.mean(spread) < SIGMA / 2


def test_a_second_account_that_loses_on_purpose_moves_nothing() -> None:
    ratings = ladder(60, dict.fromkeys("012345", 0.0), Chance(Seed("alt")), 3)
    before = ratings["0"].mu
    for at in range(100):
        pair = {member: ratings.get(member, Rating()) for member in ("0", "99")}
        ratings |= rate(pair, {"0": 1.0, "99": 0.0}, 60 * HOUR + at * HOUR, 3)
    assert ratings["0"].mu == before
    assert not ratings["99"].is_known(3, 161 * HOUR), "and is not rated itself"


def test_three_helpers_move_little() -> None:
    ratings = ladder(60, dict.fromkeys("012345", 0.0), Chance(Seed("alts")), 3)
    before = ratings["0"].mu
    for at in range(100):
        table = {member: ratings.get(member, Rating()) for member in ("0", "97", "98", "99")}
        score = {member: float(member == "0") for member in table}
        ratings |= rate(table, score, 60 * HOUR + at * HOUR, 3)
    assert ratings["0"].mu - before <= 3 * PAIR + 1e-9


def test_a_rating_is_known_after_matches_and_opponents() -> None:
    rating = Rating()
    assert not rating.is_known(1, 0.0)
    ratings = ladder(20, dict.fromkeys("0123", 0.0), Chance(Seed("known")), 1)
    assert all(rating.is_known(1, 21 * HOUR) for rating in ratings.values())
    assert all(len(rating.moved) >= OPPONENTS for rating in ratings.values())
    assert not any(rating.is_known(30, 21 * HOUR) for rating in ratings.values())
    two = {"0": Rating(), "1": Rating()}
    for at in range(50):
        two |= rate(two, {"0": 1.0, "1": 0.0}, at * HOUR, 1)
    assert not two["0"].is_known(1, 50 * HOUR), "one opponent says little"
    assert two["0"].mu == two["1"].mu == MU


def test_who_stays_away_becomes_unknown_and_not_worse() -> None:
    rating = ladder(20, dict.fromkeys("0123", 0.0), Chance(Seed("away")), 1)["0"]
    then = rating.at + 61 * 86_400
    assert rating.is_known(1, rating.at + 59 * 86_400)
    later = rating.faded(then)
    assert later.mu == rating.mu
    assert later.sigma > rating.sigma
    assert not rating.is_known(1, then)
    assert later.sigma <= SIGMA
