"""The middle of a picture: the table, everyone round it, and what is at stake. The scene's blocks decide its plan."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from bot.face.art import pieces
from bot.face.art.drawing import LEAST_TEXT, Part
from bot.face.art.palette import CREAM, DIM, FATES, GOLD, INK, NIGHT, PLATE, SEAM, SOFT
from bot.face.table.facts import Facts, SeatFacts, is_die
from bot.face.text.card_names import drawn_as, item_name
from bot.face.text.templates import capital, word
from bot.language import _, number, with_label
from cogs.ui.blocks.grids import area, cells, spot_name
from cogs.ui.pictures import items, plates, shapes
from games.engine.prompts import Place
from games.engine.scene import Circle, Grid, Strip, Track, Trick, Zone

TOP, BOTTOM = 62, 480
"""The middle lies between these heights; below it begins the tray."""
CARD = 101.0
"""The height of a card in the middle of a round table."""
NAME = 21
"""The size of the name below a pile."""
MOST_PIPS, PIP = 5, 27
"""The most cards above a place of a circle, and how far they are apart: between its neighbours is no room for more."""
STALL = 96
"""The width of a stall of the market."""
OPEN_ITEMS = 4
"""From so many open things before one seat on, every seat gets a panel of its own."""


class Laying:
    """The viewer's cards being laid on a grid: its piles with those placed so far, and the places open to the next."""

    def __init__(self, prompt: Place, placed: Sequence[Sequence[int]]) -> None:
        self.prompt = prompt
        self.piles = prompt.after(placed)
        self.spots = prompt.spots(placed) if len(placed) < len(prompt.items) else []


def middle(facts: Facts, laying: Laying | None = None) -> tuple[Part, ...]:
    """Return the middle of a picture by the blocks of its scene."""
    seats = facts.others
    own = facts.mine
    gaps = any(gauge.shape == "gap" for seat in facts.seats for gauge in seat.gauges)
    if facts.circle is not None:
        return _wheel(facts, facts.circle, seats)
    if any(seat.grid is not None and seat.grid.piles for seat in facts.seats) or laying is not None:
        return _grids(facts, seats, own, laying)
    if facts.track is not None and facts.track.toward:
        return _road(facts, facts.track, seats)
    if facts.track is not None:
        return _tracked(facts, facts.track, seats)
    if facts.strip is not None:
        return _strip_table(facts, facts.strip, seats)
    if gaps:
        return _boards(facts)
    if any(sum(len(zone.items) for zone in seat.piles) >= OPEN_ITEMS for seat in seats) or (
        any(is_die(key) for seat in seats for zone in seat.piles for key in zone.items)
        and len(seats) >= plates.MANY
    ):
        return _panelled(facts, seats)
    return _round(facts, seats)


# ---- round a table


def _round(facts: Facts, seats: Sequence[SeatFacts]) -> tuple[Part, ...]:
    below = facts.mine is None
    low = len(seats) < 3 and not below
    top = 92 if low else 116
    return (
        *pieces.ground(facts.theme, 30, top, 720, 318 if not below else 330),
        *(_centre(facts) or _bare(facts, 256 if low else 284)),
        *plates.round_table(facts, seats, below=below),
    )


def _bare(facts: Facts, y: float) -> tuple[Part, ...]:
    """Return the middle of a table with nothing on it: what stands for the game, or a sign in the cloth in play."""
    if any(seat.piles or seat.backs for seat in facts.seats):
        return pieces.watermark(facts.theme, 390, y, 190)
    return items.emblem(facts.emblem, 390, y)


def _centre(facts: Facts) -> tuple[Part, ...]:
    """Return the things in the middle of a round table: the trick, shared cards and dice, the pot."""
    if facts.trick is not None:
        return _trick(facts, facts.trick)
    parts: list[Part] = []
    zones = [zone for zone in facts.shared if zone.items]
    cx = 390
    if not zones:
        return _pot(facts, cx, 238 if facts.mine is not None else 222)
    # a poster has a seat below, so that the pot needs room above it
    tall = 72 if facts.mine is None and facts.pot is not None else CARD
    # two seats above have what they did below their plates
    y, below = (212, 355) if facts.mine is None else (226, 396) if len(facts.others) < 3 else (202, 386)
    if len(zones) == 1 and facts.pot is None and not _is_drawn(zones[0]):
        # of eight seats the upper ones reach down to the sides of it
        middle = 244 if len(facts.seats) > 7 else 224 if facts.mine is not None else 216
        return (
            *items.emblem(facts.emblem, cx, middle),
            *_speech(cx, 326, zones[0], 310, (26, 24, 22, 20), bold=True),
        )
    # plates beside the middle leave it less room
    others = len(facts.seats) - 1
    widest = 280 if others < plates.MANY else 264
    if len(zones) > 2:
        widest = 330 if others < plates.MANY - 1 else 290
    parts += _zones(zones, cx, y, widest, tall)
    if facts.pot is not None:
        parts += pieces.text(cx, below, facts.pot_words, 31, GOLD, bold=True, anchor="middle")
    return tuple(parts)


