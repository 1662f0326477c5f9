"""Cards in text: told apart without hue, and by more than one sign."""

from __future__ import annotations

import itertools

import pytest

from bot.face.text.card_names import item_text
from games.parlour.shared.card_faces import ICONS, NUMBERS
from games.parlour.shared.deck import DRAGONS, NUMBER, PLAIN, RANK_NAMES, RANKS, color

SQUARES = "🟥🟩🟦"


@pytest.mark.rule("DECK-06")
def test_colour_is_told_by_where_the_mark_stands() -> None:
    for card in {*PLAIN, *DRAGONS}:
        words = item_text(card).split()
        [at] = [place for place, word in enumerate(words) if word in SQUARES]
        where = {0: "red", len(words) - 1: "blue"}.get(at, "green")
        assert where == color(card), item_text(card)


@pytest.mark.rule("DECK-13")
def test_rank_is_told_by_icon_number_and_name() -> None:
    for rank in RANKS:
        text = item_text(f"{rank}.hawk")
        assert ICONS[rank] in text
        assert "¹²³⁴⁵"[NUMBER[rank] - 1] == NUMBERS[rank]
        assert f"{RANK_NAMES[rank]}{NUMBERS[rank]}" in text
    assert len(set(ICONS.values())) == len(ICONS)


def test_no_two_cards_read_alike() -> None:
    texts = [item_text(card) for card in sorted({*PLAIN, *DRAGONS})]
    for one, other in itertools.combinations(texts, 2):
        assert one != other


def test_dice() -> None:
    assert item_text("d6:3") == "⚂3"
    assert item_text("g10:7") == "7 (g10)"
