"""The host's settings as fields to choose from, made from the option model: a new option of a game is one by itself."""

from __future__ import annotations

import re
import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

from annotated_types import Ge, Le
from pydantic.fields import FieldInfo

from bot.face.table.headline import LETTER_WORDS, VENUES
from bot.face.text.game_lines import Choice, game_choices
from bot.face.text.templates import capital
from bot.language import N_, _
from bot.tables.state import LETTER, TableSettings
from bot.tables.view import TableView
from games.engine.game import Game
from games.engine.prompts import Clock

SWITCHES, OPTION, CLOCK = "switches", "option.", "clock."
"""The name of the field of a game's switches; what those of its options and of clocks begin with."""
SWITCHED = ("hints", "pictures", "for_gembones", "table_talk")
"""Settings of the table that are on or off."""
BASE = N_("Base")
BY_LETTER = N_("Play over days. I tell each of you when it's your turn.")
SPANS = {
    10: N_("10 seconds"),
    15: N_("15 seconds"),
    20: N_("20 seconds"),
    30: N_("30 seconds"),
    45: N_("45 seconds"),
    60: N_("1 minute"),
    90: N_("90 seconds"),
    120: N_("2 minutes"),
    300: N_("5 minutes"),
    900: N_("15 minutes"),
    3_600: N_("1 hour"),
    14_400: N_("4 hours"),
    43_200: N_("12 hours"),
    86_400: N_("1 day"),
    259_200: N_("3 days"),
}
"""Times that a host may give, in seconds and in words."""
CLOCKS: Mapping[Clock, tuple[str, str]] = {
    "window": (N_("Windows"), N_("How long you get to respond to someone else's move.")),
    "turn": (N_("Forms"), N_("How long you get for your turn.")),
    "choice": (N_("Choices"), N_("How long you get for small decisions.")),
}
AS_USUAL = "usual"
FOR_FUN, FOR_MONEY, FITTING = "fun", "money", "fits"
"""Values of the field of stakes, beside the sizes of a buy-in."""
BUY_INS = (10, 25, 50, 100, 250, 500)
GEMBONE = re.compile(r"g\d+")


class SettingField(NamedTuple):
    """A setting with its choices, of which from `low` to `high` are chosen."""

    name: str
    title: str
    choices: list[Choice]
    about: str = ""
    low: int = 1
    high: int = 1

    @property
    def many(self) -> bool:
        """True if any number of the choices may be chosen."""
        return self.low == 0

    @property
    def chosen(self) -> list[str]:
        """The values that are set now."""
        return [each.value for each in self.choices if each.chosen]


def first_fields(view: TableView) -> Iterator[SettingField]:
    """Yield the settings that most hosts use: game, stakes, pace and computer players."""
    settings = view.table.settings
    yield SettingField("game", _("Game"), game_choices({view.table.game}))
    yield from _stakes(view)
    yield _of_table("pace", settings.pace)
    if len(view.game.strengths()) > 1:
        strengths = [*view.game.strengths(), *filter(str.isdecimal, view.game.policies)]
        field = _of_table("computers", view.game.strength(settings.computers))
        yield field._replace(choices=[each for each in field.choices if each.value in strengths])


def variant_fields(view: TableView) -> Iterator[SettingField]:
    """Yield the options of the game: its switches together, then each other one."""
    game, options, switches = view.game, view.options, list[Choice]()
    for name, field in game.options.menu_fields().items():
        if field.annotation is bool:
            switches.append(
                Choice(name, _(field.title or name), _(field.description or ""), bool(getattr(options, name)))
            )
    if switches:
        yield SettingField(SWITCHES, _("Variants"), switches, low=0, high=len(switches))
    for name, field in game.options.menu_fields().items():
        found = _choices(field, getattr(options, name))
        if len(found) > 1:
            yield SettingField(f"{OPTION}{name}", _(field.title or name), found, _(field.description or ""))


def table_fields(view: TableView) -> Iterator[SettingField]:
    """Yield what hosts rarely change about their table: base and venue, what is on or off, and clocks."""
    settings, game = view.table.settings, view.game
    for name in ("base", *(("venue",) if game.money == "gembones" else ())):
        yield _of_table(name, getattr(settings, name))
    on = [
        Choice(name, _(field.title or name), _(field.description or ""), bool(getattr(settings, name)))
        for name in _switched(game)
        for field in [type(settings).model_fields[name]]
    ]
    yield SettingField("table", _("At the table"), on, low=0, high=len(on))
    for clock, (title, about) in CLOCKS.items():
        if clock in game.clocks:
            yield SettingField(f"{CLOCK}{clock}", _(title), _spans(view, clock), _(about))


