"""The view of a match at no table, such as a lesson or a try at the table of the day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.tables.state import Seat, TableSettings, TableState
from bot.tables.view import TableView
from db.backend.names import Name
from games.engine.game import Game
from games.engine.match import Match


def tableless_view(
    game: Game,
    match: Match,
    names: Sequence[str],
    viewer: int,
    *,
    options: Mapping[str, Any],
    carry: Mapping[str, Any] | None = None,
    pictures: bool = False,
) -> TableView:
    """Return a match for fun as `viewer` sees it; a member has the first of the named seats, computers the others.

    `pictures`: it is drawn too.
    """
    seats = {
        number: Seat(number, Name(name), None, None if number else 1, 0, policy="regular" if number else None)
        for number, name in enumerate(names)
    }
    table = TableState(
        id=0,
        place_key=0,
        channel_id=0,
        message_id=None,
        host=0,
        game=game.key,
        options=dict(options),
        settings=TableSettings(free=True, pictures=pictures),
        pot=0,
        phase="playing",
        carry=dict(carry or {}),
        seed="",
        match_id=0,
        seats=seats,
    )
    return TableView(table, game, viewer, match.scene(viewer), {}, None, True, played=match.options)
