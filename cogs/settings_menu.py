"""The settings menu, made from the option model: whoever adds an option to a game finds it here."""

from __future__ import annotations

import types
from typing import Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Le
from pydantic.fields import FieldInfo

from bot.tables.announce import View
from cogs import controls
from cogs.components import Json, button, container, message, rows, select, text
from cogs.components import option as menu_line
from cogs.paint import accent
from games.catalogue import GAMES

SWITCHES = "switches"
SWITCHED = ("hints", "pictures", "free")
"""Settings of the table that are on or off."""
BUY_INS = (10, 25, 50, 100, 250, 500)


def settings_menu(view: View, lead: str = "") -> Json:
    """Selects for game, variants and table; each takes effect at once."""
    table, game = view.table, view.game
    title = f"**Settings** · {game.title}"
    parts: list[Json] = [text(f"{title}\n{lead}" if lead else title)]
    parts.append(
        select(
            "Game",
            controls.field(table.id, "game"),
            [
                menu_line(other.title, key, other.pitch, default=key == table.game)
                for key, other in GAMES.items()
            ],
        )
    )
    options = game.parse_options(table.options)
    switches = []
    for name, field in game.options.listed().items():
        value = getattr(options, name)
        if field.annotation is bool:
            switches.append(menu_line(field.title or name, name, field.description or "", default=value))
    if switches:
        parts.append(select("Variants", controls.field(table.id, SWITCHES), switches, 0, len(switches)))
    for name, field in game.options.listed().items():
        lines = _lines(field, getattr(options, name))
        if lines:
            parts.append(text(f"-# {field.title or name}: {field.description}"))
            parts.append(select(field.title or name, controls.field(table.id, f"option.{name}"), lines))
    parts.append(text("-# The table"))
    settings = table.settings
    if game.plays_for(options) == "pieces":
        sizes = sorted({*BUY_INS, settings.buy_in})
        lines = [menu_line(f"Buy-in {n}", str(n), default=n == settings.buy_in) for n in sizes]
        parts.append(select("Buy-in", controls.field(table.id, "buy_in"), lines))
    for name in ("base", "pace", *(("venue",) if game.money == "gembones" else ())):
        field = type(settings).model_fields[name]
        lines = _lines(field, getattr(settings, name))
        parts.append(select(field.title or name, controls.field(table.id, name), lines))
    on = [
        menu_line(field.title or name, name, field.description or "", default=getattr(settings, name))
        for name in SWITCHED
        for field in [type(settings).model_fields[name]]
    ]
    parts.append(select("Hints, pictures, play for fun", controls.field(table.id, "table"), on, 0, len(on)))
    parts += rows(
        [
            button("Remove a computer player", controls.verb(table.id, "remove")),
            button("Add a word to the luck", controls.verb(table.id, "word")),
            button("Close the table", controls.verb(table.id, "close")),
        ]
    )
    return message(container(parts, accent(view)), ephemeral=True)


def choices(field: FieldInfo) -> list[Any] | None:
    """The values that a field may have, if they are few: literals, or a short range of numbers."""
    kind = field.annotation
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    if get_origin(kind) in (Union, types.UnionType):
        literals = [arg for arg in get_args(kind) if get_origin(arg) is Literal]
        return list(get_args(literals[0])) if literals else None
    if kind is int:
        if isinstance(field.json_schema_extra, dict) and "offered" in field.json_schema_extra:
            # too many for a menu: those that are worth a line
            return list(field.json_schema_extra["offered"])  # type: ignore[arg-type]
        low = next((int(str(m.ge)) for m in field.metadata if isinstance(m, Ge)), None)
        high = next((int(str(m.le)) for m in field.metadata if isinstance(m, Le)), None)
        if low is not None and high is not None and high - low < 25:
            return list(range(low, high + 1))
    return None


def _lines(field: FieldInfo, value: Any) -> list[Json]:
    return [
        menu_line(str(choice).replace("_", " ").capitalize(), str(choice), default=choice == value)
        for choice in choices(field) or []
    ]


def changed(view: View, name: str, values: list[str]) -> dict[str, Any]:
    """What a select of the menu means for `TableActor.set_up`. Raises `ValueError` for values not offered."""
    table, game = view.table, view.game
    if name == "game":
        return {"game": values[0]}
    if name == SWITCHES:
        known = [n for n, field in game.options.model_fields.items() if field.annotation is bool]
        defaults = {n: game.options.model_fields[n].default for n in known}
        kept = {n: v for n, v in table.options.items() if n not in known}
        chosen = {n: n in values for n in known if (n in values) != defaults[n]}
        return {"options": {**kept, **chosen}}
    if name.startswith("option."):
        key = name.removeprefix("option.")
        for choice in choices(game.options.model_fields[key]) or []:
            if str(choice) == values[0]:
                return {"options": {**table.options, key: choice}}
        raise ValueError(f"{values[0]!r} is not offered for {key}")
    if name == "table":
        return {"settings": {name: name in values for name in SWITCHED}}
    if name == "buy_in":
        return {"settings": {"buy_in": int(values[0])}}
    if name in ("base", "pace", "venue"):
        return {"settings": {name: values[0]}}
    raise ValueError(f"no setting {name!r}")
