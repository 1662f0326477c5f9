"""Drawings of cards and dice as files of the page, each under a name with a hash of its content.

A file never changes under its name, so it may be kept for ever. The names and signs of an item go with its address.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from typing import Any

from bot.face.art import svg
from bot.face.art.emoji import DRAWN
from bot.face.art.pieces.cards import RATIO, card_svg, deck_of
from bot.face.art.pieces.dice import die_svg
from bot.face.table.facts import is_die
from bot.face.text.card_names import drawn_as, is_item, item_mark, item_name
from bot.language import LANGUAGES, kept_by_language, speaking

FOLDER = "/art/"
CARD, DIE = 200, 128
"""The width of a card, and the size of a die, in the units of their drawings."""
_STAKE = re.compile(r"(\d+)([dg]\d+)")
MOST_WORDS = 48
"""No item has a longer key; longer texts need not be looked at."""


def art_of(key: str) -> dict[str, Any]:
    """Return what the page needs to show an item: the address of its drawing, its name, its sign."""
    stake = _STAKE.fullmatch(key)
    art: dict[str, Any] = {
        "src": _address(stake[2] if stake else drawn_as(key)),
        "name": item_name(key),
        "mark": item_mark(key).replace("*", ""),
    }
    if is_die(key):
        art["die"] = True
    if stake:
        art["times"] = int(stake[1])
    return art


def file_of(name: str) -> bytes | None:
    """Return the drawing with this file name; None if there is none."""
    if name not in _files:
        # another process may have given the address, or this one before it was started again
        for language in LANGUAGES:
            with speaking(language):
                for key in DRAWN:
                    _address(key)
    return _files.get(name)


_files: dict[str, bytes] = {}


@kept_by_language(4096)
def _address(key: str) -> str | None:
    drawing = _drawing(key)
    if drawing is None:
        return None
    content = drawing.encode()
    name = f"{hashlib.sha256(content).hexdigest()[:16]}.svg"
    _files[name] = content
    return FOLDER + name


@kept_by_language()
def _drawing(key: str) -> str | None:
    """Return an item as an SVG file; None for one that nothing draws."""
    if is_die(key):
        try:
            return svg.document(svg.group(die_svg(key, DIE * 0.86), x=DIE / 2, y=DIE / 2), DIE, DIE)
        except KeyError:
            return None
    if deck_of(key) is None:
        return None
    return svg.document(card_svg(key, CARD), CARD, round(CARD * RATIO))


def items_in(values: Iterable[Any]) -> Iterator[str]:
    """Yield the keys of all items in some JSON."""
    rest = list(values)
    while rest:
        value = rest.pop()
        if isinstance(value, str):
            if len(value) <= MOST_WORDS and is_item(value):
                yield value
        elif isinstance(value, dict):
            rest += value.values()
        elif isinstance(value, list | tuple):
            rest += value
