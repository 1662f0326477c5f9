"""The three bands of a picture: the line of what has happened, the table of a theme, and the tray of the viewer."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, pi, sin

from bot.face.art import svg
from bot.face.art.drawing import TALL, WIDE, Part, Stamp
from bot.face.art.palette import BRONZE, CREAM, DIM, GOLD, THEMES, TRAY
from bot.face.art.pieces.signs import sign_svg
from bot.face.art.pieces.words import length, lines, text, wrapped

EDGE = 24
"""The margin at both sides of a picture."""
HAPPENED, IN_TWO, WHERE = 30, 24, 22
"""The sizes of what has happened, in one line and in two, and of game and step."""
WOVEN = {"parlour": "crown", "gembones": "dice", "tavern": "cup", "village": "house", "wyrms": "dragon"}
"""The sign in the cloth of each theme."""
ROOFS = 28
"""The height of the roofs behind the village's green."""


def head(happened: str, hue: str | None, where: str) -> tuple[Part, ...]:
    """Return the upper line: what has just happened and the colour of who did it; at the right game and step."""
    parts: list[Part] = []
    x = float(EDGE)
    if hue:
        inner = svg.circle(13, 13, 11, fill=hue, stroke=CREAM, stroke_width=2)
        parts.append(Stamp(inner, 26, 26, x - 2, 17))
        x += 32
    used = min(length(where, WHERE), WIDE * 0.4) if where else 0.0
    room = WIDE - x - EDGE - used - 20
    if length(happened, IN_TWO, bold=True) <= room:
        parts += text(x, 40, happened, HAPPENED, CREAM, bold=True, widest=room)
    else:
        even = min(room, length(happened, IN_TWO, bold=True) * 0.6)
        widest = even if len(lines(happened, IN_TWO, even, 3, bold=True)) < 3 else room
        parts += wrapped(x, 25, happened, IN_TWO, CREAM, widest=widest, most=2, step=26, bold=True)
    parts += text(WIDE - EDGE, 39, where, WHERE, DIM, anchor="end", widest=WIDE * 0.4)
    return tuple(parts)


@lru_cache(maxsize=64)
def tray(y: float, h: float, time: float | None = None) -> tuple[Part, ...]:
    """Return the lower part, which is the viewer's; the golden line above it is the share of time left."""
    inner = svg.rect(0, 0, WIDE, h, fill=TRAY)
    inner += svg.rect(0, 0, WIDE, 5, fill="#33271d" if time is None else "#4a3a1e")
    parts = [Stamp(inner, WIDE, h, 0, y)]
    if time:
        wide = round(WIDE * min(1.0, time))
        parts.append(Stamp(svg.rect(0, 0, wide, 5, fill=GOLD), wide, 5, 0, y))
    return tuple(parts)


def band(y: float, h: float = 50) -> tuple[Part, ...]:
    """Return a piece of the tray that covers the lower ends of the cards standing in it."""
    return (Stamp(svg.rect(0, 0, WIDE - 6, h, fill=TRAY), WIDE - 6, h, 3, y),)


@lru_cache(maxsize=64)
def ground(theme: str, x: float, y: float, w: float, h: float) -> tuple[Part, ...]:
    """Return the table of a theme, known by its outline: felt, a cut tray, boards, a green with roofs, or stone."""
    cloth, rim = f"cloth-{theme}", f"rim-{theme}"
    colours = THEMES[theme]
    defs = (
        f'<defs><radialGradient id="{cloth}" cx=".5" cy=".45" r=".72"><stop offset="0" '
        f'stop-color="{colours.cloth}"/><stop offset="1" stop-color="{colours.shade}"/></radialGradient>'
        f'<linearGradient id="{rim}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="{colours.rim}"/>'
        f'<stop offset="1" stop-color="{colours.rim_shade}"/></linearGradient></defs>'
    )
    inner = TABLES[theme](w, h, f"url(#{cloth})", f"url(#{rim})")
    room = ROOFS if theme == "village" else 4
    return (Stamp(defs + svg.group(inner, x=4, y=room), w + 8, h + room + 4, x - 4, y - room),)


RAYS = 24


def rays(theme: str, *, x: float = WIDE / 2, y: float = 250) -> tuple[Part, ...]:
    """Return rays from a point over the whole picture, for a winner or an invitation."""
    reach, courses = 1000.0, []
    for at in range(RAYS):
        start, end = (2 * pi * (at + turn) / RAYS for turn in (0.13, 0.63))
        corners = [(x + reach * cos(angle), y + reach * sin(angle)) for angle in (start, end)]
        far = " L".join(f"{px:.1f},{py:.1f}" for px, py in corners)
        courses.append(f"M{x:.1f},{y:.1f} L{far} Z")
    inner = svg.path(" ".join(courses), fill=THEMES[theme].light, opacity=0.08)
    return (Stamp(inner, WIDE, TALL, 0, 0),)


