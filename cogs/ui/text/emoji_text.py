"""The one lookup by which items get their drawn emoji, and what a message may hold of them.

Until Discord has a set of emoji, and where it refuses them, items are told by plain signs. A message that would hold
too many, or grow too long by their names, is painted with plain signs as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

Json = dict[str, Any]

MOST_EMOJI = 80
MOST_TEXT = 3_900
"""Letters in all texts of a message; Discord allows 4,000."""

_MARKUP = re.compile(r"<:(\w+):(\d+)> ?")


class EmojiRef(NamedTuple):
    """An emoji of the application."""

    name: str
    id: int

    def __str__(self) -> str:
        return f"<:{self.name}:{self.id}>"


class _Lookup:
    """What is drawn at present, for the whole process: there is one application."""

    def __init__(self) -> None:
        self.known: dict[str, EmojiRef] = {}
        self.keys: dict[str, str] = {}
        self.off = 0


_lookup = _Lookup()


def use(found: Mapping[str, EmojiRef]) -> None:
    """From now on these items, by key, are shown by their emoji."""
    _lookup.known.update(found)
    _lookup.keys.update({mark.name: key for key, mark in found.items()})


def forget() -> None:
    """From now on everything is shown by plain signs."""
    _lookup.known.clear()
    _lookup.keys.clear()


def drawn(key: str) -> str | None:
    """How a text shows an item's emoji; None if it is to be told by plain signs."""
    mark = None if _lookup.off else _lookup.known.get(key)
    return None if mark is None else str(mark)


@contextmanager
def plain() -> Iterator[None]:
    """Within it nothing is drawn."""
    _lookup.off += 1
    try:
        yield
    finally:
        _lookup.off -= 1


def parted(label: str, told: Callable[[str], str]) -> tuple[str, Json | None]:
    """A label without emoji in it, and its only one as buttons and options bear it.

    Labels show no emoji. `told` says in words what an item's emoji says alone, or nothing.
    """
    found = _MARKUP.findall(label)
    if not found:
        return label, None

    def said(mark: re.Match[str]) -> str:
        words = told(_lookup.keys.get(mark[1], ""))
        return words and f"{words} "

    name, number = found[0]
    words = _MARKUP.sub(said, label).replace(" ,", ",").strip()
    return words, {"id": number, "name": name} if len(found) == 1 else None


def fitting(paint: Callable[[], Json]) -> Json:
    """What `paint` gives, with drawn emoji if a message can hold them, else with plain signs."""
    payload = paint()
    emoji, letters = weight(payload)
    if emoji and (emoji > MOST_EMOJI or letters > MOST_TEXT):
        with plain():
            return paint()
    return payload


def weight(payload: Json) -> tuple[int, int]:
    """How many emoji of the application a message's texts hold, and how many letters."""
    emoji = letters = 0
    for part in payload.get("components", []):
        content = part.get("content", "")
        inner = weight(part)
        emoji += len(_MARKUP.findall(content)) + inner[0]
        letters += len(content) + inner[1]
    return emoji, letters
