"""A profile as a card: a name, three figures, and a few lines below them."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.face.art.canvas import Face
from bot.face.art.chart import png
from bot.face.art.letters import length, write
from bot.face.art.palette import CHALK, CLOTH, CREAM, DUST, GOLD, SEAM, TABLE

WIDE, TOP, LINE, EDGE = 720, 230, 38, 28
SMOOTH = 2
TITLE, FIGURE, SMALL, TEXT = 38, 44, 18, 21


class Figure(NamedTuple):
    """A large number with a caption."""

    number: str
    words: str


class ProfileCard(NamedTuple):
    """The content of a card. `lines` are pairs of a heading and its words."""

    name: str
    figures: tuple[Figure, ...]
    lines: tuple[tuple[str, str], ...]


def draw_card(card: ProfileCard) -> bytes:
    """Draw a card as a PNG file; the same card gives the same bytes."""
    tall = TOP + LINE * len(card.lines) + EDGE
    large = Image.new("RGB", (WIDE * SMOOTH, tall * SMOOTH), TABLE)
    pen = ImageDraw.Draw(large)
    pen.rounded_rectangle(_scaled(10, 10, WIDE - 10, tall - 10), 18 * SMOOTH, CLOTH, GOLD, 3 * SMOOTH)
    _write(pen, EDGE + 6, 28, card.name, CREAM, TITLE, "bold")
    pen.line(_scaled(EDGE, 92, WIDE - EDGE, 92), SEAM, 2 * SMOOTH)
    across = (WIDE - 2 * EDGE) / max(1, len(card.figures))
    for at, figure in enumerate(card.figures):
        middle = EDGE + across * (at + 0.5)
        _write(pen, middle, 108, figure.number, GOLD, FIGURE, "bold", "ma", across - 8)
        _write(pen, middle, 168, figure.words, DUST, SMALL, "plain", "ma", across - 8)
    for at, (heading, words) in enumerate(card.lines):
        y = TOP + at * LINE
        _write(pen, EDGE + 6, y, heading, DUST, TEXT, anchor="lm")
        _write(pen, EDGE + 190, y, words, CHALK, TEXT, "bold", "lm", WIDE - 2 * EDGE - 196)
    return png(large.resize((WIDE, tall), Image.Resampling.LANCZOS))


def _scaled(*numbers: float) -> tuple[float, ...]:
    return tuple(number * SMOOTH for number in numbers)


def _write(
    pen: ImageDraw.ImageDraw,
    x: float,
    y: float,
    words: str,
    hue: str,
    size: int,
    face: Face = "plain",
    anchor: str = "la",
    widest: float = WIDE - 2 * EDGE,
) -> None:
    """Write words, in a smaller size where they would be too wide."""
    pixels = size * SMOOTH
    wide = length(words, pixels, face)
    if wide > widest * SMOOTH:
        pixels = int(pixels * widest * SMOOTH / wide)
    write(pen, (x * SMOOTH, y * SMOOTH), words, hue, pixels, face, anchor)
