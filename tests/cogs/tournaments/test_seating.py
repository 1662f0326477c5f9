"""The seating of a round: everyone once, tables as even as can be, as few meetings again as can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.tournaments.seating import Pair, seat_round, table_sizes

SIZES = st.integers(3, 5)


@given(st.integers(0, 70), SIZES)
def test_tables_are_even_and_take_everyone(players: int, seats: int) -> None:
    sizes = table_sizes(players, seats, 3, 5)
    assert sum(sizes) == players
    if players >= 3:
        assert max(sizes) - min(sizes) <= 1
        assert all(3 <= size <= 5 for size in sizes)


@pytest.mark.parametrize(
    ("players", "seats", "sizes"),
    [(16, 4, [4, 4, 4, 4]), (7, 4, [4, 3]), (7, 5, [4, 3]), (9, 3, [3, 3, 3]), (9, 5, [5, 4]), (5, 3, [5])],
)
def test_sizes_are_near_what_the_host_chose(players: int, seats: int, sizes: list[int]) -> None:
    assert table_sizes(players, seats, 3, 5) == sizes


def test_a_game_for_four_at_most_leaves_a_bye() -> None:
    assert table_sizes(5, 4, 3, 4) == [4]
    assert table_sizes(2, 4, 3, 4) == [2]


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 40), SIZES, st.integers(0, 2**32), st.integers(1, 4))
def test_everyone_sits_once_or_has_a_bye(players: int, seats: int, seed: int, rounds: int) -> None:
    luck, met = Random(seed), Counter[Pair]()
    for _ in range(rounds):
        sizes = table_sizes(players, seats, 3, 5)
        drawn = seat_round(range(players), sizes, met=met, luck=luck)
        everyone = [player for table in drawn.tables for player in table] + list(drawn.byes)
        assert sorted(everyone) == list(range(players))
        assert [len(table) for table in drawn.tables] == sizes
        met.update(frozenset(pair) for table in drawn.tables for pair in combinations(table, 2))


def partitions(players: frozenset[int], sizes: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Yield every way to seat players at tables of these sizes, equal ones perhaps more than once."""
    if not sizes:
        yield []
        return
    first = min(players)
    for size in set(sizes):
        left = list(sizes)
        left.remove(size)
        for others in combinations(sorted(players - {first}), size - 1):
            table = (first, *others)
            for rest in partitions(players - set(table), tuple(left)):
                yield [table, *rest]


def repeats(tables: Iterable[Sequence[int]], met: Mapping[Pair, int]) -> int:
    """How many meetings of these tables are repeats, a pair that has met twice counting twice."""
    return sum(met.get(frozenset(pair), 0) for table in tables for pair in combinations(table, 2))


@settings(max_examples=40, deadline=None)
@given(st.integers(6, 9), SIZES, st.integers(0, 2**32), st.integers(1, 5))
def test_no_seating_has_fewer_meetings_again(players: int, seats: int, seed: int, rounds: int) -> None:
    """Against all seatings there are: what the search finds is the least."""
    luck, met = Random(seed), Counter[Pair]()
    sizes = table_sizes(players, seats, 3, 5)
    for _ in range(rounds):
        drawn = seat_round(range(players), sizes, met=met, luck=luck).tables
        least = min(repeats(each, met) for each in partitions(frozenset(range(players)), tuple(sizes)))
        assert repeats(drawn, met) == least
        met.update(frozenset(pair) for table in drawn for pair in combinations(table, 2))


@pytest.mark.parametrize("seed", range(5))
def test_sixteen_players_meet_nobody_twice_in_three_rounds(seed: int) -> None:
    luck, met = Random(seed), Counter[Pair]()
    for _ in range(3):
        drawn = seat_round(range(16), [4, 4, 4, 4], met=met, luck=luck).tables
        met.update(frozenset(pair) for table in drawn for pair in combinations(table, 2))
    assert set(met.values()) == {1}
    assert len(met) == 3 * 4 * 6


def test_near_scores_meet_where_nobody_has_met() -> None:
    groups = {player: player // 4 for player in range(12)}
    drawn = seat_round(range(12), [4, 4, 4], groups=groups, luck=Random(1)).tables
    assert sorted(sorted(table) for table in drawn) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]


def test_meeting_again_weighs_more_than_scores() -> None:
    groups = {player: 0 if player < 4 else 40 for player in range(8)}
    met = Counter(frozenset(pair) for pair in combinations(range(4), 2))
    drawn = seat_round(range(8), [4, 4], groups=groups, met=met, luck=Random(1)).tables
    assert repeats(drawn, met) == 2


@settings(max_examples=60, deadline=None)
@given(st.integers(6, 20), SIZES, st.integers(0, 2**32))
def test_blocked_pairs_are_kept_apart(players: int, seats: int, seed: int) -> None:
    luck = Random(seed)
    apart = {frozenset(luck.sample(range(players), 2)) for _ in range(2)}
    drawn = seat_round(range(players), table_sizes(players, seats, 3, 5), apart=apart, luck=luck).tables
    assert not [pair for pair in apart if any(pair <= set(table) for table in drawn)]


def test_byes_go_round_from_the_lowest_rank() -> None:
    byes = Counter[int]()
    for _ in range(5):
        drawn = seat_round(range(5), [4], byes=byes, luck=Random(1))
        byes.update(drawn.byes)
    assert set(byes.values()) == {1}
    assert seat_round(range(5), [4], luck=Random(1)).byes == (4,)