def _pot(facts: Facts, cx: float, y: float) -> tuple[Part, ...]:
    if facts.pot is None:
        return ()
    amount = facts.pot or facts.bets
    parts: list[Part] = []
    if facts.mine is None:
        # a poster has the cards of a seat below the pot, so its heap lies beside the number
        wide = pieces.length(facts.pot_words, 50, bold=True)
        # the bets of two seats above reach down to it
        y += 12 if len(facts.seats) > 4 else 0
        # of six the upper two at the sides bet where it would lie
        if amount and len(facts.seats) != plates.MANY:
            parts += pieces.heap(cx - wide / 2 - 30, y + 36, amount, 15)
        cx, y = cx + 44, y - 22
    elif amount:
        y += 12
        parts += pieces.heap(cx, y, amount)
    parts += pieces.text(cx, y + 74, facts.pot_words, 50, GOLD, bold=True, anchor="middle", widest=300)
    if facts.bets:
        bets = _("{n} bet this round").format(n=number(facts.bets))
        parts += pieces.text(390, y + 110, bets, 24, CREAM, anchor="middle", widest=300)
    return tuple(parts)


def _zones(zones: Sequence[Zone], cx: float, y: float, widest: float, tall: float = CARD) -> tuple[Part, ...]:
    """Return shared piles of that height side by side, each with its name below."""
    parts: list[Part] = []
    shown = zones[:4]
    weights = [max(1.6, min(len(zone.items) if zone.layout == "row" else 1, 6)) for zone in shown]
    if len(shown) > 2:
        # each name needs its room
        weights = [1.0] * len(shown)
    names = [pieces.length(word(zone.name), NAME) + 8 for zone in shown]
    if sum(names) < widest:
        # what is left beside the names goes by the number of cards
        spare = [
            max(0.0, widest * each / sum(weights) - name) for each, name in zip(weights, names, strict=True)
        ]
        part = (widest - sum(names)) / max(1.0, sum(spare))
        rooms = [name + part * more for name, more in zip(names, spare, strict=True)]
    else:
        rooms = [widest * each / sum(weights) for each in weights]
    x = cx - widest / 2
    for zone, room in zip(shown, rooms, strict=True):
        if not _is_drawn(zone):
            parts += pieces.wrapped(
                x + room / 2,
                y + 30,
                item_name(zone.items[-1]),
                22,
                CREAM,
                widest=room,
                most=3,
                anchor="middle",
            )
        else:
            many = 1 if zone.layout == "pile" else len(zone.items)
            die = all(map(is_die, zone.items))
            w = min(66 if die else tall / items.TALL, max(34.0, (room - 8) / max(1, many) - 4))
            high = w if die else w * items.TALL
            parts += items.pile(x + room / 2, y + max(0, (tall - high) / 2), zone, w, room - 8)
        name = word(zone.name)
        if pieces.length(name, LEAST_TEXT) <= room:
            parts += pieces.text(x + room / 2, y + tall + 27, name, NAME, CREAM, anchor="middle", widest=room)
        else:
            parts += pieces.wrapped(
                x + room / 2,
                y + tall + 25,
                name,
                LEAST_TEXT,
                CREAM,
                widest=room,
                most=2,
                step=22,
                anchor="middle",
            )
        x += room
    return tuple(parts)


def _speech(
    cx: float, y: float, zone: Zone, widest: float, sizes: Sequence[int], *, bold: bool = False
) -> tuple[Part, ...]:
    """Return words that a game lets lie on the table, with their middle at cx, y, in the largest size with room."""
    words = f"“{item_name(zone.items[-1])}”"
    tried = [*((most, size) for most in (2, 3) for size in sizes), (4, sizes[-1])]
    for most, size in tried:
        shown = pieces.lines(words, size, widest, most, bold=bold)
        if not shown[-1].endswith("…"):
            break
    step = round(size * 1.25)
    top = y - step * (len(shown) - 1) / 2 + size * 0.35
    return pieces.wrapped(
        cx, top, words, size, CREAM, widest=widest, most=4, step=step, bold=bold, anchor="middle"
    )


def _is_drawn(zone: Zone) -> bool:
    """Return whether a pile is of cards and dice; what a game lets lie there in words is written."""
    return not any(" " in key for key in zone.items)


