"""Tiamat: combinations, damage and blocks."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from math import comb, prod

import pytest

from games.gembones.tiamat.combinations import (
    ADULT,
    ANCIENT,
    EGG,
    TIAMAT,
    WYRMLING,
    YOUNG,
    Combination,
    combination_line,
    combination_of_counts,
)
from games.gembones.tiamat.odds import DEALT, HANDS
from tests.helpers.games.tiamat import cards, combination_of_letters, life, play_hands


@pytest.mark.rule("TM-X1", "TM-15", "TM-16")
@pytest.mark.parametrize(
    ("hand", "rank", "second", "damage"),
    [
        ("GRUKW", TIAMAT, False, 5),
        ("GGGGG", ANCIENT, False, 5),
        ("GGGGR", ADULT, False, 4),
        ("GGGRU", YOUNG, False, 3),
        ("GGGRR", YOUNG, True, 3),
        ("GGRRU", WYRMLING, True, 2),
        ("GGRUK", WYRMLING, False, 2),
    ],
)
def test_combinations_and_their_damage(hand: str, rank: int, second: bool, damage: int) -> None:
    assert combination_of_letters(hand) == Combination(rank, second)
    assert combination_of_letters(hand).damage == damage
    assert combination_of_letters(hand[::-1]) == combination_of_letters(hand)


@pytest.mark.rule("TM-15", "TM-16", "TM-R7")
def test_from_the_top_and_an_egg_is_never_the_best_of_a_hand() -> None:
    assert TIAMAT > ANCIENT > ADULT > YOUNG > WYRMLING > EGG
    assert Combination(EGG).damage == 0
    assert all(combination_of_letters("".join(hand)).rank != EGG for hand in product("GRUKW", repeat=5))


@pytest.mark.rule("TM-02")
def test_no_colour_outranks_another() -> None:
    for colors in permutations("GRUKW", 2):
        first, other = colors
        assert combination_of_letters(first * 3 + other * 2) == combination_of_letters("GGGRR")
    assert life(play_hands("A GGGGR  B WWWWR")) == {"A": 10, "B": 10}


@pytest.mark.rule("TM-44")
def test_the_metallic_team_has_dragons_of_its_own() -> None:
    metals = {
        "G": "Ancient Brass Dragon",
        "R": "Ancient Gold Dragon",
        "U": "Ancient Bronze Dragon",
        "K": "Ancient Copper Dragon",
        "W": "Ancient Silver Dragon",
    }
    for letter, dragon in metals.items():
        assert combination_line(cards(letter * 5), metallic=True).text == dragon
    assert combination_line(cards("GRUKW"), metallic=True).text == "Bahamut"
    assert combination_line(cards("RRRRU")).text == "Adult Red Dragon"


@pytest.mark.rule("TM-X2", "TM-17", "TM-18", "TM-19")
def test_the_best_hurts_the_others_who_block_with_their_own() -> None:
    assert life(play_hands("A GGGGR  B UUURK  C WWKRU")) == {"A": 10, "B": 9, "C": 8}


@pytest.mark.rule("TM-X4", "TM-16", "TM-R5")
def test_nothing_blocks_tiamat() -> None:
    script = play_hands("A GRUKW  B GGRUK  C WWRGK", "A GRUKW  B UUUUU  C WWRGK")
    assert life(script) == {"A": 10, "B": 0, "C": 0}
    assert life(play_hands("A GRUKW  B UUUUU  C WWRGK")) == {"A": 10, "B": 5, "C": 5}


def lost(hands: str) -> dict[str, int]:
    """Return the life that each player loses in one hand."""
    return {name: 10 - left for name, left in life(play_hands(hands)).items()}


@pytest.mark.rule("TM-X5", "TM-20", "TM-R4")
def test_a_second_combination_hurts_those_tied_who_have_none() -> None:
    assert lost("A GGGRR  B UUUGR  C WWRGK") == {"A": 0, "B": 2, "C": 1}


@pytest.mark.rule("TM-X6", "TM-20", "TM-R4")
def test_two_seconds_hurt_the_third_once() -> None:
    assert lost("A GGGRR  B UUUKK  D WWWGR") == {"A": 0, "B": 0, "D": 2}


@pytest.mark.rule("TM-X7", "TM-R4")
def test_both_with_a_second_is_a_tie() -> None:
    assert lost("A GGRRU  B KKWWG") == {"A": 0, "B": 0}


@pytest.mark.rule("TM-X8", "TM-20")
def test_seconds_of_two_pairs() -> None:
    assert lost("A GGRRK  B UUGRW") == {"A": 0, "B": 2}
    assert lost("A GGRUK  B WWRGK") == {"A": 0, "B": 0}


@pytest.mark.rule("TM-R4")
def test_a_second_does_nothing_outside_a_tie() -> None:
    assert lost("A GGGRR  B UUGRW") == {"A": 0, "B": 1}
    assert lost("A GGGGR  B UUUKK") == {"A": 0, "B": 1}


@pytest.mark.rule("TM-17", "TM-R3")
def test_several_winners_strike_once() -> None:
    assert lost("A GGGGR  B UUUUR  C WWKRU") == {"A": 0, "B": 0, "C": 2}


@pytest.mark.rule("TM-X9", "TM-R5")
def test_two_tiamats_hurt_each_other() -> None:
    assert lost("A GRUKW  B GRUKW  C UUUUU") == {"A": 5, "B": 5, "C": 5}


@pytest.mark.rule("OD-TM1", "OD-TM2", "OD-TM3", "OD-TM4", "OD-TM5", "OD-TM6", "OD-TM7")
def test_how_likely_each_combination_is_dealt() -> None:
    dealt: Counter[Combination] = Counter()
    for counts in product(range(6), repeat=5):
        if sum(counts) == 5:
            dealt[combination_of_counts(counts)] += prod(comb(10, n) for n in counts)
    assert dealt == DEALT
    assert list(DEALT.values()) == [100_000, 1_260, 42_000, 108_000, 360_000, 607_500, 900_000]
    assert sum(dealt.values()) == HANDS == 2_118_760
