"""Tiamat's cards: combinations of colours, and the damage that they do (TM-15 to TM-20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from games.engine.scene import CardFace, Line
from games.phrases import N_, spelled

METALS = {"green": "brass", "red": "gold", "blue": "bronze", "black": "copper", "white": "silver"}
"""Each colour to the metal that it stands for in the hands of the Metallic team (TM-32)."""
COLORS = tuple(METALS)
OF_A_COLOR = 10
HAND = 5
MOST_DISCARDS = 4
"""The most cards that a player may discard (TM-10)."""
EGG, WYRMLING, YOUNG, ADULT, ANCIENT, TIAMAT = range(1, 7)
"""The combinations from the lowest up: one to five cards of one colour, then one card of each colour."""
NAMES = {
    WYRMLING: N_("{color} Dragon Wyrmling"),
    YOUNG: N_("Young {color} Dragon"),
    ADULT: N_("Adult {color} Dragon"),
    ANCIENT: N_("Ancient {color} Dragon"),
}
COLOR_NAMES = {
    "red": N_("Red"),
    "green": N_("Green"),
    "blue": N_("Blue"),
    "black": N_("Black"),
    "white": N_("White"),
    "brass": N_("Brass"),
    "bronze": N_("Bronze"),
    "copper": N_("Copper"),
    "gold": N_("Gold"),
    "silver": N_("Silver"),
}
OF_ANY_COLOR = {
    WYRMLING: N_("Dragon Wyrmling"),
    YOUNG: N_("Young Dragon"),
    ADULT: N_("Adult Dragon"),
    ANCIENT: N_("Ancient Dragon"),
    TIAMAT: N_("Tiamat"),
}
SECOND = 2
"""The damage of a second combination, which can only be a Wyrmling (TM-R4)."""

SQUARES = {"red": "🟥", "green": "🟩", "blue": "🟦", "black": "⬛", "white": "⬜"}
"""The hue as a square; the name next to it says the same in words."""

CARD_FACES: Mapping[str, CardFace] = {
    f"dragon.{color}": CardFace(square, color) for color, square in SQUARES.items()
}


def tiamat_deck() -> list[str]:
    """Return the fifty cards: `dragon.green` and so on."""
    return [f"dragon.{color}" for color in COLORS for _ in range(OF_A_COLOR)]


class Combination(NamedTuple):
    """The rank of a hand's best combination, and True if there is a second one; colours do not count (TM-02)."""

    rank: int
    second: bool = False

    @property
    def damage(self) -> int:
        """The damage that it does, and that it blocks; an Egg does none (TM-16)."""
        return 0 if self.rank == EGG else min(self.rank, ANCIENT)


def combination_of(cards: Iterable[str]) -> Combination:
    """Return the combination of a hand; a hand of five without a pair is always Tiamat (TM-R7)."""
    return combination_of_counts(Counter(cards).values())


def combination_of_counts(counts: Iterable[int]) -> Combination:
    """Return the combination of a hand from its number of cards of each colour; zeros are allowed."""
    most, next_most, *rest = sorted([*counts, 0, 0], reverse=True)
    if most == 1 and sum(rest) + next_most == HAND - 1:
        return Combination(TIAMAT)
    return Combination(most, next_most > 1)


def combination_line(cards: Iterable[str], metallic: bool = False) -> Line:
    """Return a hand's combination in words; the Metallic team has dragons of its own (TM-32, TM-44)."""
    cards = list(cards)
    best = combination_of(cards)
    if best.rank == TIAMAT:
        return Line("Bahamut" if metallic else "Tiamat")
    kinds = Counter(card.partition(".")[2] for card in cards).most_common(2)
    colors = [METALS[color] if metallic else color for color, _ in kinds]
    first = spelled(NAMES[best.rank], color=COLOR_NAMES[colors[0]])
    if not best.second:
        return Line(first)
    return Line(
        spelled(
            "{first} and {second}", first=first, second=spelled(NAMES[WYRMLING], color=COLOR_NAMES[colors[1]])
        )
    )


def damage_taken(hands: Mapping[int, Combination], teams: Mapping[int, int]) -> dict[int, int]:
    """Return the damage that each player takes in a hand, less the part that is blocked (TM-17 to TM-20, TM-28).

    `teams`: the team of each player, or without teams the player; players of one team never hurt each other (TM-R5).
    """
    best = max(hand.rank for hand in hands.values())
    winners = [seat for seat, hand in hands.items() if hand.rank == best]

    def taken(seat: int) -> int:
        foes = [winner for winner in winners if teams[winner] != teams[seat]]
        if not foes:
            return 0
        value = hands[foes[0]].damage
        if best == TIAMAT:
            return value
        if seat not in winners:
            # players who share the best combination strike the others once, not once each (TM-R3)
            return value - hands[seat].damage
        unanswered = not hands[seat].second and any(hands[foe].second for foe in foes)
        return SECOND if unanswered else 0

    return {seat: taken(seat) for seat in hands}
