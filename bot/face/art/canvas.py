"""Drawing with smooth edges on a grid of 128 by 128, whatever the size in pixels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw, ImageFont

GRID = 128
SMOOTH = 4
"""Pixels drawn for each pixel kept, in each direction."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]
Face = Literal["serif", "bold", "plain"]

_FILES: dict[Face, str] = {
    "serif": "NotoSerif-Bold.ttf",
    "bold": "NotoSans-Bold.ttf",
    "plain": "NotoSans-Regular.ttf",
}


class Shape(NamedTuple):
    """A part of an icon on a grid of 100 by 100: a polygon, or an ellipse by two corners. `hole` shows the ground."""

    points: tuple[Point, ...]
    ellipse: bool = False
    hole: bool = False


@cache
def font(face: Face, pixels: int) -> ImageFont.FreeTypeFont:
    """Return a font of this package in a size."""
    return ImageFont.truetype(BytesIO(_font_file(face)), pixels, layout_engine=ImageFont.Layout.BASIC)


@cache
def _font_file(face: Face) -> bytes:
    return (files("bot.face.art") / "fonts" / _FILES[face]).read_bytes()


class Canvas:
    """Draws on a transparent square of `size` pixels; all measures are in units of the grid."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._scale = size * SMOOTH / GRID
        self._image = Image.new("RGBA", (size * SMOOTH, size * SMOOTH))
        self._draw = ImageDraw.Draw(self._image)

    def done(self) -> Image.Image:
        """Return the picture in its final size."""
        return self._image.resize((self.size, self.size), Image.Resampling.LANCZOS)

    def _at(self, points: Iterable[Point]) -> list[Point]:
        return [(x * self._scale, y * self._scale) for x, y in points]

    def box(
        self, box: Box, fill: str, *, radius: float = 0, edge: str | None = None, width: float = 0
    ) -> None:
        """Draw a box with round corners."""
        corners = self._at([(box[0], box[1]), (box[2], box[3])])
        self._draw.rounded_rectangle(
            corners, radius * self._scale, fill, edge, max(1, round(width * self._scale)) if edge else 0
        )

    def polygon(self, points: Sequence[Point], fill: str) -> None:
        """Draw a filled polygon."""
        self._draw.polygon(self._at(points), fill)

    def ellipse(self, box: Box, fill: str | None, *, edge: str | None = None, width: float = 0) -> None:
        """Draw a filled ellipse, or a ring."""
        corners = self._at([(box[0], box[1]), (box[2], box[3])])
        self._draw.ellipse(corners, fill, edge, max(1, round(width * self._scale)) if edge else 0)

    def line(self, points: Sequence[Point], fill: str, width: float) -> None:
        """Draw a line with round joints."""
        self._draw.line(self._at(points), fill, max(1, round(width * self._scale)), joint="curve")

    def text(
        self, at: Point, text: str, height: float, fill: str, *, face: Face = "bold", widest: float = GRID
    ) -> None:
        """Draw text with capitals `height` high, or smaller to fit `widest`, centred at `at`."""
        chosen = font(face, round(height / 0.714 * self._scale))
        left, top, right, bottom = self._draw.textbbox((0, 0), text, font=chosen)
        if right - left > widest * self._scale:
            self.text(at, text, height * widest * self._scale / (right - left) * 0.99, fill, face=face)
            return
        x, y = at[0] * self._scale - (left + right) / 2, at[1] * self._scale - (top + bottom) / 2
        self._draw.text((x, y), text, fill, font=chosen)

    def icon(self, shapes: Iterable[Shape], box: Box, fill: str, ground: str) -> None:
        """Draw an icon, fitted into a box; its holes show `ground`."""
        width, height = (box[2] - box[0]) / 100, (box[3] - box[1]) / 100
        for shape in shapes:
            points = [(box[0] + x * width, box[1] + y * height) for x, y in shape.points]
            colour = ground if shape.hole else fill
            if shape.ellipse:
                (left, top), (right, bottom) = points
                self.ellipse((left, top, right, bottom), colour)
            else:
                self.polygon(points, colour)
