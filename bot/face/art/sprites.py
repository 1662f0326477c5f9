"""Sprites: pieces of SVG and words, each turned into pixels once and then kept.

Turning a whole table into pixels takes a renderer 40 to 90 ms; pasting the sprites of one takes a tenth of that.
"""

from __future__ import annotations

import os
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import NamedTuple

import resvg_py
from PIL import Image, ImageDraw

from bot.face.art import svg
from bot.face.art.letters import Face, length, write

MOST_SPRITES = 600
MOST_WORDS = 1500
_FONTS = ("NotoSerif-Bold.ttf", "NotoSans-Bold.ttf", "NotoSans-Regular.ttf")


@lru_cache(maxsize=MOST_SPRITES)
def sprite(markup: str, wide: float, tall: float) -> Image.Image:
    """Return SVG markup as a picture, with an alpha channel unless it covers all. Don't change it: it is shared."""
    made = rasterised(markup, wide, tall)
    covers_all = made.getchannel("A").getextrema()[0] == 255
    # without the channel it is pasted in a quarter of the time
    return made.convert("RGB") if covers_all else made


def rasterised(markup: str, wide: float, tall: float) -> Image.Image:
    """Return SVG markup as a new picture with an alpha channel."""
    whole = svg.document(markup, ceil(wide), ceil(tall))
    # to read the fonts takes as long as most markup, which has no letters
    fonts = font_files() if "<text" in markup else None
    file = resvg_py.svg_to_bytes(svg_string=whole, skip_system_fonts=True, font_files=fonts)
    return Image.open(BytesIO(bytes(file))).convert("RGBA")


@cache
def font_files() -> list[str]:
    """Return the paths of the fonts for the renderer, which reads them again and again.

    Where the system has names for open files these are named, since an update may put others in their place.
    """
    folder = files("bot.face.art") / "fonts"
    paths = [str(folder / name) for name in _FONTS]
    opened = Path("/proc/self/fd")
    return [str(opened / str(os.open(path, os.O_RDONLY))) for path in paths] if opened.is_dir() else paths


class Mask(NamedTuple):
    """Written words as coverage, and where its upper left corner lies, seen from the start of their baseline."""

    image: Image.Image
    left: int
    top: int
    length: float
    """The width of the words, with the space that their letters keep at both ends."""


@lru_cache(maxsize=MOST_WORDS)
def mask(text: str, size: int, face: Face) -> Mask:
    """Return words as a mask. Don't change it: it is shared."""
    above, before, wide = size * 2, size, length(text, size, face)
    image = Image.new("L", (ceil(wide) + 2 * before, above + size))
    write(ImageDraw.Draw(image), (before, above), text, "#ffffff", size, face)
    box = image.getbbox() or (before, above, before + 1, above + 1)
    return Mask(image.crop(box), box[0] - before, box[1] - above, wide)
