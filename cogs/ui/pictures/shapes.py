"""Small shapes of a table's picture beside the drawing system's own: frames, tags, counts, tokens, scales."""

from __future__ import annotations

from bot.face.art import pieces, svg
from bot.face.art.drawing import Part
from bot.face.art.palette import (
    BRONZE,
    CREAM,
    GOLD,
    HURT,
    INK,
    NIGHT,
    PLATE,
    SEAM,
    TRAY,
)
from games.engine.scene import Gauge

FRESH = "#6fb380"
"""What is left between two numbers."""
BARREL = "#c9772b"


def dashed(
    x: float,
    y: float,
    w: float,
    h: float,
    r: float,
    hue: str,
    *,
    fill: str = "none",
    solid: float = 1.0,
    wide: float = 3,
) -> tuple[Part, ...]:
    """Return an empty place: a dashed frame."""
    m = wide / 2
    inner = svg.rect(
        m,
        m,
        w - wide,
        h - wide,
        r,
        fill=fill,
        fill_opacity=solid,
        stroke=hue,
        stroke_width=wide,
        stroke_dasharray="9 7",
    )
    return pieces.shape(x, y, w, h, inner)


def disc(x: float, y: float, r: float, fill: str, *, edge: str = NIGHT, wide: float = 3) -> tuple[Part, ...]:
    """Return a disc with its middle at x, y."""
    m = r + wide
    return pieces.shape(
        x - m, y - m, 2 * m, 2 * m, svg.circle(m, m, r, fill=fill, stroke=edge, stroke_width=wide)
    )


def points(x: float, y: float, n: int) -> tuple[Part, ...]:
    """Return points on a gold disc; on a dark one if they are none."""
    return (
        *disc(x, y, 17, GOLD if n else PLATE),
        *pieces.text(x, y + 8, n, 22, INK if n else CREAM, bold=True, anchor="middle"),
    )


def stall_roof(x: float, y: float, w: float, hue: str) -> tuple[Part, ...]:
    """Return the roof over a stall."""
    return pieces.shape(x, y, w, 22, svg.polygon([(8, 0), (w - 8, 0), (w, 22), (0, 22)], fill=hue))


def road(x: float, y: float, w: float) -> tuple[Part, ...]:
    """Return a road on the cloth."""
    line = svg.path(
        f"M14,17 H{w - 14:.0f}", stroke="#000000", stroke_width=26, opacity=0.28, stroke_linecap="round"
    )
    return pieces.shape(x, y, w, 34, line)


def rings(x: float, y: float, of: Gauge) -> tuple[Part, ...]:
    """Return a ring for each step of a goal: full ones for those reached, and those beyond it in another colour."""
    many = max(of.most, of.value)
    if not many:
        inner = svg.circle(12, 12, 9, stroke=SEAM, stroke_width=3)
        return pieces.shape(
            x - 12, y - 12, 24, 24, inner + svg.path("M5,19 L19,5", stroke=SEAM, stroke_width=3)
        )
    inner = "".join(
        svg.circle(
            13 + 26 * at,
            13,
            9.5,
            fill=(HURT if at >= of.most else GOLD) if at < of.value else TRAY,
            stroke=HURT if at >= of.most else GOLD,
            stroke_width=2.5,
        )
        for at in range(many)
    )
    return pieces.shape(x - many * 13, y - 13, many * 26, 26, inner)


def gap(x: float, y: float, w: float, of: Gauge) -> tuple[Part, ...]:
    """Return two numbers on one scale: a bar that grows, and the mark that it must not reach."""
    mark = of.mark or 0
    unit = w / max(of.most, of.value, mark, 1)
    inner = svg.rect(6, 5, w, 22, 11, fill="#000000", opacity=0.5)
    inner += svg.rect(6, 5, max(22, unit * of.value), 22, 11, fill=BARREL)
    if mark - of.value > 1:
        inner += svg.rect(unit * of.value + 9, 13, unit * (mark - of.value) - 10, 6, 3, fill=FRESH)
    inner += svg.rect(unit * mark + 1, 0, 10, 32, 5, fill=CREAM)
    return pieces.shape(x - 6, y - 5, w + 12, 32, inner)


def spokes(cx: float, cy: float, r: float, ends: list[tuple[float, float]]) -> tuple[Part, ...]:
    """Return a wheel without its places: the rim, the spokes, and the hub."""
    m = r + 12
    lines = "".join(svg.path(f"M{m},{m} L{x - cx + m:.0f},{y - cy + m:.0f}") for x, y in ends)
    inner = (
        f'<g stroke="{CREAM}" stroke-width="3" opacity=".22">{svg.circle(m, m, r)}{lines}</g>'
        + svg.circle(m, m - 2, 58, fill=TRAY, stroke=BRONZE, stroke_width=3)
    )
    return pieces.shape(cx - m, cy - m, 2 * m, 2 * m, inner)
