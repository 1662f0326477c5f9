"""A chart of lines: each has its own hue, dashes and name, and the leader's is the thickest."""

from __future__ import annotations

from collections.abc import Sequence

from bot.face.art import svg
from bot.face.art.drawing import Part, Stamp
from bot.face.art.palette import SEAM, STROKES
from bot.face.art.pieces.words import length, text

NAMES = 22
APART = 26
"""The least distance between two names."""


def chart(
    x: float,
    y: float,
    w: float,
    h: float,
    courses: Sequence[tuple[str, Sequence[int | None], str]],
    *,
    zero: bool = False,
    right: float = 744,
    bounds: tuple[int, int] | None = None,
) -> tuple[Part, ...]:
    """Return lines in a room of w by h, the first one the leader's; names and last values follow up to `right`.

    `courses`: the name, a value at each step or None, and the words for the last value. `zero`: a dashed line marks it.
    `bounds`: the values at the lower and at the upper end, if not the least and the greatest of all.
    """
    values = [value for _, course, _ in courses for value in course if value is not None]
    if not values:
        return ()
    also = [0] if zero else []
    low, high = bounds or (min(values + also), max(values + also))
    steps = max(1, *(len(course) - 1 for _, course, _ in courses))

    def down(value: float) -> float:
        return level(value, low, high, h)

    inner = ""
    if zero:
        inner += svg.path(f"M0,{down(0):.1f} H{w:.0f}", stroke=SEAM, stroke_width=2, stroke_dasharray="4 6")
    for at, (_, course, _) in reversed([*enumerate(courses)]):
        inner += _line(at, [(w * step / steps, down(v)) for step, v in enumerate(course) if v is not None])
    parts: list[Part] = [Stamp(inner, w, h, x, y)]
    lasts = [next((v for v in reversed(course) if v is not None), low) for _, course, _ in courses]
    ends = spread([down(last) for last in lasts], APART, 6, h - 6)
    for at, ((name, _, words), end) in enumerate(zip(courses, ends, strict=True)):
        hue, bold = STROKES[at % len(STROKES)].hue, not at
        taken = length(words, NAMES, bold=bold) + 10 if words else 0
        room = max(50.0, right - x - w - 14 - taken)
        parts += text(x + w + 14, y + end + 7, name, NAMES, hue, bold=bold, widest=room)
        parts += text(right, y + end + 7, words, NAMES, hue, bold=bold, anchor="end")
    return tuple(parts)


def level(value: float, low: float, high: float, h: float) -> float:
    """Return how far below its upper edge a chart shows a value."""
    return h - 6 - (value - low) / max(1, high - low) * (h - 12)


def _line(at: int, points: Sequence[svg.Point]) -> str:
    stroke = STROKES[at % len(STROKES)]
    thick = 6 if not at else 3.5
    if len(points) == 1:
        return svg.circle(*points[0], thick, fill=stroke.hue)
    course = " L".join(f"{px:.1f},{py:.1f}" for px, py in points)
    dashes = {"stroke_dasharray": stroke.dashes} if stroke.dashes else {}
    return svg.path(f"M{course}", stroke=stroke.hue, stroke_width=thick, stroke_linejoin="round", **dashes)


def spread(heights: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Return heights moved apart, so that labels at them don't touch; their order stays."""
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    placed = list(heights)
    floor = low
    for at in order:
        placed[at] = floor = max(floor, placed[at])
        floor += apart
    ceiling = high
    for at in reversed(order):
        placed[at] = ceiling = min(ceiling, placed[at])
        ceiling -= apart
    return placed
