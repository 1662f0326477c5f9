"""Charts: lines over time and bars side by side, on the same cloth as the tables."""

from __future__ import annotations

from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.face.art.canvas import font
from bot.face.art.letters import length, write
from bot.face.art.palette import CHALK, CLOTH, CREAM, DUST, SEAM, SERIES, TABLE
from bot.face.art.tile_layout import cut

WIDE, TALL = 720, 400
EDGE, GUTTER = 18, 74
TEXT, SMALL, TITLE = 19, 17, 24
SMOOTH = 2
BAR, BAR_GAP = 34, 12
NAMES = 150
"""The pixels for a name at the end of a line or before a bar."""
WIDEST_NAMES = 260
"""The most pixels for long names before bars."""


class Curve(NamedTuple):
    """One line: its name, and a value at each step, or None."""

    name: str
    values: tuple[int | None, ...]


class Lines(NamedTuple):
    """A chart of lines; `ends` name the first and the last step."""

    title: str
    curves: tuple[Curve, ...]
    ends: tuple[str, str]


class Bar(NamedTuple):
    """One bar: its name, length, and words at its end; `band` is its length under honest luck."""

    name: str
    value: int
    label: str
    band: tuple[int, int] | None = None


class Bars(NamedTuple):
    """A chart of bars."""

    title: str
    bars: tuple[Bar, ...]


def draw(chart: Lines | Bars) -> bytes:
    """Return a chart as a PNG file; equal charts give equal bytes."""
    return draw_lines(chart) if isinstance(chart, Lines) else draw_bars(chart)


def draw_lines(chart: Lines) -> bytes:
    """Draw lines as a PNG file. Each has its name at its end, and its own mark."""
    values = [value for curve in chart.curves for value in curve.values if value is not None]
    low, high, step = scale(min(values), max(values))
    named = len(chart.curves) > 1
    left, right = EDGE + GUTTER, WIDE - EDGE - (NAMES if named else 12)
    top, bottom = 70, TALL - 48
    large, pen = _canvas(TALL)

    def height(value: float) -> float:
        return bottom - (value - low) / (high - low) * (bottom - top)

    for line in range(low, high + 1, step):
        _stroke(pen, [(left, height(line)), (right, height(line))], SEAM if line else DUST, 2)
    count = max(len(curve.values) for curve in chart.curves)
    across = (right - left) / max(1, count - 1)
    ends = []
    for number, curve in enumerate(chart.curves):
        hue = SERIES[number % len(SERIES)]
        run = [
            (left + at * across, height(value)) for at, value in enumerate(curve.values) if value is not None
        ]
        if not run:
            continue
        _stroke(pen, run, hue, 4)
        for x, y in run if count <= 24 else run[-1:]:
            _mark(pen, number, x, y, hue)
        ends.append((run[-1][1], number, curve.name))
    image = large.reduce(SMOOTH)
    words = ImageDraw.Draw(image)
    words.text((EDGE, 16), cut(chart.title, WIDE - 2 * EDGE, TITLE, "bold"), CREAM, font=font("bold", TITLE))
    for line in range(low, high + 1, step):
        words.text((left - 10, height(line)), f"{line:,}", DUST, font=font("plain", SMALL), anchor="rm")
    words.text((left, bottom + 14), chart.ends[0], DUST, font=font("plain", SMALL))
    words.text((right, bottom + 14), chart.ends[1], DUST, font=font("plain", SMALL), anchor="ra")
    if named:
        for y, number, name in _apart(ends, top, bottom):
            shown = cut(name, NAMES - 16, TEXT, "bold")
            write(words, (right + 16, y), shown, _light(SERIES[number % len(SERIES)]), TEXT, "bold", "lm")
    return png(image)


