"""The faces of the emoji as SVG, on a square of 128: the signs, hues and outlines of the pictures, drawn larger.

An emoji is 22 pixels high in a line of text, so a card has its letter and its sign and no more, and a die no edges.
"""

from __future__ import annotations

import re
from functools import cache
from math import pi

from PIL import Image

from bot.face.art import svg
from bot.face.art.palette import BACK, BASES, CREAM, GOLD, HUES, INK, PAPER, PLATE, TIMINGS, TREASURES, ink_on
from bot.face.art.pieces.cards import (
    BARS,
    BRASS,
    DRAGON_LETTERS,
    RANKS,
    STEEL,
    SUITS,
    TIMING_SIGNS,
    deck_of,
)
from bot.face.art.pieces.dice import COIN, OUTLINES, PIPS
from bot.face.art.pieces.money import CHIPS, chip_svg
from bot.face.art.pieces.signs import emblem_svg, sign_svg
from bot.face.art.pieces.words import length
from bot.face.art.sprites import rasterised

_DIE = re.compile(r"([dg])(\d+)(?::(\w+))?")
GRID = 128
MIDDLE = GRID / 2
CAPITAL = 0.714
"""The height of a capital letter, in sizes of its font."""
GREY = "#868a93"
"""A grey that is readable on Discord's dark and light backgrounds."""
MARKS = {
    "left": (14, 109, 46, 118),
    "middle": (48, 109, 80, 118),
    "right": (82, 109, 114, 118),
}
"""The places of the mark that tells a parlour card's colour (DECK-06)."""
NUMBER = {4: (50, 38), 6: (66, 56), 8: (56, 44), 10: (60, 48), 12: (62, 52), 20: (62, 52), 100: (62, 54)}
"""The heights of a gembone's number of one and of two digits."""
LOW = {4: 20, 8: 0, 10: 0}
"""How far a number stands below the middle."""
KITE = ((0, -1.07), (1.04, -0.2), (0.64, 0.6), (0, 1.07), (-0.64, 0.6), (-1.04, -0.2))
"""The outline of a ten-sided gembone: without its edges the one in pictures would be that of an eight-sided one."""
RADIUS = {4: 56.0, 6: 64.0, 8: 58.0, 10: 56.0, 12: 58.0, 20: 56.0, 100: 59.0}


@cache
def face(key: str) -> str | None:
    """Return the face of an item; None if there is no drawing of it."""
    if found := _DIE.fullmatch(key):
        return _die(found[1], int(found[2]), found[3])
    kind, _, rest = key.partition(".")
    match kind:
        case "chip":
            return chip()
        case "coin":
            return money(rest)
        case "place" if not rest:
            return place()
        case "place":
            return {"open": open_place(), "corner": ""}.get(rest, label(rest))
        case _:
            return _card(key)


def picture(face: str, size: int) -> Image.Image:
    """Return a face as a picture of `size` pixels."""
    return rasterised(svg.group(face, scale=size / GRID), size, size)


def _die(kind: str, size: int, number: str | None) -> str | None:
    if kind == "d":
        return pip_die(int(number)) if size == 6 and number else None
    if size == 2:
        return coin(number) if number else None
    if size not in OUTLINES:
        return None
    return gembone(size, number) if number else unrolled(size)


def _card(key: str) -> str | None:
    match deck_of(key):
        case "common":
            return _back()
        case "parlour":
            return _parlour(key[0], key[2:])
        case "dragons":
            return _dragon(key.partition(".")[2])
        case "treasures":
            return _signed(key[2:], TREASURES[key[2:]])
        case "timings":
            kind = key.partition(".")[2]
            return _signed(TIMING_SIGNS[kind], TIMINGS[kind])
        case "wyrms":
            return _wyrm(key)
        case _:
            return None


def pip_die(face: int) -> str:
    """Return an ordinary die of six sides, with pips."""
    inner = svg.rect(7, 7, 114, 114, 24, fill=CREAM, stroke=BASES["copper"].edge, stroke_width=6)
    for letter in PIPS[face]:
        row, column = divmod("abcdefghi".index(letter), 3)
        inner += svg.circle(36 + 28 * column, 36 + 28 * row, 11.5, fill=INK)
    return inner


def gembone(size: int, face: str) -> str:
    """Return a gembone that shows a number."""
    look = BASES["copper"]
    return _body(size, look.face, look.edge) + _number(size, face, look.ink)


def unrolled(size: int) -> str:
    """Return a gembone that has not been rolled: dark, with its size."""
    return _body(size, PLATE, BASES["copper"].edge) + _number(size, str(size), CREAM)


def coin(face: str) -> str:
    """Return a tossed coin: a crown, or a stone."""
    look = BASES["gold"]
    return _disc(look.face, look.edge) + sign_svg(COIN[face], MIDDLE, MIDDLE, 68, look.edge, look.face)


def money(base: str) -> str:
    """Return a piece of a base."""
    look = BASES[base]
    inner = _disc(look.face, look.edge)
    if base == "gems":
        return inner + sign_svg("gem", MIDDLE, MIDDLE, 66, look.ink, look.face)
    return inner + _letters(MIDDLE, MIDDLE, base[0].upper(), 56, look.ink, serif=True)


def chip() -> str:
    """Return a chip, for pots."""
    return svg.group(chip_svg(56, CHIPS[0]), x=MIDDLE, y=60)


