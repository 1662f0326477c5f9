"""What `/table roll` takes, and what it refuses with a sentence."""

from __future__ import annotations

import random
import re
import time

import pytest

from bot.user_errors import UserError
from cogs.ui.text.dice_roll import LENGTH, roll


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


def test_the_total_is_of_what_counts() -> None:
    for _ in range(50):
        told = roll(["4d6kh3", " 1g8"][0])
        kept = [
            int(face)
            for face in re.findall(r"(?<!\[)\b(\d)\b(?!\])", told.partition("(")[2].partition(")")[0])
        ]
        assert len(kept) == 3
        assert told.endswith(f"= **{sum(kept)}**")


def test_a_seed_from_outside_says_nothing_of_a_roll() -> None:
    told = set()
    for _ in range(5):
        random.seed(1)
        told.add(roll("10d100"))
    assert len(told) == 5


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("3g7", "'g7' cannot be rolled."),
        ("101g6", "You can roll up to 100 dice at once."),
        ("99999999999d6", "You can roll up to 100 dice at once."),
        ("1d1e1", "You can roll up to 100 dice at once."),
        ("1d6rr<7", "You can roll up to 100 dice at once."),
        ("1d0", "I can't roll that: cannot roll a 0-sided die."),
        ("1/0", "I can't roll that: cannot divide by zero."),
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
    ["(" * 49 + "1" + ")" * 49, "-" * 99 + "1", "9" * 100, "9" * 49 + "*" + "9" * 50, "1+" * 49 + "1"],
)
def test_long_expressions_take_no_time(asked: str) -> None:
    start = time.perf_counter()
    told = roll(asked)
    assert time.perf_counter() - start < 1
    assert len(told) < 2_000
