"""Changes of a table's game and settings, made to fit the settings of its place."""

from __future__ import annotations

from typing import Any

from bot.places.settings import load_place_settings
from bot.tables.state import TableSettings, TableState
from bot.user_errors import UserError, told
from db.store import Store
from games.engine.errors import BadOptions
from games.registry import GAMES


async def fitted(
    store: Store, table: TableState, change: dict[str, Any], parent_id: int | None
) -> dict[str, Any]:
    """Return a change of game or settings; without a buy-in of its own, with one that the place's settings allow.

    `parent_id` is the channel of a table in a thread. Raises `UserError` if the settings do not allow the change.
    """
    place_settings = await load_place_settings(store, table.place_key)
    game = GAMES.get(change.get("game", table.game))
    if game is None:
        raise UserError("unknown_game")
    chosen = change.get("settings", {})
    # the limits may be narrower now than when the table was opened: a change of anything else must not fail by that
    buy_in = place_settings.nearest_buy_in(table.settings.buy_in)
    if "buy_in" not in chosen and buy_in != table.settings.buy_in:
        change = {**change, "settings": {**chosen, "buy_in": buy_in, "fits": table.settings.fits}}
    settings = TableSettings.model_validate({**table.settings.model_dump(), **change.get("settings", {})})
    current = table.options if game.key == table.game else {}
    try:
        options = game.parse_options(change.get("options", current))
    except BadOptions as wrong:
        raise UserError("options", sentence=told(wrong)) from wrong
    place_settings.check(game, (table.channel_id, parent_id), settings, options)
    return change
