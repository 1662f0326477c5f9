"""Gembones and dice. The outline of a gembone tells its size, its material its base; the number stays upright."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from math import cos, radians, sin
from typing import NamedTuple

from bot.face.art import svg
from bot.face.art.drawing import Part, Stamp
from bot.face.art.palette import BASES, CREAM, GOLD, INK, NIGHT, PLATE, Base, ink_on, mixed
from bot.face.art.pieces.signs import sign_svg
from bot.face.art.svg import Point, regular

_KEY = re.compile(r"([dg])(\d+)(?::(\w+))?")
PIPS = {1: "e", 2: "cg", 3: "ceg", 4: "acgi", 5: "acegi", 6: "acdfgi"}
"""The places of pips on a three by three grid, lettered row by row."""
COIN = {"1": "crown", "2": "gem"}
"""The two sides of a coin, which is a gembone of size two."""


VEIL = 0.5
"""The cover of a die that is lost or of no use."""


class Outline(NamedTuple):
    """A gembone seen from above, its radius 1: outline, edges, how low its number stands, and the number's height."""

    points: Sequence[Point]
    edges: Sequence[Sequence[Point]] = ()
    low: float = 0.0
    high: float = 0.6


def _spoked(inner: list[Point], reach: float) -> list[list[Point]]:
    """Return the edges of an inner face, and one from each of its corners outwards."""
    return [[*inner, inner[0]], *([(x, y), (x * reach, y * reach)] for x, y in inner)]


def _arc(top: bool) -> list[Point]:
    """Return a line round a ball."""
    side = -1 if top else 1
    steps = [at / 8 for at in range(9)]
    return [(-0.9 + 1.8 * t, side * (0.5 + 0.64 * t * (1 - t))) for t in steps]


_SIDE, _BOX = 0.92, 0.86
OUTLINES = {
    4: Outline(regular(3, 1.2), (), 0.16, 0.58),
    6: Outline([(-_BOX, -_BOX), (_BOX, -_BOX), (_BOX, _BOX), (-_BOX, _BOX)], (), 0.0, 0.9),
    8: Outline(
        [(0, -1.08), (_SIDE, 0), (0, 1.08), (-_SIDE, 0)],
        [[(-_SIDE, 0), (0, 0.5), (_SIDE, 0)], [(0, 0.5), (0, 1.08)]],
        -0.16,
        0.66,
    ),
    10: Outline(
        [(0, -1.1), (1, -0.12), (0.96, 0.16), (0, 1.1), (-0.96, 0.16), (-1, -0.12)],
        [
            [(0, -1.1), (0.6, 0.16), (0, 0.6), (-0.6, 0.16), (0, -1.1)],
            [(0.6, 0.16), (1, 0.05)],
            [(-0.6, 0.16), (-1, 0.05)],
            [(0, 0.6), (0, 1.1)],
        ],
        -0.04,
        0.6,
    ),
    12: Outline(regular(10, 1.04), _spoked(regular(5, 0.66), 1.56), 0.0, 0.64),
    20: Outline(regular(6, 1.08), _spoked(regular(3, 0.74), 1.46), 0.06, 0.54),
    100: Outline(regular(24, 1.02), [_arc(True), _arc(False)], 0.0, 0.7),
}


def die(
    x: float,
    y: float,
    size: float,
    key: str,
    *,
    base: str = "copper",
    turn: float = 0,
    gold: bool = False,
    dim: bool = False,
) -> tuple[Part, ...]:
    """Return a die with its middle at x, y: `d6:2` has pips, `g6:3` is a gembone, `g6` one that is not rolled yet.

    `gold`: it is the one to look at. `dim`: it is lost, or of no use. Raises `KeyError` if `key` is no die.
    """
    half = size * 0.8 + 4
    inner = svg.group(die_svg(key, size, base, turn, gold, dim), x=half, y=half)
    return (Stamp(inner, 2 * half, 2 * half, x - half, y - half),)


@lru_cache(maxsize=1024)
def die_svg(
    key: str, size: float, base: str = "copper", turn: float = 0, gold: bool = False, dim: bool = False
) -> str:
    """Return a die as SVG, with its middle at 0, 0."""
    found = _KEY.fullmatch(key)
    if found is None:
        raise KeyError(key)
    kind, sides, face = found[1], int(found[2]), found[3] or ""
    if kind == "d" and face:
        return _body(OUTLINES[6], size, _PIPPED, turn, gold, dim, _pips(int(face), size))
    if sides == 2:
        return coin_svg(size, COIN.get(face, "coin"), gold=gold, dim=dim)
    outline, look = OUTLINES[sides], BASES[base]
    if not face:
        look = Base(PLATE, look.edge if base != "gold" else GOLD, CREAM)
    return _body(outline, size, look, turn, gold, dim) + _number(
        outline, size, sides, face or str(sides), look, turn, dim
    )


_PIPPED = Base(CREAM, "#a8835a", INK)


def _body(
    outline: Outline, size: float, look: Base, turn: float, gold: bool, dim: bool, marks: str = ""
) -> str:
    r = size / 2
    points = [(px * r, py * r) for px, py in outline.points]

    def shape(fill: str, line: str, thick: float, opacity: float = 1) -> str:
        return svg.polygon(
            points, fill=fill, stroke=line, stroke_width=thick, stroke_linejoin="round", opacity=opacity
        )

    inner = svg.group(shape("#000000", "#000000", size * 0.1, 0.35), x=2, y=size * 0.07, turn=turn)
    top = shape(GOLD, GOLD, size * 0.26) if gold else ""
    top += shape(look.face, look.edge, size * 0.08)
    for edge in outline.edges:
        course = " L".join(f"{svg.number(px * r)},{svg.number(py * r)}" for px, py in edge)
        top += svg.path(f"M{course}", stroke=look.edge, stroke_width=size * 0.03, opacity=0.6)
    top += marks
    if dim:
        top += shape(NIGHT, NIGHT, size * 0.08, VEIL)
    return inner + svg.group(top, turn=turn)


def _pips(face: int, size: float) -> str:
    spots = []
    for letter in PIPS[face]:
        row, column = divmod("abcdefghi".index(letter), 3)
        spots.append(svg.circle((column - 1) * size * 0.25, (row - 1) * size * 0.25, size * 0.095, fill=INK))
    return "".join(spots)


def _number(outline: Outline, size: float, sides: int, words: str, look: Base, turn: float, dim: bool) -> str:
    """Return the number, upright on a turned die."""
    angle, low = radians(turn), outline.low * size / 2
    narrow = 0.62 if len(words) > 2 else 0.78 if len(words) > 1 and sides < 20 else 1
    tall = size * outline.high * narrow * 0.86
    ink = ink_on(mixed(look.face, NIGHT, VEIL)) if dim else look.ink
    return svg.letters(-low * sin(angle), low * cos(angle) + tall * 0.36, words, tall, ink)


def coin_svg(size: float, mark: str, *, gold: bool = False, dim: bool = False) -> str:
    """Return a coin with a sign on it, its middle at 0, 0."""
    hue, rim = "#e8bf56", "#8f6415"
    r = size / 2
    inner = svg.circle(0, r * 0.14, r, fill="#000000", opacity=0.35)
    inner += svg.circle(0, 0, r + size * 0.1, fill=GOLD) if gold else ""
    inner += svg.circle(0, 0, r, fill=rim) + svg.circle(0, 0, r * 0.88, fill=hue)
    inner += sign_svg(mark, 0, 0, size * 0.52, rim, hue)
    return inner + (svg.circle(0, 0, r, fill=NIGHT, opacity=VEIL) if dim else "")
