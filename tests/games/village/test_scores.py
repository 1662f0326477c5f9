"""The end: hands and bribes, points, and ties (PV-52 to PV-62)."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.face.text.templates import Renderer
from games.engine import Hint, SceneOutcome
from games.village.scoring import Favor, Score, rank, score
from tests.helpers.games.village import NAMED, letters, village


def favor(track: str = "A C F G M S", values: str = "1 1 2 2 3 4") -> Favor:
    """A track by letters."""
    return Favor([int(value) for value in values.split()], [NAMED[letter] for letter in track.split()])


def counts(written: str) -> Counter[str]:
    """`S 3, M 2` as cards by kind."""
    pairs = (each.split() for each in written.split(",") if each.strip())
    return Counter({NAMED[letter]: int(n) for letter, n in pairs})


def final(bribes: str, hand: str, track: Favor) -> Score:
    """The score of bribes and a hand, both as in the rule examples."""
    return score(counts(bribes), counts(hand), track)


@pytest.mark.parametrize(
    ("bribes", "hand", "points"),
    [
        pytest.param(
            "S 3, M 2",
            "S 1, F 2, W 1",
            16,
            marks=pytest.mark.rule("PV-X61", "PV-54", "PV-57", "PV-58", "PV-59"),
        ),
        pytest.param("C 5", "", 5, marks=pytest.mark.rule("PV-X62", "PV-57")),
        pytest.param("A 8", "A 2", 10, marks=pytest.mark.rule("PV-X63", "PV-54", "PV-57")),
        pytest.param("G 2", "A 3", 1, marks=pytest.mark.rule("PV-X64", "PV-57", "PV-58")),
        pytest.param(
            "", "S 2, M 1, W 2", -15, marks=pytest.mark.rule("PV-X65", "PV-55", "PV-58", "PV-59", "PV-R23")
        ),
        pytest.param("M 1", "M 4, W 3", 9, marks=pytest.mark.rule("PV-X66", "PV-54", "PV-56", "PV-59")),
        pytest.param("F 4, G 1", "C 2, S 1", 4, marks=pytest.mark.rule("PV-X67", "PV-57", "PV-58")),
    ],
)
def test_points_on_the_standard_track(bribes: str, hand: str, points: int) -> None:
    assert final(bribes, hand, favor()).points == points


@pytest.mark.rule("PV-X84", "PV-X85", "PV-54", "PV-57", "PV-58", "PV-R2")
def test_points_where_the_lowest_space_is_worth_nothing() -> None:
    assert final("A 8", "A 2", favor(values="0 1 2 2 3 4")).points == 0
    assert final("G 2", "A 3", favor(values="0 1 2 2 3 4")).points == 4


@pytest.mark.rule("PV-X86", "PV-57", "PV-58", "PV-59", "PV-R1")
def test_points_with_five_types() -> None:
    assert final("S 2, M 1", "C 2, W 1", favor("A C F M S", "0 1 2 3 4")).points == 7


# ---- the end of a match


@pytest.mark.rule("PV-X60", "PV-30", "PV-R14")
def test_a_bribe_with_an_empty_deck_stands_and_moves_its_token() -> None:
    v = village("A A", "S", deck="-").bribes("A", "A A")
    assert v.match.over
    assert v.track == "C F A G M S"
    assert v.points == {"A": 2 * 2, "B": -4}


@pytest.mark.rule("PV-X59", "PV-52")
def test_an_empty_deck_alone_ends_nothing() -> None:
    v = village("A A A", "S", market=("F", "-", "-", "-"), deck="-").visits("A", 3, "A A A")
    assert (v.match.over, v.asked(), v.hand("A")) == (False, "B", "F")


@pytest.mark.rule("PV-X79", "PV-53", "PV-R19")
def test_the_round_is_not_played_out() -> None:
    v = village("S", "A", "C", "F", deck="G M").draws("A").bribes("B", "A")
    assert v.match.over
    assert [event.values["seat"] for event in v.match.events if event.kind in ("draws", "bribes")] == [0, 1]
    # the Axe has gone one up
    assert v.track == "C A F G M S"
    assert v.points == {"A": -4 - 2, "B": 1, "C": -1, "D": -2}


@pytest.mark.rule("PV-X80", "PV-54", "PV-55", "PV-56", "PV-R20")
def test_matching_treasures_join_the_bribes_and_nothing_moves() -> None:
    v = village("C C F G W", "S", bribes={"A": "C,F F"}, deck="-").draws("A")
    assert v.match.over
    assert (v.bribe("A", "C"), v.bribe("A", "F"), v.hand("A")) == ("C C C", "F F F", "G W")
    assert v.track == "A C F G M S"
    assert v.market == ("-", "-", "-", "-")
    assert v.points["A"] == 3 * 1 + 3 * 2 - 2 - 2
    # hands are turned up for all
    assert letters(v.sees("B", "A") or []) == "G W"


@pytest.mark.rule("PV-60", "PV-R23")
def test_the_highest_score_wins_though_it_is_below_nothing() -> None:
    v = village("G", "S", "M", deck="-").draws("A")
    assert v.points == {"A": -2, "C": -3, "B": -4}
    assert v.places == {"A": 1, "C": 2, "B": 3}
    row = v.result.rows[0]
    assert row.reason is not None
    assert (row.change, row.reason.values["points"]) == ({}, -2)


def test_the_hint_tells_its_owner_what_the_end_would_bring() -> None:
    v = village("S F F W", "C", bribes={"A": "S S S,M M"})
    hint: Hint = v.scene_block(Hint, viewer=0)
    assert hint.line.values["why"].values["points"] == 16
    assert not any(isinstance(block, Hint) for block in v.match.scene(-2).blocks)


# ---- ties


@pytest.mark.parametrize(
    ("one", "other", "values"),
    [
        pytest.param("S 2, F 4", "S 1, M 4", "1 1 2 2 3 4", marks=pytest.mark.rule("PV-X68", "PV-61")),
        pytest.param(
            "S 2, M 2, F 1", "S 2, M 1, C 5", "1 1 2 2 3 4", marks=pytest.mark.rule("PV-X69", "PV-62")
        ),
        pytest.param(
            "S 2, G 2, F 1",
            "S 2, G 1, F 2",
            "1 1 2 2 3 4",
            marks=pytest.mark.rule("PV-X70", "PV-62", "PV-R17"),
        ),
        pytest.param(
            "S 2, M 1, A 1", "S 2, M 1", "0 1 2 2 3 4", marks=pytest.mark.rule("PV-X72", "PV-62", "PV-R16")
        ),
    ],
)
def test_ties_go_to_the_larger_bribe_of_the_highest_token(one: str, other: str, values: str) -> None:
    track = favor(values=values)
    first, second = final(one, "", track), final(other, "", track)
    assert first.points == second.points
    assert rank(first, track) > rank(second, track)


def lying(written: str) -> str:
    """`S 2, M 1` as bribes of a situation."""
    parts = (each.split() for each in written.split(","))
    return ",".join(" ".join([letter] * int(n)) for letter, n in parts)


@pytest.mark.rule("PV-X71", "PV-R18")
def test_equal_in_everything_is_a_shared_win() -> None:
    v = village("-", "-", "S", bribes={"A": lying("S 2, M 1"), "B": lying("S 2, M 1")}, deck="-").draws("A")
    assert v.places == {"A": 1, "B": 1, "C": 3}
    assert v.result.headline.values["seats"] == (0, 1)


@pytest.mark.rule("PV-X87", "PV-61", "PV-62", "PV-R18")
def test_who_is_behind_at_a_token_is_out_of_the_comparison() -> None:
    bribes = {"A": lying("S 2, M 1, C 1"), "B": lying("S 2, G 2"), "C": lying("S 1, M 2, F 1")}
    v = village("-", "-", "-", bribes=bribes, deck="-").draws("A")
    assert set(v.points.values()) == {12}
    assert v.places == {"A": 1, "B": 2, "C": 3}


@pytest.mark.rule("PV-X82", "PV-57", "PV-61", "PV-R10", "PV-R16")
def test_a_wild_in_a_bribe_counts_for_the_tie() -> None:
    # 3 × 4 and 2 × 4 + 2 × 2
    v = village("-", "-", bribes={"A": "S S W", "B": "S S,F F"}, deck="-").draws("A")
    assert v.points == {"A": 12, "B": 12}
    assert v.places == {"A": 1, "B": 2}


@pytest.mark.rule("PV-X83", "PV-61", "PV-R16")
def test_a_card_in_hand_counts_nothing_for_the_tie() -> None:
    # B holds the one Sword that A has bribed with: 4 and 8 − 4
    v = village("-", "S", bribes={"A": "S", "B": lying("F 4")}, deck="-").draws("A")
    assert v.points == {"A": 4, "B": 4}
    assert v.places == {"A": 1, "B": 2}


@pytest.mark.rule("PV-R16")
def test_a_card_added_at_the_end_counts_for_the_tie() -> None:
    # A has bribed with one Sword and holds another: 2 × 4; B has one Sword and two Feathers
    v = village("S", "-", bribes={"A": "S", "B": "S,F F"}, deck="-").draws("A")
    assert v.points == {"A": 8, "B": 8}
    assert v.places == {"A": 1, "B": 2}


# ---- who leaves


def test_who_leaves_comes_last_and_the_last_one_left_does_not_play_alone() -> None:
    v = village("S", "C", "F", bribes={"B": "S S S"}, deck="A A A A A A")
    v.leaves("B").draws("A")
    assert v.asked() == "C"
    v.leaves("A")
    assert not v.match.over
    v.draws("C")
    assert v.match.over
    assert v.points == {"A": -4 - 1, "B": 12 - 1, "C": -2 - 1}
    assert v.places == {"C": 1, "B": 2, "A": 3}


@pytest.mark.parametrize(
    ("bribes", "hand", "told"),
    [
        ("C 5", "", "5 points = 👑 Crown 5 × 1"),
        ("C 5", "F 2", "1 point = 👑 Crown 5 × 1 − 4 in hand"),
        ("", "S 2", "−8 points for cards left in hand"),
        ("", "", "0 points, no bribes"),
    ],
)
def test_a_score_is_told_with_what_is_left_in_hand(bribes: str, hand: str, told: str) -> None:
    track = favor()
    assert Renderer({}).say(final(bribes, hand, track).describe(track)) == told


def test_a_seat_reads_its_points_in_few_words() -> None:
    v = village("C", "C", bribes={"A": "A A,M", "B": "F"}, deck="").does(A="draw")
    block = next(each for each in v.match.scene(1).blocks if isinstance(each, SceneOutcome))
    assert block.personal is not None
    names = Renderer({0: "Ann", 1: "Bob"})
    assert names.say(block.personal) == "You came 2nd of 2: 1 point. Ann won: 4 points."
