"""A podium: the first three of a match or a tournament on its steps, and all others beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.face.art import pieces
from bot.face.art.drawing import LEAST_TEXT, Part
from bot.face.art.palette import CREAM, GOLD, PLATE, SOFT
from cogs.ui.card_parts import crowned, halves, two_lines

METALS = (GOLD, "#9aa3ab", "#c07442")
"""The edges of the steps of a podium."""
STEPS = (208, 264, 298)
"""The upper edge of each step, the winner's first."""
PODIUM = 424
"""Where a podium ends."""


class Stand(NamedTuple):
    """One of those on a podium or beside it: the large number, and what is said below it."""

    name: str
    hue: str
    large: str
    small: str
    first: bool
    computer: bool = False


def podium(stands: Sequence[Stand]) -> list[Part]:
    """Return the first three on steps, and all others at the right; the best come first."""
    parts: list[Part] = []
    for (x, wide), top, metal, each in zip(steps_of(len(stands)), STEPS, METALS, stands, strict=False):
        edge = GOLD if each.first else metal
        parts += pieces.panel(x - wide / 2, top, wide, PODIUM - top, fill=PLATE, edge=edge, thick=3, r=12)
        parts += pieces.shape(
            x - wide / 2, top, wide, 14, f'<rect width="{wide}" height="14" rx="6" fill="{edge}"/>'
        )
        r = 50 if top == STEPS[0] else 38
        if each.first:
            parts += crowned(x, top - r - 6, r, each.name, each.hue)
        else:
            parts += pieces.face_disc(x, top - r - 6, r, each.name, each.hue, metal)
        if each.computer:
            parts += pieces.badge(x + r * 0.8, top - r * 1.7, "computer")
        parts += pieces.name(x, top + 46, each.name, 31, CREAM, anchor="middle", widest=wide - 16)
        large = GOLD if each.first else CREAM
        parts += pieces.text(x, top + 91, each.large, 48, large, bold=True, anchor="middle")
        room = wide - 10
        if pieces.length(each.small, LEAST_TEXT) <= room:
            parts += pieces.text(x, top + 116, each.small, 22, SOFT, anchor="middle", widest=room)
        elif top + 142 < PODIUM and all(pieces.length(part, 20) <= room for part in halves(each.small)):
            parts += two_lines(x, top + 115, each.small, 20, room, anchor="middle")
    return [*parts, *_behind(stands[len(STEPS) :])]


def steps_of(stands: int) -> list[tuple[float, int]]:
    """Return the middle and the width of each step: narrow ones at the left where others stand beside them."""
    if stands <= len(STEPS):
        return [(390, 186), (196, 186), (584, 186)]
    return [(286, 168), (110, 168), (462, 168)]


def _behind(stands: Sequence[Stand]) -> list[Part]:
    """Return those who stand on no step, the best of them lowest, where the eye comes from the steps."""
    parts: list[Part] = []
    few = len(stands) <= 4
    high, size, r = (64, 26, 24) if few else (46, 22, 18)
    for at, each in enumerate(stands):
        y = 392 - high * (len(stands) - 1 - at)
        parts += pieces.face_disc(584, y, r, each.name, each.hue)
        if each.computer:
            parts += pieces.badge(584 + r * 0.85, y - r * 0.7, "computer", 11 if few else 8)
        if few:
            parts += pieces.name(622, y - 3, each.name, size, SOFT, widest=134)
            parts += pieces.text(622, y + 25, each.large, size, CREAM, bold=True)
        else:
            parts += pieces.text(756, y + 8, each.large, size, CREAM, bold=True, anchor="end")
            room = 136 - pieces.length(each.large, size, bold=True)
            parts += pieces.name(610, y + 8, each.name, size, SOFT, widest=room)
    return parts