def _stakes(view: TableView) -> Iterator[SettingField]:
    """Yield the field of what is played for, in games that aren't for points."""
    settings, money = view.table.settings, view.game.money_kind(view.options)
    if money == "points":
        return
    found = [Choice(FOR_FUN, _("For fun"), _("No money changes hands."), settings.free)]
    if money == "pieces" and not view.game.stake:
        fits, sizes = not settings.free and settings.fits, sorted({*BUY_INS, settings.buy_in})
        found.append(Choice(FITTING, _("A buy-in that fits"), _("A tenth of the smallest purse."), fits))
        found += [
            Choice(
                str(n), _("Buy-in {n}").format(n=n), "", not (settings.free or fits) and n == settings.buy_in
            )
            for n in sizes
        ]
    else:
        found.append(Choice(FOR_MONEY, _("For {base}").format(base=_(settings.base)), "", not settings.free))
    yield SettingField("stakes", _("Stakes"), found)


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
    return [
        Choice(AS_USUAL, _("As usual"), _("The game's own time, at the table's pace."), now is None),
        *(
            Choice(str(seconds), _(words), "", seconds == now)
            for seconds, words in SPANS.items()
            if low <= seconds <= high
        ),
    ]


def _choices(field: FieldInfo, value: Any) -> list[Choice]:
    return [
        Choice(str(choice), choice_words(str(choice)), "", choice == value) for choice in choices(field) or []
    ]


def words_of_choices(field: FieldInfo) -> list[str]:
    """Return the choices for a setting in English, as far as they are words."""
    return [
        _plain(str(each))
        for each in choices(field) or []
        if isinstance(each, str) and not each.isdecimal() and not GEMBONE.fullmatch(each)
    ]


def _plain(value: str) -> str:
    return capital(value.replace("_", " "))


def choice_words(value: str) -> str:
    """Return a value of a setting in words; a gembone keeps its small letter."""
    return value if GEMBONE.fullmatch(value) else _(_plain(value))


def _title(value: str, title: str | None) -> str:
    """Return a value of the table's in words: by its title, if it has one."""
    if title is not None:
        words = _(title)
        return words[:1].upper() + words[1:]
    return _("Level {n}").format(n=value) if value.isdecimal() else choice_words(value)


def _of_table(name: str, value: Any) -> SettingField:
    """Return a setting of the table with few values."""
    field = TableSettings.model_fields[name]
    titles = {"venue": VENUES, "pace": LETTER_WORDS}.get(name, {})
    found = [
        Choice(
            choice,
            _title(choice, titles.get(choice)),
            _(BY_LETTER) if name == "pace" and choice in LETTER else "",
            choice == value,
        )
        for choice in choices(field) or []
    ]
    title = BASE if name == "base" else str(field.title)
    return SettingField(name, _(title), found, _(field.description or ""))


def changed(view: TableView, name: str, values: Sequence[str]) -> dict[str, Any]:
    """Return the arguments for `TableActor.set_up` that the values of one field mean, like `changed_by`."""
    every = (*first_fields(view), *variant_fields(view), *table_fields(view))
    found = [field for field in every if field.name == name]
    if not found:
        raise ValueError(f"no setting {name!r}")
    return changed_by(view, found, {name: values})


def changed_by(
    view: TableView, fields: Iterable[SettingField], given: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    """Return the arguments for `TableActor.set_up` that the given values of fields mean; empty if nothing changes.

    Raises `ValueError` for values that aren't offered.
    """
    change, options, settings = dict[str, Any](), dict(view.table.options), dict[str, Any]()
    for field in fields:
        values = [*given.get(field.name, field.chosen)]
        offered = {each.value for each in field.choices}
        if not offered.issuperset(values) or not field.low <= len(values) <= field.high:
            raise ValueError(f"{values!r} is not offered for {field.name}")
        if {*values} == {*field.chosen}:
            continue
        if field.name == "game":
            change["game"] = values[0]
        elif field.name == SWITCHES:
            for name in offered:
                _switch(view.game, options, name, on=name in values)
        elif field.name.startswith(OPTION):
            name = field.name.removeprefix(OPTION)
            known = choices(view.game.options.model_fields[name]) or []
            options[name] = next(choice for choice in known if str(choice) == values[0])
        else:
            settings |= _table_change(view, field, values, settings)
    if options != view.table.options:
        change["options"] = options
    if settings:
        change["settings"] = settings
    return change


def _switch(game: Game, options: dict[str, Any], name: str, *, on: bool) -> None:
    """Switch an option of a game; one that is as usual isn't kept."""
    if on == game.options.model_fields[name].default:
        options.pop(name, None)
    else:
        options[name] = on


def _table_change(
    view: TableView, field: SettingField, values: Sequence[str], settings: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the settings of the table that the values of a field mean, beside those that have changed already."""
    if field.name == "table":
        return {name: name in values for name in _switched(view.game)}
    [value] = values
    if field.name.startswith(CLOCK):
        clock = field.name.removeprefix(CLOCK)
        clocks = {**settings.get("clocks", view.table.settings.clocks)}
        clocks.pop(clock, None)
        return {"clocks": clocks if value == AS_USUAL else {**clocks, clock: int(value)}}
    if field.name == "stakes" and value in (FOR_FUN, FOR_MONEY, FITTING):
        return {"free": value == FOR_FUN, **({"fits": True} if value == FITTING else {})}
    if field.name == "stakes":
        return {"free": False, "buy_in": int(value)}
    return {field.name: value}
