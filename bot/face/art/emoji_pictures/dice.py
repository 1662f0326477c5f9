"""Dice, coins and chips. The shape of a die shows its size, its number the face."""

from __future__ import annotations

from bot.face.art.canvas import Canvas, Point
from bot.face.art.emoji_pictures.icons import CROWN, GEM, STAR, regular
from bot.face.art.emoji_pictures.palette import BASES, CREAM, DICE, EDGE, GOLD, INK

PIPS: dict[int, str] = {1: "e", 2: "cg", 3: "ceg", 4: "acgi", 5: "acegi", 6: "acdfgi"}
"""The positions of pips on a three by three grid, lettered row by row."""
SHAPES: dict[int, list[Point]] = {
    4: [(64, 6), (125, 114), (3, 114)],
    8: [(64, 1), (127, 64), (64, 127), (1, 64)],
    10: [(64, 2), (126, 52), (102, 98), (64, 126), (26, 98), (2, 52)],
    12: [(x * 1.28, y * 1.28 + 3) for x, y in regular(5)],
    20: [(x * 1.28, y * 1.28) for x, y in regular(6)],
}
MIDDLE = {4: (64.0, 82.0), 10: (64.0, 62.0), 12: (64.0, 68.0)}
"""The centre of the number, if it is not in the middle."""
HEIGHT = {4: (44, 34), 6: (62, 52), 8: (54, 42), 10: (60, 50), 12: (58, 48), 20: (62, 52), 100: (60, 52)}
"""The heights of numbers of one and of two digits."""


def pip_die(pen: Canvas, face: int) -> None:
    """Draw an ordinary die of six sides, with pips."""
    pen.box((6, 6, 122, 122), CREAM, radius=24, edge=EDGE, width=6)
    for letter in PIPS[face]:
        row, column = divmod("abcdefghi".index(letter), 3)
        x, y = 36 + 28 * column, 36 + 28 * row
        pen.ellipse((x - 11, y - 11, x + 11, y + 11), INK)


def gembone(pen: Canvas, size: int, face: str) -> None:
    """Draw a gembone that shows a number."""
    hue = DICE[size]
    _body(pen, size, _darker(hue), 1.0)
    _body(pen, size, hue, 0.87)
    _number(pen, size, face, CREAM)


def unrolled(pen: Canvas, size: int) -> None:
    """Draw a gembone that has not been rolled: pale, with its size."""
    hue = DICE[size]
    _body(pen, size, hue, 1.0)
    _body(pen, size, CREAM, 0.84)
    _number(pen, size, str(size), hue)


def coin(pen: Canvas, side: str) -> None:
    """Draw a tossed coin: a crown, or a stone."""
    _disc(pen, BASES["gold"], "#8a6420")
    pen.icon(CROWN if side == "heads" else GEM, (36, 36, 92, 92), "#6b4a12", BASES["gold"])


def money(pen: Canvas, base: str) -> None:
    """Draw a piece of a base."""
    hue = BASES[base]
    _disc(pen, hue, _darker(hue))
    if base == "gems":
        pen.icon(GEM, (34, 36, 94, 96), CREAM, hue)
    else:
        pen.text((64, 64), base[0].upper(), 54, INK if base != "copper" else CREAM, face="serif")


def chip(pen: Canvas) -> None:
    """Draw a chip, for pots."""
    pen.ellipse((4, 4, 124, 124), "#9c4638")
    for x, y in regular(8, wide=43):
        at, to = x * 1.28, y * 1.28
        pen.ellipse((at - 8, to - 8, at + 8, to + 8), CREAM)
    pen.ellipse((26, 26, 102, 102), "#9c4638", edge=CREAM, width=5)
    pen.icon(STAR, (40, 38, 88, 86), GOLD, "#9c4638")


def _body(pen: Canvas, size: int, fill: str, share: float) -> None:
    """Return the outline of a die, shrunk to a share round the middle of its number."""
    if size == 6:
        inset = 64 - 60 * share
        pen.box((inset, inset, 128 - inset, 128 - inset), fill, radius=22 * share)
    elif size == 100:
        inset = 64 - 62 * share
        pen.ellipse((inset, inset, 128 - inset, 128 - inset), fill)
    else:
        x, y = MIDDLE.get(size, (64.0, 64.0))
        pen.polygon([(x + (px - x) * share, y + (py - y) * share) for px, py in SHAPES[size]], fill)


def _number(pen: Canvas, size: int, text: str, fill: str) -> None:
    one, two = HEIGHT[size]
    height = one if len(text) == 1 else two if len(text) == 2 else 38
    pen.text(MIDDLE.get(size, (64.0, 64.0)), text, height, fill)
    if text in ("6", "9") and size > 6:
        x, y = MIDDLE.get(size, (64.0, 64.0))
        pen.box((x - 15, y + height / 2 + 5, x + 15, y + height / 2 + 11), fill, radius=3)


def _disc(pen: Canvas, fill: str, rim: str) -> None:
    pen.ellipse((4, 4, 124, 124), rim)
    pen.ellipse((12, 12, 116, 116), fill, edge=CREAM, width=3)


def _darker(hue: str) -> str:
    parts = (int(hue[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{int(part * 0.68):02x}" for part in parts)
