"""What `/table roll` takes, and what it refuses with a sentence."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.user_errors import UserError
from cogs.roll.dice import LENGTH, SIDES, Dice, parse, roll
from games.engine import Chance, Seed

SEEDS = st.binary(min_size=32, max_size=32).map(lambda luck: Chance(Seed(luck.hex())))
DICE = st.builds(
    Dice,
    st.integers(1, 20),
    st.integers(1, SIDES),
    st.just("") | st.builds("{}{}".format, st.sampled_from(["kh", "kl", "dh", "dl"]), st.integers(0, 30)),
)
SUMS = st.recursive(
    st.integers(0, 99).map(str),
    lambda part: (
        st.builds("{}{}{}".format, part, st.sampled_from(["+", " - ", "*", " / "]), part)
        | part.map("({})".format)
        | part.map("-{}".format)
    ),
    max_leaves=8,
)
"""Arithmetic without dice."""


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("2g6+1g8", r"`2g6 \([1-6], [1-6]\) \+ 1g8 \([1-8]\)` = \*\*\d+\*\*"),
        ("g100", r"`1g100 \(\d+\)` = \*\*\d+\*\*"),
        ("G20", r"`1g20 \(\d+\)` = \*\*\d+\*\*"),
        ("3g2", r"`3g2 \((heads|tails), (heads|tails), (heads|tails)\)`"),
        ("2d6+3", r"`2d6 \([1-6], [1-6]\) \+ 3` = \*\*\d+\*\*"),
        ("4d6kh3", r"`4d6kh3 \((\[?[1-6]\]?(, )?){4}\)` = \*\*\d+\*\*"),
        ("2D20 * 5", r"`2d20 \(\d+, \d+\) \* 5` = \*\*\d+\*\*"),
        ("7", r"`7` = \*\*7\*\*"),
        ("2-1205", r"`2 - 1205` = \*\*−1,203\*\*"),
    ],
)
def test_what_was_rolled_is_shown(asked: str, shown: str) -> None:
    told = roll(asked)
    assert re.fullmatch(shown, told), told


@pytest.mark.rule("GEM-R11", "GEM-R12")
def test_gembones_show_one_to_their_size() -> None:
    faces = {int(re.findall(r"\((\d+)\)", roll("g4"))[0]) for _ in range(200)}
    assert faces == {1, 2, 3, 4}
    assert {re.findall(r"\((\w+)\)", roll("g2"))[0] for _ in range(60)} == {"heads", "tails"}


@given(DICE, SEEDS)
def test_the_total_is_of_what_counts(dice: Dice, chance: Chance) -> None:
    shown, total = dice.roll(chance)
    fallen = [part.strip("[]") for part in shown.partition("(")[2].strip(")").split(", ")]
    counting = [int(face) for face in re.findall(r"(?<!\[)\b(\d+)\b(?!\])", shown.partition("(")[2])]
    left_out = sorted(int(face) for face in re.findall(r"\[(\d+)\]", shown))
    assert len(fallen) == dice.count
    assert all(1 <= int(face) <= dice.sides for face in fallen)
    assert total == sum(counting)
    if dice.rule:
        number = min(int(dice.rule[2:]), dice.count)
        assert len(counting) == (number if dice.rule[0] == "k" else dice.count - number)
    if dice.rule[:2] in ("kh", "dl"):
        assert max(left_out, default=0) <= min(counting, default=SIDES)
    elif dice.rule:
        assert min(left_out, default=SIDES) >= max(counting, default=0)


@given(DICE)
def test_dice_are_read_as_they_are_written(dice: Dice) -> None:
    assert parse(str(dice)) == dice


@given(SUMS.map(lambda text: text.replace("77", "3d6kh2")))
def test_an_expression_is_read_as_it_is_written(text: str) -> None:
    read = parse(text)
    assert re.sub(r"\s", "", str(read)) == re.sub(r"\s|(?<![0-9])0+(?=[0-9])", "", text)
    assert parse(str(read)) == read


@given(SUMS)
def test_arithmetic_is_pythons_own_with_division_rounded_down(text: str) -> None:
    read, chance = parse(text), Chance(Seed("0" * 64))
    try:
        expected = eval(text.replace("/", "//"))
    except ZeroDivisionError:
        with pytest.raises(ZeroDivisionError):
            read.roll(chance)
    else:
        assert read.roll(chance).total == expected


@pytest.mark.parametrize(
    ("asked", "meant"),
    [("d6", "1d6"), ("D%", "1d100"), ("2d20kh", "2d20kh1"), ("+ 3 -d4", "3 - 1d4"), ("4D6DL1", "4d6dl1")],
)
def test_short_ways_to_write_are_read(asked: str, meant: str) -> None:
    assert str(parse(asked)) == meant


def test_no_two_rolls_have_the_same_luck() -> None:
    assert len({roll("10d100") for _ in range(5)}) == 5


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("3g7", "'g7' cannot be rolled."),
        ("101g6", "You can roll up to 100 dice at once."),
        ("99999999999d6", "You can roll up to 100 dice at once."),
        ("60d6 + 41d8", "You can roll up to 100 dice at once."),
        ("1d0", "A die can have 1 to 1,000,000 sides."),
        ("1d1000001", "A die can have 1 to 1,000,000 sides."),
        ("0d6", "No dice is nothing to roll: leave them out."),
        ("1/0", "I can't divide by zero."),
        ("1d6e6", 'I can\'t read "1d6e6".'),
        ("1d6 2", "I can't read"),
        ("(1d6", "I can't read"),
        ("1d6)", "I can't read"),
        ("2 *", "I can't read"),
        ("1d6 [@everyone]", 'I can\'t read "1d6 ??everyone?".'),
        ("1d6 `x`", 'I can\'t read "1d6 ?x?".'),
        ("²d6", 'I can\'t read "?d6".'),
        ("(" * 100, "I can't read"),
        ("x" * (LENGTH + 1), "That's too long: up to 100 characters."),
        ("", "I can't read"),
        ("a g4", "I can't read"),
    ],
)
def test_what_cannot_be_rolled_is_refused_with_a_sentence(asked: str, sentence: str) -> None:
    with pytest.raises(UserError) as caught:
        roll(asked)
    assert caught.value.sentence.startswith(sentence)
    assert len(caught.value.sentence) < 200


@pytest.mark.parametrize(
    "asked",
    [
        "(" * 49 + "1" + ")" * 49,
        "100d1000000kh50",
        "-" * 99 + "1",
        "9" * 100,
        "9" * 49 + "*" + "9" * 50,
        "1+" * 49 + "1",
    ],
)
def test_long_expressions_take_no_time(asked: str) -> None:
    start = time.process_time()
    told = roll(asked)
    assert time.process_time() - start < 1
    assert len(told) < 2_000
