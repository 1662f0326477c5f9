"""The common style of a table's messages: its colour, its headline, and buttons that several of them have."""

from __future__ import annotations

from bot.face.table.headline import title_and_facts
from bot.face.text.templates import Renderer
from bot.language import N_
from bot.tables.view import TableView
from cogs.ui import custom_ids
from cogs.ui.components import PLAIN, Json, button
from games.engine.game import Game
from games.engine.scene import Scene

ACCENTS = {
    "Gambling? I'm In!": 0xB45309,
    "Glittergold's Guide to Gambling": 0xCA8A04,
    "A Conclave of Wyrms": 0xB91C1C,
    "Please Don't Burn My Village!": 0xEA580C,
    "The Red Dragon Inn 3": 0x7C3AED,
}
"""The colours of the edge, by rulebook."""

MORE = N_("More…")
"""The words on the button behind which everything is that answers no question."""


def accent(view: TableView) -> int:
    """Return the colour of the table's rulebook."""
    return accent_of(view.game)


def accent_of(game: Game) -> int:
    """Return the colour of a game's rulebook."""
    return ACCENTS.get(game.rulebook, PLAIN)


def headline(view: TableView, scene: Scene, renderer: Renderer) -> str:
    """Return the game's title, and below it the phase, the pots and the bets."""
    title, facts = title_and_facts(view, scene, renderer)
    return "\n".join([f"## {title}", *([" · ".join(facts)] if facts else [])])


def bring_button(table: int, *, lost: bool = False) -> Json:
    """Return the button that posts a table message again at the end of the chat; `lost`: one out of date for good."""
    return button("My table" if lost else "Bring the table here", custom_ids.verb(table, "bring"))


def more_button(table: int) -> Json:
    """Return the button behind which everything is that answers no question."""
    return button(MORE, custom_ids.verb(table, "more"))


def words_button() -> Json:
    """Return the button that explains every word."""
    return button("Words", "help:words")
