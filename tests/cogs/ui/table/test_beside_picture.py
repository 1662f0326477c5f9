"""The text of a table message beside its picture."""

from __future__ import annotations

from typing import Any

from bot.face.text.card_names import item_text
from cogs.ui.table.table_message import details, table_message
from games.engine import RAIL
from games.parlour import kings_council
from tests.cogs.ui.blocks.test_showdown import HANDS, KING
from tests.cogs.ui.test_painted_secrets import view_of
from tests.helpers.games.draw_games import show_down
from tests.helpers.script import Script


def said(payload: Any) -> str:
    """All texts of a message."""
    return "\n".join(part["content"] for part in payload["components"][0]["components"] if part["type"] == 10)


def test_a_result_beside_its_picture_is_its_headline_and_the_card_has_the_rest() -> None:
    s = show_down(Script(kings_council.GAME, "AB", cards=f"{HANDS} {KING}"))
    view = view_of(s.match, RAIL)
    title, headline, *rest = said(table_message(view, pictured=True)).split("\n")
    assert title == "## King's Council"
    assert headline.startswith("### 🏆")
    assert "9 points" not in " ".join(rest)
    assert sum("-# `/" in line or "`/" in line for line in rest) <= 1, "one line leads on, and never two"
    assert item_text("B.wren") in said(details(view))
    assert "9 points" in said(details(view))
