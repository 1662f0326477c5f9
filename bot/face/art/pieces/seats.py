"""Seats: the plate of a member with name, money, time and small marks, and the places of all of them round a table."""

from __future__ import annotations

from math import pi

from bot.face.art import svg
from bot.face.art.drawing import WIDE, Part, Stamp
from bot.face.art.letters import legible
from bot.face.art.palette import (
    BADGES,
    CREAM,
    DIM,
    GOLD,
    GONE,
    INK,
    NIGHT,
    PLATE,
    SEAM,
    TRAY,
    WHITE,
    contrast,
)
from bot.face.art.pieces.signs import crown, kinds, sign_svg
from bot.face.art.pieces.words import clause, length, text
from bot.face.art.pieces.words import name as name_text

LARGE, LITTLE = (196, 68), (180, 60)
"""The sizes of a plate."""
STEPS = 48
"""Steps of the ring of time, so that few different rings are ever drawn."""
GONE_STATES = ("folded", "out")
BADGE_SIGNS = {"computer": "cog", "away": "moon", "host": "house", "dealer": "star", "out": "cross"}
_LEFT: dict[int, list[tuple[float, float]]] = {
    2: [(208, 150)],
    3: [(124, 300)],
    4: [(124, 336), (232, 164)],
    5: [(116, 340), (146, 206)],
    6: [(112, 346), (112, 244), (266, 142)],
    7: [(108, 352), (108, 262), (182, 164)],
    8: [(98, 388), (98, 304), (112, 220), (266, 134)],
    9: [(98, 394), (98, 306), (112, 218), (202, 130)],
}
"""The left half of the places, from the viewer's left hand upwards; the right half mirrors it."""


def seat_places(others: int) -> tuple[tuple[float, float], ...]:
    """Return where the others sit, from the viewer's left hand round to the right: one to nine of them."""
    left = _LEFT.get(others, [])
    top = [(WIDE / 2, 124.0 if others < 9 else 130.0)] if others % 2 else []
    return (*left, *top, *((WIDE - x, y) for x, y in reversed(left)))


def seat(
    x: float,
    y: float,
    name: str,
    low: object = "",
    *,
    hue: str,
    time: float | None = None,
    state: str = "",
    marks: tuple[str, ...] = (),
    note: str = "",
    small: bool = False,
    wide: float | None = None,
) -> tuple[Part, ...]:
    """Return the plate of a seat with its middle at x, y.

    `low`: the line below the name. `time`: the share of time left, as a ring; None if it is not the seat's turn.
    `state`: `folded`, `out` or `winner`; `marks`: keys of `BADGES`; `note`: words below the plate, as in a speech.
    """
    w, h = LITTLE if small else LARGE
    w = round(wide) if wide else w
    gone, won = state in GONE_STATES, state == "winner"
    parts: list[Part] = [_plate(x, y, w, h, gone=gone, won=won)]
    if time is not None:
        parts.append(_ring(x, y, w + 8, h + 8, time))
    disc = h / 2 - (7 if small else 5)
    middle = x - w / 2 + h / 2
    parts += face_disc(middle, y, disc, name, GONE if gone else hue)
    left = middle + disc + (8 if small else 9)
    room = x + w / 2 - left - (6 if small else 13)
    fill = INK if won else DIM if gone else CREAM
    high, shown = (34, 26) if small else (37, 27)
    parts += name_text(left, y + h / 2 - high, name, shown, fill, widest=room)
    lower = str(low) or (state if gone else "")
    money = INK if won else DIM if gone else GOLD
    parts += text(left, y + h / 2 - 10, clause(lower, room), 24 if small else 27, money, widest=room)
    for at, mark in enumerate(marks[:2]):
        # clear of the name
        aside, r = (14, 10) if small else (20, 13)
        parts += badge(middle + aside, y - 20 + 40 * at, mark, r)
    if won:
        parts += crown(middle, y - h / 2 - 9, 34)
    if note:
        parts += _note(x, y + h / 2 + 7, note)
    return tuple(parts)


def face_disc(x: float, y: float, r: float, name: str, hue: str, ring: str | None = None) -> tuple[Part, ...]:
    """Return a member's disc: the first letter of the name on their own colour."""
    box = r + 3
    line: dict[str, str | float] = {"stroke": ring, "stroke_width": 4} if ring else {}
    inner = svg.circle(box, box, r, fill=hue, **line)
    letter = legible(name)[:1].upper()
    ink = WHITE if contrast(WHITE, hue) >= contrast(INK, hue) else INK
    size = max(20, round(r * 1.02))
    return (
        Stamp(inner, 2 * box, 2 * box, x - box, y - box),
        *text(x, y + size * 0.36, letter, size, ink, bold=True, anchor="middle"),
    )


def badge(x: float, y: float, kind: str, r: float = 13) -> tuple[Part, ...]:
    """Return a small mark at a seat, with its middle at x, y: computer, away, host, dealer, out, or any sign."""
    ground = BADGES.get(kind, PLATE)
    box = r + 2
    inner = svg.circle(box, box, r, fill=ground, stroke=NIGHT, stroke_width=3)
    mark = BADGE_SIGNS.get(kind, kind)
    if mark in kinds():
        inner += sign_svg(mark, box, box, r * 1.22, INK if ground == CREAM else CREAM, ground)
    return (Stamp(inner, 2 * box, 2 * box, x - box, y - box),)


def _plate(x: float, y: float, w: float, h: float, *, gone: bool, won: bool) -> Stamp:
    inner = svg.rect(2, 6, w, h, h / 2, fill="#000000", opacity=0.45)
    if gone:
        line: dict[str, str | float] = {"stroke": SEAM, "stroke_width": 2, "stroke_dasharray": "5 6"}
    else:
        line = {"stroke": "#5a4433", "stroke_width": 1.5}
    inner += svg.rect(2, 2, w, h, h / 2, fill=GOLD if won else NIGHT if gone else PLATE, **line)
    return Stamp(inner, w + 4, h + 8, x - w / 2 - 2, y - h / 2 - 2)


def _ring(x: float, y: float, w: float, h: float, share: float) -> Stamp:
    """Return a plate's outline of which a share is left, from the top in the middle clockwise."""
    r, left = h / 2, max(0, min(STEPS, round(share * STEPS))) / STEPS
    whole = 2 * (w - h) + pi * h
    half = svg.number(w / 2 - r)
    arc = f"A{svg.number(r)},{svg.number(r)} 0 0 1"
    course = (
        f"M0,{svg.number(-r)} H{half} {arc} {half},{svg.number(r)} H-{half} {arc} -{half},{svg.number(-r)} Z"
    )
    inner = svg.path(course, stroke="#6b5527", stroke_width=7)
    if left:
        dashes = f"{svg.number(whole * left)} {svg.number(whole)}"
        inner += svg.path(
            course, stroke=GOLD, stroke_width=7, stroke_dasharray=dashes, stroke_linecap="round"
        )
    return Stamp(svg.group(inner, x=w / 2 + 5, y=h / 2 + 5), w + 10, h + 10, x - w / 2 - 5, y - h / 2 - 5)


def _note(x: float, top: float, words: str) -> tuple[Part, ...]:
    wide = length(words, 23) + 24
    inner = svg.rect(0, 0, wide, 32, 16, fill=TRAY, opacity=0.82)
    return (
        Stamp(inner, wide, 32, x - wide / 2, top),
        *text(x, top + 24, words, 23, CREAM, anchor="middle"),
    )
