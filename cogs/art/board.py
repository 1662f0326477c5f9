"""A table's picture: panels of tiles on a cloth. It is given what to draw and knows nothing of games or seats."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageDraw

from cogs.art.emoji import DRAWN, picture
from cogs.art.palette import CHALK, CLOTH, CREAM, DUST, INK, SEAM, TABLE
from cogs.art.pen import font

WIDE = 720
"""Pixels; a phone shows it at half of that, a desktop nearly as it is."""
TALL = 1_000
"""A picture that would be taller is made of smaller tiles."""
MOST_BYTES = 150_000
TILES = (76, 64, 54, 44, 36)
"""Sizes of a tile, from which the largest that fits is taken."""
EDGE, GAP, INSIDE = 16, 12, 12
TITLE, NOTE, BADGE = 23, 19, 20
COLORS = 128


class Tile(NamedTuple):
    """One place: an item by key, or none; a badge on it and words below it."""

    key: str = ""
    badge: str = ""
    below: str = ""


class Panel(NamedTuple):
    """A field with a title. `across` is how many tiles stand in a row; 0: as many as there is room for."""

    title: str
    tiles: tuple[Tile, ...]
    note: str = ""
    across: int = 0


class Board(NamedTuple):
    """What a picture shows."""

    heading: str
    panels: tuple[Panel, ...]


class _Placed(NamedTuple):
    panel: Panel
    left: int
    top: int
    width: int
    height: int
    across: int


@lru_cache(maxsize=64)
def draw(board: Board) -> bytes:
    """A board as a PNG file of at most `MOST_BYTES`; the same board gives the same bytes."""
    for tile in TILES:
        placed, height = _laid_out(board, tile)
        if height <= TALL:
            break
    image = _painted(board, placed, height, tile)
    colors = COLORS
    while len(file := _png(image, colors)) > MOST_BYTES and colors > 8:
        colors //= 2
    return file


def _png(image: Image.Image, colors: int) -> bytes:
    held = BytesIO()
    image.quantize(colors, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(
        held, "PNG", optimize=True
    )
    return held.getvalue()


# ---- where everything goes


def _laid_out(board: Board, tile: int) -> tuple[list[_Placed], int]:
    """Panels from left to right, in lines as tall as their tallest; gives them and the whole height."""
    room = WIDE - 2 * EDGE
    top = EDGE + (len(_wrapped(board.heading, room)) * 34 + GAP if board.heading else 0)
    lines: list[list[_Placed]] = [[]]
    left = EDGE
    for panel in board.panels:
        width, height, across = _size(panel, tile, room)
        if lines[-1] and left + width > WIDE - EDGE:
            top += max(each.height for each in lines[-1]) + GAP
            lines.append([])
            left = EDGE
        lines[-1].append(_Placed(panel, left, top, width, height, across))
        left += width + GAP
    last = lines[-1]
    bottom = max((each.top + each.height for each in last), default=top)
    return [spread for line in lines for spread in _spread(line)], bottom + EDGE


def _spread(line: list[_Placed]) -> list[_Placed]:
    """The panels of a line, made to fill it."""
    if not line:
        return []
    spare = (WIDE - 2 * EDGE - sum(each.width for each in line) - GAP * (len(line) - 1)) // len(line)
    tallest = max(each.height for each in line)
    return [
        each._replace(left=each.left + at * spare, width=each.width + spare, height=tallest)
        for at, each in enumerate(line)
    ]


def _size(panel: Panel, tile: int, room: int) -> tuple[int, int, int]:
    """Width, height and tiles in a row."""
    most = max(1, (room - 2 * INSIDE + 6) // (tile + 6))
    across = min(panel.across or most, most, max(1, len(panel.tiles)))
    down = -(-len(panel.tiles) // across)
    head = _width(panel.title, TITLE, "bold") + (_width(panel.note, NOTE) + 14 if panel.note else 0)
    width = max(across * (tile + 6) - 6, min(head, room - 2 * INSIDE)) + 2 * INSIDE
    below = 26 if any(each.below for each in panel.tiles) else 0
    return width, INSIDE * 2 + 32 + down * (tile + below + 6) - (6 if down else 8), across


def _width(text: str, pixels: int, face: str = "plain") -> int:
    return int(font("bold" if face == "bold" else "plain", pixels).getlength(text))


def _wrapped(text: str, room: int) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and _width(f"{lines[-1]} {word}", 26, "bold") <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


# ---- painting


def _painted(board: Board, placed: list[_Placed], height: int, tile: int) -> Image.Image:
    image = _ground(placed, height)
    pen = ImageDraw.Draw(image)
    for at, line in enumerate(_wrapped(board.heading, WIDE - 2 * EDGE)):
        pen.text((EDGE + 2, EDGE + at * 34), line, CREAM, font=font("bold", 26))
    for each in placed:
        _panel(image, pen, each, tile)
    return image


def _ground(placed: list[_Placed], height: int) -> Image.Image:
    """Cloth and fields, drawn twice as large so that their corners are smooth."""
    large = Image.new("RGB", (WIDE * 2, height * 2), TABLE)
    pen = ImageDraw.Draw(large)
    for _, left, top, width, tall, _ in placed:
        corners = (left * 2, top * 2, (left + width) * 2 - 1, (top + tall) * 2 - 1)
        pen.rounded_rectangle(corners, 24, CLOTH, SEAM, 3)
    return large.reduce(2)


def _panel(image: Image.Image, pen: ImageDraw.ImageDraw, placed: _Placed, tile: int) -> None:
    panel, left, top = placed.panel, placed.left + INSIDE, placed.top + INSIDE - 4
    room = placed.width - 2 * INSIDE
    title = _cut(panel.title, room, TITLE, "bold")
    pen.text((left, top), title, CHALK, font=font("bold", TITLE))
    if panel.note:
        at = left + _width(title, TITLE, "bold") + 14
        pen.text((at, top + 3), _cut(panel.note, left + room - at, NOTE), DUST, font=font("plain", NOTE))
    below = 26 if any(each.below for each in panel.tiles) else 0
    for number, each in enumerate(panel.tiles):
        row, column = divmod(number, placed.across)
        at = left + column * (tile + 6)
        _tile(image, pen, each, (at, top + 36 + row * (tile + below + 6)), tile)


def _cut(text: str, room: int, pixels: int, face: str = "plain") -> str:
    if _width(text, pixels, face) <= room:
        return text
    while text and _width(f"{text}…", pixels, face) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _tile(image: Image.Image, pen: ImageDraw.ImageDraw, tile: Tile, at: tuple[int, int], size: int) -> None:
    left, top = at
    if tile.key in DRAWN:
        item = _item(tile.key, size)
        image.paste(item, at, item)
    elif tile.key:
        pen.rounded_rectangle((left, top, left + size - 1, top + size - 1), size // 8, CREAM)
        words, pixels = tile.key[:14], size // 3
        while pixels > 9 and _width(words, pixels, "bold") > size - 8:
            pixels -= 1
        pen.text((left + size / 2, top + size / 2), words, INK, font=font("bold", pixels), anchor="mm")
    else:
        inset = size // 10
        corners = (left + inset, top + inset, left + size - 1 - inset, top + size - 1 - inset)
        pen.rounded_rectangle(corners, size // 8, None, SEAM, 2)
    if tile.badge:
        wide = _width(tile.badge, BADGE, "bold") + 12
        corners = (left + size - wide, top + size - 26, left + size, top + size)
        pen.rounded_rectangle(corners, 9, INK, CREAM, 2)
        middle = (left + size - wide / 2, top + size - 13)
        pen.text(middle, tile.badge, CREAM, font=font("bold", BADGE), anchor="mm")
    if tile.below:
        pen.text((left + size / 2, top + size + 13), tile.below, CHALK, font=font("bold", 22), anchor="mm")


@lru_cache(maxsize=1024)
def _item(key: str, size: int) -> Image.Image:
    return picture(key, size)
