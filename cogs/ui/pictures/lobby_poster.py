"""The poster of a table that gathers: the game, the players, the free seats, and the stake."""

from __future__ import annotations

from typing import NamedTuple

from bot.face.art import pieces
from bot.face.art.drawing import LEAST_TEXT, Drawing, Part
from bot.face.art.palette import CREAM, GOLD, NIGHT, SOFT
from bot.face.table.facts import PlainRenderer
from bot.face.table.stakes import is_for_fun
from bot.language import N_, _, ngettext, number
from bot.tables.view import TableView
from cogs.ui.components import MOST_ALT
from cogs.ui.pictures import items, shapes

MOST_FREE = 3
"""The most free seats that are drawn; the words say the rest."""
TALL = 656
PLATE_WIDE = 224
"""The width of a plate, so that names have room."""
PITCH_WIDE = 740
IN = (
    N_("Nobody is in"),
    N_("One is in"),
    N_("Two are in"),
    N_("Three are in"),
    N_("Four are in"),
    N_("Five are in"),
    N_("Six are in"),
    N_("Seven are in"),
    N_("Eight are in"),
    N_("Nine are in"),
    N_("Ten are in"),
)
"""How many sit at the table, by their number."""


class Gathering(NamedTuple):
    """The poster of a lobby as values."""

    theme: str
    title: str
    pitch: str
    emblem: tuple[str, ...]
    seats: tuple[tuple[int, str, str, tuple[str, ...]], ...]
    """Number, name, second line and marks of each."""
    free: int
    cost: str
    minutes: str
    starts: str


def gathering_of(view: TableView, renderer: PlainRenderer) -> Gathering:
    """Return what the poster of a lobby shows."""
    table, game = view.table, view.game
    seated = [seat for seat in table.in_order() if not seat.left]
    _least, most = game.limits(view.options)
    kind, hosted = game.money_kind(view.options), table.kind.hosted
    buy_in = table.settings.buy_in
    fun = table.settings.free or is_for_fun(view)
    cost = {
        "points": _("for points"),
        "gembones": _("for gembones"),
        "pieces": ngettext("{n} piece to sit", "{n} pieces to sit", buy_in).format(n=number(buy_in)),
    }[kind]
    low = number(buy_in) if kind == "pieces" and not fun else _("is in")
    if hosted:
        starts = _("Anyone at the table can start") if seated else ""
    else:
        # seats and stakes of a tournament's table are not for those who come by
        starts = _("The next match starts by itself.").rstrip(".")
    return Gathering(
        game.theme,
        _(game.title),
        _(game.texts.pitch).rstrip("."),
        game.emblem,
        tuple(
            (
                seat.number,
                renderer.name(seat.number),
                low if fun or seat.pays or seat.computer else _("for points"),
                (
                    *((N_("computer"),) if seat.computer else ()),
                    *((N_("host"),) if seat.user_id is not None and seat.user_id == table.host else ()),
                ),
            )
            for seat in seated
        ),
        max(0, most - len(seated)) if hosted else 0,
        (_("for fun") if fun and kind != "points" else cost) if hosted else "",
        ngettext("about {n} minute", "about {n} minutes", game.minutes).format(n=game.minutes),
        starts,
    )


def lobby_drawing(gathering: Gathering) -> Drawing:
    """Return the poster of a lobby."""
    parts = list(pieces.rays(gathering.theme))
    parts += pieces.text(390, 62, gathering.title, 46, CREAM, anchor="middle", widest=730, serif=True)
    parts += pieces.text(390, 98, _in_a_line(gathering.pitch), 24, SOFT, anchor="middle", widest=PITCH_WIDE)
    parts += pieces.ground(gathering.theme, 40, 142, 700, 356)
    parts += items.emblem(gathering.emblem, 390, 290)
    parts += pieces.text(390, 408, gathering.cost, 28, CREAM, bold=True, anchor="middle", widest=280)
    parts += pieces.text(390, 440, gathering.minutes, 26, CREAM, anchor="middle")
    parts += _seats(gathering)
    parts += pieces.tray(536, TALL - 536)
    parts += pieces.emblem(62, 596, 68)
    parts += pieces.text(116, 590, _count(gathering), 38, CREAM, bold=True, widest=640)
    parts += pieces.text(116, 626, gathering.starts, 27, SOFT, widest=640)
    return Drawing(TALL, tuple(parts), gathering.theme)


def _in_a_line(pitch: str) -> str:
    """Return a game's pitch without its last clauses where the whole has no room: nothing is cut in a word."""
    while pieces.length(pitch, LEAST_TEXT) > PITCH_WIDE and ", " in pitch:
        pitch = pitch.rpartition(", ")[0]
    return pitch


def _seats(gathering: Gathering) -> tuple[Part, ...]:
    """Return the seats round the table, the free ones after those taken, with an invitation on each."""
    shown_free = min(gathering.free, MOST_FREE, max(1, 6 - len(gathering.seats)))
    places = _places(len(gathering.seats) + shown_free)
    small = len(places) > 6
    parts: list[Part] = []
    for (place, name, low, marks), (x, y) in zip(gathering.seats, places, strict=False):
        parts += pieces.seat(
            x, y, name, low, hue=pieces.person_hue(place), marks=marks, small=small, wide=PLATE_WIDE
        )
    for x, y in places[len(gathering.seats) :]:
        parts += shapes.dashed(x - 90, y - 33, 180, 66, 31, GOLD, fill=NIGHT)
        parts += pieces.text(x, y + 9, _("sit here"), 27, GOLD, bold=True, anchor="middle")
    return tuple(parts)


def _places(many: int) -> list[tuple[float, float]]:
    """Return places round the emblem, from the left over the top, so that those taken come first."""
    if many <= 6:
        low_left, high_left = (124.0, 400.0), (124.0, 252.0)
        top, bottom = (390.0, 160.0), (390.0, 490.0)
        high_right, low_right = (656.0, 252.0), (656.0, 400.0)
        left, right = (124.0, 326.0), (656.0, 326.0)
        return {
            1: [top],
            2: [left, right],
            3: [left, top, right],
            4: [low_left, high_left, high_right, low_right],
            5: [low_left, high_left, top, high_right, low_right],
            6: [low_left, high_left, top, high_right, low_right, bottom],
        }.get(many, [])
    ten = [
        (124.0, 252.0), (124.0, 172.0), (390.0, 158.0), (656.0, 172.0), (656.0, 252.0),
        (124.0, 332.0), (656.0, 332.0), (124.0, 412.0), (656.0, 412.0), (390.0, 494.0),
    ]  # fmt: skip
    return ten[:many]


def _count(gathering: Gathering) -> str:
    many, free = len(gathering.seats), gathering.free
    who = _(IN[many]) if many < len(IN) else _("{n} are in").format(n=many)
    if not free:
        return _("{who}, every seat is taken").format(who=who)
    return ngettext("{who}, {n} seat is free", "{who}, {n} seats are free", free).format(who=who, n=free)


def lobby_words(gathering: Gathering) -> str:
    """Return the poster in words."""
    seats = ", ".join(
        f"{name}{' (' + ', '.join(map(_, marks)) + ')' if marks else ''}"
        for _seat, name, _low, marks in gathering.seats
    )
    sentences = [
        f"{gathering.title}: {gathering.pitch}",
        _("At the table: {seats}").format(seats=seats) if seats else "",
        _count(gathering),
        ", ".join(filter(None, (gathering.cost, gathering.minutes))),
        gathering.starts,
    ]
    return " ".join(f"{each[:1].upper()}{each[1:]}." for each in sentences if each)[:MOST_ALT]
