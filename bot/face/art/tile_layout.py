"""The parts of every picture of a table: tiles, and text that stays within its room."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.face.art.emoji_faces import face, picture
from bot.face.art.letters import Face, font, length
from bot.face.art.palette import CHALK, CREAM, INK, SEAM

TITLE, NOTE, BADGE, BELOW, SMALLEST = 23, 19, 20, 22, 12
"""Heights of text in pixels; a phone shows half of that."""
_FAINT = [round(alpha * 0.35) for alpha in range(256)]


class Tile(NamedTuple):
    """One place: an item by key, or none, with a badge on it and words below it. `dim`: it is of no use now."""

    key: str = ""
    badge: str = ""
    below: str = ""
    dim: bool = False


def width(text: str, pixels: int, face: Face = "plain") -> int:
    """Return the width of some words."""
    return int(length(text, pixels, face))


def cut(text: str, room: int, pixels: int, face: Face = "plain") -> str:
    """Return words cut to one line, with an ellipsis if some are missing."""
    if width(text, pixels, face) <= room:
        return text
    while text and width(f"{text}…", pixels, face) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


@lru_cache(maxsize=1024)
def wrapped(text: str, room: int, pixels: int, face: Face = "plain") -> tuple[str, ...]:
    """Return words in lines that fit."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", pixels, face) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)


def paint(image: Image.Image, pen: ImageDraw.ImageDraw, tile: Tile, at: tuple[int, int], size: int) -> None:
    """Paint a tile with its upper left corner at `at`; the words below it are outside of `size`."""
    left, top = at
    if tile.key and (drawn := face(tile.key)) is not None:
        item = _item(drawn, size)
        image.paste(item, at, item.getchannel("A").point(_FAINT) if tile.dim else item)
    elif tile.key:
        pen.rounded_rectangle((left, top, left + size - 1, top + size - 1), size // 8, CREAM)
        words, pixels = tile.key[:14], size // 3
        while pixels > 9 and width(words, pixels, "bold") > size - 8:
            pixels -= 1
        pen.text((left + size / 2, top + size / 2), words, INK, font=font("bold", pixels), anchor="mm")
    else:
        inset = size // 10
        corners = (left + inset, top + inset, left + size - 1 - inset, top + size - 1 - inset)
        pen.rounded_rectangle(corners, size // 8, None, SEAM, 2)
    if tile.badge:
        wide = width(tile.badge, BADGE, "bold") + 12
        corners = (left + size - wide, top + size - 26, left + size, top + size)
        pen.rounded_rectangle(corners, 9, INK, CREAM, 2)
        middle = (left + size - wide / 2, top + size - 13)
        pen.text(middle, tile.badge, CREAM, font=font("bold", BADGE), anchor="mm")
    if tile.below:
        pixels = BELOW
        while pixels > SMALLEST and width(tile.below, pixels, "bold") > size:
            pixels -= 1
        pen.text(
            (left + size / 2, top + size + 13), tile.below, CHALK, font=font("bold", pixels), anchor="mm"
        )


@lru_cache(maxsize=1024)
def _item(drawn: str, size: int) -> Image.Image:
    return picture(drawn, size)
