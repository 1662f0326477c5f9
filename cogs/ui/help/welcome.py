"""The welcome: a private message at a member's first seat; and the words that a later table brings."""

from __future__ import annotations

from collections.abc import Sequence

from bot.face.text.money_text import spelled
from bot.face.text.templates import safe_name
from bot.tables.view import TableView
from cogs.ui import custom_ids
from cogs.ui.components import Json, button, note
from cogs.ui.help.texts import COSTS, WELCOME, meaning
from cogs.ui.offers import about_game
from cogs.ui.theme import accent, money_kind_of
from games.engine import money as gems

PREFIX = "help"
"""Custom ids of the buttons: `help:<page>`."""
FIRST = ("gembone", "g4", "piece", "base", "table")
"""The words that every first table brings."""
OF_TABLES = {"pieces": ("buy-in",), "shares": ("share",), "points": ("points",), "free": ("fun",)}
"""The words that a table brings, by what it plays for."""


def played_for(view: TableView) -> str:
    """Return what a table plays for: `pieces`, `shares`, `gembones`, `points`, `free`, or `evening`."""
    kind = money_kind_of(view)
    if kind == "points":
        return kind
    own = view.table.seats.get(view.viewer)
    if own is not None and own.for_points == "evening":
        return "evening"
    if view.table.settings.free or view.table.host_plays_guest:
        return "free"
    shared = kind == "pieces" and "shares" in view.options.model_dump().values()
    return "shares" if shared else kind


def words_at(view: TableView) -> list[str]:
    """Return the words that a member needs at a table, the simplest first."""
    return [*FIRST, *OF_TABLES.get(played_for(view), ()), "fair_play"]


def welcome(view: TableView, name: str, held: gems.Holding) -> Json:
    """Return the five lines for a member with `held` in their purse, of the table's base."""
    base = view.table.settings.base
    values = {
        "name": safe_name(name),
        "held": spelled(held, base),
        "worth": f"{gems.worth(held):,}",
        "base": base,
        "buy_in": view.game.stake or view.table.settings.buy_in,
        "share": getattr(view.options, "share", 0),
    }
    lines = [
        WELCOME["title"],
        WELCOME["money"],
        WELCOME["purse" if held else "nothing"],
        COSTS[played_for(view)],
        WELCOME["leave"],
        WELCOME["rules"],
    ]
    buttons = [
        *about_game.buttons(view.game),
        button("How to play", custom_ids.verb(view.table.id, "rules")),
        words_button(),
    ]
    return note("\n".join(line.format(**values) for line in lines), *buttons, accent=accent(view))


def new_words(words: Sequence[str]) -> Json:
    """Return a note for a member who meets these words for the first time."""
    return note("\n".join(["New at this table:", *map(meaning, words)]), words_button())


def words_button() -> Json:
    """Return the button that explains every word."""
    return button("Words", f"{PREFIX}:words")
