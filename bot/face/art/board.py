"""A table's picture: panels of tiles on a cloth. It receives a description, and knows nothing of games or seats."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.face.art import circle, tile_layout
from bot.face.art.circle import Ring
from bot.face.art.letters import write
from bot.face.art.palette import CHALK, CLOTH, CREAM, DUST, SEAM, TABLE
from bot.face.art.tile_layout import NOTE, TITLE, Tile, cut, width, wrapped

WIDE = 720
"""Width in pixels; a phone shows it at half size, a desktop nearly at full size."""
TALL = 720
"""The height above which a picture gets smaller tiles."""
MOST_BYTES = 150_000
TILES = (76, 64, 54, 44, 36)
"""Sizes of a tile; the largest that fits is used."""
EDGE, GAP, INSIDE = 16, 12, 12
HEADING, HEADING_LINE, NOTE_LINE, TITLE_LINE = 26, 34, 26, 32
BELOW = 26
"""The height of the words below a tile."""
HALF = (WIDE - 2 * EDGE - GAP) // 2 - 2 * INSIDE
"""The width of one of two panels side by side; a note does not widen it."""
APART, BETWEEN = 18, 6
"""Gaps between groups of tiles, between a title and its note, and between tiles."""
COLORS = 256


class Group(NamedTuple):
    """Tiles that belong together, with words above them. `across`: tiles in a row; 0 for as many as fit."""

    tiles: tuple[Tile, ...]
    caption: str = ""
    across: int = 0


class Panel(NamedTuple):
    """A field with a title and a note, which takes as many lines as it needs."""

    title: str
    groups: tuple[Group, ...]
    note: str = ""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All its tiles."""
        return tuple(tile for group in self.groups for tile in group.tiles)


class Board(NamedTuple):
    """The description of a picture: heading and panels, possible sizes of tiles, and the greatest height."""

    heading: str
    panels: tuple[Panel | Ring, ...]
    sizes: tuple[int, ...] = TILES
    tall: int = TALL


class _Laid(NamedTuple):
    """A group, positioned relative to its panel's tiles."""

    group: Group
    left: int
    top: int
    across: int


class _Placed(NamedTuple):
    panel: Panel | Ring
    left: int
    top: int
    width: int
    height: int
    groups: tuple[_Laid, ...] = ()
    lines: tuple[str, ...] = ()
    """The lines of a note that does not fit next to the title."""

    @property
    def box(self) -> circle.Box:
        return self.left, self.top, self.left + self.width, self.top + self.height


@lru_cache(maxsize=512)
def draw(board: Board) -> bytes:
    """Return a board as a PNG file of at most `MOST_BYTES`; equal boards give equal bytes."""
    for tile in board.sizes:
        placed, height = _arrange_panels(board, tile)
        if height <= board.tall:
            break
    image = _painted(board, placed, height, tile)
    colors = COLORS
    while len(file := _png(image, colors)) > MOST_BYTES and colors > 8:
        colors //= 2
    return file