def draw_bars(chart: Bars) -> bytes:
    """Draw bars as a PNG file; losses go to the left."""
    tall = 66 + len(chart.bars) * (BAR + BAR_GAP) + EDGE
    label_width = max((int(font("bold", TEXT).getlength(bar.label)) for bar in chart.bars), default=0) + 16
    longest = max((int(length(bar.name, TEXT, "bold")) for bar in chart.bars), default=0) + 16
    names = min(max(NAMES, longest), WIDEST_NAMES)
    room = WIDE - 2 * EDGE - names - label_width
    low = min(0, *(bar.value for bar in chart.bars)) if chart.bars else 0
    high = max(1, *(max((bar.value, *(bar.band or ()))) for bar in chart.bars)) if chart.bars else 1
    per = room / (high - low)
    zero = EDGE + names - low * per
    large, pen = _canvas(tall)
    for number, bar in enumerate(chart.bars):
        y = 62 + number * (BAR + BAR_GAP)
        start, end = sorted((zero, zero + bar.value * per))
        box = (start * SMOOTH, y * SMOOTH, max(end, start + 3) * SMOOTH, (y + BAR) * SMOOTH)
        pen.rounded_rectangle(box, 6 * SMOOTH, SERIES[0] if bar.value < 0 else SERIES[1])
        if bar.band is not None:
            left, right = (zero + end * per for end in bar.band)
            middle = y + BAR / 2
            _stroke(pen, [(left, middle), (right, middle)], CREAM, 3)
            for x in (left, right):
                _stroke(pen, [(x, y + 6), (x, y + BAR - 6)], CREAM, 3)
    if low < 0:
        _stroke(pen, [(zero, 56), (zero, tall - EDGE)], DUST, 2)
    image = large.reduce(SMOOTH)
    words = ImageDraw.Draw(image)
    words.text((EDGE, 16), cut(chart.title, WIDE - 2 * EDGE, TITLE, "bold"), CREAM, font=font("bold", TITLE))
    for number, bar in enumerate(chart.bars):
        middle = 62 + number * (BAR + BAR_GAP) + BAR // 2
        write(words, (EDGE, middle), cut(bar.name, names - 12, TEXT, "bold"), CHALK, TEXT, "bold", "lm")
        end = max(zero, zero + max((bar.value, *(bar.band or ()))) * per)
        words.text((end + 10, middle), bar.label, CHALK, font=font("bold", TEXT), anchor="lm")
    return png(image)


def scale(low: int, high: int) -> tuple[int, int, int]:
    """Return the ends of an axis that covers all values, and its step: 1, 2 or 5 times a power of ten."""
    high = max(high, low + 1)
    step, nice = 1, [1, 2, 5]
    at = 0
    while (high - low) / step > 5:
        at += 1
        step = nice[at % 3] * 10 ** (at // 3)
    return low // step * step, -(-high // step) * step, step


def _canvas(tall: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    large = Image.new("RGB", (WIDE * SMOOTH, tall * SMOOTH), TABLE)
    pen = ImageDraw.Draw(large)
    corners = (8 * SMOOTH, 52 * SMOOTH, (WIDE - 8) * SMOOTH, (tall - 8) * SMOOTH)
    pen.rounded_rectangle(corners, 14 * SMOOTH, CLOTH)
    return large, pen


def _stroke(pen: ImageDraw.ImageDraw, points: list[tuple[float, float]], hue: str, width: int) -> None:
    at = [(x * SMOOTH, y * SMOOTH) for x, y in points]
    pen.line(at, hue, width * SMOOTH, joint="curve")


def _mark(pen: ImageDraw.ImageDraw, number: int, x: float, y: float, hue: str) -> None:
    """Draw a disc, a square, a diamond or a triangle, so that lines differ without their hue."""
    x, y, size = x * SMOOTH, y * SMOOTH, 6 * SMOOTH
    match number % 4:
        case 0:
            pen.ellipse((x - size, y - size, x + size, y + size), hue, CREAM, SMOOTH)
        case 1:
            pen.rectangle((x - size, y - size, x + size, y + size), hue, CREAM, SMOOTH)
        case 2:
            size += 2 * SMOOTH
            pen.polygon([(x, y - size), (x + size, y), (x, y + size), (x - size, y)], hue, CREAM, SMOOTH)
        case _:
            size += SMOOTH
            pen.polygon([(x, y - size), (x + size, y + size), (x - size, y + size)], hue, CREAM, SMOOTH)


def _apart(ends: list[tuple[float, int, str]], top: float, bottom: float) -> list[tuple[float, int, str]]:
    """Move the names at the ends of lines apart, so that none overlap."""
    placed: list[tuple[float, int, str]] = []
    for y, number, name in sorted(ends):
        placed.append((max(y, placed[-1][0] + TEXT + 4) if placed else max(y, top), number, name))
    over = placed[-1][0] - bottom if placed else 0
    if over > 0:
        limit = bottom
        for at in range(len(placed) - 1, -1, -1):
            y, number, name = placed[at]
            placed[at] = (min(y, limit), number, name)
            limit = placed[at][0] - TEXT - 4
    return placed


def _light(hue: str) -> str:
    """Return the same hue, light enough for letters on the cloth."""
    parts = (int(hue[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{int(part + (255 - part) * 0.45):02x}" for part in parts)


def png(image: Image.Image) -> bytes:
    """Return a picture of few hues as a PNG file."""
    held = BytesIO()
    image.quantize(64, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(held, "PNG")
    return held.getvalue()
