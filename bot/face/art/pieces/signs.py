"""Signs: animals, treasures, tools. Each is an SVG file in a square of 100 by 100 around its middle."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files

from bot.face.art import svg
from bot.face.art.drawing import Part, Stamp
from bot.face.art.palette import CREAM, GOLD, HUES, INK, MEDAL, NIGHT, SEAM, ink_on

_WHOLE = re.compile(r"<svg[^>]*>\s*(.*?)\s*</svg>", re.DOTALL)
_FILL, _HOLE = 'fill="#f6ead2"', 'fill="#30200f"'
"""The two colours in the files: that of the sign, and that of its holes."""


@cache
def kinds() -> frozenset[str]:
    """Return the names of all signs."""
    folder = files("bot.face.art") / "signs"
    return frozenset(
        file.name.removesuffix(".svg") for file in folder.iterdir() if file.name.endswith(".svg")
    )


def read_signs() -> None:
    """Read the files of all signs, so that none is read later."""
    for kind in kinds():
        _source(kind)


@lru_cache(maxsize=2048)
def sign_svg(kind: str, x: float, y: float, size: float, fill: str = CREAM, hole: str = INK) -> str:
    """Return a sign as SVG, `size` wide, with its middle at x, y. Raises `FileNotFoundError` for an unknown one."""
    coloured = _source(kind).replace(_HOLE, 'fill="hole"').replace(_FILL, f'fill="{fill}"')
    return svg.group(coloured.replace('fill="hole"', f'fill="{hole}"'), x=x, y=y, scale=size / 100)


@cache
def _source(kind: str) -> str:
    whole = (files("bot.face.art") / "signs" / f"{kind}.svg").read_text("utf-8")
    inner = _WHOLE.search(whole)
    if inner is None:
        raise ValueError(f"{kind}.svg is no SVG file")
    return re.sub(r"\s*\n\s*", "", inner[1])


def sign(kind: str, x: float, y: float, size: float, fill: str = CREAM, hole: str = INK) -> tuple[Part, ...]:
    """Return a sign, `size` wide, with its middle at x, y; `hole` is the colour that shows through it."""
    half = size / 2 + 1
    return (Stamp(sign_svg(kind, half, half, size, fill, hole), size + 2, size + 2, x - half, y - half),)


def crown(x: float, y: float, size: float = 34) -> tuple[Part, ...]:
    """Return the crown of a winner or of the leading card, with its middle at x, y."""
    return sign("crown", x, y, size, GOLD, INK)


def colour_disc(x: float, y: float, r: float, hue: str, ring: str = CREAM) -> tuple[Part, ...]:
    """Return a disc of one of the colours of cards with its sign, such as the colour that was led."""
    box = r + 4
    inner = svg.circle(box, box, r, fill=HUES[hue], stroke=ring, stroke_width=4)
    kind = f"colour-{hue}"
    if kind in kinds():
        inner += sign_svg(kind, box, box, r * 1.08, ink_on(HUES[hue]), HUES[hue])
    return (Stamp(inner, 2 * box, 2 * box, x - box, y - box),)


def medal(x: float, y: float, r: float, kind: str, *, earned: bool = True) -> tuple[Part, ...]:
    """Return a sign on a golden disc with its middle at x, y: a deed; one to be earned is a dashed ring."""
    box = r + 3
    if earned:
        inner = svg.circle(box, box, r, fill=MEDAL, stroke=GOLD, stroke_width=3)
        inner += sign_svg(kind, box, box, r * 1.25, CREAM, MEDAL)
    else:
        inner = svg.circle(box, box, r, stroke=SEAM, stroke_width=3, stroke_dasharray="5 6")
        inner += sign_svg(kind, box, box, r * 1.25, SEAM, NIGHT)
    return (Stamp(inner, 2 * box, 2 * box, x - box, y - box),)


def emblem(x: float, y: float, size: float) -> tuple[Part, ...]:
    """Return the house's own mark, with its middle at x, y."""
    half = size / 2 + 1
    return (Stamp(emblem_svg(half, half, size, GOLD, NIGHT), size + 2, size + 2, x - half, y - half),)


@lru_cache(maxsize=256)
def emblem_svg(x: float, y: float, size: float, fill: str, ground: str) -> str:
    """Return the house's mark as SVG: a gembone in the arms of the moon."""
    stone = [(10 + px, py) for px, py in svg.regular(6, 28)]
    facet = [(10 + px, py) for px, py in svg.regular(3, 17)]
    inner = svg.path("M-6,-48 A48,48 0 1 0 34,34 A38,38 0 1 1 -6,-48 Z", fill=fill)
    inner += svg.polygon(stone, fill=ground, stroke=fill, stroke_width=6, stroke_linejoin="round")
    inner += svg.polygon(facet, stroke=fill, stroke_width=4.5, stroke_linejoin="round")
    return svg.group(inner, x=x, y=y, scale=size / 100)