def _trick(facts: Facts, trick: Trick) -> tuple[Part, ...]:
    """Return the cards of a trick, each with the face of its seat; the one that would take it wears a crown."""
    parts: list[Part] = []
    names = {seat.number: seat.name for seat in facts.seats}
    many = len(trick.played) + (
        1 if facts.mine is not None and all(n != facts.viewer for n, _ in trick.played) else 0
    )
    w = 80 if many <= 4 else 64
    step = min(w + 6, 290 / max(1, many))
    start = 390 - step * (len(trick.played) - 1) / 2 - w / 2
    for at, (seat, key) in enumerate(trick.played):
        x, y = start + step * at, 222 + (8 if at % 2 else 0)
        leads = at == trick.leading
        parts += items.item(x, y, w, key, turn=items.LEAN[at % 4], gold=leads)
        if leads:
            parts += pieces.crown(x + w / 2, y - 14, 34)
        parts += pieces.face_disc(
            x + w / 2, y + w * 1.45, 19, names.get(seat, "?"), pieces.person_hue(seat), NIGHT
        )
    # a poster has the cards of a seat between them
    edge = 82 if facts.mine is not None else plates.LED_EDGE
    for colour, x, words, left in (
        (trick.led, edge, _("led"), True),
        (trick.dominant, 780 - edge, _("dominant"), False),
    ):
        if colour:
            parts += pieces.colour_disc(x, 428, 25, colour, CREAM if left else GOLD)
            parts += pieces.text(
                x + (plates.LED_GAP if left else -plates.LED_GAP),
                436,
                words,
                plates.LED_NOTE,
                CREAM if left else GOLD,
                bold=True,
                anchor="start" if left else "end",
            )
    if facts.mine is not None and facts.mine.time is not None:
        parts += _yours(354, 358, 72, 84)
    return tuple(parts)


def _yours(x: float, y: float, w: float, h: float) -> tuple[Part, ...]:
    """Return the empty place of the viewer's own card."""
    return (
        *shapes.dashed(x, y, w, h, 10, GOLD, fill=NIGHT, solid=0.6),
        *pieces.text(x + w / 2, y + h / 2 + 9, _("you"), 24, GOLD, bold=True, anchor="middle"),
    )


# ---- seats on panels


def _panelled(facts: Facts, seats: Sequence[SeatFacts]) -> tuple[Part, ...]:
    zones = [zone for zone in facts.shared if zone.items]
    parts = list(pieces.ground(facts.theme, 24, TOP, 732, BOTTOM - TOP - 4))
    top = TOP + 22.0
    if zones or facts.pot is not None:
        parts += _shared_line(facts, zones, top)
        top += 96 if zones else 58
    parts += plates.panels(facts, seats, top, BOTTOM - 14)
    return tuple(parts)


def _shared_line(facts: Facts, zones: Sequence[Zone], y: float) -> tuple[Part, ...]:
    """Return shared piles and the pot in one line."""
    parts: list[Part] = []
    right = 736.0
    if facts.pot is not None:
        amount = facts.pot + facts.bets
        words = facts.pot_words if not facts.bets else f"{facts.pot_words} + {facts.bets:,}"
        if zones:
            parts += pieces.text(720, y + 48, words, 31, GOLD, bold=True, anchor="end")
            right = 720 - pieces.length(words, 31, bold=True) - 20
        else:
            wide = pieces.length(words, 40, bold=True)
            parts += pieces.heap(390 - wide / 2 - 50, y + 26, amount) if amount else ()
            parts += pieces.text(400, y + 34, words, 40, GOLD, bold=True, anchor="middle")
    x = 56.0
    if len(zones) == 1 and facts.pot is None:
        x, right = 270.0, 510.0
    room = (right - x) / max(1, len(zones[:4]))
    for zone in zones[:4]:
        name = f"{word(zone.name)}:"
        name, size = pieces.fit(name, 24, max(110.0, room * 0.45))
        parts += pieces.text(x, y + 48, name, size, CREAM)
        used = pieces.length(name, size) + 12
        if _is_drawn(zone):
            die = all(map(is_die, zone.items))
            many = 1 if zone.layout == "pile" else len(zone.items)
            w = min(58.0, max(30.0, (room - used - 10) / many - 4))
            high = w if die else w * items.TALL
            wide = min(room - used - 6, many * (w + 4))
            parts += items.pile(x + used + wide / 2, y + 40 - high / 2, zone, w, room - used - 6)
        else:
            parts += pieces.text(x + used, y + 48, item_name(zone.items[-1]), 22, CREAM, widest=room - used)
        x += room
    return tuple(parts)


def _boards(facts: Facts) -> tuple[Part, ...]:
    """Return a panel for every seat, the viewer's too, and below them the thing that waits to happen."""
    parts = list(pieces.ground(facts.theme, 24, 58, 732, 420))
    stack = facts.stack
    crowd = len(facts.seats) > 6
    bottom = 428.0 if not stack and facts.pot else 462.0 if not stack else 362.0 if crowd else 334.0
    parts += plates.panels(facts, facts.seats, 70 if crowd else 78, bottom)
    if stack:
        parts += _waiting(stack[-1], bottom + 4, 104 if crowd else 126)
    elif facts.pot:
        parts += pieces.plaque(390, 452, facts.pot_words, 27, GOLD, bold=True)
    return tuple(parts)


