"""Seats in the middle of a picture: round the table, in rows beside what is larger, or each on a panel of its own."""

from __future__ import annotations

from collections.abc import Sequence

from bot.face.art import pieces
from bot.face.art.drawing import WIDE, Part
from bot.face.art.palette import CREAM, GOLD, HURT, PLATE, SEAM, SOFT
from bot.face.table.facts import Facts, SeatFacts, is_die
from bot.language import _, ngettext
from cogs.ui.pictures import items, shapes
from games.engine.scene import Gauge, Strip, Zone

MANY = 6
"""From so many others on plates are small, and only an open card is beside them."""
MOST_BACKS = 7
"""Larger hidden hands are not shown card by card."""
ABOVE = 56
"""Nothing of the table reaches higher: there stand the words."""
MOST_NOTE = 190
"""How wide the words below a plate may be."""
LOW_PANEL = 58
"""A lower panel has room for one line."""
MOST_GOAL = 8
"""The largest goal of which each step has a ring of its own."""
DANGER = 3
"""So little is left before two numbers meet when it is marked."""


def fates(strip: Strip | None, zone: Zone) -> tuple[frozenset[int], frozenset[int]]:
    """Return the places of the dice that win most and of those that lose, by the strip."""
    if strip is None:
        return frozenset(), frozenset()
    fate_of = {str(field.face): field.fate for field in strip.fields}
    shown = [fate_of.get(die.partition(":")[2], "") for die in zone.items]
    return (
        frozenset(at for at, fate in enumerate(shown) if fate == "won"),
        frozenset(at for at, fate in enumerate(shown) if fate == "lost"),
    )


def plate(
    facts: Facts, seat: SeatFacts, x: float, y: float, *, small: bool, note: str = ""
) -> tuple[Part, ...]:
    """Return the plate of a seat with its middle at x, y."""
    folded = bool(seat.state)
    return pieces.seat(
        x,
        y,
        seat.name,
        seat.state if folded else seat.low,
        hue=pieces.person_hue(seat.number),
        time=seat.time,
        state="out" if seat.state == "out" else "folded" if folded else "",
        marks=seat.marks,
        note=note,
        small=small,
    )


def gauge(x: float, y: float, w: float, of: Gauge) -> tuple[Part, ...]:
    """Return a gauge of this width, with the middle of its upper edge at x, y."""
    match of.shape:
        case "pips":
            return pieces.pips(x - w / 2, y, of.value, of.most, w)
        case "goal" if max(of.most, of.value) <= MOST_GOAL:
            return shapes.rings(x, y + 10, of)
        case "goal":
            return pieces.plaque(x, y + 8, _("{hits} of {n}").format(hits=of.value, n=of.most), 20)
        case _:
            return shapes.gap(x - w / 2, y, w, of)


# ---- round the table


def round_table(facts: Facts, seats: Sequence[SeatFacts], *, below: bool) -> tuple[Part, ...]:
    """Return the seats round an oval. With `below` the first of them has the place of the viewer, who has no tray."""
    others = len(seats) - 1 if below else len(seats)
    places = list(pieces.seat_places(others))
    if below:
        places = [(390.0, 426.0), *places]
    small = others >= MANY
    parts: list[Part] = []
    for seat, (x, y) in zip(seats, places, strict=True):
        parts += _before(facts, seat, x, y, small=small)
        note = (
            seat.note
            if not (seat.bet or seat.state or seat.gauges or small) and seat.low != seat.note
            else ""
        )
        if below and y > 420:
            note = ""
        parts += plate(
            facts, seat, x, y, small=small, note=pieces.fit(note, 23, MOST_NOTE, least=23)[0] if note else ""
        )
        if seat.gauges:
            parts += gauge(x, y + 40, 150, seat.gauges[0])
        if seat.bet:
            parts += pieces.bet(*_bet_place(x, y, small=small), f"{seat.bet:,}", gold=seat.leads)
    return tuple(parts)


def _bet_place(x: float, y: float, *, small: bool) -> tuple[float, float]:
    if y > 420:
        return x + 152, y + 12
    if y < 190 and not small:
        return x + (60 if x < 380 else -60 if x > 400 else 0), y + 60
    if small and y < 190:
        return (x + 92, y + 46) if x == 390 else (x, y + 52)
    inward = 128 if small else 118
    down = 0 if small else 48
    return x + (inward if x < 380 else -inward), y + down


