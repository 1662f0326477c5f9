"""A match at no table, such as a lesson or a try at the table of the day: its view, and the controls of its player."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from bot.tables.state import Seat, TableSettings, TableState
from bot.tables.view import TableView
from cogs.ui import custom_ids
from cogs.ui.components import PICTURE, ROW, Json
from cogs.ui.custom_ids import Kind
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
        number: Seat(number, name, None, None if number else 1, 0, policy="regular" if number else None)
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


def borrowed_parts(
    panel: Sequence[Json], ours: Callable[[Json], Json], *, without: Collection[Kind]
) -> Iterator[Json]:
    """Yield the parts of a hand panel with each control as `ours` makes it, so that a press goes to no table.

    Pictures are left out, and in rows the controls of the kinds in `without`, which only a table can answer.
    """
    for part in panel:
        if part["type"] == ROW:
            answers = [ours(each) for each in part["components"] if _is_answer(each, without)]
            if answers:
                yield {**part, "components": answers}
        elif "accessory" in part:
            yield {**part, "accessory": ours(part["accessory"])}
        elif part["type"] != PICTURE:
            yield part


def _is_answer(control: Json, without: Collection[Kind]) -> bool:
    read = custom_ids.read(control.get("custom_id", ""))
    return read is not None and read.kind not in without
