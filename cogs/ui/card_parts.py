"""Parts that the cards of results, evenings and profiles have in common: crowned faces, plaques, and the foot."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from bot.face.art import pieces
from bot.face.art.drawing import LEAST_TEXT, Anchor, Part
from bot.face.art.palette import BRONZE, CREAM, DIM, GOLD, NIGHT, PLATE, SOFT

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


def night(y: float) -> tuple[Part, ...]:
    """Return the quiet ground of the lower part of a card, below the rays."""
    return pieces.shape(0, y, 780, 720, f'<rect width="780" height="720" fill="{NIGHT}"/>')


def crowned(x: float, y: float, r: float, name: str, hue: str) -> tuple[Part, ...]:
    """Return a winner: the face with a golden ring and a crown; x, y is the middle of the face."""
    return (*pieces.face_disc(x, y, r, name, hue, GOLD), *pieces.crown(x, y - r * 1.3, r * 1.1))


def foot(y: float, words: str) -> tuple[Part, ...]:
    """Return the last line of a card: the emblem, a quiet remark, and the name of the house."""
    return (
        *pieces.emblem(40, y - 8, 34),
        *pieces.text(66, y, words, 24, DIM, widest=520),
        *pieces.text(756, y, "Dicenight", 22, GOLD, anchor="end", serif=True),
    )


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
        called = pieces.called(each.name, wide - 16)
        parts += pieces.text(x, top + 46, called, 31, CREAM, bold=True, anchor="middle", widest=wide - 16)
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
            parts += pieces.text(622, y - 3, pieces.called(each.name, 134), size, SOFT, widest=134)
            parts += pieces.text(622, y + 25, each.large, size, CREAM, bold=True)
        else:
            parts += pieces.text(756, y + 8, each.large, size, CREAM, bold=True, anchor="end")
            room = 136 - pieces.length(each.large, size, bold=True)
            parts += pieces.text(610, y + 8, pieces.called(each.name, room), size, SOFT, widest=room)
    return parts


def plaque_of(
    y: float, words: str, then: str, shown: Sequence[Part] = (), room: float = 0
) -> tuple[Part, ...]:
    """Return the plaque of a decisive moment, 72 high: its cards or a flash, what happened, and what came of it.

    `shown`: the cards or dice, drawn already, that take `room` at the left.
    """
    left = 42 + room if room else 90
    widest = 738 - left
    parts = [*pieces.panel(24, y, 732, 72, fill=PLATE, edge=BRONZE, thick=2, r=16)]
    parts += shown or pieces.sign("bolt", 58, y + 36, 38, GOLD)
    if then and pieces.length(words, 21, bold=True) > widest:
        # its last clause tells how good the hand was, which stands below
        words = re.sub(r"( \([^()]*\)|, [^,()]*)\.$", ".", words)
    if then and pieces.length(words, 21, bold=True) <= widest:
        parts += pieces.text(left, y + 32, words, 27, CREAM, bold=True, widest=widest)
        parts += pieces.text(left, y + 60, then, 24, SOFT, widest=widest)
    else:
        parts += _in_lines(left, y, words, widest)
    return tuple(parts)


def _in_lines(left: float, y: float, words: str, widest: float) -> Sequence[Part]:
    """Return a sentence in one line, or in two where it is too long for one."""
    if pieces.length(words, 27, bold=True) <= widest:
        return pieces.text(left, y + 45, words, 27, CREAM, bold=True)
    first, rest = halves(words)
    return (
        *pieces.text(left, y + 32, first, 25, CREAM, bold=True, widest=widest),
        *pieces.text(left, y + 60, rest, 25, CREAM, bold=True, widest=widest),
    )


def halves(words: str) -> tuple[str, str]:
    """Return a sentence in two parts of about the same length, cut between words."""
    cuts = [at for at, letter in enumerate(words) if letter == " "]
    if not cuts:
        return words, ""
    at = min(cuts, key=lambda cut: abs(cut - len(words) * 0.52))
    return words[:at], words[at + 1 :]


def two_lines(
    x: float, y: float, words: str, size: int, room: float, *, anchor: Anchor = "start"
) -> list[Part]:
    """Return words in two lines of about the same length, where they need it with a longer first."""
    lines: Sequence[str] = halves(words)
    if max(pieces.length(each, size) for each in lines) > room:
        lines = pieces.lines(words, size, room, 2)
    return [
        part
        for at, each in enumerate(lines)
        for part in pieces.text(x, y + (size + 3) * at, each, size, SOFT, anchor=anchor, widest=room)
    ]


def short_title(title: str) -> str:
    """Return a game's name in one word: its last, with a number the last two."""
    words = [word.strip("!'\"") for word in title.split()]
    if words[-1].isdecimal():
        return " ".join(words[-2:])
    return words[-1]
