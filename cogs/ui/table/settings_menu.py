"""The settings menu: a select for each of the host's settings. And proposals."""

from __future__ import annotations

from collections.abc import Iterable

from bot.face.table.settings import (
    FIRST,
    SettingField,
    first_fields,
    table_fields,
    variant_fields,
)
from bot.tables.view import TableView
from cogs.ui import custom_ids
from cogs.ui.components import Json, button, container, message, rows, select, text
from cogs.ui.components import option as menu_line
from cogs.ui.game_list import game_lines
from cogs.ui.theme import accent


def settings_menu(view: TableView, lead: str = "", *, more: bool = False) -> Json:
    """Return the selects that most hosts use, or all the others; each takes effect at once.

    `more`: the page of variants, clocks and everything else.
    """
    parts: list[Json] = [text("\n".join(filter(None, [f"**Settings** · {view.game.title}", lead])))]
    parts += _more(view) if more else _first(view)
    return message(container(parts, accent(view)), ephemeral=True)


def is_on_first_page(name: str) -> bool:
    """Return True if a setting is chosen on the page that opens first."""
    return name in FIRST


def _first(view: TableView) -> list[Json]:
    """Return game, stakes, pace and computer players, which fit a phone's screen."""
    return [
        *_selects(view, first_fields(view)),
        *rows([button("More settings", custom_ids.verb(view.table.id, "settings.more"))]),
    ]


def _more(view: TableView) -> list[Json]:
    """Return variants, base, clocks and switches, and what hosts rarely do."""
    table = view.table
    return [
        *_selects(view, variant_fields(view)),
        text("-# The table"),
        *_selects(view, table_fields(view)),
        *rows(
            [
                button("Back", custom_ids.verb(table.id, "settings.first")),
                button("Remove a computer player", custom_ids.verb(table.id, "remove")),
                button("Add a word to the luck", custom_ids.verb(table.id, "word")),
                button("Close the table", custom_ids.verb(table.id, "close")),
            ]
        ),
    ]


def _selects(view: TableView, fields: Iterable[SettingField]) -> Iterable[Json]:
    """Yield a select for each field, below its explanation if it has one."""
    for field in fields:
        if field.about:
            yield text(f"-# {field.title}: {field.about}")
        lines = [menu_line(each.words, each.value, each.about, default=each.chosen) for each in field.choices]
        yield select(field.title, custom_ids.field(view.table.id, field.name), lines, field.low, field.high)


def proposal_menu(view: TableView) -> Json:
    """Return the list of games from which a member proposes one."""
    own = view.table.progress.proposals.get(view.viewer)
    menu = select("Game", custom_ids.verb(view.table.id, "propose"), game_lines({own} if own else ()))
    return message(
        container([text("What would you like to play next? The host decides."), menu], accent(view)),
        ephemeral=True,
    )
