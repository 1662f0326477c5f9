"""The settings menu, made from the option model: a new option of a game appears here by itself. And proposals."""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping
from typing import Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Le
from pydantic.fields import FieldInfo

from bot.face.table.headline import VENUES
from bot.tables.state import LETTER
from bot.tables.view import TableView
from cogs.ui import custom_ids
from cogs.ui.components import Json, button, container, message, rows, select, text
from cogs.ui.components import option as menu_line
from cogs.ui.game_list import game_lines
from cogs.ui.theme import accent
from games.engine import Clock, Game

SWITCHES = "switches"
SWITCHED = ("hints", "pictures", "for_gembones", "table_talk")
"""Settings of the table that are on or off."""
LETTER_WORDS = {pace: f"by letter, {pace} a turn" for pace in LETTER}
BY_LETTER = "Play over days. I tell each of you when it's your turn."
SPANS = {
    10: "10 seconds", 15: "15 seconds", 20: "20 seconds", 30: "30 seconds", 45: "45 seconds", 60: "1 minute",
    90: "90 seconds", 120: "2 minutes", 300: "5 minutes", 900: "15 minutes", 3_600: "1 hour", 14_400: "4 hours",
    43_200: "12 hours", 86_400: "1 day", 259_200: "3 days",
}  # fmt: skip
"""Times that a host may give, in seconds and in words."""
CLOCKS: Mapping[Clock, tuple[str, str]] = {
    "window": ("Windows", "How long you get to respond to someone else's move."),
    "turn": ("Forms", "How long you get for your turn."),
    "choice": ("Choices", "How long you get for small decisions."),
}
AS_USUAL = "usual"
FOR_FUN, FOR_MONEY, FITTING = "fun", "money", "fits"
"""Values of the select of stakes, beside the sizes of a buy-in."""
FIRST_PAGE = frozenset(("game", "stakes", "pace", "computers"))
"""The settings of the page that opens first."""
BUY_INS = (10, 25, 50, 100, 250, 500)


def settings_menu(view: TableView, lead: str = "", *, more: bool = False) -> Json:
    """Return the selects that most hosts use, or all the others; each takes effect at once.

    `more`: the page of variants, clocks and everything else.
    """
    parts: list[Json] = [text("\n".join(filter(None, [f"**Settings** · {view.game.title}", lead])))]
    parts += _more(view) if more else _first(view)
    return message(container(parts, accent(view)), ephemeral=True)


def is_on_first_page(name: str) -> bool:
    """Return True if a setting is chosen on the page that opens first."""
    return name in FIRST_PAGE


def _first(view: TableView) -> list[Json]:
    """Return game, stakes, pace and computer players, which fit a phone's screen."""
    table, settings = view.table, view.table.settings
    names = ("pace", "computers") if len(view.game.strengths()) > 1 else ("pace",)
    return [
        select("Game", custom_ids.field(table.id, "game"), game_lines({table.game})),
        *_stakes(view),
        *(
            select(
                str(type(settings).model_fields[name].title),
                custom_ids.field(table.id, name),
                _table_lines(name, type(settings).model_fields[name], getattr(settings, name)),
            )
            for name in names
        ),
        *rows([button("More settings", custom_ids.verb(table.id, "settings.more"))]),
    ]


def _stakes(view: TableView) -> Iterable[Json]:
    """Yield the select of what is played for, in games that aren't for points."""
    settings, money = view.table.settings, view.game.money_kind(view.options)
    if money == "points":
        return
    lines = [menu_line("For fun", FOR_FUN, "No money changes hands.", default=settings.free)]
    if money == "pieces" and not view.game.stake:
        fits, sizes = not settings.free and settings.fits, sorted({*BUY_INS, settings.buy_in})
        lines.append(menu_line("A buy-in that fits", FITTING, "A tenth of the smallest purse.", default=fits))
        lines += [
            menu_line(f"Buy-in {n}", str(n), default=not (settings.free or fits) and n == settings.buy_in)
            for n in sizes
        ]
    else:
        lines.append(menu_line(f"For {settings.base}", FOR_MONEY, default=not settings.free))
    yield select("Stakes", custom_ids.field(view.table.id, "stakes"), lines)


def _more(view: TableView) -> list[Json]:
    """Return variants, base, clocks and switches, and what hosts rarely do."""
    table, game, parts = view.table, view.game, list[Json]()
    options = view.options
    switches = []
    for name, field in game.options.menu_fields().items():
        value = getattr(options, name)
        if field.annotation is bool:
            switches.append(menu_line(field.title or name, name, field.description or "", default=value))
    if switches:
        parts.append(select("Variants", custom_ids.field(table.id, SWITCHES), switches, 0, len(switches)))
    for name, field in game.options.menu_fields().items():
        lines = _lines(field, getattr(options, name))
        if lines:
            parts.append(text(f"-# {field.title or name}: {field.description}"))
            parts.append(select(field.title or name, custom_ids.field(table.id, f"option.{name}"), lines))
    parts.append(text("-# The table"))
    settings = table.settings
    for name in ("base", *(("venue",) if game.money == "gembones" else ())):
        field = type(settings).model_fields[name]
        lines = _table_lines(name, field, getattr(settings, name))
        parts.append(select(field.title or name, custom_ids.field(table.id, name), lines))
    for clock, (title, about) in CLOCKS.items():
        if clock in game.clocks:
            parts.append(
                select(f"{title}: {about}", custom_ids.field(table.id, f"clock.{clock}"), _spans(view, clock))
            )
    on = [
        menu_line(field.title or name, name, field.description or "", default=getattr(settings, name))
        for name in _switched(game)
        for field in [type(settings).model_fields[name]]
    ]
    parts.append(
        select("Hints, pictures, gembones, table talk", custom_ids.field(table.id, "table"), on, 0, len(on))
    )
    parts += rows(
        [
            button("Back", custom_ids.verb(table.id, "settings.first")),
            button("Remove a computer player", custom_ids.verb(table.id, "remove")),
            button("Add a word to the luck", custom_ids.verb(table.id, "word")),
            button("Close the table", custom_ids.verb(table.id, "close")),
        ]
    )
    return parts


