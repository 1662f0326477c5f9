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
NOTE, MOST_NOTE = 23, 190
"""The size of the words below a plate, and how wide they may be."""
LITTLE = 60
"""The height of a small plate."""
LOW_PANEL, TIGHT_PANEL, HIGH_PANEL, TALL_PANEL = 58, 72, 88, 124
"""Heights of panels: a lower one has room for one line, or for two close ones; a higher one for two, or for all."""
MOST_PANEL = 168
"""How far panels are apart at most."""
BESIDE = 112
"""The room of a name that has its cards and dice at the right."""
ONE_LINE, GAP = 6, 18
"""So many items of several piles are in one line, and the gap between two of them."""
LEAST_DIE = 26
"""A smaller die can't be read."""
MOST_GOAL = 8
"""The largest goal of which each step has a ring of its own."""
LED_EDGE, LED_GAP, LED_NOTE = 50, 36, 23
"""Where the colour that was led stands on a poster, how far from it its word begins, and the size of the word."""
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
    placed = list(zip(seats, places, strict=True))
    parts: list[Part] = []
    for seat, (x, y) in placed:
        parts += _before(facts, seat, x, y, small=small)
    # over the cards, which would cover what the seat above them has said
    for seat, (x, y) in placed:
        note = (
            seat.note
            if not (seat.bet or seat.state or seat.gauges or small) and seat.low != seat.note
            else ""
        )
        if pieces.length(note, NOTE) > MOST_NOTE:
            note = note.partition(":")[0]
        if below and y > 420:
            note = ""
        parts += plate(
            facts,
            seat,
            x,
            y,
            small=small,
            note=pieces.fit(note, NOTE, MOST_NOTE, least=NOTE)[0] if note else "",
        )
        if seat.gauges:
            parts += gauge(x, y + 40, 150, seat.gauges[0])
    # a bet may reach down to the next plate
    for seat, (x, y) in placed:
        if seat.bet:
            parts += _bet(seat, x, y, small=small)
    return tuple(parts)


def _bet(seat: SeatFacts, x: float, y: float, *, small: bool) -> tuple[Part, ...]:
    """Return the bet of a seat: at a lower corner of its plate, away from the cards in the middle of the table."""
    words, reach, down = f"{seat.bet:,}", 94 if small else 112, 40 if small else 44
    if y > 420:
        return pieces.bet(x + 152, y + 12, words, gold=seat.leads)
    if 380 < x < 400:
        return pieces.bet(x, y + (51 if small else 57), words, gold=seat.leads)
    left = x < 390
    # of seats above the middle at the outer corner, of those beside it at the inner one
    if left == (y < 190):
        return pieces.bet(x - reach, y + down, words, gold=seat.leads, anchor="start")
    return pieces.bet(x + reach, y + down, words, gold=seat.leads, anchor="end")


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
        if len(facts.seats) == MANY and not crowded:
            # the cards of the next seat begin there
            room = 46.0
        if crowded and facts.trick is not None and facts.trick.led:
            # the word for it stands at the left
            room = min(room, x - 114 - LED_EDGE - LED_GAP - pieces.length(_("led"), LED_NOTE, bold=True))
        middle = x + 104 + room / 2 if x >= 390 and not crowded else x - 104 - room / 2
        return items.row(middle, max(66, y - high / 2), shown, w, room, gold=gold, dim=dim)
    return items.row(x, top, shown, w, 186, gold=gold, dim=dim)


# ---- in rows and columns


def column(facts: Facts, seats: Sequence[SeatFacts], x: float, top: float, bottom: float) -> tuple[Part, ...]:
    """Return plates one below the other, with room for a bet below each."""
    step = min(112.0, (bottom - top) / max(1, len(seats)))
    parts: list[Part] = []
    for at, seat in enumerate(seats):
        y = top + step * at + LITTLE / 2
        if seat.bet and step < LITTLE + 36:
            # no room for a chip
            parts += plate(facts, seat._replace(low=_("bets {n}").format(n=seat.bet)), x, y, small=True)
            continue
        parts += plate(facts, seat, x, y, small=True)
        if seat.bet:
            parts += pieces.bet(x, y + LITTLE / 2 + 16, f"{seat.bet:,}", gold=seat.leads)
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
        *pieces.name(x, y + 31, seat.name, 24, fill, anchor="middle", widest=room - 6),
        *pieces.text(x, y + 55, low, 24, SOFT if seat.state else GOLD, anchor="middle", widest=room - 6),
    )


# ---- each on a panel