def _before(facts: Facts, seat: SeatFacts, x: float, y: float, *, small: bool) -> tuple[Part, ...]:
    """Return the open cards and dice of a seat, and the backs of its hand, above its plate."""
    shown = [key for zone in seat.piles for key in zone.items if zone.layout == "row"]
    if small:
        up = [key for key in shown if key != "back"][:1]
        inward = 1 if x < 390 else -1
        return items.item(x + inward * 92 - 15, y - 26, 32, up[0]) if up else ()
    if not seat.piles and seat.backs:
        shown = ["back"] * seat.backs
    if not shown or (set(shown) == {"back"} and len(shown) > MOST_BACKS):
        return ()
    dice = all(map(is_die, shown))
    w = 44 if dice else 50 if len(shown) < 4 else 36
    high = w if dice else w * items.TALL
    gold, dim = fates(facts.strip, seat.piles[0]) if seat.piles and dice else (frozenset(), frozenset())
    top = y - 34 - high + (0 if dice else 6)
    crowded = y > 420 and bool(facts.shared or facts.trick)
    if top < ABOVE or crowded:
        # no room above: beside the plate, away from the middle of the table and from a bet, and within the picture
        room = min(150.0, min(x, WIDE - x) - 112)
        middle = x + 104 + room / 2 if x >= 390 and not crowded else x - 104 - room / 2
        return items.row(middle, max(66, y - high / 2), shown, w, room, gold=gold, dim=dim)
    return items.row(x, top, shown, w, 186, gold=gold, dim=dim)


# ---- in rows and columns


def column(facts: Facts, seats: Sequence[SeatFacts], x: float, top: float, bottom: float) -> tuple[Part, ...]:
    """Return plates one below the other."""
    step = min(96.0, (bottom - top) / max(1, len(seats)))
    parts: list[Part] = []
    for at, seat in enumerate(seats):
        y = top + step * (at + 0.5)
        parts += plate(facts, seat, x, y, small=True)
        if seat.bet:
            parts += pieces.bet(x + (118 if x < 390 else -118), y, f"{seat.bet:,}", gold=seat.leads)
    return tuple(parts)


def line(facts: Facts, seats: Sequence[SeatFacts], y: float) -> tuple[Part, ...]:
    """Return the seats side by side: as plates, or if they are many as faces with names below."""
    left, right = 36, 744
    step = (right - left) / max(1, len(seats))
    parts: list[Part] = []
    for at, seat in enumerate(seats):
        x = left + step * (at + 0.5)
        if step >= 178:
            parts += plate(facts, seat, x, y, small=True)
        else:
            parts += face(seat, x, y - 10, step)
    return tuple(parts)


def face(seat: SeatFacts, x: float, y: float, room: float) -> tuple[Part, ...]:
    """Return a seat without a plate: its disc, and below it name and number."""
    ring = GOLD if seat.time is not None else None
    fill = SOFT if seat.state else CREAM
    low = seat.state or seat.low
    return (
        *pieces.face_disc(
            x, y - 12, 21, seat.name, "#4a4038" if seat.state else pieces.person_hue(seat.number), ring
        ),
        *(pieces.badge(x + 20, y - 26, seat.marks[0]) if seat.marks else ()),
        *pieces.text(x, y + 31, seat.name, 24, fill, bold=True, anchor="middle", widest=room - 6),
        *pieces.text(x, y + 55, low, 24, SOFT if seat.state else GOLD, anchor="middle", widest=room - 6),
    )


# ---- each on a panel