def _waiting(waits: tuple[str, str, str], y: float, high: float) -> tuple[Part, ...]:
    """Return the thing that happens next unless it is answered: its card, its player, and its effect."""
    key, line, then = waits
    parts = list(pieces.panel(44, y, 692, high, fill=NIGHT, edge=GOLD, thick=2))
    left = 62.0
    if key:
        wide = (high - 24) / items.TALL
        parts += items.item(60, y + 12, wide, key)
        left = 60 + wide + 18
    room = 724 - left
    if pieces.length(line, LEAST_TEXT, bold=True) > room:
        few = 2 if then else 3
        parts += pieces.wrapped(left, y + 32, line, 21, CREAM, widest=room, most=few, step=26, bold=True)
        parts += pieces.text(left, y + high - 18, then, 23, GOLD, widest=room)
        return tuple(parts)
    parts += pieces.text(left, y + high * 0.35, line, 27, CREAM, bold=True, widest=room)
    parts += pieces.wrapped(left, y + high * 0.65, then, 25, GOLD, widest=room, most=2, step=30)
    return tuple(parts)


# ---- a strip of numbers


def _strip_table(facts: Facts, strip: Strip, seats: Sequence[SeatFacts]) -> tuple[Part, ...]:
    parts = list(pieces.ground(facts.theme, 24, 66, 732, 414))
    parts += _strip(facts, strip)
    crowd = len(seats) > 3
    across = 4 if crowd else max(1, len(seats))
    for at, seat in enumerate(seats):
        line = seats[at - at % across : at - at % across + across]
        step = (740 if crowd else 664) / len(line)
        x = 390 + step * (at % across + 0.5 - len(line) / 2)
        y = (336 if len(seats) > across else 404) + 100 * (at // across) if crowd else 424
        if not crowd and len(seats) == 3 and at == 1:
            y = 432
        parts += plates.plate(facts, seat, x, y, small=crowd)
        for zone in seat.piles[:1]:
            gold, dim = plates.fates(strip, zone)
            size = 36 if crowd else 46
            high = y - 33 - size if crowd else y - 36 - size
            parts += items.row(x, high, zone.items, size, min(step - 12, 200), gold=gold, dim=dim)
    return tuple(parts)


def _strip(facts: Facts, strip: Strip) -> tuple[Part, ...]:
    """Return a strip: its fields by the fate of a wager there, the house's dice above, the names of its zones below."""
    parts: list[Part] = []
    many = len(strip.fields)
    left, wide = (92.0, 596.0) if many <= 8 else (64.0, 652.0)
    w = wide / many
    y = 190
    house = [zone for zone in facts.shared if zone.name == strip.name]
    others = [zone for zone in facts.shared if zone.name != strip.name and zone.items]
    if house:
        dice = house[0].items
        if not others:
            parts += pieces.text(390, 138, word(house[0].name), 23, CREAM, anchor="middle")
        # words that lie there too have the left half
        middle, apart = (560.0, 84.0) if others else (390.0, 180.0)
        for at, key in enumerate(dice):
            parts += pieces.die(
                middle + apart * (at / (len(dice) - 1) - 0.5) if len(dice) > 1 else middle,
                124,
                56,
                key,
                base="house",
                turn=(-8, 7)[at % 2],
            )
    for zone in others[:1]:
        parts += _speech(250, 117, zone, 340, (23, 20))
    inks = {"lost": SOFT, "even": CREAM, "won": INK}
    for at, field in enumerate(strip.fields):
        fill, ink = FATES[field.fate], inks[field.fate]
        big = field.fate == "won" and many > 8
        high = 64 if big else 52
        parts += pieces.panel(left + w * at + 2, y - high / 2, w - 4, high, fill=fill, edge=fill, r=9)
        middle = left + w * (at + 0.5)
        if w >= 90:
            parts += pieces.text(left + w * at + 14, y + 9, str(field.face), 25, ink, bold=True)
            parts += pieces.text(
                left + w * (at + 1) - 14, y + 9, field.pays, 25, ink, bold=True, anchor="end"
            )
        else:
            parts += pieces.text(
                middle, y + 9, str(field.face), 26 if w >= 44 else 20, ink, bold=True, anchor="middle"
            )
    runs = _runs(strip, pays=w < 90)
    sizes = [23 if fate == "won" else 21 for _words, fate, *_span in runs]
    natural = [
        pieces.length(words, size, bold=fate == "won") + 14
        for (words, fate, *_span), size in zip(runs, sizes, strict=True)
    ]
    spare = min(1.0, wide / sum(natural))
    rooms = [each * spare for each in natural]
    middles = [left + w * (start + end) / 2 for *_words, start, end in runs]
    for (words, fate, *_span), size, room, middle in zip(
        runs, sizes, rooms, _apart(middles, rooms, left, left + wide), strict=True
    ):
        best = fate == "won"
        parts += pieces.text(
            middle,
            y + 56 + (8 if best and many > 8 else 0),
            words,
            size,
            GOLD if best else CREAM,
            bold=best,
            anchor="middle",
            widest=room - 6,
        )
    return tuple(parts)


def _apart(middles: Sequence[float], rooms: Sequence[float], left: float, right: float) -> list[float]:
    """Return the middles of labels moved so far that none runs into another or leaves the space between the edges."""
    moved = list[float]()
    for middle, room in zip(middles, rooms, strict=True):
        moved.append(max(middle, left + room / 2))
        left = moved[-1] + room / 2
    for at in range(len(moved) - 1, -1, -1):
        moved[at] = min(moved[at], right - rooms[at] / 2)
        right = moved[at] - rooms[at] / 2
    return moved


def _runs(strip: Strip, *, pays: bool) -> list[tuple[str, str, int, int]]:
    """Return the zones of a strip, each with its words, its fate, and where it begins and ends."""
    runs: list[tuple[str, str, int, int]] = []
    for at, field in enumerate(strip.fields):
        words = word(field.zone)
        if pays and field.fate != "lost":
            words = with_label(words, word(field.pays))
        if runs and runs[-1][:2] == (words, field.fate):
            runs[-1] = (*runs[-1][:3], at + 1)
        else:
            runs.append((words, field.fate, at, at + 1))
    return runs


# ---- a circle


def _wheel(facts: Facts, circle: Circle, seats: Sequence[SeatFacts]) -> tuple[Part, ...]:
    parts = list(pieces.ground(facts.theme, 24, 70, 732, 412))
    parts += _circle(circle)
    left, right = seats[: (len(seats) + 1) // 2][::-1], seats[(len(seats) + 1) // 2 :]
    # from the viewer's left hand round: up on the left, then down on the right
    for side, x in ((left, 100), (right, 680)):
        parts += plates.column(facts, side, x, 96, 424)
    if facts.pot is not None:
        words = facts.pot_words if not facts.bets else f"{facts.pot_words} + {facts.bets:,}"
        parts += pieces.plaque(720 - pieces.length(words, 30, bold=True) / 2, 452, words, 30, GOLD, bold=True)
    return tuple(parts)


def _circle(circle: Circle) -> tuple[Part, ...]:
    """Return a circle with its places: the total of each large, what adds to it small above, its name below."""
    cx, cy, r = 390.0, 286.0, 140.0
    many = len(circle.places)
    at = [
        (cx + r * 1.06 * math.sin(2 * math.pi * k / many), cy - r * math.cos(2 * math.pi * k / many))
        for k in range(many)
    ]
    parts = list(shapes.spokes(cx, cy, r, at))
    if circle.middle is not None:
        parts += pieces.text(cx, cy - 26, capital(word(circle.middle.name)), 20, CREAM, anchor="middle")
        last = circle.middle.items[-3:]
        parts += items.row(cx, cy - 14, last, 33, 106)
        if not last:
            parts += pieces.text(cx, cy + 18, _("empty"), 22, SOFT, anchor="middle")
    for n, (place, (x, y)) in enumerate(zip(circle.places, at, strict=True)):
        parts += _place(word(place.name), place.total, word(place.note), x, y, best=n == circle.pointed)
        signs = [(key, k) for k, part in enumerate(place.parts) for key in part.items]
        doubles = sorted(signs, key=lambda each: -each[1])
        shown = doubles if len(doubles) <= MOST_PIPS else doubles[: MOST_PIPS - 1]
        more = f"+{len(doubles) - len(shown)}" if len(doubles) > len(shown) else ""
        wide = (len(shown) - 1) * PIP + (PIP + 3 if more else 0)
        # clear of the plates at both sides
        left = min(max(x - wide / 2, 206), 574 - wide)
        for i, (key, kind) in enumerate(shown):
            parts += _pip(left + i * PIP, y - 55, key, strong=kind > 0)
        parts += pieces.text(left + len(shown) * PIP - 9, y - 48, more, 20, CREAM)
    return tuple(parts)


def _place(name: str, total: int, note: str, x: float, y: float, *, best: bool) -> tuple[Part, ...]:
    ground, ink = (GOLD, INK) if best else (PLATE, CREAM)
    edge = GOLD if best else SEAM
    wide = pieces.length(name, 20, bold=True) + 22
    return (
        *shapes.disc(x, y, 40, ground, edge=edge),
        *pieces.text(x, y + 13, str(total), 42, ink, bold=True, anchor="middle"),
        *pieces.panel(x - wide / 2, y + 25, wide, 28, fill=ground, edge=edge, thick=2, r=13),
        *pieces.text(x, y + 46, name, 20, DIM if note else ink, bold=True, anchor="middle"),
        *(pieces.text(x, y + 74, note, 20, SOFT, anchor="middle") if note else ()),
    )


def _pip(x: float, y: float, key: str, *, strong: bool) -> tuple[Part, ...]:
    """Return the letter of a card at a circle's place, in a square if it counts more."""
    shape = (
        pieces.panel(x - 13, y - 13, 26, 26, fill=CREAM, edge=CREAM, r=6)
        if strong
        else shapes.disc(x, y, 12.5, PLATE, edge=CREAM, wide=2)
    )
    letter = drawn_as(key)[:1]
    return (
        *shape,
        *pieces.text(x, y + 7, letter, 20, INK if strong else CREAM, bold=True, anchor="middle", serif=True),
    )


# ---- grids


def _grids(
    facts: Facts, seats: Sequence[SeatFacts], own: SeatFacts | None, laying: Laying | None
) -> tuple[Part, ...]:
    parts = list(pieces.ground(facts.theme, 24, 62, 732, 416))
    if own is not None:
        piles = laying.piles if laying is not None else own.grid.piles if own.grid is not None else ()
        parts += _own_grid(own.grid, piles, laying)
        left, right, top = 412.0, 742.0, 84.0
    else:
        left, right, top = 44.0, 736.0, 84.0
    room = right - left
    across = (
        1
        if own is not None and len(seats) <= 3
        else 2
        if own is not None or len(seats) <= 4
        else 3
        if len(seats) <= 6
        else 4
    )
    rows = -(-len(seats) // across)
    bottom = 432 if facts.pot is not None else 470
    high = min((bottom - top) / max(1, rows), 170.0)
    for at, seat in enumerate(seats):
        x = left + room / across * (at % across)
        y = top + high * (at // across)
        parts += _small_grid(seat, x, y, room / across, high)
    if facts.pot is not None:
        words = facts.pot_words if not facts.bets else f"{facts.pot_words} + {facts.bets:,}"
        parts += pieces.plaque(right - 90 if own is not None else 390, 448, words, 30, GOLD, bold=True)
    return tuple(parts)


def _own_grid(
    grid: Grid | None, piles: Sequence[tuple[int, int, tuple[str, ...]]], laying: Laying | None
) -> tuple[Part, ...]:
    """Return the viewer's grid, large: each place by its sign and name with its points, and the places still open."""
    parts: list[Part] = []
    pile_at = cells(piles)
    spots = laying.spots if laying is not None else []
    known = {(each.column, each.row): each for each in grid.districts} if grid is not None else {}
    columns, lines = area([*pile_at, *spots]) if pile_at or spots else (range(3), range(3))
    many = max(len(columns), len(lines), 3)
    s = 304 / many - 4
    x0 = 66.0 + (304 - len(columns) * (s + 4)) / 2
    y0 = 94.0 + (304 - len(lines) * (s + 4)) / 2
    for row in lines:
        for column in columns:
            x, y = x0 + (column - columns.start) * (s + 4), y0 + (row - lines.start) * (s + 4)
            stacked = pile_at.get((column, row), ())
            name = spot_name((column, row), columns, lines)
            if not stacked:
                lit = (column, row) in spots
                parts += shapes.dashed(
                    x,
                    y,
                    s,
                    s,
                    8,
                    GOLD if lit else SOFT,
                    fill=GOLD if lit else NIGHT,
                    solid=0.16 if lit else 0.2,
                    wide=4 if lit else 2,
                )
                parts += pieces.text(
                    x + s / 2,
                    y + s / 2 + 9,
                    name,
                    25 if s > 70 else 20,
                    CREAM if lit else SOFT,
                    anchor="middle",
                )
                continue
            district = known.get((column, row))
            parts += pieces.field(x, y, s, drawn_as(stacked[-1]))
            if district is not None and len(stacked) == len(_stacked_before(grid, column, row)):
                called = word(district.name)
                if pieces.length(called, 20, bold=True) > s - 2:
                    # the sign says it
                    called = ""
                parts += pieces.sign(
                    district.sign, x + s / 2, y + s * (0.38 if called else 0.54), s * 0.42, CREAM
                )
                parts += pieces.text(x + s / 2, y + s * 0.85, called, 20, CREAM, bold=True, anchor="middle")
                parts += shapes.points(x + s - 8, y + 8, district.points)
            else:
                parts += pieces.text(
                    x + s / 2,
                    y + s * 0.68,
                    drawn_as(stacked[-1])[:1],
                    s * 0.55,
                    CREAM,
                    anchor="middle",
                    serif=True,
                )
                if laying is not None:
                    # new
                    parts += pieces.panel(x, y, s, s, fill="none", edge=GOLD, thick=4, r=8)
            if (column, row) in spots:
                parts += pieces.text(x + 8, y + 24, name, 20, CREAM, bold=True)
    worth = sum(each.points for each in grid.districts) if grid is not None else 0
    if laying is not None and laying.prompt.worth is not None:
        worth = laying.prompt.worth(laying.piles)
    label = _("Your {city}").format(city=word(grid.name)) if grid is not None else _("Laid out")
    parts += pieces.text(70, 448, label, 30, CREAM, bold=True)
    parts += pieces.text(70 + pieces.length(label, 30, bold=True) + 16, 450, str(worth), 44, GOLD, bold=True)
    return tuple(parts)


def _stacked_before(grid: Grid | None, column: int, row: int) -> tuple[str, ...]:
    return (
        next((pile for c, r, pile in grid.piles if (c, r) == (column, row)), ()) if grid is not None else ()
    )


def _small_grid(seat: SeatFacts, x: float, y: float, w: float, h: float) -> tuple[Part, ...]:
    """Return another seat's grid with its name, its money and what it is worth."""
    parts: list[Part] = []
    beside = w > 230
    s = min(46.0 if w > 300 else 30.0 if beside else 26.0, (h - (16 if beside else 70)) / 3 - 4)
    grid_wide = 3 * (s + 4)
    if seat.grid is not None and seat.grid.piles:
        pile_at = cells(seat.grid.piles)
        columns, lines = area(pile_at)
        for row in lines:
            for column in columns:
                px, py = x + 6 + (column - columns.start) * (s + 4), y + (row - lines.start) * (s + 4)
                stacked = pile_at.get((column, row), ())
                if stacked:
                    parts += pieces.field(px, py, s, drawn_as(stacked[-1]))
                    letter = drawn_as(stacked[-1])[:1] if s >= LEAST_TEXT else ""
                    parts += pieces.text(
                        px + s / 2,
                        py + s * 0.78,
                        letter,
                        max(20, s * 0.7),
                        CREAM,
                        anchor="middle",
                        serif=True,
                    )
                else:
                    parts += shapes.dashed(px, py, s, s, 5, SEAM, wide=2)
    worth = sum(each.points for each in seat.grid.districts) if seat.grid is not None else 0
    hue = "#4a4038" if seat.state else pieces.person_hue(seat.number)
    fill = SOFT if seat.state else CREAM
    ring = GOLD if seat.time is not None else None
    low = seat.state or (
        _("has {n}").format(n=seat.low) if seat.low.replace(",", "").isdecimal() else seat.low
    )
    if seat.bet:
        low = _("bets {n}").format(n=seat.bet)
    if beside:
        disc = 22 if w > 260 else 16
        bx = x + grid_wide + disc + 12
        left = bx + disc + 14
        parts += pieces.face_disc(bx, y + 24, disc, seat.name, hue, ring)
        parts += pieces.badge(bx + disc * 0.8, y + 8, seat.marks[0], 10) if seat.marks else ()
        parts += pieces.name(left, y + 22, seat.name, 26, fill, widest=x + w - left - 4)
        parts += pieces.text(left, y + 47, low, 20, fill, widest=x + w - left)
        if not seat.state:
            label = _("worth")
            parts += pieces.text(bx - disc, y + 88, label, 24, CREAM, bold=True)
            beyond = bx - disc + pieces.length(label, 24, bold=True) + 10
            parts += pieces.text(beyond, y + 90, str(worth), 36, GOLD, bold=True)
        return tuple(parts)
    below = y + grid_wide + 20
    numbers = "" if seat.state or seat.bet else seat.low
    used = pieces.length(numbers, 20)
    parts += pieces.face_disc(x + 20, below, 17, seat.name, hue, ring)
    parts += pieces.name(x + 42, below + 7, seat.name, 20, fill, widest=w - 54 - used)
    if not seat.state:
        parts += pieces.text(x + w - 8, below + 7, numbers, 20, fill, anchor="end")
        large, base = (32, 28) if seat.bet else (40, 50)
        parts += pieces.text(x + grid_wide + 12, y + base, str(worth), large, GOLD, bold=True)
        if seat.bet:
            # below what the grid is worth, or beside it where the grid is low
            across, down = (22, 77) if grid_wide > 80 else (64, 28)
            parts += pieces.sign("coin", x + grid_wide + across, y + down - 9, 22, GOLD, "#7a5710")
            lead = GOLD if seat.leads else CREAM
            parts += pieces.text(x + grid_wide + across + 15, y + down, f"{seat.bet:,}", 24, lead, bold=True)
    else:
        beyond = grid_wide if seat.grid is not None and seat.grid.piles else 36
        parts += pieces.text(x + beyond + 8, y + 40, seat.state, 20, fill, widest=w - beyond - 16)
    return tuple(parts)


# ---- a track of cards with amounts


def _tracked(facts: Facts, track: Track, seats: Sequence[SeatFacts]) -> tuple[Part, ...]:
    """Return the cards of a track with their amounts, the seats above them."""
    parts = list(pieces.ground(facts.theme, 24, 62, 732, 418))
    parts += plates.line(facts, seats, 116)
    counts = list(track.counts)
    most = max((n for _, n in counts), default=0)
    split = len(counts) // 2 - 1 if len(counts) > 5 else 0
    lines = [counts[:split], counts[split:]] if split else [counts]
    tops = [178.0, 334.0] if len(lines) == 2 else [240.0]
    width = 84.0
    for line, y in zip(lines, tops, strict=True):
        step = min(118.0, 690 / len(line))
        start = 390 - step * (len(line) - 1) / 2
        if len(lines) == 2 and line is lines[0]:
            start = 390 - step * (len(line) - 1) / 2 - (90 if facts.shared else 0)
        for at, (key, n) in enumerate(line):
            x = start + step * at
            parts += items.item(x - width / 2, y, width, key, gold=n == most > 0, dim=not n)
            parts += pieces.plaque(x, y + width * items.TALL - 2, str(n), 30, GOLD if n else SOFT, bold=True)
    zones = [zone for zone in facts.shared if zone.items]
    if zones and len(lines) == 2:
        parts += _zones(zones[:2], 620, 176, 200)
    return tuple(parts)


# ---- a road, with a market beside it


def _road(facts: Facts, track: Track, seats: Sequence[SeatFacts]) -> tuple[Part, ...]:
    parts = list(pieces.ground(facts.theme, 24, 78, 732, 402))
    many = len(track.counts)
    step = 560 / max(1, many - 1)
    parts += shapes.road(70, 150, 600)
    for at, (key, worth) in enumerate(track.counts):
        x = 92 + step * at * 0.91
        top = at == many - 1
        parts += pieces.token(x, 166, 38, key, gold=top)
        parts += shapes.disc(x + 30, 134, 16.5, INK if top else CREAM)
        parts += pieces.text(x + 30, 142, str(worth), 23, GOLD if top else INK, bold=True, anchor="middle")
    parts += pieces.sign(track.toward, 690, 160, 92, "#d8583f", "#2b1110")
    parts += pieces.text(
        64, 228, _("each card's worth to the {place}").format(place=_(track.toward)), 21, CREAM
    )
    stalls = [zone for zone in facts.shared if zone.price is not None]
    rest = [zone for zone in facts.shared if zone.price is None and zone.items]
    for at, zone in enumerate(stalls):
        parts += _stall(zone, 44 + STALL * at, 252, at)
    if rest:
        words = f"{word(rest[0].name)} {len(rest[0].items)}"
        parts += pieces.text(716, 228, words, 21, CREAM, anchor="end")
    parts += _sellers(seats)
    return tuple(parts)


def _stall(zone: Zone, x: float, y: float, at: int) -> tuple[Part, ...]:
    parts = list(shapes.stall_roof(x - 2, y, 94, "#a4432f" if at % 2 else "#c9a24a"))
    kinds = list(dict.fromkeys(zone.items))
    wide = 62 if len(kinds) == 1 else 40
    if len(kinds) > 4:
        parts += _counted(zone.items, x - 4, y + 42, 49, 33)
        kinds = []
    for i, key in enumerate(kinds[:4]):
        n = zone.items.count(key)
        px, py = x + (45 - wide / 2 if len(kinds) == 1 else 2 + 44 * (i % 2)), y + 28 + 64 * (i // 2)
        if len(kinds) == 2:
            py += 28
        parts += items.item(px, py + (18 if len(kinds) == 1 else 0), wide, key)
        if n > 1:
            parts += pieces.plaque(px + wide - 4, py + (24 if len(kinds) == 1 else 6), str(n), 20, bold=True)
    price, hue = (_("pay {n}").format(n=zone.price), CREAM) if zone.price else (_("free"), GOLD)
    if pieces.length(price, 21, bold=True) + 30 > STALL:
        # it would reach into the next stall
        parts += pieces.text(x + 45, y + 183, price, 21, hue, anchor="middle", widest=STALL - 4)
    else:
        parts += pieces.plaque(x + 45, y + 176, price, 21, hue, bold=True)
    return tuple(parts)


def _counted(keys: Sequence[str], x: float, y: float, across: float, down: float) -> tuple[Part, ...]:
    """Return each kind of card as its sign with the number of them, two side by side."""
    parts: list[Part] = []
    for at, (key, n) in enumerate(Counter(keys).most_common(8)):
        px, py = x + across * (at % 2), y + down * (at // 2)
        parts += pieces.token(px + 14, py, 13, key)
        parts += pieces.text(px + 29, py + 7, n, 20, CREAM, bold=True)
    return tuple(parts)


def _sellers(seats: Sequence[SeatFacts]) -> tuple[Part, ...]:
    """Return the seats in a column at the right, each with its open heaps."""
    parts: list[Part] = []
    crowd = len(seats) > 3
    step = min(74.0, (216 if crowd else 232) / max(1, len(seats)))
    between, large, little = (21, 22, 20) if crowd else (25, 25, 22)
    for at, seat in enumerate(seats):
        y = (247 if crowd else 262) + step * at
        ring = GOLD if seat.time is not None else None
        parts += pieces.face_disc(
            464, y + 14, min(24, step / 2 - 4), seat.name, pieces.person_hue(seat.number), ring
        )
        if seat.marks:
            parts += pieces.badge(482, y - 2, seat.marks[0], 9)
        heaps = [zone for zone in seat.piles if zone.layout == "heap" and zone.items]
        room = 108 if heaps else 240
        parts += pieces.name(496, y + 11, seat.name, large, widest=room)
        low = pieces.clause(seat.low, room)
        parts += pieces.text(496, y + 11 + between, low, little, GOLD, widest=room)
        for i, zone in enumerate(heaps[:6]):
            x, row = 618 + 50 * (i % 3), i // 3 if len(heaps) > 3 else 0.5
            parts += pieces.token(x, y + 28 * row, 13, zone.items[0])
            parts += pieces.text(x + 15, y + 7 + 28 * row, len(zone.items), 20, CREAM, bold=True)
    return tuple(parts)
