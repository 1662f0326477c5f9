"""Gembones in words: amounts that people write, and rolls."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import BadAmount, Chance, Seed
from games.engine.money import (
    PIECE,
    SIZES,
    STONES,
    Amount,
    amount_text,
    die_keys,
    parse_amount,
    parse_roll,
    roll,
    stone,
)
from games.primers.rigged import Rigged


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("2g6 + 1g8", Amount("copper", {"g6": 2, "g8": 1})),
        ("3 pieces", Amount("copper", {PIECE: 3})),
        ("1 piece", Amount("copper", {PIECE: 1})),
        ("g20", Amount("copper", {"g20": 1})),
        ("silver 2g10", Amount("silver", {"g10": 2})),
        ("2G10 Silver, 3 pieces and g4+g4", Amount("silver", {"g10": 2, PIECE: 3, "g4": 2})),
        ("12 g100 gems", Amount("gems", {"g100": 12})),
        ("500", Amount("copper", {"g100": 5})),
        ("57", Amount("copper", {"g20": 2, "g12": 1, "g4": 1, PIECE: 1})),
        ("1,000 silver", Amount("silver", {"g100": 10})),
    ],
)
def test_amounts_as_people_write_them(text: str, what: Amount) -> None:
    assert parse_amount(text) == what


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "I can't read"),
        ("fifty", "I can't read"),
        ("5 0", "I can't read"),
        ("-50", "I can't read"),
        ("1,50", "I can't read"),
        ("0", "None of something is nothing"),
        ("pieces", "I can't read"),
        ("-2g6", "I can't read"),
        ("2g6 1g8", "I can't read"),
        ("2g6 +", "I can't read"),
        ("1.5g6", "I can't read"),
        ("٣g6", "I can't read"),
        ("9999999999999g6", "I can't read"),
        ("0g6", "leave it out"),
        ("2g7", "no gembone"),
        ("1g2", "no gembone"),
        ("g6 silver + g6 gold", "One base"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(text: str, said: str) -> None:
    with pytest.raises(BadAmount, match=said):
        parse_amount(text)


def test_the_base_of_the_table_stands_in() -> None:
    assert parse_amount("g6", base="gold") == Amount("gold", {"g6": 1})
    assert parse_amount("g6 silver", base="gold") == Amount("silver", {"g6": 1})


def test_amounts_are_told_from_the_largest_down() -> None:
    assert amount_text({"g6": 2, "g8": 1, PIECE: 3}) == "1g8 + 2g6 + 3 pieces"
    assert amount_text({PIECE: 1}) == "1 piece"
    assert amount_text({"g6": 0}) == amount_text({}) == "nothing"


@given(st.dictionaries(st.sampled_from([*SIZES, PIECE]), st.integers(1, 10**12 - 1), min_size=1))
def test_what_is_told_can_be_read(what: dict[str, int]) -> None:
    assert parse_amount(amount_text(what)).holding == what


# ---- rolls


def test_rolls_are_written_like_amounts() -> None:
    assert parse_roll("3g6 + g4") == {"g6": 3, "g4": 1}
    assert parse_roll("2g2") == {"g2": 2}
    assert parse_roll("100g100") == {"g100": 100}
    for bad in ("3 pieces", "g7", "101g6", "60g4 + 60g6", "d6", ""):
        with pytest.raises(BadAmount):
            parse_roll(bad)


@pytest.mark.rule("GEM-02")
def test_every_gembone_is_a_die_of_its_sides() -> None:
    for size, sides in SIZES.items():
        shown = roll(Chance(Seed("faces")), [(size, 40 * sides)])
        assert set(shown) == set(die_keys(size, range(1, sides + 1)))


@pytest.mark.rule("GEM-R11")
def test_a_g100_shows_1_to_100_alike() -> None:
    assert roll(Rigged(rolls=[1, 100]), [("g100", 2)]) == ["g100:1", "g100:100"]
    faces = [int(key.partition(":")[2]) for key in roll(Chance(Seed("g100")), [("g100", 20_000)])]
    counts = [faces.count(face) for face in range(1, 101)]
    chi_square = sum((count - 200) ** 2 / 200 for count in counts)
    # 99 degrees of freedom: beyond 160 once in more than ten thousand
    assert sum(counts) == 20_000
    assert chi_square < 160


@pytest.mark.rule("GEM-R12")
def test_a_g2_is_a_coin() -> None:
    assert set(roll(Chance(Seed("coin")), [("g2", 100)])) == {"g2:1", "g2:2"}


@pytest.mark.rule("GEM-R13")
def test_gems_show_one_of_three_stones_and_never_a_diamond() -> None:
    luck = Chance(Seed("stones"))
    assert {stone(luck) for _ in range(300)} == {"emerald", "ruby", "sapphire"} == set(STONES)
