"""Parts that the cards of results, evenings and profiles have in common: crowned faces, plaques, and the foot."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.face.art import pieces
from bot.face.art.drawing import Anchor, Part
from bot.face.art.palette import BRONZE, CREAM, DIM, GOLD, NIGHT, PLATE, SOFT


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
