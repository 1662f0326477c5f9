"""The cards of Tiamat and its life counters, as text."""

from __future__ import annotations

import pytest

from bot.face.text.card_names import item_mark, item_name, item_text
from games.gembones.tiamat.combinations import COLORS


@pytest.mark.parametrize(
    ("key", "mark", "name", "text"),
    [
        ("dragon.green", "🟩", "green", "🟩 green"),
        ("dragon.black", "⬛", "black", "⬛ black"),
        ("g100:00", "**00**", "00 (g100)", "00 (g100)"),
    ],
)
def test_a_card_and_a_counter_are_marked_and_named(key: str, mark: str, name: str, text: str) -> None:
    assert (item_mark(key), item_name(key), item_text(key)) == (mark, name, text)


def test_every_colour_has_a_mark_of_its_own() -> None:
    assert len({item_mark(f"dragon.{color}") for color in COLORS}) == len(COLORS)
