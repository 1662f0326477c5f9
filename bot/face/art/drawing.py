"""Pictures as data: a drawing is a list of parts, and the same drawing always gives the same file.

A drawing can be compared and be the key of a cache. `draw` turns it into a PNG file, off the event loop.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Literal, NamedTuple

from PIL import Image

from bot.face.art import sprites, svg
from bot.face.art.palette import CREAM, KEEP, NIGHT, THEMES, channels

WIDE, TALL = 780, 700
"""The width of pictures in pixels, and the greatest height of one."""
LEAST_TEXT = 20
"""The smallest size of text: a phone shows a picture at two fifths."""
MOST_BYTES = 60_000
COLOURS = 256
"""Colours of a file."""
FEWER = (192, 128, 96)
"""Colours of a file that would be too large; the most that make it small enough are used."""
COMPRESSION = 3
"""Two steps more take half as long again, for a tenth of the bytes."""
NEAR = 11
"""Two colours of a palette that are nearer than this may be taken for each other."""

PALETTES: dict[str, list[str]] = json.loads((files("bot.face.art") / "palettes.json").read_text("utf-8"))
"""The colours of the files of each theme, beside those to keep."""

Anchor = Literal["start", "middle", "end"]
Colour = tuple[int, int, int]
"""Red, green and blue, from 0 to 255."""


class Stamp(NamedTuple):
    """A piece of SVG in a box of `width` by `height`, placed with its upper left corner at x, y."""

    svg: str
    width: float
    height: float
    x: float
    y: float


class Words(NamedTuple):
    """Text in one line, in any script; y is its baseline."""

    x: float
    y: float
    text: str
    size: float
    fill: str = CREAM
    bold: bool = False
    anchor: Anchor = "start"
    serif: bool = False


Part = Stamp | Words


class Drawing(NamedTuple):
    """A picture `wide` by `tall`, its parts from the lowest to the highest. Its theme colours its edge."""

    tall: int
    parts: tuple[Part, ...]
    theme: str = "parlour"
    wide: int = WIDE


def draw(drawing: Drawing) -> bytes:
    """Return a drawing as a PNG file of at most `MOST_BYTES`. This takes too long for the event loop."""
    image = painted(drawing)
    file = _png(image, theme_palette(drawing.theme))
    for colours in FEWER:
        if len(file) <= MOST_BYTES:
            break
        file = _png(image, _own_palette(image, colours))
    return file


def painted(drawing: Drawing) -> Image.Image:
    """Return a drawing in full colour."""
    image = Image.new("RGB", (drawing.wide, drawing.tall), NIGHT)
    for part in (*drawing.parts, *_edge(drawing)):
        if isinstance(part, Stamp):
            piece = sprites.sprite(part.svg, part.width, part.height)
            mask = piece if piece.mode == "RGBA" else None
            image.paste(piece, (round(part.x), round(part.y)), mask)
        else:
            _write(image, part)
    return image


def _edge(drawing: Drawing) -> tuple[Stamp, ...]:
    """Return a thin edge of wood, which holds a picture on a white page and on a dark one.

    It is four strips: one sprite of the whole size would be large, and slow to paste.
    """
    w, h, corner = drawing.wide, drawing.tall, 12
    hue = THEMES[drawing.theme].rim_shade
    whole = svg.rect(1.5, 1.5, w - 3, h - 3, 10, stroke=hue, stroke_width=3)
    strips = (
        (0, 0, w, corner),
        (0, h - corner, w, corner),
        (0, corner, 3, h - 2 * corner),
        (w - 3, corner, 3, h - 2 * corner),
    )
    return tuple(Stamp(_cut(whole, x, y, wide, tall), wide, tall, x, y) for x, y, wide, tall in strips)


def _cut(markup: str, x: float, y: float, wide: float, tall: float) -> str:
    """Return the part of some markup in a box, moved to the box's corner."""
    box = f'width="{svg.number(wide)}" height="{svg.number(tall)}"'
    return f'<svg x="0" y="0" {box} viewBox="{svg.number(x)} {svg.number(y)} {wide} {tall}">{markup}</svg>'


def _write(image: Image.Image, words: Words) -> None:
    size = round(words.size)
    face = face_of(bold=words.bold, serif=words.serif)
    written = sprites.mask(words.text, size, face)
    x = words.x
    if words.anchor != "start":
        x -= written.length * (0.5 if words.anchor == "middle" else 1)
    image.paste(words.fill, (round(x) + written.left, round(words.y) + written.top), written.image)


def face_of(*, bold: bool, serif: bool) -> Literal["serif", "bold", "plain"]:
    """Return the font of words."""
    return "serif" if serif else "bold" if bold else "plain"


# ---- a file of few colours


def _png(image: Image.Image, palette: Image.Image) -> bytes:
    held = BytesIO()
    image.quantize(palette=palette, dither=Image.Dither.NONE).save(held, "PNG", compress_level=COMPRESSION)
    return held.getvalue()


@cache
def theme_palette(theme: str) -> Image.Image:
    """Return the colours of all files of a theme, which are kept beside this module.

    To find colours for one picture, and to learn which of them is nearest to each, takes longer than all the rest of
    its file. `python -m tests.helpers.palettes` finds them again.
    """
    return _palette_of(map(channels, PALETTES[theme]))


def _own_palette(image: Image.Image, colours: int) -> Image.Image:
    """Return a palette of a picture's own colours, found in a smaller copy of it."""
    return _palette_of(colours_in(image.reduce(4).quantize(colours - len(KEEP), Image.Quantize.FASTOCTREE)))


def colours_in(few: Image.Image) -> list[Colour]:
    """Return the palette of a picture of few colours."""
    flat = few.getpalette() or []
    return [*zip(flat[::3], flat[1::3], flat[2::3], strict=True)]


def _palette_of(found: Iterable[Colour]) -> Image.Image:
    """Return a palette of the colours to keep, and of those that were found in pictures.

    One of these too near to one that is kept would replace it: Pillow looks colours up in steps of four.
    """
    flat = [part for each in (*_KEPT, *filter(_is_apart, dict.fromkeys(found))) for part in each]
    palette = Image.new("P", (1, 1))
    palette.putpalette(flat)
    return palette


@lru_cache(maxsize=65_536)
def _is_apart(colour: Colour) -> bool:
    """Return True if a colour is not near to any that is kept."""
    red, green, blue = colour
    return all((red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2 >= NEAR**2 for r, g, b in _KEPT)


_KEPT = tuple(map(channels, KEEP))