@lru_cache(maxsize=64)
def watermark(theme: str, x: float, y: float, size: float) -> tuple[Part, ...]:
    """Return the large quiet sign woven into the cloth of a theme's table, with its middle at x, y."""
    sign = sign_svg(WOVEN[theme], size / 2, size / 2, size, "#000000", THEMES[theme].cloth)
    inner = f'<g opacity="0.13">{sign}</g>'
    return (Stamp(inner, size, size, x - size / 2, y - size / 2),)


# ---- the tables


def _parlour(w: float, h: float, cloth: str, rim: str) -> str:
    # things stand in the corners of a high table too
    r = min(h / 2, 170.0) if h < 400 else 120.0
    return (
        svg.rect(0, 0, w, h, r, fill=rim)
        + svg.rect(17, 17, w - 34, h - 34, max(6.0, r - 17), fill=cloth)
        + svg.rect(30, 30, w - 60, h - 60, max(4.0, r - 30), stroke=CREAM, stroke_width=2, opacity=0.14)
    )


def _gembones(w: float, h: float, cloth: str, rim: str) -> str:
    def cut(m: float, c: float) -> list[svg.Point]:
        return [
            (m + c, m),
            (w - m - c, m),
            (w - m, m + c),
            (w - m, h - m - c),
            (w - m - c, h - m),
            (m + c, h - m),
            (m, h - m - c),
            (m, m + c),
        ]

    inner = svg.polygon(cut(0, 64), fill=rim) + svg.polygon(cut(20, 54), fill="#1d0b10")
    inner += svg.polygon(cut(26, 52), fill=cloth)
    inner += svg.polygon(cut(40, 46), stroke=GOLD, stroke_width=2, opacity=0.22)
    nails = ((30, 30), (w - 30, 30), (30, h - 30), (w - 30, h - 30))
    return inner + "".join(svg.circle(x, y, 7, fill=BRONZE) for x, y in nails)


def _tavern(w: float, h: float, cloth: str, rim: str) -> str:
    inner = svg.rect(0, 0, w, h, 22, fill=rim) + svg.rect(10, 10, w - 20, h - 20, 14, fill=cloth)
    boards = 5
    high = (h - 20) / boards
    for at in range(1, boards):
        y = 10 + high * at
        inner += svg.path(f"M10,{y:.1f} H{w - 10:.1f}", stroke="#000000", stroke_width=3, opacity=0.28)
        inner += svg.path(
            f"M{60 + 97 * at},{y:.1f} v{-high:.1f}", stroke="#000000", stroke_width=3, opacity=0.2
        )
    return inner


def _village(w: float, h: float, cloth: str, rim: str) -> str:
    inner = ""
    for at in range(int((w - 48) // 57) + 1):
        x, s = 24 + at * 57, 13 + at * 37 % 11
        roof = [
            (x - s, 14),
            (x - s, 0),
            (x - s - 5, 0),
            (x, -s * 0.9),
            (x + s + 5, 0),
            (x + s, 0),
            (x + s, 14),
        ]
        inner += svg.polygon(roof, fill="#3d2b18" if at % 2 else "#55391c")
        if at % 3 == 0:
            inner += svg.rect(x - 3, -3, 6, 6, 1, fill=GOLD, opacity=0.8)
    inner += svg.rect(0, 4, w, h - 4, 60, fill=rim)
    return inner + svg.rect(12, 16, w - 24, h - 28, 50, fill=cloth)


_STONE = (
    *(
        (0, 0.2),
        (0.07, 0.05),
        (0.2, 0.02),
        (0.34, 0),
        (0.5, 0.03),
        (0.66, 0),
        (0.8, 0.02),
        (0.93, 0.05),
        (1, 0.2),
    ),
    *((0.985, 0.5), (1, 0.8), (0.93, 0.95), (0.8, 0.99), (0.5, 0.97), (0.2, 0.99), (0.07, 0.95), (0, 0.8)),
    (0.015, 0.5),
)
"""The corners of a slab of stone, in shares of its width and height."""


def _wyrms(w: float, h: float, cloth: str, rim: str) -> str:
    outer = [(w * a, h * b) for a, b in _STONE]
    inside = [(w / 2 + (x - w / 2) * 0.955, h / 2 + (y - h / 2) * 0.9) for x, y in outer]
    slab = svg.polygon(outer, fill=rim, stroke="#2f2d37", stroke_width=6, stroke_linejoin="round")
    return slab + svg.polygon(inside, fill=cloth, stroke="#15162a", stroke_width=5, stroke_linejoin="round")


Table = Callable[[float, float, str, str], str]
TABLES: dict[str, Table] = {
    "parlour": _parlour,
    "gembones": _gembones,
    "tavern": _tavern,
    "village": _village,
    "wyrms": _wyrms,
}
