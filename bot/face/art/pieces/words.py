"""Text that fits its room, in one line or in several."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import bidirectional

from bot.face.art import letters
from bot.face.art.drawing import LEAST_TEXT, Anchor, Part, Words, face_of
from bot.face.art.palette import CREAM

LINE = 1.25
"""The distance between two lines, in sizes of their text."""
_UNBROKEN = re.compile(r"(?:[^\s-]|[\u00a0\u202f])+-*|-+")
_NUMBER = re.compile(r"[+−–-]?\d[\d,.]*%?")
_DRAWN_AS = str.maketrans({"−": "–", "→": "»", "\u2011": "-", "\u00a0": " ", "\u202f": " "})
"""Signs that the main fonts lack, and those that look the same."""


class TooSmall(ValueError):
    """Text was asked for in a size that a phone can't show."""


@lru_cache(maxsize=4096)
def length(words: str, size: float, *, bold: bool = False, serif: bool = False) -> float:
    """Return the width of some words in pixels."""
    return letters.length(_shown(words), round(size), face_of(bold=bold, serif=serif))


@lru_cache(maxsize=4096)
def fit(
    words: str,
    size: float,
    widest: float,
    *,
    bold: bool = False,
    serif: bool = False,
    least: float = LEAST_TEXT,
) -> tuple[str, float]:
    """Return words and the size in which they fit: smaller down to `least`, then shortened with dots.

    Numbers are never cut: words that end in one lose letters before it, and a number alone stays whole.
    """
    words = _shown(words)
    while size > least and length(words, size, bold=bold, serif=serif) > widest:
        size -= 1
    if length(words, size, bold=bold, serif=serif) <= widest or _NUMBER.fullmatch(words):
        return words, size
    start, _, last = words.rpartition(" ")
    tail = f" {last}" if start and _NUMBER.fullmatch(last) else ""
    rest = start if tail else words
    while rest and length(_dotted(rest) + tail, size, bold=bold, serif=serif) > widest:
        rest = rest[:-1].rstrip()
    return (_dotted(rest) + tail if rest else last if tail else "…"), size


def clause(words: str, room: float) -> str:
    """Return words, or their first clause if there is no room for all of them, or the number that they begin with."""
    first, head = re.split(r"[:,;] ", words)[0], words.split(" ")[0]
    shorter = (words, first, head) if re.match(r"[+−-]?\d", words) else (words, first)
    return next((each for each in shorter if length(each, LEAST_TEXT) <= room), first)


def text(
    x: float,
    y: float,
    words: object,
    size: float,
    fill: str = CREAM,
    *,
    bold: bool = False,
    anchor: Anchor = "start",
    widest: float | None = None,
    serif: bool = False,
    least: float = LEAST_TEXT,
) -> tuple[Part, ...]:
    """Return words on a baseline; `widest` makes them fit. Raises `TooSmall` under `LEAST_TEXT`."""
    if min(size, least) < LEAST_TEXT:
        raise TooSmall(f"{words!r} in size {min(size, least)}")
    written = str(words)
    if not written:
        return ()
    if widest is not None:
        shown, size = fit(written, size, widest, bold=bold, serif=serif, least=least)
    else:
        shown = _shown(written)
    return (Words(x, y, shown, size, fill, bold, anchor, serif and letters.writable_in_serif(shown)),)


def name(
    x: float, y: float, who: str, size: float, fill: str = CREAM, *, widest: float, anchor: Anchor = "start"
) -> tuple[Part, ...]:
    """Return a name in bold letters on a baseline: whole, else `Widow P.` or `Widow`; one word is cut."""
    article, _, rest = who.partition(" ")
    words = (rest if article == "The" else who).split()
    shorter = [" ".join(words), f"{words[0]} {words[-1][0]}.", words[0]] if len(words) > 1 else words
    fits = (each for each in (who, *shorter) if length(each, LEAST_TEXT, bold=True) <= widest)
    shown = next(fits, (shorter or [who])[-1])
    return text(x, y, shown, size, fill, bold=True, anchor=anchor, widest=widest)


def wrapped(
    x: float,
    y: float,
    words: str,
    size: float,
    fill: str = CREAM,
    *,
    widest: float,
    most: int = 3,
    step: float | None = None,
    bold: bool = False,
    anchor: Anchor = "start",
) -> tuple[Part, ...]:
    """Return words in at most `most` lines, the first on the baseline y; one part for each line."""
    between = step or round(size * LINE)
    parts: list[Part] = []
    for at, line in enumerate(lines(words, size, widest, most, bold=bold)):
        parts += text(x, y + at * between, line, size, fill, bold=bold, anchor=anchor)
    return tuple(parts)


@lru_cache(maxsize=2048)
def lines(words: str, size: float, widest: float, most: int, *, bold: bool = False) -> tuple[str, ...]:
    """Return words broken into lines of at most `widest`, after spaces and hyphens; the last one may be cut.

    Fixed spaces hold words together: a French `!` never begins a line.
    """
    if not words.strip():
        return ()
    found: list[str] = []
    parts = ((each, _shown(each)) for each in _UNBROKEN.findall(words))
    for word in [shown for each, shown in parts if shown != "?" or "?" in each] or ["?"]:
        joint = "" if found and found[-1].endswith("-") else " "
        longer = f"{found[-1]}{joint}{word}" if found else word
        if found and length(longer, size, bold=bold) <= widest:
            found[-1] = longer
        else:
            found.append(word)
    if len(found) > most:
        found = [*found[: most - 1], " ".join(found[most - 1 :])]
    return tuple(fit(line, size, widest, bold=bold, least=size)[0] for line in found)


def _shown(words: str) -> str:
    return letters.legible(words.translate(_DRAWN_AS))


def _dotted(words: str) -> str:
    """Return words with dots where they go on: at the right, or at the left of those that run from right to left."""
    direction = next((each for each in map(bidirectional, words) if each in ("L", "R", "AL")), "L")
    return f"{words}…" if direction == "L" else f"…{words}"
