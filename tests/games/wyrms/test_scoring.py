"""The scores of a cycle (CW-58 to CW-78, CW-HP, CW-AP)."""

from __future__ import annotations

import pytest

from games.wyrms.cards import DECK
from games.wyrms.scoring import Score, ScoreItem, Scoring, combinations, score
from tests.helpers.games.wyrms import keys


def scored(scoring: Scoring, predicted: int, taken: int, cards: str) -> int:
    """The points of a cycle."""
    return score(scoring, predicted, taken, DECK if cards == "all" else keys(cards)).points


@pytest.mark.parametrize(
    ("scoring", "predicted", "taken", "cards", "points"),
    [
        pytest.param(
            "standard",
            4,
            4,
            "R1 R2 R3 B3 G3 Y3 Q K B5 G7 Y8 P6",
            110,
            marks=pytest.mark.rule("CW-X1", "CW-60", "CW-R3", "CW-R15"),
        ),
        pytest.param("standard", 4, 3, "K K K R9 B1 B2 B4 G5 P7", -15, marks=pytest.mark.rule("CW-X2")),
        pytest.param("standard", 0, 0, "-", 50, marks=pytest.mark.rule("CW-X3", "CW-63")),
        pytest.param("standard", 0, 1, "B2 R2 G2", 25, marks=pytest.mark.rule("CW-X4")),
        pytest.param("standard", 0, 1, "B2 R2 G2 Y2", 50, marks=pytest.mark.rule("CW-X4")),
        pytest.param("standard", 0, 1, "B2 R2 G2 P2", 50, marks=pytest.mark.rule("CW-X4")),
        pytest.param("standard", 0, 1, "B2 R2 G2 Y2 P2", 75, marks=pytest.mark.rule("CW-X4")),
        pytest.param("standard", 0, 1, "R1 R2 R3", 25, marks=pytest.mark.rule("CW-X5")),
        pytest.param("standard", 0, 1, "R4 R5 R6", 25, marks=pytest.mark.rule("CW-X5")),
        pytest.param("standard", 0, 1, "R7 R8 R9", 35, marks=pytest.mark.rule("CW-X5", "CW-07")),
        pytest.param(
            "standard", 3, 3, "R4 R5 R6", 75, marks=pytest.mark.rule("CW-X85", "CW-58", "CW-60", "CW-66")
        ),
        pytest.param("standard", 1, 2, "R4 R5 R6", 25, marks=pytest.mark.rule("CW-X86", "CW-61")),
        pytest.param("standard", 3, 2, "R4 R5 R6 K", -5, marks=pytest.mark.rule("CW-X87", "CW-62")),
        pytest.param("standard", 0, 0, "-", 50, marks=pytest.mark.rule("CW-X88", "CW-58")),
        pytest.param("standard", 0, 1, "R2 B4 Y7", 0, marks=pytest.mark.rule("CW-X89", "CW-61")),
        pytest.param("standard", 2, 1, "R2 B4 Y7", 0, marks=pytest.mark.rule("CW-X90", "CW-62")),
        pytest.param(
            "standard",
            2,
            4,
            "R1 R2 R3 R4 R5 R6 R7 R8 R9",
            110,
            marks=pytest.mark.rule("CW-X91", "CW-71", "CW-74"),
        ),
        pytest.param(
            "standard", 2, 4, "R1 R2 R3 R4 R5 R6", 50, marks=pytest.mark.rule("CW-X92", "CW-65", "CW-66")
        ),
        pytest.param(
            "standard", 2, 4, "R1 R2 R3 R4 R5 R6 R7 R8", 50, marks=pytest.mark.rule("CW-X93", "CW-71")
        ),
        pytest.param(
            "standard",
            2,
            4,
            "R1 R2 R3 R4 R5 R6 R7 R8 R9 B5 G5",
            135,
            marks=pytest.mark.rule("CW-X94", "CW-71", "CW-R12"),
        ),
        pytest.param(
            "standard",
            2,
            4,
            "R1 R2 R3 R4 R5 R6 R7 R8 R9 B1 B2 B3 B4 B5 B6",
            160,
            marks=pytest.mark.rule("CW-X95", "CW-71", "CW-R12"),
        ),
        pytest.param(
            "standard",
            2,
            4,
            "R1 R2 R3 R4 R5 R6 R7 R8 R9 B1 B2 B3 B4 B5 B6 B7 B8 B9",
            220,
            marks=pytest.mark.rule("CW-X96", "CW-71", "CW-R12"),
        ),
        pytest.param("standard", 1, 3, "R7 B7", 0, marks=pytest.mark.rule("CW-X97", "CW-68")),
        pytest.param("standard", 1, 3, "R7 B7 Y7", 25, marks=pytest.mark.rule("CW-X98", "CW-68")),
        pytest.param("standard", 1, 3, "R7 B7 Y7 G7", 50, marks=pytest.mark.rule("CW-X99", "CW-69")),
        pytest.param(
            "standard", 1, 3, "R7 B7 Y7 G7 P7", 75, marks=pytest.mark.rule("CW-X100", "CW-70", "CW-R11")
        ),
        pytest.param(
            "standard", 1, 3, "R9 B9 Y9 G9 P9", 125, marks=pytest.mark.rule("CW-X101", "CW-70", "CW-74")
        ),
        pytest.param(
            "standard", 1, 3, "R2 B2 Y2 R8 B8 Y8 G8", 75, marks=pytest.mark.rule("CW-X102", "CW-68", "CW-69")
        ),
        pytest.param("standard", 1, 3, "R1 B2 G3", 0, marks=pytest.mark.rule("CW-X103", "CW-R13")),
        pytest.param(
            "standard", 1, 3, "R1 R2 R3 B1 B2 B3 G1 G2 G3", 150, marks=pytest.mark.rule("CW-X104", "CW-64")
        ),
        pytest.param(
            "standard",
            1,
            3,
            "R1 R2 R3 B4 B5 B6 Y7 Y8 Y9",
            85,
            marks=pytest.mark.rule("CW-X105", "CW-65", "CW-66", "CW-67", "CW-74"),
        ),
        pytest.param("standard", 1, 3, "RL RT", 25, marks=pytest.mark.rule("CW-X106", "CW-75")),
        pytest.param("standard", 1, 3, "RL BT", 0, marks=pytest.mark.rule("CW-X107", "CW-75")),
        pytest.param(
            "standard", 1, 3, "RL BL YL RT GT", 25, marks=pytest.mark.rule("CW-X108", "CW-75", "CW-76")
        ),
        pytest.param("standard", 1, 3, "RT BT YT GT PT", 0, marks=pytest.mark.rule("CW-X109", "CW-76")),
        pytest.param("standard", 1, 3, "R9 RT", 10, marks=pytest.mark.rule("CW-X110", "CW-07", "CW-74")),
        pytest.param("standard", 1, 3, "Q", -10, marks=pytest.mark.rule("CW-X111", "CW-61", "CW-72")),
        pytest.param("standard", 1, 3, "K K K K", -20, marks=pytest.mark.rule("CW-X112", "CW-73")),
        pytest.param("standard", 1, 3, "K K K K K", 100, marks=pytest.mark.rule("CW-X113", "CW-77")),
        pytest.param(
            "standard", 1, 3, "K K K K K Q", 90, marks=pytest.mark.rule("CW-X114", "CW-77", "CW-72")
        ),
        pytest.param("standard", 3, 2, "K K K K K", 0, marks=pytest.mark.rule("CW-X115", "CW-R14")),
        pytest.param(
            "standard",
            3,
            2,
            "K K K K K Q R7 R8 R9",
            -10,
            marks=pytest.mark.rule("CW-X116", "CW-R14", "CW-62"),
        ),
        pytest.param("standard", 1, 1, "K K K K K", 150, marks=pytest.mark.rule("CW-X117", "CW-77", "CW-60")),
        pytest.param("standard", 1, 1, "R1 R2 B4 R3", 75, marks=pytest.mark.rule("CW-X118", "CW-28")),
        pytest.param("standard", 2, 0, "-", 0, marks=pytest.mark.rule("CW-X119", "CW-R6")),
        pytest.param(
            "standard",
            9,
            20,
            "all",
            1440,
            marks=pytest.mark.rule("CW-X120", "CW-71", "CW-70", "CW-75", "CW-74", "CW-77", "CW-72"),
        ),
        pytest.param("higher", 3, 3, "-", 125, marks=pytest.mark.rule("CW-X121", "CW-HP-01")),
        pytest.param("higher", 0, 0, "-", 50, marks=pytest.mark.rule("CW-X122", "CW-HP-01")),
        pytest.param("higher", 2, 3, "R4 R5 R6", 25, marks=pytest.mark.rule("CW-X123", "CW-HP-02", "CW-R21")),
        pytest.param("higher", 4, 3, "R4 R5 R6 K", -5, marks=pytest.mark.rule("CW-X124", "CW-HP-02")),
        pytest.param("higher", 3, 3, "R4 R5 R6 K", 145, marks=pytest.mark.rule("CW-X125", "CW-HP-01")),
        pytest.param("alternate", 3, 3, "-", 175, marks=pytest.mark.rule("CW-X126", "CW-AP-01", "CW-AP-02")),
        pytest.param("alternate", 0, 0, "-", 100, marks=pytest.mark.rule("CW-X127", "CW-AP-02")),
        pytest.param("alternate", 4, 3, "K K K", 60, marks=pytest.mark.rule("CW-X128", "CW-AP-01", "CW-R22")),
        pytest.param(
            "alternate",
            4,
            3,
            "R4 R5 R6",
            75,
            marks=pytest.mark.rule("CW-X129", "CW-AP-01", "CW-62", "CW-R22"),
        ),
        pytest.param("alternate", 2, 5, "R4 R5 R6", 75, marks=pytest.mark.rule("CW-X130", "CW-AP-01")),
        pytest.param("alternate", 9, 12, "-", 225, marks=pytest.mark.rule("CW-X131", "CW-AP-01")),
        pytest.param("alternate", 0, 4, "-", 0, marks=pytest.mark.rule("CW-X132", "CW-AP-01")),
        pytest.param(
            "alternate",
            3,
            3,
            "R4 R5 R6 K",
            195,
            marks=pytest.mark.rule("CW-X160", "CW-AP-02", "CW-AP-03", "CW-R29"),
        ),
    ],
)
def test_the_points_of_a_cycle(scoring: Scoring, predicted: int, taken: int, cards: str, points: int) -> None:
    assert scored(scoring, predicted, taken, cards) == points


