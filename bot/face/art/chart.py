"""Charts: lines over time and bars side by side, drawn from the same pieces as the tables."""

from __future__ import annotations

from typing import NamedTuple

from bot.face.art import drawing, svg
from bot.face.art.drawing import TALL, WIDE, Drawing, Part, Stamp
from bot.face.art.palette import BRONZE, CREAM, DIM, GOLD, HUES, SEAM, SOFT
from bot.face.art.pieces.charts import chart as lines_of
from bot.face.art.pieces.charts import level
from bot.face.art.pieces.grounds import EDGE
from bot.face.art.pieces.marks import panel
from bot.face.art.pieces.words import length, text

HIGH = 440
"""The height of a chart of lines."""
TOP, BOTTOM = 84, 380
TITLE, NAME, SMALL = 31, 22, 20
TITLE_LINE = 42
NAMES = 190
"""The room for the names at the ends of lines."""
WIDEST_NAMES = 300
"""The most room for the names before bars."""
ROW, LEAST_ROW = 46, 26
"""The height of a bar with its gap, and of one where there are many."""
BARS_TOP = 74
LOSS = HUES["red"]


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
    return drawing.draw(drawing_of(chart))


def drawing_of(chart: Lines | Bars) -> Drawing:
    """Return the drawing of a chart."""
    return _lines(chart) if isinstance(chart, Lines) else _bars(chart)


def _lines(chart: Lines) -> Drawing:
    """Return lines with their names at their ends. The one that ends highest is golden and the thickest."""
    values = [value for curve in chart.curves for value in curve.values if value is not None]
    low, high, step = scale(min(values), max(values))
    marks = range(low, high + 1, step)
    named = len(chart.curves) > 1
    left = EDGE + 24 + max(length(_number(mark), SMALL) for mark in marks)
    right = WIDE - EDGE - (NAMES if named else 28)
    w, h = right - left, BOTTOM - TOP
    parts: list[Part] = [*_title(chart.title), *panel(EDGE, 60, WIDE - 2 * EDGE, HIGH - 60 - EDGE)]
    grid = "".join(
        svg.path(
            f"M0,{level(mark, low, high, h):.1f} H{w:.0f}",
            stroke=SEAM,
            stroke_width=1.5 if mark else 2.5,
            opacity=0.6 if mark else 1,
        )
        for mark in marks
    )
    parts.append(Stamp(grid, w, h, left, TOP))
    for mark in marks:
        y = TOP + level(mark, low, high, h) + SMALL * 0.36
        parts += text(left - 10, y, _number(mark), SMALL, DIM, anchor="end")
    curves = sorted((curve for curve in chart.curves if _last(curve) is not None), key=_last_first)
    courses = [
        (curve.name if named else "", curve.values, _number(_last(curve) or 0) if named else "")
        for curve in curves
    ]
    parts += lines_of(left, TOP, w, h, courses, right=WIDE - EDGE - 14, bounds=(low, high))
    first, last = chart.ends
    parts += text(left, BOTTOM + 26, first, SMALL, DIM, widest=w / 2 - 10)
    parts += text(right, BOTTOM + 26, last, SMALL, DIM, anchor="end", widest=w / 2 - 10)
    return Drawing(HIGH, tuple(parts))


def _bars(chart: Bars) -> Drawing:
    """Return bars below each other; losses go to the left, the highest value is golden."""
    many = max(1, len(chart.bars))
    row = max(LEAST_ROW, min(ROW, (TALL - BARS_TOP - EDGE) / many))
    labels = max((length(bar.label, NAME, bold=True) for bar in chart.bars), default=0) + 20
    longest = max((length(bar.name, NAME, bold=True) for bar in chart.bars), default=0) + 16
    names = min(longest, WIDEST_NAMES)
    left, room = EDGE + 16 + names, WIDE - 2 * EDGE - 32 - names - labels
    low = min([0, *(bar.value for bar in chart.bars)])
    high = max([1, *(max(bar.value, *(bar.band or (0,))) for bar in chart.bars)])
    per = room / (high - low)
    zero = -low * per
    best = max((bar.value for bar in chart.bars), default=0)
    inner, words = "", list[Part]()
    for at, bar in enumerate(chart.bars):
        y, thick = at * row + row * 0.14, row * 0.72
        start, end = sorted((zero, zero + bar.value * per))
        hue = LOSS if bar.value < 0 else GOLD if bar.value == best else BRONZE
        inner += svg.rect(start, y, max(3.0, end - start), thick, 5, fill=hue)
        if bar.band is not None:
            inner += _band(zero + bar.band[0] * per, zero + bar.band[1] * per, y, thick)
        base = BARS_TOP + at * row + row / 2 + NAME * 0.36
        words += text(EDGE + 14, base, bar.name, NAME, CREAM, bold=True, widest=names - 8)
        reach = max(zero, zero + max(bar.value, *(bar.band or (0,))) * per)
        words += text(left + reach + 10, base, bar.label, NAME, SOFT, bold=True)
    tall = round(many * row)
    if low < 0:
        inner += svg.path(f"M{zero:.1f},0 V{tall}", stroke=SEAM, stroke_width=2)
    parts = [*_title(chart.title), *panel(EDGE, 60, WIDE - 2 * EDGE, tall + 28)]
    parts.append(Stamp(inner, room + 4, tall, left, BARS_TOP))
    return Drawing(tall + 60 + 28 + EDGE, (*parts, *words))


def _band(start: float, end: float, y: float, thick: float) -> str:
    """Return a cream line from one value to another, over a dark one so that it is seen on gold."""
    middle = y + thick / 2
    course = f"M{start:.1f},{y + 3:.1f} V{y + thick - 3:.1f} M{end:.1f},{y + 3:.1f} V{y + thick - 3:.1f} "
    course += f"M{start:.1f},{middle:.1f} H{end:.1f}"
    return svg.path(course, stroke="#120d0a", stroke_width=7) + svg.path(course, stroke=CREAM, stroke_width=3)


def _title(words: str) -> tuple[Part, ...]:
    return text(EDGE, TITLE_LINE, words, TITLE, CREAM, bold=True, widest=WIDE - 2 * EDGE)


def _last(curve: Curve) -> int | None:
    return next((value for value in reversed(curve.values) if value is not None), None)


def _last_first(curve: Curve) -> int:
    return -(_last(curve) or 0)


def _number(value: int) -> str:
    return f"{value:,}".replace("-", "−")


def scale(low: int, high: int) -> tuple[int, int, int]:
    """Return the ends of an axis that covers all values, and its step: 1, 2 or 5 times a power of ten."""
    high = max(high, low + 1)
    step, nice = 1, [1, 2, 5]
    at = 0
    while (high - low) / step > 5:
        at += 1
        step = nice[at % 3] * 10 ** (at // 3)
    return low // step * step, -(-high // step) * step, step
