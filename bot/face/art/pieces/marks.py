"""Small parts on a picture: plaques, tags, counts, bars, rows of pips, arrows and panels."""

from __future__ import annotations

from bot.face.art import svg
from bot.face.art.drawing import LEAST_TEXT, Part, Stamp
from bot.face.art.palette import CREAM, GOLD, INK, NIGHT, TRAY
from bot.face.art.pieces.words import length, text


def shape(x: float, y: float, w: float, h: float, inner: str) -> tuple[Part, ...]:
    """Return SVG markup in a box of its own, with its upper left corner at x, y. Text in it is Latin letters only."""
    return (Stamp(inner, w, h, x, y),)


def plaque(
    x: float,
    y: float,
    words: object,
    size: float = 25,
    fill: str = CREAM,
    *,
    bold: bool = False,
) -> tuple[Part, ...]:
    """Return words on a dark pill with its middle at x, y."""
    shown = str(words)
    wide, high = length(shown, size, bold=bold) + 30, size + 18
    inner = svg.rect(0, 0, wide, high, high / 2, fill=TRAY, opacity=0.85)
    return (
        Stamp(inner, wide, high, x - wide / 2, y - high / 2),
        *text(x, y + size * 0.36, shown, size, fill, bold=bold, anchor="middle"),
    )


def tag(x: float, y: float, words: str) -> tuple[Part, ...]:
    """Return a golden label at the upper right corner x, y of a card."""
    wide = length(words, LEAST_TEXT, bold=True) + 20
    inner = svg.rect(1, 1, wide, 29, 14, fill=GOLD, stroke=NIGHT, stroke_width=2)
    left, top = x - wide + 7, y - 18
    return (
        Stamp(inner, wide + 2, 31, left, top),
        *text(left + wide / 2 + 1, top + 22, words, LEAST_TEXT, INK, bold=True, anchor="middle"),
    )


def count(x: float, y: float, number: object) -> tuple[Part, ...]:
    """Return a number on a disc with its middle at x, y: how many cards lie here."""
    words = str(number)
    wide = max(36.0, length(words, 23, bold=True) + 18)
    inner = svg.rect(2, 2, wide, 36, 18, fill=CREAM, stroke=NIGHT, stroke_width=3)
    return (
        Stamp(inner, wide + 4, 40, x - wide / 2 - 2, y - 20),
        *text(x, y + 8, words, 23, INK, bold=True, anchor="middle"),
    )


def gauge(x: float, y: float, w: float, share: float, hue: str, h: float) -> tuple[Part, ...]:
    """Return a bar that is filled by a share."""
    inner = svg.rect(0, 0, w, h, h / 2, fill="#000000", opacity=0.45)
    if share > 0:
        inner += svg.rect(0, 0, max(h, w * min(1.0, share)), h, h / 2, fill=hue)
    return (Stamp(inner, w, h, x, y),)


def pips(x: float, y: float, value: int, most: int, w: float = 150) -> tuple[Part, ...]:
    """Return a row of `most` fields, of which `value` are lit, such as lives."""
    many = max(1, most, value)
    step = w / many
    inner = "".join(
        svg.rect(
            step * at,
            0,
            max(1.0, step - 3),
            14,
            3,
            fill=GOLD if at < value else "#000000",
            opacity=1 if at < value else 0.5,
        )
        for at in range(many)
    )
    return (Stamp(inner, w, 14, x, y),)


def arrow(x: float, y: float) -> tuple[Part, ...]:
    """Return an arrow to the right, its middle line at y."""
    inner = svg.path(
        "M3,14 h44 m-14,-11 l14,11 l-14,11", stroke=GOLD, stroke_width=5, stroke_linejoin="round"
    )
    return (Stamp(inner, 52, 28, x - 3, y - 14),)


def panel(
    x: float,
    y: float,
    w: float,
    h: float,
    *,
    fill: str = TRAY,
    edge: str = "#3a2c21",
    thick: float = 1.5,
    r: float = 14,
) -> tuple[Part, ...]:
    """Return a rounded panel."""
    inset = thick / 2
    inner = svg.rect(inset, inset, w - thick, h - thick, r, fill=fill, stroke=edge, stroke_width=thick)
    return (Stamp(inner, w, h, x, y),)
