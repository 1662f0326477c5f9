"""A stake beside the points: who pays, who is paid, and that nothing of it is lost."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import Header, Match, Seed, changes
from games.engine.side_stake import StakeOptions, gains
from games.registry import GAMES
from tests.helpers.random_matches import cases, finish, luck_of

STAKED = sorted(key for key, game in GAMES.items() if issubclass(game.options, StakeOptions))


def played(key: str, stakes: dict[int, int], case: int = 0, **options: Any) -> Match:
    """A match by random answers, with so many pieces before each seat."""
    game = GAMES[key]
    short = {"cycles": 1} if "cycles" in game.options.model_fields else {}
    header = Header(key, game.version, {**short, **options}, tuple(stakes), Seed(f"stake {case}"), stakes)
    return finish(Match(game, header), luck_of("stake", key, case))


def result(match: Match) -> dict[int, tuple[int | None, int]]:
    """Place and gain of each seat."""
    assert match.result is not None
    return {row.seat: (row.place, row.change.get("piece", 0)) for row in match.result.rows}


def test_the_games_for_points_have_it() -> None:
    assert STAKED == ["burn_my_village", "conclave_of_wyrms"]


@pytest.mark.parametrize(
    ("places", "shares", "given_"),
    [
        ({0: 1, 1: 2, 2: 3}, False, {0: 30}),
        ({0: 1, 1: 1, 2: 3}, False, {0: 15, 1: 15}),
        ({0: 2, 1: 1, 2: 1, 3: 1}, False, {1: 14, 2: 13, 3: 13}),
        # payouts of Playing for Shares: three players 2, 1, 0; four 3, 1, 0; five 3, 2, 0
        ({0: 1, 1: 2, 2: 3}, True, {0: 20, 1: 10}),
        ({0: 4, 1: 2, 2: 3, 3: 1}, True, {3: 30, 1: 10}),
        ({0: 1, 1: 2, 2: 3, 3: 4, 4: 5}, True, {0: 30, 1: 20}),
        # two tie for second of four: 10 and nothing, divided
        ({0: 1, 1: 2, 2: 2, 3: 4}, True, {0: 30, 1: 5, 2: 5}),
        # places of those who pay count, not those of the whole table
        ({1: 2, 2: 5}, True, {1: 20}),
    ],
)
def test_what_is_paid_by_places(places: dict[int, int], shares: bool, given_: dict[int, int]) -> None:
    assert {seat: n for seat, n in gains(places, 10, shares=shares).items() if n} == given_


@given(
    st.dictionaries(st.integers(0, 9), st.integers(1, 6), min_size=2, max_size=10),
    st.sampled_from([5, 10, 25, 50]),
    st.booleans(),
)
def test_all_that_was_put_in_is_paid_out(places: dict[int, int], stake: int, shares: bool) -> None:
    given_ = gains(places, stake, shares=shares)
    assert sum(given_.values()) == stake * len(places)
    best = min(places.values())
    assert max(given_.values()) == max(n for seat, n in given_.items() if places[seat] == best)


@pytest.mark.parametrize("key", STAKED)
@pytest.mark.parametrize("how", ["winner", "shares"])
def test_the_stakes_go_to_the_first_places(key: str, how: str) -> None:
    for case in cases(4):
        match = played(key, {0: 50, 1: 50, 2: 50}, case, played_for=how, stake=25)
        told = result(match)
        assert match.result is not None
        assert {p: u["piece"] for p, u in changes(match.result.pays).items() if u} == {
            seat: n for seat, (_, n) in told.items() if n
        }
        assert sum(n for _, n in told.values()) == 0
        first = [n for place, n in told.values() if place == 1]
        assert sum(first) > 0
        if len(first) == 1 and how == "winner":
            assert Counter(n for _, n in told.values()) == {50: 1, -25: 2}


@pytest.mark.parametrize("key", STAKED)
def test_who_has_too_little_plays_for_points_alone(key: str) -> None:
    match = played(key, {0: 50, 1: 24, 2: 50}, played_for="winner", stake=25)
    told = result(match)
    assert told[1][1] == 0
    assert sorted(n for _, n in told.values()) == [-25, 0, 25]
    assert [event.values for event in match.events if event.kind == "no_stake"] == [{"seat": 1, "n": 25}]
    # and where only one could pay, nobody does
    match = played(key, {0: 50, 1: 24, 2: 0}, played_for="winner", stake=25)
    assert {n for _, n in result(match).values()} == {0}
    assert match.result is not None
    assert match.result.pays == ()


@pytest.mark.parametrize("key", STAKED)
def test_without_a_stake_nothing_is_paid(key: str) -> None:
    match = played(key, {0: 50, 1: 50, 2: 50})
    assert match.result is not None
    assert match.result.pays == ()
    assert GAMES[key].money_kind(match.options) == "points"
    assert GAMES[key].money_kind(match.options.model_copy(update={"played_for": "winner"})) == "pieces"