@pytest.mark.rule("CW-59", "CW-R21")
def test_a_wrong_prediction_scores_nothing_however_near() -> None:
    assert [scored("standard", 3, taken, "-") for taken in range(6)] == [0, 0, 0, 50, 0, 0]
    assert [scored("higher", 3, taken, "-") for taken in range(6)] == [0, 0, 0, 125, 0, 0]
    assert [scored("alternate", 3, taken, "-") for taken in range(6)] == [0, 25, 50, 175, 75, 75]


@pytest.mark.rule("CW-HP-03", "CW-AP-03")
def test_cards_count_the_same_whatever_the_prediction_scores() -> None:
    cards = keys("R4 R5 R6 B9 K")
    for taken, points in ((2, -5), (3, 30), (4, 30)):
        for scoring in ("standard", "higher", "alternate"):
            assert score(scoring, 3, taken, cards).cards == points


@pytest.mark.rule("CW-R2", "CW-R12")
def test_a_great_flight_keeps_all_but_its_own_flights() -> None:
    red = keys("R1 R2 R3 R4 R5 R6 R7 R8 R9 RL RT B9 G9")
    assert [tuple(item) for item in combinations(red)] == [
        ("great flight in red", 100),
        ("safe hoard in red", 25),
        ("red Great Wyrm", 10),
        ("blue Great Wyrm", 10),
        ("green Great Wyrm", 10),
        ("conclave of three 9s", 25),
    ]


@pytest.mark.rule("CW-17", "CW-78", "CW-X150", "CW-R29")
def test_the_record_keeps_the_prediction_its_points_those_of_the_cards_and_the_total() -> None:
    entry = score("alternate", 2, 2, keys("R4 R5 R6 K"), before=40)
    assert (entry.predicted, entry.bonus, entry.cards, entry.points, entry.total) == (2, 150, 20, 170, 210)
    assert Score(2, 1, 0, (ScoreItem("penalties", -55),), 40).total == -15
