"""The deck, and which cards may be played to a gathering (CW-01 to CW-07, CW-31 to CW-38)."""

from __future__ import annotations

from collections import Counter

import pytest

from games.wyrms.cards import COLOR, COLORS, DECK, FACES, KNIGHT, NUMBER, QUEEN, RANK, led_color, playable
from tests.helpers.games.wyrms import keys, options, plays, predicts, shorts, wyrms


@pytest.mark.rule("CW-01", "CW-02", "CW-03", "CW-04", "CW-05", "CW-06", "CW-X145")
def test_the_deck() -> None:
    assert COLORS == ("red", "blue", "yellow", "green", "purple")
    assert len(DECK) == 61
    assert len(FACES) == len({*DECK}) == 57
    times = Counter(DECK)
    assert (times.pop(KNIGHT), times.pop(QUEEN)) == (5, 1)
    assert (COLOR[KNIGHT], COLOR[QUEEN]) == (None, None)
    assert {*times.values()} == {1}
    assert Counter(COLOR[card] for card in times) == dict.fromkeys(COLORS, 11)
    for color in COLORS:
        numbers = {NUMBER[card] for card in times if COLOR[card] == color and card in NUMBER}
        assert numbers == {*range(1, 10)}
        assert {f"{color}.lair", f"{color}.treasure"} <= {*times}


@pytest.mark.rule("CW-46", "CW-52")
def test_ranks_within_a_colour() -> None:
    green = [card for card in DECK if COLOR[card] == "green"]
    assert shorts(sorted(green, key=RANK.__getitem__)) == "GL GT G1 G2 G3 G4 G5 G6 G7 G8 G9"


@pytest.mark.parametrize(
    ("lying", "hand", "legal"),
    [
        pytest.param("-", "R3 GL YT K Q", "R3 GL YT K Q", marks=pytest.mark.rule("CW-X7", "CW-31")),
        pytest.param("R5", "R3 R9 G4 K Q", "R3 R9 K Q", marks=pytest.mark.rule("CW-X8", "CW-33", "CW-34")),
        pytest.param("R5", "G4 G9 K", "G4 G9 K", marks=pytest.mark.rule("CW-X9", "CW-35")),
        pytest.param("R5", "RL G9", "RL", marks=pytest.mark.rule("CW-X10", "CW-33")),
        pytest.param("RL", "RT B1", "RT", marks=pytest.mark.rule("CW-X11", "CW-33")),
        pytest.param("K", "R3 G4 K", "R3 G4 K", marks=pytest.mark.rule("CW-X12", "CW-36")),
        pytest.param("K K", "R3 G4 Q", "R3 G4 Q", marks=pytest.mark.rule("CW-X13", "CW-36", "CW-R7")),
        pytest.param("K Y4", "Y1 R9 K", "Y1 K", marks=pytest.mark.rule("CW-X14", "CW-37")),
        pytest.param("Q", "G4 R2", "G4 R2", marks=pytest.mark.rule("CW-X15", "CW-36")),
        pytest.param("Q G4", "G9 R2", "G9", marks=pytest.mark.rule("CW-X16", "CW-37")),
        pytest.param("K Q", "G9 R2 K", "G9 R2 K", marks=pytest.mark.rule("CW-X17", "CW-36", "CW-R7")),
        pytest.param("R5 K Q", "R1 B9", "R1", marks=pytest.mark.rule("CW-X18", "CW-37")),
        pytest.param("R5 B2 B8", "R1 B9 K", "R1 K", marks=pytest.mark.rule("CW-X19", "CW-38")),
    ],
)
def test_what_may_be_played(lying: str, hand: str, legal: str) -> None:
    assert sorted(shorts(playable(keys(hand), keys(lying))).split()) == sorted(legal.split())


@pytest.mark.rule("CW-37", "CW-38", "CW-R7")
def test_the_first_coloured_card_sets_the_colour_however_many_without_one_came_before() -> None:
    assert led_color([]) is None
    assert led_color(keys("K Q K")) is None
    assert led_color(keys("K Q Y4 B9 R5")) == "yellow"


@pytest.mark.rule("CW-31", "CW-33", "CW-34")
def test_a_card_that_may_not_be_played_is_refused() -> None:
    s = predicts(wyrms("R5 G4 K", "R3 R9 B4 K Q"), 1, 1, 1)
    s.refuses("A", "red.3")
    plays(s, "R5")
    assert options(s, "B") == "R3 R9 K Q"
    s.refuses("B", "blue.4")
    s.refuses("B", "yellow.1")
    s.refuses("B", 1)
    s.does(B="knight")
    assert s.asked() == "C"
