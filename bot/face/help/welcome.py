"""The welcome: lines in the panel of a member's first seat; and the words that a later table brings."""

from __future__ import annotations

from collections.abc import Sequence

from bot.face.help.texts import COSTS, NAMES, WELCOME, meaning
from bot.face.table.headline import money_kind_of
from bot.face.table.stakes import is_for_shares
from bot.face.text.templates import safe_name
from bot.language import _, listed, number
from bot.tables.view import TableView
from games.engine import money as gems

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
    return "shares" if is_for_shares(view) else kind


def words_at(view: TableView) -> list[str]:
    """Return the words that a member needs at a table, the simplest first."""
    return [*FIRST, *OF_TABLES.get(played_for(view), ()), "fair_play"]


def welcome(view: TableView, name: str, held: gems.Holding, *, on_page: bool = False) -> str:
    """Return the lines for a newcomer, with `held` in their purse, of the table's base.

    `on_page`: they have the table as a page before them, and not in the chat.
    """
    base = view.table.settings.base
    values = {
        "name": safe_name(name),
        "worth": number(gems.worth(held)),
        "base": _(base),
        "buy_in": view.game.stake or view.table.settings.buy_in,
        "share": getattr(view.options, "share", 0),
    }
    lines = [WELCOME["page_title" if on_page else "title"], WELCOME["money"]]
    if not held:
        lines.append(WELCOME["nothing"])
    elif not _is_short(view) and (on_page or played_for(view) != "evening"):
        # the panel says by itself that a first evening is for points, or what a purse is short of
        lines.append(COSTS[played_for(view)])
    return "\n".join(_(line).format(**values) for line in lines)


def _is_short(view: TableView) -> bool:
    """Return whether the newcomer plays for points since their purse can't pay: no buy-in of theirs is at stake."""
    own = view.table.seats.get(view.viewer)
    return own is not None and own.for_points == "short"


def new_words(words: Sequence[str], *, on_page: bool = False) -> str:
    """Return lines for a member who meets these words for the first time: a page has the room to explain them."""
    if on_page:
        return "\n".join(f"-# {meaning(word)}" for word in words)
    return _("-# New words here: {words}. *More…* has them all.").format(
        words=listed([_(NAMES[word]) for word in words])
    )
