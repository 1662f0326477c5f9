"""Chance: the stream that anybody can compute again, and luck that a test names."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from typing import Any

import pytest

from games.engine import Chance, RulesBug, Seed
from games.primers.rigged import Rigged

GOLDEN_KEY = "6a90454960c3a79d2dc3477b6c3f3947d665939b30b552cea13c4c355db06ac5"
GOLDEN_NUMBERS = [
    1073938816,
    2482166718,
    1975842385,
    2760390176,
    1718725631,
    3289556062,
    2787850269,
    811839392,
    4127733283,
    1494778937,
]
GOLDEN_SHUFFLE = "idehcjfbag"
GOLDEN_DRAWS = "gabfjchedi"


def chi_square(counts: Counter[Any], expected: float) -> float:
    """How far counts lie from what was expected of each."""
    return sum((n - expected) ** 2 / expected for n in counts.values())


def by_hand(seed: bytes, words: bytes, count: int) -> list[int]:
    """The first numbers of the stream, written out from its description."""
    key = hmac.new(seed, words, hashlib.sha256).digest()
    numbers: list[int] = []
    block = 0
    while len(numbers) < count:
        data = hmac.new(key, block.to_bytes(8, "big"), hashlib.sha256).digest()
        numbers += [int.from_bytes(data[at : at + 4], "big") for at in range(0, 32, 4)]
        block += 1
    return numbers[:count]


def test_the_stream_is_pinned() -> None:
    seed = Seed("server", 7, ("ann says hi", "bób"))
    assert seed.key().hex() == GOLDEN_KEY
    chance = Chance(seed)
    assert [chance.below(1 << 32) for _ in range(10)] == GOLDEN_NUMBERS
    chance = Chance(seed)
    assert chance.roll(8, 6) == [n % 6 + 1 for n in GOLDEN_NUMBERS[:8]]
    deck = list("abcdefghij")
    Chance(seed).shuffle(deck)
    assert "".join(deck) == GOLDEN_SHUFFLE
    deck = list("abcdefghij")
    chance = Chance(seed)
    assert "".join(chance.draw(deck) for _ in range(10)) == GOLDEN_DRAWS


@pytest.mark.parametrize("server", ["", "x", "é" * 32, "x" * 64, "x" * 65, "x" * 200])
def test_the_stream_follows_its_description(server: str) -> None:
    words = '[7,"ann says hi","bób"]'.encode()
    assert by_hand(b"server", words, 10) == GOLDEN_NUMBERS
    chance = Chance(Seed(server))
    assert [chance.below(1 << 32) for _ in range(40)] == by_hand(server.encode(), b"[0]", 40)


def test_server_match_and_every_word_count() -> None:
    seeds = [
        Seed("a"), Seed("b"), Seed("a", 1), Seed("a", 0, ("x",)), Seed("a", 0, ("x", "y")), Seed("a", 0, ("xy",)),
        Seed("a", 0, ("x,y",)),
    ]  # fmt: skip
    assert len({seed.key() for seed in seeds}) == len(seeds)


def test_numbers_that_would_favour_some_are_thrown_away() -> None:
    # 3 * 2**30 leaves a quarter over: numbers from there on are rejected
    n = 3 << 30
    raw = by_hand(b"reject", b"[0]", 400)
    assert any(number >= n for number in raw)
    chance = Chance(Seed("reject"))
    wanted = [number for number in raw if number < n]
    assert [chance.below(n) for _ in wanted] == wanted


@pytest.mark.parametrize("sides", [2, 4, 6, 8, 10, 12, 20, 100])
def test_dice_are_fair(sides: int) -> None:
    rolls = Chance(Seed("dice")).roll(200 * sides, sides)
    assert min(rolls) == 1
    assert max(rolls) == sides
    # six standard deviations of chi-square with sides - 1 degrees of freedom
    assert chi_square(Counter(rolls), 200) < (sides - 1) + 6 * (2 * (sides - 1)) ** 0.5


def test_drawing_from_a_pile_is_as_good_as_shuffling_it() -> None:
    orders: dict[str, Counter[str]] = {"draw": Counter(), "shuffle": Counter()}
    chance = Chance(Seed("orders"))
    for _ in range(24 * 200):
        pile = list("abcd")
        orders["draw"]["".join(chance.draw(pile) for _ in range(4))] += 1
        assert pile == []
        pile = list("abcd")
        chance.shuffle(pile)
        orders["shuffle"]["".join(pile)] += 1
    for counts in orders.values():
        assert len(counts) == 24
        assert chi_square(counts, 200) < 23 + 6 * 46**0.5


def test_a_choice_is_one_of_the_items() -> None:
    chance = Chance(Seed("choice"))
    counts = Counter(chance.choice("abc") for _ in range(3000))
    assert chi_square(counts, 1000) < 2 + 6 * 2
    assert set(counts) == set("abc")


def test_an_empty_pile_is_a_bug_of_the_rules() -> None:
    with pytest.raises(RulesBug):
        Chance(Seed("x")).draw([])


def test_rigged_gives_what_the_test_names_then_an_ordinary_stream() -> None:
    luck = Rigged(cards=["b", "a"], rolls=[6, 1], numbers=[2])
    assert luck.below(3) == 2
    assert luck.roll(2, 6) == [6, 1]
    pile = ["a", "b", "c"]
    assert [luck.draw(pile), luck.draw(pile)] == ["b", "a"]
    assert luck.draw(pile) == "c"
    assert pile == []
    assert 1 <= luck.die(6) <= 6


@pytest.mark.parametrize("face", [0, 7])
def test_rigged_refuses_a_roll_that_the_die_does_not_have(face: int) -> None:
    with pytest.raises(RulesBug, match=f"rigged a {face} on a die of 6"):
        Rigged(rolls=[face]).die(6)


def test_rigged_refuses_a_card_that_is_not_there() -> None:
    with pytest.raises(RulesBug, match="not in the pile"):
        Rigged(cards=["x"]).draw(["a", "b"])
