"""Money on the table: a chip, a heap that grows with its amount, and a bet before a seat."""

from __future__ import annotations

from functools import lru_cache
from math import log

from bot.face.art import svg
from bot.face.art.drawing import Anchor, Part, Stamp
from bot.face.art.palette import CREAM, GOLD, HUES, INK, TRAY
from bot.face.art.pieces.words import length, text

CHIPS = (HUES["red"], HUES["blue"], HUES["purple"], "#8f6415", HUES["green"])
"""The hues of chips in a heap, in turn."""
MOST_CHIPS = 9
BET_TEXT = 29


@lru_cache(maxsize=256)
def chip_svg(r: float, hue: str) -> str:
    """Return a chip as SVG, with its middle at 0, 0: a disc with notches at its rim."""
    notch = svg.number(r * 0.44)
    return (
        svg.circle(0, r * 0.16, r, fill="#000000", opacity=0.4)
        + svg.circle(0, 0, r, fill=hue)
        + svg.circle(0, 0, r * 0.84, stroke=CREAM, stroke_width=r * 0.3, stroke_dasharray=f"{notch} {notch}")
        + svg.circle(0, 0, r * 0.6, fill=hue)
        + svg.circle(0, 0, r * 0.56, stroke=CREAM, stroke_width=r * 0.1, opacity=0.9)
    )


@lru_cache(maxsize=256)
def heap(x: float, y: float, amount: int, r: float = 18) -> tuple[Part, ...]:
    """Return a heap of one to nine chips in up to three piles; x, y is the middle of its lowest chips."""
    many = 1 if amount < 2 else min(MOST_CHIPS, 2 + int(log(amount, 1.9)))
    piles = 1 if many < 3 else 2 if many < 5 else 3
    wide, tall = r * (2.1 * piles + 0.6), r * 4.2
    inner = ""
    for pile in range(piles):
        for at in range(many // piles + (pile < many % piles)):
            left, up = (pile - (piles - 1) / 2) * r * 2.1, at * r * 0.42
            chips = chip_svg(r, CHIPS[(pile * 2 + at) % len(CHIPS)])
            inner += svg.group(chips, x=wide / 2 + left, y=tall - r * 1.4 - up)
    return (Stamp(inner, wide, tall, x - wide / 2, y - tall + r * 1.4),)


def bet(
    x: float, y: float, amount: object, *, gold: bool = False, anchor: Anchor = "middle"
) -> tuple[Part, ...]:
    """Return money that lies before a seat: a chip and its number on a dark plaque; golden is the highest bet.

    `anchor`: which part of it is at x.
    """
    words = str(amount)
    wide = length(words, BET_TEXT, bold=True) + 58
    ground = svg.rect(0, 0, wide, 40, 20, fill=GOLD if gold else TRAY, opacity=1 if gold else 0.8)
    inner = ground + svg.group(chip_svg(15, CHIPS[0]), x=21, y=20)
    left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
    return (
        Stamp(inner, wide, 40, left, y - 20),
        *text(left + 43, y + 10, words, BET_TEXT, INK if gold else CREAM, bold=True),
    )
