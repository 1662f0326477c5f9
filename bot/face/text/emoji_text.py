"""Maps item keys to the application's emoji, and keeps messages within Discord's limits.

Until Discord has a set of emoji, and where it refuses them, items are shown by plain signs. A message with too many
emoji, or too long with their names, is painted with plain signs only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

Json = dict[str, Any]

MOST_EMOJI = 80
MOST_TEXT = 3_900
"""The most letters in all texts of a message; Discord allows 4,000."""
ONE_TEXT = 3_700
"""The most letters in a text that is all of a message."""

_MARKUP = re.compile(r"<:(\w+):(\d+)> ?")


class EmojiRef(NamedTuple):
    """An emoji of the application."""

    name: str
    id: int

    def __str__(self) -> str:
        return f"<:{self.name}:{self.id}>"


class _Lookup:
    """The emoji that can be used now, for the whole process, which has one application."""

    def __init__(self) -> None:
        self.markup: dict[str, str] = {}
        self.keys: dict[str, str] = {}
        self.off = 0
        self.bots = 0


_lookup = _Lookup()


def use(emoji: Mapping[str, EmojiRef]) -> None:
    """Show these items by their emoji from now on."""
    _lookup.markup.update({key: str(ref) for key, ref in emoji.items()})
    _lookup.keys.update({ref.name: key for key, ref in emoji.items()})


def keep() -> None:
    """Count one more bot that shows emoji: a process has one for each of its shards."""
    _lookup.bots += 1


def forget() -> None:
    """Count one bot less; after the last one everything is shown by plain signs."""
    _lookup.bots = max(_lookup.bots - 1, 0)
    if not _lookup.bots:
        _lookup.markup.clear()
        _lookup.keys.clear()


def emoji_for(key: str) -> str | None:
    """Return the markup of an item's emoji; None if plain signs are to be used."""
    return None if _lookup.off else _lookup.markup.get(key)


@contextmanager
def without_emoji() -> Iterator[None]:
    """Show everything by plain signs within this context."""
    _lookup.off += 1
    try:
        yield
    finally:
        _lookup.off -= 1


def split_label(label: str, name_of: Callable[[str], str]) -> tuple[str, Json | None]:
    """Return a label without emoji, and its only emoji for the separate field of buttons and options.

    Discord shows no emoji inside a label. `name_of` gives the words that replace an item's emoji, or nothing if the
    label already contains the name.
    """
    marks = _MARKUP.findall(label)
    if not marks:
        return label, None

    def in_words(mark: re.Match[str]) -> str:
        words = name_of(_lookup.keys.get(mark[1], ""))
        return words and f"{words} "

    name, number = marks[0]
    words = _MARKUP.sub(in_words, label).replace(" ,", ",").strip()
    return words, {"id": number, "name": name} if len(marks) == 1 else None


def render_within_limits(paint: Callable[[], Json]) -> Json:
    """Return the message that `paint` makes: with emoji if they fit, otherwise painted again with plain signs."""
    payload = paint()
    if not _lookup.markup or _lookup.off:
        return payload
    emoji, letters = count_emoji_and_letters(payload)
    if emoji and (emoji > MOST_EMOJI or letters > MOST_TEXT):
        with without_emoji():
            return paint()
    return payload


def fits(lines: Iterable[str]) -> bool:
    """Return whether lines, with the emoji in them, fit into one text of a message."""
    emoji, letters = count_emoji_and_letters({"content": "\n".join(lines)})
    return emoji <= MOST_EMOJI and letters <= ONE_TEXT


def count_emoji_and_letters(payload: Json) -> tuple[int, int]:
    """Return the number of application emoji and of letters in all texts of a message."""
    texts: list[str] = []
    rest: list[Json] = [payload]
    # a loop instead of recursion: most parts are buttons, and this runs for every message
    while rest:
        part = rest.pop()
        if "content" in part:
            texts.append(part["content"])
        if "components" in part:
            rest += part["components"]
    whole = "".join(texts)
    return len(_MARKUP.findall(whole)), len(whole)