def panels(facts: Facts, seats: Sequence[SeatFacts], top: float, bottom: float) -> tuple[Part, ...]:
    """Return a panel for each seat, in two columns: who it is, and everything open before it."""
    across = 1 if len(seats) == 1 else 2
    rows = -(-len(seats) // across)
    step = min(MOST_PANEL, (bottom - top) / max(1, rows))
    top += (bottom - top - step * rows) / 2
    w = 336 if across == 2 else 520
    parts: list[Part] = []
    for at, seat in enumerate(seats):
        alone = across == 2 and at == len(seats) - 1 and at % 2 == 0
        x = 222 if alone else (44 if across == 2 else 130) + 356 * (at % across)
        parts += panel(facts, seat, x, top + step * (at // across), w, step - 10)
    return tuple(parts)


def panel(facts: Facts, seat: SeatFacts, x: float, y: float, w: float, h: float) -> tuple[Part, ...]:
    """Return the panel of a seat."""
    closing = next((each for each in seat.gauges if each.shape == "gap"), None)
    danger = closing is not None and (closing.mark or 0) - closing.value <= DANGER
    edge, wide = (GOLD, 4) if seat.time is not None else ("#c8574a", 4) if danger else (SEAM, 1.5)
    frame = pieces.panel(x, y, w, h, fill=PLATE, edge=edge, thick=wide)
    if closing is not None:
        return (*frame, *_closing_panel(facts, seat, closing, x, y, w, h, danger=danger))
    return (*frame, *_open_panel(facts, seat, x, y, w, h))


def _who(seat: SeatFacts, x: float, middle: float, disc: float) -> tuple[Part, ...]:
    """Return the face of a panel with its marks."""
    hue = "#4a4038" if seat.state else pieces.person_hue(seat.number)
    parts = pieces.face_disc(x + 12 + disc, middle, disc, seat.name, hue)
    if seat.marks:
        parts += pieces.badge(x + 12 + disc * 1.8, middle - disc * 0.7, seat.marks[0], min(13, disc * 0.6))
    return parts


def _called(facts: Facts, seat: SeatFacts) -> str:
    return _("You") if seat.number == facts.viewer else seat.name


def _closing_panel(
    facts: Facts, seat: SeatFacts, of: Gauge, x: float, y: float, w: float, h: float, *, danger: bool
) -> tuple[Part, ...]:
    """Return a panel of two numbers that must not meet: a low one has the name alone, a tall one the role too."""
    tall, high, tight = h >= TALL_PANEL, h >= HIGH_PANEL, h < TIGHT_PANEL
    disc = 24 if high else 14 if tight else 18
    middle = y + (38 if tall else 34 if high else 19 if tight else 24)
    left = x + 24 + 2 * disc
    fill = SOFT if seat.state else CREAM
    cards = next((n for _name, n in seat.counts[1:2]), None)
    low = seat.state or (
        _("only {n} left!").format(n=max(0, (of.mark or 0) - of.value))
        if danger
        else _("{low} to {high}").format(low=of.mark or 0, high=of.value)
        if cards is None
        else ngettext("{n} card", "{n} cards", cards).format(n=cards)
    )
    size = 27 if high else 22
    parts = list(_who(seat, x, middle, disc))
    parts += pieces.name(left, middle + (-1 if high else 8), _called(facts, seat), size, fill, widest=w - 170)
    lines = [(seat.role, SOFT)] if tall and seat.role else []
    lines += [(low, HURT if danger else SOFT)] if high else []
    for at, (words, hue) in enumerate(lines):
        # the line beside the coins is shorter
        room = w - 170 if len(lines) == 1 and seat.counts else w - (left - x) - 12
        parts += pieces.text(left, middle + (29 if tall else 26) + 29 * at, words, 22, hue, widest=room)
    for _name, n in seat.counts[:1]:
        coin, number, coin_y = (24, 24, middle) if tight else (30, 29, middle + (-9 if tall else 1))
        parts += pieces.sign("coin", x + w - 62, coin_y, coin, GOLD, "#7a5710")
        parts += pieces.text(x + w - 42, coin_y + number * 0.38, str(n), number, GOLD, bold=True)
    return (*parts, *_closing(x, y + h - (33 if tight else 34), w, of))


def _closing(x: float, y: float, w: float, of: Gauge) -> tuple[Part, ...]:
    """Return the gap between two numbers of a seat with both of them beside it."""
    return (
        *pieces.sign("cup", x + 26, y + 11, 22, "#f0a860", PLATE),
        *pieces.text(x + 42, y + 20, str(of.value), 26, "#f0a860", bold=True),
        *shapes.gap(x + 82, y, w - 168, of),
        *pieces.sign("heart", x + w - 58, y + 12, 22, CREAM),
        *pieces.text(x + w - 42, y + 21, str(of.mark or 0), 26, CREAM, bold=True),
    )


def _open_panel(facts: Facts, seat: SeatFacts, x: float, y: float, w: float, h: float) -> tuple[Part, ...]:
    """Return a panel with the open cards and dice of a seat: below the name where there is room, else beside it."""
    piles = [zone for zone in seat.piles if zone.items][:2]
    tall = h >= TALL_PANEL
    one_line = h < LOW_PANEL
    disc = 24 if tall else 18
    middle = y + (36 if tall else h / 2)
    left = x + 24 + 2 * disc
    fill = SOFT if seat.state else CREAM
    room = w - (left - x) - 14 if tall or not (piles or seat.backs) else BESIDE
    low = seat.state or pieces.clause(seat.low or seat.note, room)
    name_room = room - 110 if one_line and seat.state else room
    parts = list(_who(seat, x, middle, disc))
    base, size = middle + (8 if one_line else -1), 27 if tall else 22
    parts += pieces.name(left, base, _called(facts, seat), size, fill, widest=name_room)
    if not one_line:
        parts += pieces.text(left, middle + 26, low, 22 if tall else 20, GOLD, widest=room)
    elif seat.state:
        parts += pieces.text(x + w - 14, middle + 8, seat.state, 20, SOFT, anchor="end", widest=w - 190)
    if not piles and seat.backs:
        return (*parts, *items.row(x + w - 64, y + 8, ["back"] * min(seat.backs, 5), 30, 104))
    if tall:
        return (*parts, *_below(facts, piles, x + 12, y + 72, w - 24, h - 80))
    return (*parts, *_beside(facts, piles, left + BESIDE + 6, y, x + w - 10, h))


def _below(facts: Facts, piles: Sequence[Zone], x: float, y: float, w: float, h: float) -> tuple[Part, ...]:
    """Return the piles below a name: in one line if all of their items have room there, else in a line each."""
    together = sum(len(zone.items) for zone in piles) <= ONE_LINE
    lines = [piles] if together else [[zone] for zone in piles]
    high = h / max(1, len(lines))
    parts: list[Part] = []
    for at, line in enumerate(lines):
        tall = items.height([key for zone in line for key in zone.items], 1)
        counts = [_shown(zone) for zone in line]
        gaps = GAP * (len(line) - 1)
        numbers = sum(n for n, zone in zip(counts, line, strict=True) if zone.layout == "heap") * items.COUNT
        size = min(60.0, (high - 6) / tall, (w - gaps - numbers) / max(1, sum(counts)) - 4)
        left = x
        for zone, many in zip(line, counts, strict=True):
            gold, dim = fates(facts.strip, zone)
            wide = many * (size + 4 + (items.COUNT if zone.layout == "heap" else 0))
            top = y + high * at + (high - size * tall) / 2
            parts += items.pile(left + wide / 2, top, zone, size, wide, gold=gold, dim=dim)
            left += wide + GAP
    return tuple(parts)


def _shown(zone: Zone) -> int:
    """Return how many items of a pile are drawn side by side."""
    return 1 if zone.layout == "pile" else len({*zone.items}) if zone.layout == "heap" else len(zone.items)


def _beside(
    facts: Facts, piles: Sequence[Zone], x: float, y: float, right: float, h: float
) -> tuple[Part, ...]:
    """Return the piles at the right of a name; of dice that would cover each other's numbers equal ones are counted."""
    parts: list[Part] = []
    apart = 12.0
    each = (right - x - apart * (len(piles) - 1)) / max(1, sum(map(_shown, piles)))
    legible = [_is_legible(zone, each * _shown(zone)) for zone in piles]
    shown = [
        zone if fits else zone._replace(layout="pile")
        for zone, fits in zip(piles, legible, strict=True)
        if fits or len(set(zone.items)) == 1
    ]
    each = (right - x - apart * (len(shown) - 1)) / max(1, sum(map(_shown, shown)))
    for zone in shown:
        part = each * _shown(zone)
        gold, dim = fates(facts.strip, zone)
        die = is_die(zone.items[0])
        size = min(46.0, h - 20) if die else min(44.0, (h - 14) / items.TALL)
        if die and zone.layout != "pile":
            size = max(LEAST_DIE, min(size, part / len(zone.items) - 2))
        high = size if die else size * items.TALL
        parts += items.pile(x + part / 2, y + (h - high) / 2, zone, size, part, gold=gold, dim=dim)
        x += part + apart
    return tuple(parts)


def _is_legible(zone: Zone, room: float) -> bool:
    """Return whether each die of a pile can be read in this room; a card's rank stands at its edge."""
    many = len(zone.items)
    return not is_die(zone.items[0]) or many < 2 or (room - LEAST_DIE) / (many - 1) >= LEAST_DIE * 0.7
