"""Cards of the village in text: every kind has a mark and a name of its own, and a heap says how many."""

from __future__ import annotations

from bot.face.text.card_names import item_mark, item_name, item_text
from cogs.ui.blocks.zones import heap_text
from games.village.cards import NAMES, card


def test_every_kind_has_a_mark_and_a_name() -> None:
    for said in (item_mark, item_name, item_text):
        assert len({said(card(kind)) for kind in NAMES}) == len(NAMES)
    assert item_text("v:scroll") == "📜 Magic Scroll"


def test_a_heap_tells_each_kind_once() -> None:
    assert heap_text(["v:axe", "v:axe", "v:wild"]) == "🪓 Axe ×2, 🃏 Wild"
    assert heap_text([]) == "nothing"
