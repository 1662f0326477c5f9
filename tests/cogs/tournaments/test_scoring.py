"""Scores, standings, prizes and stages: pure functions."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from cogs.tournaments.formats import FORMATS
from cogs.tournaments.prizes import divide, parts
from cogs.tournaments.scoring import (
    Entry,
    Outcome,
    PlayedTable,
    Score,
    match_scores,
    meetings,
    score_groups,
    standings,
    with_final,
)
from cogs.tournaments.settings import DATA, TournamentSettings


def places(*order: int) -> dict[int, Outcome]:
    """Members 1, 2, 3 ... at these places."""
    return {member: Outcome(place, 0) for member, place in enumerate(order, 1)}


def test_every_tie_can_be_shared_out() -> None:
    for size, worth in DATA.points.items():
        assert len(worth) == size
        for first, last in combinations(range(size + 1), 2):
            assert sum(worth[first:last]) % (last - first) == 0
        assert sum(worth) == size * DATA.byes.points, "a bye pays the middle of a table"


def test_places_pay_points() -> None:
    scores = match_scores(places(1, 2, 3, 4), 4, "places")
    assert [scores[member].points for member in (1, 2, 3, 4)] == [24, 16, 8, 0]
    assert [scores[member].won for member in (1, 2, 3, 4)] == [True, False, False, False]


def test_a_tie_shares_the_points_of_its_places() -> None:
    scores = match_scores(places(1, 1, 3, 4), 4, "places")
    assert [scores[member].points for member in (1, 2, 3, 4)] == [20, 20, 8, 0]


def test_computer_players_take_places_too() -> None:
    scores = match_scores({1: Outcome(2, 0)}, 3, "places")
    assert scores[1].points == 12


def test_without_places_what_was_paid_ranks() -> None:
    outcomes = {1: Outcome(None, -5), 2: Outcome(None, 9), 3: Outcome(None, -5)}
    scores = match_scores(outcomes, 3, "places")
    assert [scores[member].points for member in (1, 2, 3)] == [6, 24, 6]


def test_what_matches_paid_is_the_score_if_the_host_says_so() -> None:
    scores = match_scores({1: Outcome(1, 30), 2: Outcome(2, -30)}, 2, "paid")
    assert (scores[1].points, scores[2].points) == (30, -30)
    assert scores[1].won


@given(st.integers(2, 5).flatmap(lambda size: st.lists(st.integers(0, 3), min_size=size, max_size=size)))
def test_a_table_pays_the_same_however_it_ends(strengths: list[int]) -> None:
    order = sorted(strengths, reverse=True)
    outcomes = places(*(1 + order.index(strength) for strength in strengths))
    scores = match_scores(outcomes, len(strengths), "places")
    assert sum(score.points for score in scores.values()) == len(strengths) * 12


def played(members: tuple[int, ...], *points: int) -> PlayedTable:
    """A table of one match."""
    scores = {
        member: Score(score, score == max(points), 0) for member, score in zip(members, points, strict=True)
    }
    return PlayedTable(members, (scores,))


ENTRIES = [Entry(member) for member in (1, 2, 3, 4, 5, 6)]


def test_standings_add_up_and_opponents_part_equals() -> None:
    tables = [
        played((1, 2, 3), 24, 12, 0),
        played((4, 5, 6), 24, 12, 0),
        played((1, 5, 3), 0, 24, 12),
        played((4, 2, 6), 0, 24, 12),
    ]
    order = standings(ENTRIES, tables, {})
    assert [(each.member, each.points) for each in order] == [
        (2, 36), (5, 36), (1, 24), (4, 24), (3, 12), (6, 12),
    ]  # fmt: skip
    assert [each.place for each in order] == [1, 2, 3, 4, 5, 6]
    assert {each.member: each.opposition for each in order}[1] == 36 + 12 + 36 + 12


def test_who_was_cut_or_left_stands_below() -> None:
    entries = [Entry(1, cut=1), Entry(2), Entry(3, cut=2), Entry(4, gone=True)]
    order = standings(entries, [played((1, 2, 3, 4), 24, 0, 8, 16)], {})
    assert [each.member for each in order] == [2, 3, 1, 4]


def test_byes_count() -> None:
    order = standings([Entry(1), Entry(2)], [], {2: 12})
    assert [(each.member, each.points) for each in order] == [(2, 12), (1, 0)]


def test_the_final_decides_the_first_places() -> None:
    before = standings(ENTRIES, [played((1, 2, 3, 4, 5, 6), 5, 4, 3, 2, 1, 0)], {})
    after = with_final(before, played((1, 2, 3), 0, 0, 24))
    assert [each.member for each in after] == [3, 1, 2, 4, 5, 6]
    assert [each.place for each in after] == [1, 2, 3, 4, 5, 6]


def test_meetings_and_groups() -> None:
    tables = [played((1, 2, 3), 24, 12, 0), played((1, 2, 4), 24, 12, 0)]
    assert meetings(tables)[frozenset((1, 2))] == 2
    assert meetings(tables)[frozenset((3, 4))] == 0
    assert score_groups(standings(ENTRIES[:4], tables, {})) == {1: 0, 2: 1, 3: 2, 4: 2}


@given(st.integers(0, 10**9), st.integers(1, 60), st.integers(0, 5))
def test_prizes_pay_the_pot_to_the_piece(pot: int, players: int, gone: int) -> None:
    order = list(range(1, max(players - gone, 1) + 1))
    won = divide(pot, order, players)
    assert sum(won.values()) == pot
    assert all(won.get(better, 0) >= won.get(worse, 0) for better, worse in pairwise(order))


@pytest.mark.parametrize("players", range(1, 61))
def test_fewer_prizes_than_players(players: int) -> None:
    assert sum(parts(players)) == 100
    assert len(parts(players)) <= max(1, players // 2)


def stages(players: int, key: str = "rounds", *, seats: int = 4, rounds: int = 3) -> list[tuple[str, int]]:
    """The kinds of stages that a tournament goes through, with the players of each."""
    format_, active, seen = FORMATS[key](seats, rounds), list(range(players)), list[tuple[str, int]]()
    for played in range(20):
        stage = format_.next_stage(played, active)
        active = [player for player in active if player not in stage.cut]
        if stage.kind == "over":
            return seen
        seen.append((stage.kind, len(active)))
        if stage.kind == "final":
            return seen
    raise AssertionError("it has no end")


def test_rounds_lead_to_a_final_of_the_best() -> None:
    assert stages(16, rounds=2) == [("round", 16), ("round", 16), ("final", 4)]
    assert stages(16, rounds=1, seats=5) == [("round", 16), ("final", 5)]


def test_a_small_field_needs_no_final() -> None:
    assert stages(4, rounds=3) == [("round", 4)] * 3


def test_a_cut_halves_the_field_until_the_final() -> None:
    assert stages(16, "cut") == [("round", 16), ("round", 8), ("final", 4)]
    assert stages(13, "cut", seats=3) == [("round", 13), ("round", 7), ("round", 4), ("final", 3)]
    assert stages(5, "cut") == [("round", 5), ("final", 4)]
    assert stages(4, "cut") == [("final", 4)]


@given(st.integers(1, 60), st.sampled_from(sorted(FORMATS)), st.integers(3, 5), st.integers(1, 8))
def test_every_tournament_ends(players: int, key: str, seats: int, rounds: int) -> None:
    seen = stages(players, key, seats=seats, rounds=rounds)
    assert len(seen) <= 9
    assert all(count <= seats for kind, count in seen if kind == "final")


def test_a_tournament_that_was_saved_with_a_cut_still_has_it() -> None:
    """Its row is from before formats had keys."""
    assert TournamentSettings.model_validate({"seats": 4, "rounds": 3, "cut": True}).format == "cut"
    assert TournamentSettings.model_validate({"seats": 4, "rounds": 3, "cut": False}).format == "rounds"


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(ValidationError, match="no format 'ladder'"):
        TournamentSettings(format="ladder")
