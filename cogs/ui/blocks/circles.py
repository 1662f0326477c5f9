"""Circles of places, such as the spokes of a wheel: as lines of text, and as the alternative text of a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from bot.face.text.card_names import counted, item_name, item_sign, item_text
from bot.face.text.emoji_text import emoji_for
from bot.face.text.templates import capital, word
from bot.language import _, ngettext, with_label
from games.engine.scene import Circle, CirclePlace, Part

TextOf = Callable[[str], str]
"""Returns an item in words."""


def circle_lines(block: Circle, *, named: bool) -> list[str]:
    """Return a line for each place, short enough for a phone; `named` adds the name to each item's sign."""
    text_of = item_text if named else item_sign
    between = ", " if named else " "
    lines = [_("{circle}, clockwise:").format(circle=capital(word(block.name)))]
    for at, stand in enumerate(block.places):
        head = f"{emoji_for(stand.sign) or '◦'} **{_title(block, at)}**"
        parts = (
            with_label(word(part.adds), between.join(_counted(part.items, text_of)))
            for part in _filled(stand)
        )
        lines.append(" · ".join([head, *parts]))
    if block.middle is not None:
        words = ngettext("{pile}: {n} left", "{pile}: {n} left", len(block.middle.items))
        lines.append(words.format(pile=capital(word(block.middle.name)), n=len(block.middle.items)))
    return lines


def circle_in_words(block: Circle) -> str:
    """Return the whole circle in words."""
    places = []
    for at, stand in enumerate(block.places):
        parts = [f"{word(part.name)} {', '.join(_counted(part.items, item_name))}" for part in _filled(stand)]
        places.append(f"{_title(block, at)}" + (f": {'; '.join(parts)}" if parts else ""))
    if block.middle is not None:
        places.append(f"{word(block.middle.name)} {len(block.middle.items)}")
    head = _("{circle}, clockwise.").format(circle=capital(word(block.name)))
    return f"{head} " + ". ".join(places)


def _title(block: Circle, at: int) -> str:
    """Return a place's heading from its name, its total and its note: `Lady 6, strongest`."""
    stand = block.places[at]
    notes = [word(stand.note)] if stand.note else []
    notes += [word(block.meaning)] if at == block.pointed else []
    return ", ".join([f"{word(stand.name)} {stand.total}", *notes])


def _filled(stand: CirclePlace) -> list[Part]:
    return [part for part in stand.parts if part.items]


def _counted(items: Iterable[str], text_of: TextOf) -> list[str]:
    return [counted(text_of(item), n) for item, n in Counter(items).items()]
