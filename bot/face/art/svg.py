"""Shapes written as SVG. Each function returns a piece of markup; colours are `#rrggbb`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape
from math import cos, pi, sin

Point = tuple[float, float]


@lru_cache(maxsize=8192)
def number(value: float) -> str:
    """Return a number as short as SVG allows, to a hundredth."""
    # 0.0 and -0.0 are equal, so they must be written alike
    return f"{value + 0.0:.2f}".rstrip("0").rstrip(".")


def rect(x: float, y: float, w: float, h: float, r: float = 0, **style: str | float) -> str:
    """Return a rectangle, with round corners if `r` is given."""
    corner = f' rx="{number(r)}"' if r else ""
    size = f'width="{number(max(0.0, w))}" height="{number(max(0.0, h))}"'
    return f'<rect x="{number(x)}" y="{number(y)}" {size}{corner}{_style(style)}/>'


def circle(x: float, y: float, r: float, **style: str | float) -> str:
    """Return a circle."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}"{_style(style)}/>'


def path(d: str, **style: str | float) -> str:
    """Return a path."""
    return f'<path d="{d}"{_style(style)}/>'


def polygon(points: Iterable[Point], **style: str | float) -> str:
    """Return a polygon."""
    at = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f'<polygon points="{at}"{_style(style)}/>'


def letters(
    x: float, y: float, words: str, size: float, fill: str, *, serif: bool = False, anchor: str = "middle"
) -> str:
    """Return bold letters inside a sprite. Only Latin ones: all other text is written as `Words`."""
    family = "Noto Serif, serif" if serif else "Noto Sans, sans-serif"
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-family="{family}" font-weight="700" '
        f'font-size="{number(size)}" text-anchor="{anchor}" fill="{fill}">{escape(words)}</text>'
    )


def group(inner: str, *, x: float = 0, y: float = 0, turn: float = 0, scale: float = 1) -> str:
    """Return markup moved to x, y, turned by degrees, and scaled."""
    moves = [
        f"translate({number(x)},{number(y)})" if x or y else "",
        f"rotate({number(turn)})" if turn else "",
        f"scale({scale:.4f})" if scale != 1 else "",
    ]
    moved = " ".join(filter(None, moves))
    return f'<g transform="{moved}">{inner}</g>' if moved else inner


def regular(corners: int, radius: float) -> list[Point]:
    """Return the corners of a regular polygon round 0, 0, the first at the top."""
    angles = (2 * pi * at / corners for at in range(corners))
    return [(radius * sin(angle), -radius * cos(angle)) for angle in angles]


def document(inner: str, wide: float, tall: float) -> str:
    """Return markup as a whole SVG file."""
    w, h = number(wide), number(tall)
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}">{inner}</svg>'


def _style(style: dict[str, str | float]) -> str:
    """Return attributes; a path without `fill` has none, as most lines want."""
    shown = {"fill": "none", **style}
    return "".join(
        f' {name.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for name, value in shown.items()
    )
