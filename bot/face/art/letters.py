"""Text in many scripts, each part written in a font that has its letters.

Words in Latin, Greek and Cyrillic are written as `ImageDraw.text` writes them. A name in another script uses the fonts
of `FALLBACKS`; if no font has a letter, `writable` returns False.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Literal

from PIL import ImageDraw, ImageFont, features

from bot.members.names import visible_name

Face = Literal["serif", "bold", "plain"]
_FILES: dict[Face, str] = {
    "serif": "NotoSerif-Bold.ttf",
    "bold": "NotoSans-Bold.ttf",
    "plain": "NotoSans-Regular.ttf",
}
FALLBACKS = ("Arabic-Bold.ttf", "Hebrew-Bold.ttf", "Devanagari-Bold.ttf", "Thai-Bold.ttf", "CJK-Bold.otf")
"""The ends of font file names, in the order in which the fonts are tried."""
PROBE = 40
"""The size in pixels of test letters, which show whether a font has them."""

Run = tuple[str, int]
"""Letters of one font: -1 is the requested face, other numbers are positions in `FALLBACKS`."""


@cache
def font(face: Face, pixels: int) -> ImageFont.FreeTypeFont:
    """Return a font of this package in a size."""
    return ImageFont.truetype(BytesIO(_font_file(face)), pixels, layout_engine=ImageFont.Layout.BASIC)


@cache
def _font_file(face: Face) -> bytes:
    return (files("bot.face.art") / "fonts" / _FILES[face]).read_bytes()


@cache
def _file(at: int) -> bytes:
    return (files("bot.face.art") / "fonts" / f"NotoSans{FALLBACKS[at]}").read_bytes()


@lru_cache(maxsize=64)
def _fallback(at: int, pixels: int) -> ImageFont.FreeTypeFont:
    """Return a font of another script; its letters join and stack if Pillow was built with support for that."""
    layout = ImageFont.Layout.RAQM if features.check("raqm") else ImageFont.Layout.BASIC
    return ImageFont.truetype(BytesIO(_file(at)), pixels, layout_engine=layout)


def read_fonts() -> None:
    """Read the files of all fonts, so that none is read later."""
    for face in _FILES:
        _font_file(face)
    for at in range(len(FALLBACKS)):
        _file(at)


@cache
def _unknown(at: int) -> bytes:
    return bytes(_probe(at).getmask("\uffff"))


def _probe(at: int) -> ImageFont.FreeTypeFont:
    return font("bold", PROBE) if at < 0 else _fallback(at, PROBE)


@lru_cache(maxsize=8192)
def _font_of(letter: str) -> int | None:
    """Return the first font that has a letter; None if there is none."""
    for at in range(-1, len(FALLBACKS)):
        if bytes(_probe(at).getmask(letter)) != _unknown(at):
            return at
    return None


@lru_cache(maxsize=4096)
def legible(text: str) -> str:
    """Return the part of a text that the fonts can write: emoji leave, and where nothing remains it is `?`."""
    known = (letter for letter in text if letter.isspace() or _font_of(letter) is not None)
    shown = "".join(letter for letter in known if unicodedata.category(letter)[0] != "C")
    return " ".join(shown.split()) or "?"


@lru_cache(maxsize=4096)
def writable(text: str) -> bool:
    """Return True if the fonts have all letters of a text; otherwise a name is replaced by its seat."""
    return all(letter.isspace() or _font_of(letter) is not None for letter in text)


def drawn_name(name: str, instead: str) -> str:
    """Return a member's name for a picture, or `instead` if the fonts lack its letters."""
    shown = visible_name(name) if name.strip() else ""
    return shown if shown and writable(shown) else instead


@lru_cache(maxsize=4096)
def runs(text: str) -> tuple[Run, ...]:
    """Split a text into parts of one font each; marks stay with the letters before them."""
    found: list[Run] = []
    for letter in text:
        attached = found and (letter.isspace() or unicodedata.category(letter)[0] == "M")
        at = found[-1][1] if attached else _font_of(letter)
        at = -1 if at is None else at
        if found and found[-1][1] == at:
            found[-1] = (found[-1][0] + letter, at)
        else:
            # a space beside Arabic or Hebrew is none of its letters: it would stand at their other end
            before, earlier = found.pop() if found else ("", at)
            words = before.rstrip() if earlier >= 0 else before
            space = before[len(words) :]
            found += [(words, earlier), *([(space + letter, at)] if at < 0 else [(space, -1), (letter, at)])]
    return tuple(run for run in found if run[0])


def _sized(at: int, pixels: int, face: Face) -> ImageFont.FreeTypeFont:
    return font(face, pixels) if at < 0 else _fallback(at, pixels)


def length(text: str, pixels: int, face: Face = "plain") -> float:
    """Return the width of some words in pixels."""
    return sum(_sized(at, pixels, face).getlength(part) for part, at in runs(text))


def write(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    fill: str,
    pixels: int,
    face: Face = "plain",
) -> None:
    """Write a text in one line, from its left end on the baseline."""
    parts = runs(text)
    if all(number < 0 for _, number in parts):
        pen.text(at, text, fill, font=font(face, pixels), anchor="ls")
        return
    x, y = at
    for part, number in parts:
        chosen = _sized(number, pixels, face)
        pen.text((x, y), part, fill, font=chosen, anchor="ls")
        x += chosen.getlength(part)


@lru_cache(maxsize=4096)
def writable_in_serif(text: str) -> bool:
    """Return True if the serif font, which has few letters, has all those of a text."""
    return all(letter.isspace() or _in_serif(letter) for letter in text)


@lru_cache(maxsize=1024)
def _in_serif(letter: str) -> bool:
    probe = font("serif", PROBE)
    return bytes(probe.getmask(letter)) != bytes(probe.getmask("\uffff"))
