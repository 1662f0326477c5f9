"""Places in a circle round a hub, clockwise from the top, with a pointer at one of them."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.face.art import tile_layout
from bot.face.art.letters import font, write
from bot.face.art.palette import CHALK, CLOTH, CREAM, DUST, GOLD, SEAM, TABLE
from bot.face.art.tile_layout import NOTE, TITLE, Tile, cut, width

INSIDE, HEAD, TAG = 10, 38, 36
"""Pixels: the rim of a place, the height of its title, the room for the words of each item."""
HUB = 58
"""The radius of the hub in the middle."""
WIDEST = 216
CLOSE = 16
"""The distance below which items show their number instead of overlapping."""

Point = tuple[float, float]
Box = tuple[int, int, int, int]
"""A rectangle as left, top, right, bottom."""


class RingPlace(NamedTuple):
    """A place: its title, the item that is its sign, its number, rows of items with their words, and a note."""

    title: str
    sign: str
    number: int
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    note: str = ""


class Ring(NamedTuple):
    """Places clockwise from the top. `pointed` is the one that the pointer shows; `middle` is a tile with its words."""

    stands: tuple[RingPlace, ...]
    pointed: int | None = None
    middle: Tile | None = None


def height(ring: Ring, tile: int) -> int:
    """Return the height of the ring for this size of tiles."""
    return 3 * _stand_height(ring, tile) + HUB + INSIDE


def _small(tile: int) -> int:
    return tile * 5 // 8


def _stand_height(ring: Ring, tile: int) -> int:
    most = max(1, *(len(stand.rows) for stand in ring.stands))
    return 2 * INSIDE + HEAD + most * (_small(tile) + 4)


class Plan:
    """The positions of all parts of a ring in a box."""

    def __init__(self, ring: Ring, box: Box, tile: int) -> None:
        left, top, right, bottom = box
        self.turns = [2 * pi * at / len(ring.stands) - pi / 2 for at in range(len(ring.stands))]
        wide = min(WIDEST, (right - left) // 3)
        tall = _stand_height(ring, tile)
        # the circle is stretched so that its places just fill the box
        across = max(abs(cos(turn)) for turn in self.turns)
        high, low = min(map(sin, self.turns)), max(map(sin, self.turns))
        self.radius = ((right - left - wide) / 2 / across, (bottom - top - tall) / (low - high))
        self.centre = ((left + right) / 2, top + tall / 2 - high * self.radius[1])
        self.boxes: list[Box] = []
        for turn in self.turns:
            x, y = self.at(turn)
            x, y = round(x - wide / 2), round(y - tall / 2)
            self.boxes.append((x, y, x + wide, y + tall))

    def at(self, turn: float, share: float = 1) -> Point:
        """Return the point in a direction, at a share of the distance from the centre."""
        return (
            self.centre[0] + self.radius[0] * share * cos(turn),
            self.centre[1] + self.radius[1] * share * sin(turn),
        )


def ground(pen: ImageDraw.ImageDraw, ring: Ring, box: Box, tile: int, scale: int) -> None:
    """Paint rim, spokes, hub and pointer, `scale` times as large."""
    plan = Plan(ring, box, tile)

    def large(*points: Point) -> list[Point]:
        return [(x * scale, y * scale) for x, y in points]

    (x, y), (wide, tall) = plan.centre, plan.radius
    pen.ellipse(large((x - wide, y - tall), (x + wide, y + tall)), None, SEAM, 5 * scale)
    for turn, following in zip(plan.turns, [*plan.turns[1:], plan.turns[0] + 2 * pi], strict=True):
        pen.line(large(plan.centre, plan.at(turn)), SEAM, 3 * scale)
        pen.polygon(large(*_chevron(plan, (turn + following) / 2)), SEAM)
    if ring.pointed is not None:
        pen.polygon(large(*_pointer(plan, plan.turns[ring.pointed])), GOLD)
    hub = large((x - HUB, y - HUB), (x + HUB, y + HUB))
    pen.ellipse(hub, CLOTH, SEAM if ring.pointed is None else GOLD, 4 * scale)
    for at, (stand, corners) in enumerate(zip(ring.stands, plan.boxes, strict=True)):
        pointed = at == ring.pointed
        left, top, right, bottom = corners
        pen.rounded_rectangle(
            large((left, top), (right - 1, bottom - 1)),
            12 * scale,
            TABLE if stand.note else CLOTH,
            GOLD if pointed else SEAM,
            (4 if pointed else 2) * scale,
        )


def _chevron(plan: Plan, turn: float) -> Iterator[Point]:
    """Return a mark on the rim that shows the direction of play."""
    x, y = plan.at(turn)
    ahead = (-plan.radius[0] * sin(turn), plan.radius[1] * cos(turn))
    length = (ahead[0] ** 2 + ahead[1] ** 2) ** 0.5
    dx, dy = ahead[0] / length * 13, ahead[1] / length * 13
    yield from ((x + dx, y + dy), (x - dx - dy, y - dy + dx), (x - dx + dy, y - dy - dx))


def _pointer(plan: Plan, turn: float) -> Iterator[Point]:
    """Return a pointer like the hand of a clock, from the middle towards a place."""
    x, y = plan.centre
    dx, dy = plan.at(turn)[0] - x, plan.at(turn)[1] - y
    length = (dx**2 + dy**2) ** 0.5
    dx, dy = dx / length, dy / length
    reach = HUB + 34
    yield (x + dx * reach, y + dy * reach)
    yield (x + dx * (HUB - 4) - dy * 22, y + dy * (HUB - 4) + dx * 22)
    yield (x + dx * (HUB - 4) + dy * 22, y + dy * (HUB - 4) - dx * 22)


def paint(image: Image.Image, pen: ImageDraw.ImageDraw, ring: Ring, box: Box, tile: int) -> None:
    """Paint the items at the places and in the middle."""
    plan = Plan(ring, box, tile)
    for at, (stand, corners) in enumerate(zip(ring.stands, plan.boxes, strict=True)):
        _stand(image, pen, stand, corners, tile, pointed=at == ring.pointed)
    if ring.middle is not None:
        size = HUB
        x, y = round(plan.centre[0]), round(plan.centre[1])
        tile_layout.paint(
            image, pen, ring.middle._replace(below=""), (x - size // 2, y - size // 2 - 10), size
        )
        pen.text((x, y + HUB - 24), ring.middle.below, CHALK, font=font("bold", NOTE), anchor="mm")


def _stand(
    image: Image.Image, pen: ImageDraw.ImageDraw, stand: RingPlace, box: Box, tile: int, *, pointed: bool
) -> None:
    left, top, right = box[0] + INSIDE, box[1] + INSIDE, box[2] - INSIDE
    tile_layout.paint(image, pen, Tile(stand.sign), (left, top - 2), HEAD - 4)
    number = str(stand.number)
    pen.text((right, top + 15), number, GOLD if pointed else CREAM, font=font("bold", TITLE + 6), anchor="rm")
    room = right - left - HEAD - width(number, TITLE + 6, "bold") - 8
    write(pen, (left + HEAD + 2, top), cut(stand.title, room, TITLE, "bold"), CHALK, TITLE, "bold")
    top += HEAD
    if stand.note:
        write(pen, (left, top + 2), cut(stand.note, right - left, TITLE), DUST, TITLE)
        pen.line((left, top - 6, left + HEAD - 4, top - HEAD), DUST, 4)
    size = _small(tile)
    for adds, items in stand.rows:
        pen.text((left, top + size / 2), adds, DUST, font=font("bold", NOTE), anchor="lm")
        step = min(size + 4, (right - left - TAG - size) // max(1, len(items) - 1))
        for place, item in enumerate(items):
            last = place == len(items) - 1
            badge = str(len(items)) if last and step < CLOSE else ""
            tile_layout.paint(image, pen, Tile(item, badge), (left + TAG + place * step, top), size)
        top += size + 4
