"""The names of a table's seats, and the renderer that says lines with them."""

from __future__ import annotations

from bot.face.text.card_names import use_match_cards
from bot.face.text.templates import Renderer
from bot.tables.view import TableView
from games.engine.scene import Nicknames


def names_of(view: TableView) -> dict[int, str]:
    """Return the name of every seat in this game."""
    names = {number: seat.name for number, seat in view.table.everyone.items()} | dict(view.names)
    for nicknames in view.scene.every(Nicknames) if view.scene is not None else ():
        names |= dict(nicknames.names)
    return names


def newcomers(view: TableView) -> dict[int, str]:
    """Return the names of those who have the seat of someone else who played the match that is shown."""
    seats = view.table.seats
    return {
        number: seat.name for number, seat in seats.items() if view.names.get(number, seat.name) != seat.name
    }


def renderer_for(view: TableView, *, now: bool = False) -> Renderer:
    """Says lines with the names of this table, and from then on tells cards as its match does.

    `now`: with the names of those who sit there now, rather than of those who played.
    """
    use_match_cards(view.game.card_faces(view.played))
    return Renderer(names_of(view) | (newcomers(view) if now else {}))
