"""Tiamat's cards: combinations of colours, and what they do to whom (TM-15 to TM-20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from games.engine import Line

METALS = {"green": "brass", "red": "gold", "blue": "bronze", "black": "copper", "white": "silver"}
"""The colours, and the metal that each stands for in the hands of the Metallic team (TM-32)."""
COLORS = tuple(METALS)
OF_A_COLOR = 10
HAND = 5
EGG, WYRMLING, YOUNG, ADULT, ANCIENT, TIAMAT = range(1, 7)
"""Combinations from the bottom: so many of one colour, and above them one of each (TM-15)."""
NAMES = {
    WYRMLING: "{color} Dragon Wyrmling",
    YOUNG: "Young {color} Dragon",
    ADULT: "Adult {color} Dragon",
    ANCIENT: "Ancient {color} Dragon",
}
SECOND = 2
"""What a second combination does, which can only be a Wyrmling (TM-R4)."""


def tiamat_deck() -> list[str]:
    """The fifty cards: `dragon.green` and so on (TM-01)."""
    return [f"dragon.{color}" for color in COLORS for _ in range(OF_A_COLOR)]


class Combination(NamedTuple):
    """The best of a hand, and whether there is a second one beside it; colours do not count (TM-02)."""

    rank: int
    second: bool = False

    @property
    def damage(self) -> int:
        """What it does, and what it blocks (TM-16); an Egg does not score."""
        return 0 if self.rank == EGG else min(self.rank, ANCIENT)


def combination(cards: Iterable[str]) -> Combination:
    """What a hand is worth (TM-15); a hand of five without a pair is always Tiamat (TM-R7)."""
    return of_counts(Counter(cards).values())


def of_counts(counts: Iterable[int]) -> Combination:
    """The same from how many cards there are of each colour; nothings are allowed."""
    most, next_most, *rest = sorted([*counts, 0, 0], reverse=True)
    if most == 1 and sum(rest) + next_most == HAND - 1:
        return Combination(TIAMAT)
    return Combination(most, next_most > 1)


def named(cards: Iterable[str], metallic: bool = False) -> Line:
    """A hand's combination in words; the Metallic team has dragons of its own (TM-32, TM-44)."""
    cards = list(cards)
    best = combination(cards)
    if best.rank == TIAMAT:
        return Line("Bahamut" if metallic else "Tiamat")
    kinds = Counter(card.partition(".")[2] for card in cards).most_common(2)
    colors = [METALS[color] if metallic else color for color, _ in kinds]
    first = NAMES[best.rank].format(color=colors[0].capitalize())
    return Line(
        f"{first} and {NAMES[WYRMLING].format(color=colors[1].capitalize())}" if best.second else first
    )


def hits(hands: Mapping[int, Combination], teams: Mapping[int, int]) -> dict[int, int]:
    """The damage that each player takes in a hand, blocked parts taken off (TM-17 to TM-20, TM-28).

    `teams`: by player; team mates never hurt each other, and nobody hurts themselves (TM-R5).
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
            # a shared best strikes once, however many hold it (TM-R3)
            return value - hands[seat].damage
        unanswered = not hands[seat].second and any(hands[foe].second for foe in foes)
        return SECOND if unanswered else 0

    return {seat: taken(seat) for seat in hands}
