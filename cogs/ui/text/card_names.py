"""Names and marks of cards and dice for text; what has a drawn emoji is shown by that."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from cogs.ui.card_names_tavern import tavern_card, tavern_kind
from cogs.ui.card_names_tiamat import dragon
from cogs.ui.card_names_village import treasure
from cogs.ui.card_names_wyrms import wyrm
from cogs.ui.text.emoji_text import emoji_for
from games.engine import BACK
from games.parlour.shared.deck import COLOR_MARK, RANK_NAMES, SUIT_NAMES, card_name, color

_CARD = re.compile(r"[WLBMRD]\.[a-z]+")
_DIE = re.compile(r"([dg])(\d+):(\d+)")
SQUARES = {"red": "🟥", "green": "🟩", "blue": "🟦", "grey": "⬜"}
ICONS = {"W": "⚔️", "L": "👑", "B": "🎵", "M": "💰", "R": "🗡️", "D": "🐉"}
NUMBERS = {"W": "¹", "L": "²", "B": "³", "M": "⁴", "R": "⁵", "D": ""}
"""A rank is told by icon, number and name (DECK-13)."""
PIPS = "⚀⚁⚂⚃⚄⚅"


def item_mark(key: str) -> str:
    """A short mark, for rows of cards and dice: `🟥W`, `⚂`, `🂠`."""
    if key == BACK:
        return "🂠"
    if _CARD.fullmatch(key):
        return f"{SQUARES[color(key)]}{key[0]}"
    if die := _DIE.fullmatch(key):
        kind, size, face = die.groups()
        return PIPS[int(face) - 1] if kind == "d" and size == "6" else f"**{face}**"
    if card := wyrm(key):
        return card.mark
    if known := treasure(key) or dragon(key) or tavern_card(key):
        return known[0]
    return key


def item_name(key: str) -> str:
    """The name in words: `Warrior of Wolves`, `3`, `a hidden card`."""
    if key == BACK:
        return "a hidden card"
    if _CARD.fullmatch(key):
        return card_name(key)
    if die := _DIE.fullmatch(key):
        kind, size, face = die.groups()
        return f"{face} (g{size})" if kind == "g" else face
    if card := wyrm(key):
        return card.name
    if known := treasure(key) or dragon(key) or tavern_card(key):
        return known[1]
    return key


def item_text(key: str) -> str:
    """Marks and name together: `🟥 ⚔️ Warrior¹ of Wolves`, `⚂3`; or an emoji, and the name of what is no die."""
    if emoji := emoji_for(drawn_as(key)):
        return f"{emoji} {_name_beside(key)}".rstrip()
    if _CARD.fullmatch(key):
        return card_text(key)
    if _DIE.fullmatch(key):
        return f"{item_mark(key)}{key.partition(':')[2]}" if key.startswith("d6:") else item_name(key)
    if card := wyrm(key):
        return card.text
    if known := treasure(key) or dragon(key) or tavern_card(key):
        return " ".join(known)
    return item_name(key)


def plain_item(key: str) -> str:
    """An item as labels show it, which know no Markdown."""
    return item_text(key).replace("*", "")


def counted(words: str, n: int) -> str:
    """Words for a thing, and how many of it there are if more than one: `Mead ×2`."""
    return f"{words} ×{n}" if n > 1 else words


def heap_text(items: Iterable[str], told: Callable[[str], str]) -> str:
    """Many cards of few kinds, each kind once: `🪓 Axe ×3, 🃏 Wild`; `told` says a card."""
    counts = Counter(items)
    return ", ".join(counted(told(item), n) for item, n in counts.items()) or "nothing"


def drawn_as(key: str) -> str:
    """The key of an item's drawing: its own, but for the tavern's cards, which share one for each kind."""
    return tavern_kind(key) or key


def item_sign(key: str) -> str:
    """An item by its emoji alone, or else by its short mark."""
    return emoji_for(drawn_as(key)) or item_mark(key)


def items_text(keys: Sequence[str]) -> str:
    """Several items: with commas, but for emoji that need no name beside them."""
    texts = [item_text(key) for key in keys]
    bare = all(emoji_for(drawn_as(key)) == text for key, text in zip(keys, texts, strict=True))
    return (" " if bare else ", ").join(texts)


def item_alone(key: str) -> str:
    """What an emoji says that stands without words, such as a die's; nothing for what has its name beside it."""
    return "" if key.startswith("tavern.") or _name_beside(key) else item_name(key)


def _name_beside(key: str) -> str:
    """What stands beside an emoji: a die or coin says it all, a rank is told by its number too (DECK-13)."""
    if key == BACK or _DIE.fullmatch(key):
        return ""
    if _CARD.fullmatch(key):
        rank = RANK_NAMES[key[0]]
        return card_name(key).replace(rank, rank + NUMBERS[key[0]])
    return item_name(key)


def card_text(key: str) -> str:
    """A card, its rank and its colour each told in more than one way.

    The mark of a red card stands to the left, that of a green one in the middle, that of a blue one to the right, so
    that nobody needs to see the hue (DECK-06).
    """
    hue, rank = color(key), key[0]
    square = SQUARES[hue]
    title = f"{ICONS[rank]} {RANK_NAMES[rank]}{NUMBERS[rank]}"
    kind = f"of {SUIT_NAMES[key[2:]]}" if key[2:] in SUIT_NAMES else f"({hue})"
    match COLOR_MARK.get(hue):
        case "middle":
            return f"{title} {square} {kind}"
        case "right":
            return f"{title} {kind} {square}"
        case _:
            return f"{square} {title} {kind}"


__all__ = [
    "card_text",
    "counted",
    "drawn_as",
    "heap_text",
    "item_alone",
    "item_mark",
    "item_name",
    "item_sign",
    "item_text",
    "items_text",
    "plain_item",
]
