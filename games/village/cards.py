"""The cards of Please Don't Burn My Village!: Treasures of a few types, and Wilds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from games.engine.scene import CardFace, Line
from games.phrases import N_

NAMES = {
    "axe": ("Axe", "Axes"),
    "crown": ("Crown", "Crowns"),
    "feather": ("Feather", "Feathers"),
    "gem": ("Gem", "Gems"),
    "scroll": ("Magic Scroll", "Magic Scrolls"),
    "sword": ("Sword", "Swords"),
    "wild": ("Wild", "Wilds"),
}
"""The singular and plural name of each kind of card. The key of a card is `v:axe`."""
BRIBES = {
    "axe": N_("axe bribe"),
    "crown": N_("crown bribe"),
    "feather": N_("feather bribe"),
    "gem": N_("gem bribe"),
    "scroll": N_("scroll bribe"),
    "sword": N_("sword bribe"),
}
"""The name of the bribe of each type of Treasure."""
KINDS = tuple(kind for kind in NAMES if kind != "wild")
"""The types of Treasure."""
WILD = "v:wild"
OF_A_KIND = 14
"""Cards of each type."""
WILDS = {2: 14, 3: 16, 4: 18, 5: 20}
"""Wilds in the deck, by number of players."""
STALLS = (3, 2, 1, 0)
"""The costs of the market stalls, in the order in which they are filled."""


def card(kind: str) -> str:
    """Return the key of a card of that kind."""
    return f"v:{kind}"


def kind_of(key: str) -> str:
    """Return the kind of a card by its key."""
    return key[2:]


def full_deck(kinds: Iterable[str], players: int) -> list[str]:
    """Return all cards of the deck for a number of players."""
    return [card(kind) for kind in kinds for _ in range(OF_A_KIND)] + [WILD] * WILDS[players]


def take(cards: list[str], wanted: str, n: int = 1) -> list[str]:
    """Take up to `n` cards of one kind out of `cards`, which changes, and return them."""
    taken = [key for key in cards if key == wanted][:n]
    for key in taken:
        cards.remove(key)
    return taken


def describe_cards(cards: Iterable[str]) -> Line:
    """Return cards in words, those of a kind together."""
    count = Counter(sorted(cards))
    text = ", ".join(f"{{{kind_of(key)}:item}}" + (f" ×{n}" if n > 1 else "") for key, n in count.items())
    return Line(text or N_("nothing"), {kind_of(key): key for key in count})


MARKS = {
    "axe": "🪓",
    "crown": "👑",
    "feather": "🪶",
    "gem": "💎",
    "scroll": "📜",
    "sword": "⚔️",
    "wild": "🃏",
}

CARD_FACES: Mapping[str, CardFace] = {
    card(kind): CardFace(MARKS[kind], one) for kind, (one, _) in NAMES.items()
}