def panels(facts: Facts, seats: Sequence[SeatFacts], top: float, bottom: float) -> tuple[Part, ...]:
    """Return a panel for each seat, in two columns: who it is, and everything open before it."""
    across = 1 if len(seats) == 1 else 2
    rows = -(-len(seats) // across)
    step = min(126.0, (bottom - top) / max(1, rows))
    w = 336 if across == 2 else 520
    parts: list[Part] = []
    for at, seat in enumerate(seats):
        alone = across == 2 and at == len(seats) - 1 and at % 2 == 0
        x = 222 if alone else (44 if across == 2 else 130) + 356 * (at % across)
        parts += panel(facts, seat, x, top + step * (at // across), w, step - 10)
    return tuple(parts)


def panel(facts: Facts, seat: SeatFacts, x: float, y: float, w: float, h: float) -> tuple[Part, ...]:
    """Return the panel of a seat."""
    now = seat.time is not None
    closing = [each for each in seat.gauges if each.shape == "gap"]
    danger = any((each.mark or 0) - each.value <= DANGER for each in closing)
    edge, wide = (GOLD, 4) if now else ("#c8574a", 4) if danger else (SEAM, 1.5)
    parts = list(pieces.panel(x, y, w, h, fill=PLATE, edge=edge, thick=wide))
    high = h >= (88 if closing else 106)
    disc = 24 if high else 18
    middle = y + (34 if high else 24 if closing else h / 2)
    parts += pieces.face_disc(
        x + 12 + disc, middle, disc, seat.name, "#4a4038" if seat.state else pieces.person_hue(seat.number)
    )
    if seat.marks:
        parts += pieces.badge(x + 12 + disc * 1.8, middle - disc * 0.7, seat.marks[0])
    one_line = h < LOW_PANEL and not closing
    name_x = x + 24 + 2 * disc
    coins = [(name, n) for name, n in seat.counts[:1]] if closing else []
    # beside the dice of a low panel the name has only what is left
    width = (w - 190 if high else 112) if not closing else w - 170
    called = _("You") if seat.number == facts.viewer else seat.name
    if high and seat.piles and not closing:
        # a short name leaves its room to the cards
        width = min(width, max(72.0, pieces.length(called, 27, bold=True), pieces.length(seat.low, 22)))
    fill = SOFT if seat.state else CREAM
    low = seat.state or (seat.note if not seat.low or closing else seat.low)
    if closing:
        cards = next((n for name, n in seat.counts[1:2]), None)
        low = (
            _("{low} to {high}").format(low=closing[0].mark or 0, high=closing[0].value)
            if cards is None
            else ngettext("{n} card", "{n} cards", cards).format(n=cards)
        )
        if danger:
            low = _("only {n} left!").format(n=max(0, (closing[0].mark or 0) - closing[0].value))
    parts += pieces.text(
        name_x,
        middle + (8 if (closing and not high) or one_line else -1),
        called,
        27 if high else 22,
        fill,
        bold=True,
        widest=width,
    )
    if high or not (closing or one_line):
        parts += pieces.text(
            name_x,
            middle + 26,
            low,
            22 if high else 20,
            HURT if danger and closing else SOFT if closing else GOLD,
            widest=w - (name_x - x) - 12 if high and not coins else width,
        )
    if one_line and seat.state:
        parts += pieces.text(x + w - 14, middle + 8, seat.state, 20, SOFT, anchor="end", widest=w - 190)
    for _name, n in coins:
        parts += pieces.sign("coin", x + w - 62, middle + 1, 30, GOLD, "#7a5710")
        parts += pieces.text(x + w - 42, middle + 12, str(n), 29, GOLD, bold=True)
    if closing:
        parts += _closing(x, y + h - 34, w, closing[0])
        return tuple(parts)
    parts += _open_items(facts, seat, x, y, w, h, name_x, width, high=high)
    return tuple(parts)


def _closing(x: float, y: float, w: float, of: Gauge) -> tuple[Part, ...]:
    """Return the gap between two numbers of a seat with both of them beside it."""
    return (
        *pieces.sign("cup", x + 26, y + 11, 22, "#f0a860", PLATE),
        *pieces.text(x + 42, y + 20, str(of.value), 26, "#f0a860", bold=True),
        *shapes.gap(x + 82, y, w - 168, of),
        *pieces.sign("heart", x + w - 58, y + 12, 22, CREAM),
        *pieces.text(x + w - 42, y + 21, str(of.mark or 0), 26, CREAM, bold=True),
    )


def _open_items(
    facts: Facts,
    seat: SeatFacts,
    x: float,
    y: float,
    w: float,
    h: float,
    name_x: float,
    width: float,
    *,
    high: bool,
) -> tuple[Part, ...]:
    """Return the piles of a seat in its panel: below the name if it is high enough, else to the right of it."""
    piles = [zone for zone in seat.piles if zone.items]
    parts: list[Part] = []
    if not piles and seat.backs:
        return items.row(x + w - 64, y + 8, ["back"] * min(seat.backs, 5), 30, 104)
    room_x = name_x + width + 6
    room = x + w - 10 - room_x
    if not piles:
        return ()
    if high and all(map(is_die, piles[0].items)):
        shares = [max(2, len(zone.items)) for zone in piles[:2]]
        left = x + 12
        for zone, share in zip(piles[:2], shares, strict=True):
            gold, dim = fates(facts.strip, zone)
            part = (w - 24) * share / sum(shares)
            wide = min(part - 14, len(zone.items) * 42)
            parts += items.pile(left + wide / 2, y + h - 46, zone, 38, part - 14, gold=gold, dim=dim)
            left += part
        return tuple(parts)
    shown = piles[:2]
    for at, zone in enumerate(shown):
        gold, dim = fates(facts.strip, zone)
        die = is_die(zone.items[0])
        size = min(46.0, h - 20) if die else min(44.0, (h - 14) / items.TALL)
        part = room / len(shown)
        high_item = size if die else size * items.TALL
        parts += items.pile(
            room_x + part * (at + 0.5), y + (h - high_item) / 2, zone, size, part - 6, gold=gold, dim=dim
        )
    return tuple(parts)