def proposal_menu(view: TableView) -> Json:
    """Return the list of games from which a member proposes one."""
    own = view.table.progress.proposals.get(view.viewer)
    menu = select("Game", custom_ids.verb(view.table.id, "propose"), game_lines({own} if own else ()))
    return message(
        container([text("What would you like to play next? The host decides."), menu], accent(view)),
        ephemeral=True,
    )


def choices(field: FieldInfo) -> list[Any] | None:
    """Return the values of a field, if they are few: literals, or a short range of numbers."""
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


def _switched(game: Game) -> tuple[str, ...]:
    """Return the table's on/off settings that apply to this game."""
    switched = (*SWITCHED, "takeover") if game.drops_out else SWITCHED
    return (*switched, "rated") if game.rated_after is not None else switched


def _spans(view: TableView, clock: Clock) -> list[Json]:
    """Return the times to which a host may set a clock of this game."""
    low, high = view.game.clocks[clock]
    now = view.table.settings.clocks.get(clock)
    title = CLOCKS[clock][0]
    usual = menu_line(
        f"{title}: as usual", AS_USUAL, "The game's own time, at the table's pace.", default=now is None
    )
    return [
        usual,
        *(
            menu_line(f"{title}: {words}", str(seconds), default=seconds == now)
            for seconds, words in SPANS.items()
            if low <= seconds <= high
        ),
    ]


def _lines(field: FieldInfo, value: Any) -> list[Json]:
    return [
        menu_line(str(choice).replace("_", " ").capitalize(), str(choice), default=choice == value)
        for choice in choices(field) or []
    ]


def _table_lines(name: str, field: FieldInfo, value: Any) -> list[Json]:
    """The values of a table's setting. Closed, a select shows nothing but the chosen line: each says what it is of."""
    titles = {"venue": VENUES, "pace": LETTER_WORDS}.get(name, {})
    return [
        menu_line(
            f"{field.title}: {titles.get(choice, choice)}",
            choice,
            BY_LETTER if name == "pace" and choice in LETTER else field.description or "",
            default=choice == value,
        )
        for choice in choices(field) or []
    ]


def changed(view: TableView, name: str, values: list[str]) -> dict[str, Any]:
    """Return the arguments for `TableActor.set_up` that a select means. Raises `ValueError` for values not offered."""
    table, game = view.table, view.game
    if name == "game":
        return {"game": values[0]}
    if name == SWITCHES:
        known = [n for n, field in game.options.model_fields.items() if field.annotation is bool]
        defaults = {n: game.options.model_fields[n].default for n in known}
        others = {n: v for n, v in table.options.items() if n not in known}
        chosen = {n: n in values for n in known if (n in values) != defaults[n]}
        return {"options": {**others, **chosen}}
    if name.startswith("option."):
        key = name.removeprefix("option.")
        for choice in choices(game.options.model_fields[key]) or []:
            if str(choice) == values[0]:
                return {"options": {**table.options, key: choice}}
        raise ValueError(f"{values[0]!r} is not offered for {key}")
    if name == "table":
        return {"settings": {name: name in values for name in _switched(game)}}
    if name.startswith("clock."):
        clocks = {
            clock: n for clock, n in table.settings.clocks.items() if clock != name.removeprefix("clock.")
        }
        if values[0] != AS_USUAL:
            low, high = game.clocks[name.removeprefix("clock.")]  # type: ignore[index]
            if not low <= int(values[0]) <= high:
                raise ValueError(f"{values[0]} is not offered")
            clocks[name.removeprefix("clock.")] = int(values[0])
        return {"settings": {"clocks": clocks}}
    if name == "buy_in" or (name == "stakes" and values[0] not in (FOR_FUN, FOR_MONEY, FITTING)):
        if int(values[0]) not in {*BUY_INS, table.settings.buy_in}:
            raise ValueError(f"a buy-in of {values[0]} is not offered")
        return {"settings": {"buy_in": int(values[0]), **({"free": False} if name == "stakes" else {})}}
    if name == "stakes":
        return {
            "settings": {"free": values[0] == FOR_FUN, **({"fits": True} if values[0] == FITTING else {})}
        }
    if name in ("base", "pace", "venue", "computers"):
        if values[0] not in (choices(type(table.settings).model_fields[name]) or []):
            raise ValueError(f"{values[0]!r} is not offered for {name}")
        return {"settings": {name: values[0]}}
    raise ValueError(f"no setting {name!r}")