def place() -> str:
    """Return an empty place of a map."""
    return svg.rect(14, 12, 100, 104, 14, stroke=GREY, stroke_width=5, opacity=0.45)


def open_place() -> str:
    """Return a place of a map where a card may go."""
    frame = svg.rect(12, 10, 104, 108, 14, stroke=GOLD, stroke_width=9)
    return frame + svg.rect(58, 38, 12, 52, 4, fill=GOLD) + svg.rect(38, 58, 52, 12, 4, fill=GOLD)


def label(words: str) -> str:
    """Return the label of a row or a column of a map."""
    return _letters(MIDDLE, MIDDLE, words, 66, GREY, widest=104)


# ---- cards


def _ground(hue: str, edge: str = CREAM) -> str:
    return svg.rect(6.5, 4.5, 115, 119, 16, fill=hue, stroke=edge, stroke_width=5)


def _back() -> str:
    inner = _ground(BACK)
    inner += svg.rect(18, 16, 92, 96, 9, stroke=GOLD, stroke_width=3, opacity=0.75)
    return inner + emblem_svg(61, MIDDLE, 72, GOLD, BACK)


def _parlour(rank: str, suit: str) -> str:
    colour = SUITS.get(suit, suit)
    hue = HUES[colour]
    inner = _ground(hue)
    if suit in SUITS:
        inner += _letters(39, 37, rank, 50, CREAM, serif=True, widest=60)
        inner += sign_svg(suit, 86, 72, 62, CREAM, hue)
    elif rank in RANKS and rank != "D":
        inner += _letters(MIDDLE, 58, rank, 72, CREAM, serif=True)
        inner += svg.rect(34, 106, 60, 6, 3, fill=CREAM)
    else:
        inner += _letters(30, 31, rank, 38, CREAM, serif=True)
        inner += sign_svg("dragon", 76, 66, 78, CREAM, hue)
    if colour in BARS:
        left, top, right, bottom = list(MARKS.values())[BARS[colour]]
        inner += svg.rect(left, top, right - left, bottom - top, 4, fill=CREAM)
    return inner


def _dragon(hue: str) -> str:
    ground = HUES[hue]
    ink = ink_on(ground)
    inner = _ground(ground) + sign_svg("dragon", 73, 78, 84, ink, ground)
    return inner + _letters(36, 30, DRAGON_LETTERS[hue], 36, ink, widest=50)


def _wyrm(key: str) -> str:
    if key in ("knight", "queen"):
        kind, hue = ("sword", STEEL) if key == "knight" else ("crown", BRASS)
        return _ground(PAPER, CREAM) + sign_svg(kind, MIDDLE, MIDDLE, 98, hue, PAPER)
    first, _, face = key.partition(".")
    if first == "dominant":
        hue = HUES[face]
        ring = svg.circle(MIDDLE, MIDDLE, 55, fill=hue, stroke=GOLD, stroke_width=10)
        return ring + sign_svg(f"colour-{face}", MIDDLE, MIDDLE, 62, ink_on(hue), hue)
    hue = HUES[first]
    ink = ink_on(hue)
    inner = _ground(hue)
    if face.isdecimal():
        inner += _letters(42, 44, face, 62, ink)
    else:
        inner += sign_svg(face, 50, 44, 62, ink, hue)
    return inner + sign_svg(f"colour-{first}", 89, 92, 46, ink, hue)


def _signed(kind: str, hue: str) -> str:
    return _ground(hue) + sign_svg(kind, MIDDLE, MIDDLE, 82, CREAM, hue)


# ---- dice


def _body(size: int, face: str, edge: str) -> str:
    r, low = RADIUS[size], 14.0 if size == 4 else 0.0
    outline = KITE if size == 10 else OUTLINES[size].points
    points = [(MIDDLE + x * r, MIDDLE + low + y * r) for x, y in outline]
    if size == 6:
        return svg.rect(9, 9, 110, 110, 10, fill=face, stroke=edge, stroke_width=8)
    return svg.polygon(points, fill=face, stroke=edge, stroke_width=8, stroke_linejoin="round")


def _number(size: int, words: str, fill: str) -> str:
    one, two = NUMBER[size]
    height = one if len(words) == 1 else two if len(words) == 2 else 40
    widest = {4: 62, 8: 74, 10: 84}.get(size, 96)
    y = MIDDLE + LOW.get(size, 0)
    inner = _letters(MIDDLE, y, words, height, fill, widest=widest)
    if words in ("6", "9") and size > 6:
        inner += svg.rect(MIDDLE - 15, y + height / 2 + 5, 30, 6, 3, fill=fill)
    return inner


def _disc(fill: str, rim: str) -> str:
    """Return a coin with a milled rim."""
    notch = svg.number(2 * pi * 54 / 48)
    return (
        svg.circle(MIDDLE, MIDDLE, 60, fill=rim)
        + svg.circle(MIDDLE, MIDDLE, 50, fill=fill)
        + svg.circle(MIDDLE, MIDDLE, 54, stroke=fill, stroke_width=3, stroke_dasharray=f"{notch} {notch}")
    )


def _letters(
    x: float, y: float, words: str, height: float, fill: str, *, serif: bool = False, widest: float = GRID
) -> str:
    """Return letters whose capitals are `height` high, or smaller to fit, with their middle at x, y."""
    size = height / CAPITAL
    wide = length(words, size, bold=True, serif=serif)
    if wide > widest:
        size *= widest / wide
    return svg.letters(x, y + size * CAPITAL / 2, words, size, fill, serif=serif)
