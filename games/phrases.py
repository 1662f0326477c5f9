"""Phrases that rules put together, marked so that another language can say them: the engine itself knows of none.

A phrase stays plain text, the same bytes for every reader; renderers look up what it was made of.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Spelled(NamedTuple):
    """A text that stands for several, and what its marks became in one of them."""

    source: str
    values: Mapping[str, str]


SPELLED: dict[str, Spelled] = {}
"""The texts that `spelled_text` has made: a translation is one of the source, spelled out in the same way."""
WRITTEN: dict[str, tuple[str, ...]] = {}
"""The texts that `written` has made of parts, by themselves."""
JOINED: dict[str, tuple[str, ...]] = {}
"""The texts that `joined` has made lately, by themselves: they are made again whenever they are shown again."""
MOST_JOINED = 8192


def N_(text: str) -> str:
    """Mark a phrase of the rules for translators; it is translated where it's shown."""
    return text


def spelled(source: str, **values: object) -> str:
    """Return a phrase with its values, of which there are few: `spelled("stall {cost}", cost=3)` is `stall 3`."""
    return spelled_text(source, {f"{{{name}}}": str(value) for name, value in values.items()})


def spelled_text(source: str, values: Mapping[str, str]) -> str:
    """Return a text with values in place of its marks, and keep what it was made of."""
    text = source
    for mark, value in values.items():
        text = text.replace(mark, value)
    if text != source and text not in values.values():
        SPELLED.setdefault(text, Spelled(source, values))
    return text


def written(*parts: str) -> str:
    """Return a text of the data, such as a card's, made of parts of which each is translated on its own."""
    text = "".join(parts)
    if len(parts) > 1:
        WRITTEN[text] = parts
    return text


def joined(*parts: str) -> str:
    """Return a text that is made while a game is played, of parts of which each is translated on its own."""
    text = "".join(parts)
    if len(parts) > 1:
        # what is made again is kept longest
        JOINED.pop(text, None)
        JOINED[text] = parts
        if len(JOINED) > MOST_JOINED:
            del JOINED[next(iter(JOINED))]
    return text


def listing(*phrases: str) -> str:
    """Return phrases with commas between them, each of which is translated on its own."""
    return joined(*[part for phrase in phrases for part in (", ", phrase)][1:])


def parts_of(text: str) -> tuple[str, ...]:
    """Return the parts of which a text was made; none if it is whole."""
    return WRITTEN.get(text) or JOINED.get(text, ())
