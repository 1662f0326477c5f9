"""The buttons that lead to the toy shop, and a member's toys in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.face.text.card_names import counted
from bot.language import _
from bot.tables.view import TableView
from cogs.toys.service import TICKETS
from cogs.ui.components import Json, button
from cogs.ui.offers import below_result
from games.engine.scene import SceneOutcome

PREFIX = "toys"
"""Custom ids: `toys:show`, and `toys:<number of the toy>:<tickets that were seen>`."""


def shelf_button() -> Json:
    """Return the button that shows the shelf."""
    return button("Blinsky's toys", f"{PREFIX}:show")


@below_result
def after_tickets(view: TableView) -> Iterable[Json]:
    """Yield the same button for a result in which tickets were won."""
    blocks = view.scene.blocks if view.scene is not None else ()
    outcomes = [block for block in blocks if isinstance(block, SceneOutcome)]
    if any(row.change.get(TICKETS) for outcome in outcomes for row in outcome.rows):
        yield shelf_button()


def toys_text(toys: Mapping[str, int]) -> str:
    """Return a collection in a line: `one-eyed bat ×2, headless doll`."""
    return ", ".join(counted(_(toy), n) for toy, n in toys.items())
