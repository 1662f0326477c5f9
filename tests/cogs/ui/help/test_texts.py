"""Explanations: complete, in everyday English, and about commands that exist."""

from __future__ import annotations

import re

import pytest

from bot.face.help import texts
from cogs.ui.help.here import betting_note, words_note
from games.engine import prizes
from games.parlour.shared.side_pots import Pot, layers, unmatched
from tests.test_voice import faults

EVERY = [
    line
    for group in (texts.WORDS, texts.WELCOME, texts.COSTS, texts.BETTING, texts.HERE)
    for line in group.values()
]


def test_every_word_has_its_name() -> None:
    assert list(texts.NAMES) == list(texts.WORDS)


@pytest.mark.parametrize("line", EVERY)
def test_explanations_are_everyday_english(line: str) -> None:
    assert faults(" ".join(line.split())) == []


def test_the_asked_words_are_explained() -> None:
    shown = str(words_note()).lower()
    for word in ("gembone", "g4", "piece", "base", "copper table", "buy-in", "share", "points", "fair play"):
        assert f"**{word}" in shown, word


@pytest.mark.rule("SHR-05", "SHR-06", "SHR-07", "SHR-08", "SHR-09")
def test_the_page_about_betting_has_the_shares_as_they_are_paid() -> None:
    shown = str(betting_note())
    for players, line in ((2, "2 shares"), (3, "2 to the first, 1"), (4, "3 and 1"), (5, "3 and 2")):
        assert f"**{players} players**: {line}" in shown
        paid = [prize.each for prize in prizes({seat: seat + 1 for seat in range(players)}, 1)]
        assert [n for n in paid if n] == [int(n) for n in re.findall(r"\d", line)]
    many = [prize.each for prize in prizes({seat: seat + 1 for seat in range(8)}, 1)]
    assert [n for n in many if n] == [5, 2, 1], "all the rest, two, one"


@pytest.mark.rule("BET-X4", "BET-X5")
def test_the_side_pots_of_the_example_are_right() -> None:
    paid = {0: 30, 1: 40, 2: 0, 3: 60}
    who, back = unmatched(paid)
    assert (who, back) == (3, 20)
    pots = layers({**paid, 3: 40}, [0, 1, 3], dead=15)
    assert pots == [Pot(105, frozenset({0, 1, 3})), Pot(20, frozenset({1, 3}))]
    shown = str(betting_note())
    assert all(f"**{n}**" in shown for n in (105, 20))
