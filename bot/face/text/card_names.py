"""Names and marks of cards and dice for text; items with a drawn emoji are shown by that."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from bot.face.text.emoji_text import emoji_for
from bot.language import _
from games.engine.scene import BACK, CardFace
from games.registry import GAMES

_DIE = re.compile(r"([dg])(\d+):(\d+)")
_ANY_DIE = re.compile(r"\d*[dg]\d+(:\w+)?")
PIPS = "⚀⚁⚂⚃⚄⚅"


@cache
def _all_faces() -> Mapping[str, CardFace]:
    """Return the cards of all games by key; no key means two different cards."""
    return {key: face for game in GAMES.values() for key, face in game.cards.items()}


class _Match:
    """The cards of the match that is being painted."""

    faces: Mapping[str, CardFace] = {}


def use_match_cards(faces: Mapping[str, CardFace]) -> None:
    """Use a match's own card names from now on, since its decks may use the keys of other matches' cards.

    Painting never awaits, so the match named last is the one being painted.
    """
    _Match.faces = faces


def _face(key: str) -> CardFace | None:
    return _Match.faces.get(key) or _all_faces().get(key)


def is_item(key: str) -> bool:
    """Return whether a text is the key of a card or die, rather than a word."""
    return key == BACK or _face(key) is not None or _ANY_DIE.fullmatch(key) is not None


def item_mark(key: str) -> str:
    """Return a short mark, for rows of cards and dice: `🟥W`, `⚂`, `🂠`."""
    if face := _face(key):
        return face.mark
    if key == BACK:
        return "🂠"
    if die := _DIE.fullmatch(key):
        kind, size, number = die.groups()
        return PIPS[int(number) - 1] if kind == "d" and size == "6" else f"**{number}**"
    return key


def item_name(key: str) -> str:
    """Return the name in words: `Warrior of Wolves`, `3`, `a hidden card`."""
    if face := _face(key):
        return _(face.name)
    if key == BACK:
        return _("a hidden card")
    if die := _DIE.fullmatch(key):
        kind, size, number = die.groups()
        return f"{number} (g{size})" if kind == "g" else number
    return _(key)


def short_name(key: str) -> str:
    """Return the name for a place that has no room for all of it; empty where there is none."""
    face = _face(key)
    return _(face.short) if face is not None and face.short else ""


def item_text(key: str) -> str:
    """Return mark and name together: `🟥 ⚔️ Warrior¹ of Wolves`, `⚂3`.

    A drawn item is shown by its emoji, and also by its name unless it is a die.
    """
    if emoji := emoji_for(drawn_as(key)):
        return f"{emoji} {_name_after_emoji(key)}".rstrip()
    if face := _face(key):
        return _(face.text) if face.text else f"{face.mark} {_(face.name)}"
    if key.startswith("d6:") and _DIE.fullmatch(key):
        return f"{item_mark(key)}{key.partition(':')[2]}"
    return item_name(key)


def plain_item(key: str) -> str:
    """Return an item for a label, which knows no Markdown."""
    return item_text(key).replace("*", "")


def counted(words: str, n: int) -> str:
    """Return a thing with its number if there is more than one: `Mead ×2`."""
    return f"{words} ×{n}" if n > 1 else words


def drawn_as(key: str) -> str:
    """Return the key of an item's drawing: its own, unless several cards share one."""
    face = _face(key)
    return face.drawing or key if face is not None else key


def item_sign(key: str) -> str:
    """Return an item by its emoji, or else by its short mark."""
    return emoji_for(drawn_as(key)) or item_mark(key)


def items_text(keys: Sequence[str]) -> str:
    """Return several items, separated by commas unless they are emoji without names."""
    texts = [item_text(key) for key in keys]
    bare = all(emoji_for(drawn_as(key)) == text for key, text in zip(keys, texts, strict=True))
    return " ".join(texts) if bare else in_a_row(texts)


def in_a_row(texts: Sequence[str]) -> str:
    """Return names of items, separated by commas; whole sentences, such as a code of conduct, follow each other."""
    return (" " if all(text.endswith(".") for text in texts) else ", ").join(texts)


@cache
def _shared_drawings() -> frozenset[str]:
    return frozenset(face.drawing for face in _all_faces().values() if face.drawing)


def item_alone(key: str) -> str:
    """Return the words for an emoji without a name next to it, such as a die's; otherwise an empty string."""
    return "" if key in _shared_drawings() or _name_after_emoji(key) else item_name(key)


def _name_after_emoji(key: str) -> str:
    """Return the name next to an emoji: none for a die or coin, with the number for a rank (DECK-13)."""
    if face := _face(key):
        return _(face.beside or face.name)
    if key == BACK or _DIE.fullmatch(key):
        return ""
    return key