def _png(image: Image.Image, colors: int) -> bytes:
    held = BytesIO()
    # An octree finds the colors of flat drawings better than a median cut, in a sixth of the time; and `optimize`
    # would take seven times as long to save a tenth of the bytes.
    image.quantize(colors, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(held, "PNG")
    return held.getvalue()


# ---- where everything goes


def _heading(board: Board) -> tuple[str, ...]:
    return wrapped(board.heading, WIDE - 2 * EDGE, HEADING, "bold")


def _arrange_panels(board: Board, tile: int) -> tuple[list[_Placed], int]:
    """Arrange panels from left to right, in lines as tall as their tallest; return them and the total height."""
    top = EDGE + (len(_heading(board)) * HEADING_LINE + GAP if board.heading else 0)
    lines: list[list[_Placed]] = [[]]
    left = EDGE
    for panel in board.panels:
        placed = _measure(panel, tile)
        if lines[-1] and left + placed.width > WIDE - EDGE:
            top += max(each.height for each in lines[-1]) + GAP
            lines.append([])
            left = EDGE
        lines[-1].append(placed._replace(left=left, top=top))
        left += placed.width + GAP
    last = lines[-1]
    bottom = max((each.top + each.height for each in last), default=top)
    return [spread for line in lines for spread in _fill_line(line)], bottom + EDGE


def _fill_line(line: list[_Placed]) -> list[_Placed]:
    """Widen the panels of a line until they fill it."""
    if not line:
        return []
    spare = (WIDE - 2 * EDGE - sum(each.width for each in line) - GAP * (len(line) - 1)) // len(line)
    tallest = max(each.height for each in line)
    return [
        each._replace(left=each.left + at * spare, width=each.width + spare, height=tallest)
        for at, each in enumerate(line)
    ]


def _measure(panel: Panel | Ring, tile: int) -> _Placed:
    """Measure a panel at its smallest size; its position is set later."""
    room = WIDE - 2 * EDGE
    if isinstance(panel, Ring):
        return _Placed(panel, 0, 0, room, circle.height(panel, tile))
    room -= 2 * INSIDE
    groups, wide, tall = _arrange_groups(panel, tile, room)
    head = width(panel.title, TITLE, "bold")
    lines: tuple[str, ...] = ()
    if panel.note and (beside := head + APART + width(panel.note, NOTE)) <= max(wide, HALF):
        head = beside
    elif panel.note:
        head = max(head, min(width(panel.note, NOTE), max(wide, HALF)))
        lines = wrapped(panel.note, min(room, max(wide, head)), NOTE)
    inner = max(wide, min(head, room))
    high = (TITLE_LINE if panel.title else 0) + len(lines) * NOTE_LINE + (tall if groups else -8)
    return _Placed(panel, 0, 0, inner + 2 * INSIDE, high + 2 * INSIDE, groups, lines)


def _arrange_groups(panel: Panel, tile: int, room: int) -> tuple[tuple[_Laid, ...], int, int]:
    """Arrange groups from left to right and in lines; return them with their total width and height."""
    most = max(1, (room + BETWEEN) // (tile + BETWEEN))
    head = NOTE_LINE if any(group.caption for group in panel.groups) else 0
    below = BELOW if any(each.below for each in panel.tiles) else 0
    laid: list[_Laid] = []
    left = top = wide = tall = 0
    for group in panel.groups:
        across = min(group.across or most, most, max(1, len(group.tiles)))
        down = -(-len(group.tiles) // across)
        need = max(across * (tile + BETWEEN) - BETWEEN, min(width(group.caption, NOTE), room))
        if left and left + need > room:
            left, top = 0, top + tall + BETWEEN
            tall = 0
        laid.append(_Laid(group, left, top, across))
        wide = max(wide, left + need)
        tall = max(tall, head + down * (tile + below + BETWEEN) - BETWEEN)
        left += need + APART
    return tuple(laid), wide, top + tall


# ---- painting


def _painted(board: Board, placed: list[_Placed], height: int, tile: int) -> Image.Image:
    image = _background(placed, height, tile)
    pen = ImageDraw.Draw(image)
    for at, line in enumerate(_heading(board)):
        write(pen, (EDGE + 2, EDGE + at * HEADING_LINE), line, CREAM, HEADING, "bold")
    for each in placed:
        if isinstance(each.panel, Ring):
            circle.paint(image, pen, each.panel, each.box, tile)
        else:
            _panel(image, pen, each.panel, each, tile)
    return image


def _background(placed: list[_Placed], height: int, tile: int) -> Image.Image:
    """Paint cloth and fields, at twice the size so that their edges are smooth."""
    large = Image.new("RGB", (WIDE * 2, height * 2), TABLE)
    pen = ImageDraw.Draw(large)
    for each in placed:
        left, top, right, bottom = each.box
        if isinstance(each.panel, Ring):
            circle.ground(pen, each.panel, each.box, tile, 2)
        else:
            corners = (left * 2, top * 2, right * 2 - 1, bottom * 2 - 1)
            pen.rounded_rectangle(corners, 24, CLOTH, SEAM, 3)
    return large.reduce(2)


def _panel(image: Image.Image, pen: ImageDraw.ImageDraw, panel: Panel, placed: _Placed, tile: int) -> None:
    left, top = placed.left + INSIDE, placed.top + INSIDE - 4
    room = placed.width - 2 * INSIDE
    title = cut(panel.title, room, TITLE, "bold")
    write(pen, (left, top), title, CHALK, TITLE, "bold")
    if panel.note and not placed.lines:
        at = left + width(title, TITLE, "bold") + APART
        write(pen, (at, top + 3), panel.note, DUST, NOTE)
    top += TITLE_LINE if panel.title else 0
    for line in placed.lines:
        write(pen, (left, top), line, DUST, NOTE)
        top += NOTE_LINE
    top += 4
    head = NOTE_LINE if any(group.caption for group in panel.groups) else 0
    below = BELOW if any(each.below for each in panel.tiles) else 0
    for group, right, down, across in placed.groups:
        if group.caption:
            caption = cut(group.caption, room, NOTE)
            write(pen, (left + right, top + down - 2), caption, DUST, NOTE)
        for number, each in enumerate(group.tiles):
            row, column = divmod(number, across)
            at_tile = (
                left + right + column * (tile + BETWEEN),
                top + down + head + row * (tile + below + BETWEEN),
            )
            tile_layout.paint(image, pen, each, at_tile, tile)
