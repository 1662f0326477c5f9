"""The Rogues and Warriors Deck (DECK).

A card is `RANK.suit` (`B.hare`), a Dragon `D.colour` (`D.red`), a Grey Card `RANK.grey`. Lower rank numbers are rarer.
"""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "WLBMR"
"""From the rarest to the commonest; the number of cards of a rank in a suit is its place, counted from 1."""
RANK_NAMES = {"W": "Warrior", "L": "Lady", "B": "Bard", "M": "Merchant", "R": "Rogue", "D": "Dragon"}
NUMBER = {rank: number for number, rank in enumerate(RANKS, 1)}
"""A rank's number, which is also how many there are in a suit (DECK-02, DECK-03)."""

SUITS = {"hawk": "red", "wolf": "red", "owl": "green", "horse": "green", "wren": "blue", "hare": "blue"}
"""Animal suits and their colours (DECK-04, DECK-05)."""
SUIT_NAMES = {
    "hawk": "Hawks",
    "wolf": "Wolves",
    "owl": "Owls",
    "horse": "Horses",
    "wren": "Wrens",
    "hare": "Hares",
}
COLORS = ("red", "green", "blue")
COLOR_MARK = {"red": "left", "green": "middle", "blue": "right"}
"""The side of a card that bears its mark, so that colour is told without hue (DECK-06)."""
BIRDS = frozenset({"hawk", "owl", "wren"})

PLAIN = tuple(f"{rank}.{suit}" for suit in SUITS for rank in RANKS for _ in range(NUMBER[rank]))
DRAGONS = tuple(f"D.{color}" for color in COLORS)
GREYS = tuple(f"{rank}.grey" for rank in RANKS)
"""Never shuffled into the deck (DECK-11)."""


def rogues_and_warriors_deck(*, dragons: bool = False) -> list[str]:
    """Return the whole deck, 90 cards, or 93 with the three Dragons; `Chance.draw` shuffles as it draws."""
    return [*PLAIN, *DRAGONS] if dragons else list(PLAIN)


def color(card: str) -> str:
    """Return a card's colour; a Dragon has one too (TIE-R2)."""
    kind = card[2:]
    return SUITS.get(kind, kind)


_COLOR = {card: color(card) for card in (*PLAIN, *DRAGONS, *GREYS)}
"""The colour of every card, computed once."""


def card_name(card: str) -> str:
    """Return the name of a card: `B.hare` is the Bard of Hares, `D.red` the red Dragon, `W.grey` the Warrior."""
    rank, kind = RANK_NAMES[card[0]], card[2:]
    if kind in SUIT_NAMES:
        return f"{rank} of {SUIT_NAMES[kind]}"
    if kind == "grey":
        return rank
    return f"{kind} {rank}"


# ---- tie-breaks: the greater tuple is the better hand (TIE-R4: lexicographic comparison does the rest)


def by_rank(cards: Iterable[str]) -> tuple[int, ...]:
    """Return the tie-break Rank: most Dragons, then Warriors, Ladies, Bards, Merchants, Rogues (TIE-02, TIE-03)."""
    ranks = [card[0] for card in cards]
    return tuple([ranks.count(rank) for rank in "D" + RANKS])


def by_color(cards: Iterable[str]) -> tuple[int, ...]:
    """Return the tie-break Color: the largest number of cards of one colour (TIE-04, TIE-R1)."""
    colors = [_COLOR[card] for card in cards]
    return (max(colors.count("red"), colors.count("green"), colors.count("blue")),)
