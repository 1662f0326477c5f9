"""Computer players for Tiamat.

The shark weighs every set of discards by all cards that may be drawn. The regular always gathers its largest
colour; the newcomer parts with one card at most, and fights when it should not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb

from games.computer.weighed import Weighed
from games.engine.chance import Chance
from games.engine.prompts import Answer, Choose, Pick
from games.engine.scene import OpenAsk, Scene
from games.gembones.tiamat.combinations import (
    COLORS,
    HAND,
    MOST_DISCARDS,
    OF_A_COLOR,
    Combination,
    combination_of_counts,
    damage_taken,
)
from games.gembones.tiamat.odds import DEALT, HANDS

STAKE = 3.0
"""The damage that is at stake at an exchange, between a good and a poor set of discards."""


@cache
def margin(hand: Combination) -> float:
    """Return the mean damage that a hand does to an opponent's hand as dealt, less the damage that it takes."""
    total = 0
    for other, times in DEALT.items():
        taken = damage_taken({0: hand, 1: other}, {0: 0, 1: 1})
        total += times * (taken[1] - taken[0])
    return total / HANDS


def draws(count: int, left: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every combination of `count` cards drawn from those left of each colour, and the ways to draw it."""
    if len(left) == 1:
        if count <= left[0]:
            yield (count,), comb(left[0], count)
        return
    for n in range(min(count, left[0]) + 1):
        for rest, times in draws(count - n, left[1:]):
            yield (n, *rest), comb(left[0], n) * times


def expected_margin(held: Sequence[int], keep: Sequence[int]) -> float:
    """Return the mean margin of a hand if it keeps these cards and replaces the others; both are counts by colour."""
    left = [OF_A_COLOR - n for n in held]
    count = HAND - sum(keep)
    total = sum(
        margin(combination_of_counts(a + b for a, b in zip(keep, drawn, strict=True))) * times
        for drawn, times in draws(count, left)
    )
    return total / comb(sum(left), count)


@cache
def worth_of_keeping(held: tuple[int, ...], keep: tuple[int, ...]) -> float:
    """Return the mean margin of a hand that keeps so many of each colour; `held` and `keep` in the same order."""
    # rounded, so that floating point decides no tie
    return round(expected_margin(held, keep), 9)


def weighed_discards(cards: Sequence[str]) -> Weighed:
    """Return every set of places to discard, by the mean margin that it leads to; of equal ones the smallest first."""
    # colours are interchangeable, so sorting keeps the cache small
    order = Counter(cards).most_common()
    held = tuple(n for _, n in order) + (0,) * (len(COLORS) - len(order))
    ways: list[tuple[Answer, float]] = []
    for count in range(MOST_DISCARDS + 1):
        # of cards of one colour the first stays
        for places in combinations(reversed(range(HAND)), count):
            gone = Counter(cards[place] for place in places)
            keep = tuple(n - gone[card] for card, n in order) + (0,) * (len(COLORS) - len(order))
            ways.append((sorted(places), worth_of_keeping(held, keep)))
    return Weighed.by_worth(ways, STAKE, "points")


def guest(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Play as a guest of the house: keep the largest colour, or with four colours one of each (PTY-R2)."""
    prompt = ask.prompt
    if not isinstance(prompt, Pick):
        assert isinstance(prompt, Choose)
        return prompt.options[0] if ask.kind == "stake" else prompt.default
    if len({*prompt.items}) < MOST_DISCARDS:
        return gather(prompt.items)
    # four or five colours: discard only second cards of a colour, and of Tiamat nothing
    return [place for place, card in enumerate(prompt.items) if card in prompt.items[:place]]


def gather(cards: Sequence[str]) -> list[int]:
    """Return the places of the cards to discard for more of the largest colour; of Tiamat none."""
    counts = Counter(cards)
    [(largest, _)] = counts.most_common(1)
    return [place for place, card in enumerate(cards) if card != largest] if len(counts) < HAND else []


def newcomer(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Keep every pair, and part with one card at most; in a duel make any move."""
    prompt = ask.prompt
    if isinstance(prompt, Pick):
        counts = Counter(prompt.items)
        single = [place for place, card in enumerate(prompt.items) if counts[card] == 1]
        return single[:1] if len(counts) < len(COLORS) else []
    assert isinstance(prompt, Choose)
    if ask.kind in ("duel", "duel_move"):
        return luck.choice(prompt.options)
    return prompt.options[0]


def regular(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Gather the largest colour; duel, breathe fire and buy back like a shark."""
    if isinstance(ask.prompt, Pick):
        return gather(ask.prompt.items)
    return sensible(scene, ask, luck)


@dataclass(frozen=True, slots=True)
class Shark:
    """The shark: it discards by enumeration, and can tell what every set of discards is worth."""

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Discard by enumeration, always buy back, duel when behind, and breathe fire whenever it is charged."""
        return sensible(scene, ask, luck)

    def weigh(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Weighed | None:
        """Return all sets of discards with their mean margins of damage; None at other questions."""
        return weighed_discards(ask.prompt.items) if isinstance(ask.prompt, Pick) else None


def sensible(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Discard by enumeration, always buy back, duel when behind, and breathe fire whenever it is charged."""
    prompt = ask.prompt
    if isinstance(prompt, Pick):
        return weighed_discards(prompt.items).ways[0][0]
    assert isinstance(prompt, Choose)
    if ask.kind == "duel":
        return "fight" if prompt.says["life"] < prompt.says["foe"] else "decline"
    if ask.kind == "duel_move":
        return "breath" if "breath" in prompt.options else luck.choice(prompt.options)
    return prompt.options[0]
