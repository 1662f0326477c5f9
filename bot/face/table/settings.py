"""The host's settings as fields to choose from, made from the option model: a new option of a game is one by itself."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

from annotated_types import Ge, Le
from pydantic.fields import FieldInfo

from bot.face.table.headline import VENUES
from bot.face.text.game_lines import Choice, game_choices
from bot.tables.state import LETTER
from bot.tables.view import TableView
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
"""Values of the field of stakes, beside the sizes of a buy-in."""
FIRST = frozenset(("game", "stakes", "pace", "computers"))
"""The settings that most hosts use, which are shown first."""
BUY_INS = (10, 25, 50, 100, 250, 500)


class SettingField(NamedTuple):
    """A setting with its choices, of which from `low` to `high` are chosen."""

    name: str
    title: str
    choices: list[Choice]
    about: str = ""
    low: int = 1
    high: int = 1


def first_fields(view: TableView) -> Iterator[SettingField]:
    """Yield the settings that most hosts use: game, stakes, pace and computer players."""
    settings = view.table.settings
    yield SettingField("game", "Game", game_choices({view.table.game}))
    yield from _stakes(view)
    for name in ("pace", "computers") if len(view.game.strengths()) > 1 else ("pace",):
        field = type(settings).model_fields[name]
        yield SettingField(name, str(field.title), _table_choices(name, field, getattr(settings, name)))


def variant_fields(view: TableView) -> Iterator[SettingField]:
    """Yield the options of the game: its switches together, then each other one."""
    game, options, switches = view.game, view.options, list[Choice]()
    for name, field in game.options.menu_fields().items():
        if field.annotation is bool:
            switches.append(
                Choice(name, field.title or name, field.description or "", bool(getattr(options, name)))
            )
    if switches:
        yield SettingField(SWITCHES, "Variants", switches, low=0, high=len(switches))
    for name, field in game.options.menu_fields().items():
        found = _choices(field, getattr(options, name))
        if found:
            yield SettingField(f"option.{name}", field.title or name, found, field.description or "")


def table_fields(view: TableView) -> Iterator[SettingField]:
    """Yield what hosts rarely change about their table: base and venue, clocks, switches."""
    settings, game = view.table.settings, view.game
    for name in ("base", *(("venue",) if game.money == "gembones" else ())):
        field = type(settings).model_fields[name]
        yield SettingField(name, field.title or name, _table_choices(name, field, getattr(settings, name)))
    for clock, (title, about) in CLOCKS.items():
        if clock in game.clocks:
            yield SettingField(f"clock.{clock}", f"{title}: {about}", _spans(view, clock))
    on = [
        Choice(name, field.title or name, field.description or "", bool(getattr(settings, name)))
        for name in _switched(game)
        for field in [type(settings).model_fields[name]]
    ]
    yield SettingField("table", "Hints, pictures, gembones, table talk", on, low=0, high=len(on))


def _stakes(view: TableView) -> Iterator[SettingField]:
    """Yield the field of what is played for, in games that aren't for points."""
    settings, money = view.table.settings, view.game.money_kind(view.options)
    if money == "points":
        return
    found = [Choice(FOR_FUN, "For fun", "No money changes hands.", settings.free)]
    if money == "pieces" and not view.game.stake:
        fits, sizes = not settings.free and settings.fits, sorted({*BUY_INS, settings.buy_in})
        found.append(Choice(FITTING, "A buy-in that fits", "A tenth of the smallest purse.", fits))
        found += [
            Choice(str(n), f"Buy-in {n}", "", not (settings.free or fits) and n == settings.buy_in)
            for n in sizes
        ]
    else:
        found.append(Choice(FOR_MONEY, f"For {settings.base}", "", not settings.free))
    yield SettingField("stakes", "Stakes", found)


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


def _spans(view: TableView, clock: Clock) -> list[Choice]:
    """Return the times to which a host may set a clock of this game."""
    low, high = view.game.clocks[clock]
    now = view.table.settings.clocks.get(clock)
    title = CLOCKS[clock][0]
    return [
        Choice(AS_USUAL, f"{title}: as usual", "The game's own time, at the table's pace.", now is None),
        *(
            Choice(str(seconds), f"{title}: {words}", "", seconds == now)
            for seconds, words in SPANS.items()
            if low <= seconds <= high
        ),
    ]


def _choices(field: FieldInfo, value: Any) -> list[Choice]:
    return [
        Choice(str(choice), str(choice).replace("_", " ").capitalize(), "", choice == value)
        for choice in choices(field) or []
    ]


def _table_choices(name: str, field: FieldInfo, value: Any) -> list[Choice]:
    """The values of a table's setting. Closed, a select shows nothing but the chosen line: each says what it is of."""
    titles = {"venue": VENUES, "pace": LETTER_WORDS}.get(name, {})
    return [
        Choice(
            choice,
            f"{field.title}: {titles.get(choice, choice)}",
            BY_LETTER if name == "pace" and choice in LETTER else field.description or "",
            choice == value,
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
