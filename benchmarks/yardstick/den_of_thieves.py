"""An earlier player of Den of Thieves."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from benchmarks.yardstick.shared import bet_by_strength, unseen, win_chance
from games.engine import Chance, OpenAsk, Scene
from games.engine.prompts import Answer
from games.parlour.den_of_thieves import HAND, in_order, scoring, total
from games.parlour.shared.computer import hand_of
from games.parlour.shared.deck import NUMBER, RANKS, SUITS
from games.parlour.shared.draw_games import MOST

DRAWN = 1.9
"""About what each card that was drawn in an exchange has made a hand better."""


@cache
def outlook() -> dict[int, float]:
    """The chance of each total of seven cards of the whole deck."""
    suits, cards = len(SUITS), len(SUITS) * sum(NUMBER.values())
    chances: dict[int, float] = defaultdict(float)
    for ranks in combinations_with_replacement(sorted(RANKS), HAND):
        ways_dealt = prod(comb(suits * NUMBER[rank], n) for rank, n in Counter(ranks).items())
        chances[scoring("".join(ranks), False).total] += ways_dealt / comb(cards, HAND)
    return dict(chances)


def best_discard(cards: Sequence[str], deck: Counter[str]) -> list[int]:
    """Return the places to discard for the highest mean total, when cards of `deck` may come."""
    best, chosen = float(total(cards)), list[int]()
    for count in range(1, MOST + 1):
        tried = set()
        for places in combinations(range(len(cards)), count):
            rest = in_order([card for place, card in enumerate(cards) if place not in places])
            if rest in tried:
                continue
            tried.add(rest)
            mean = _mean(rest, count, deck)
            if mean > best:
                best, chosen = mean, list(places)
    return chosen


def _mean(rest: str, count: int, deck: Counter[str]) -> float:
    """Return the mean total of a hand when `count` cards of `deck` come to the `rest` of it."""
    mean = 0.0
    for new in combinations_with_replacement(sorted(deck), count):
        likely = prod(comb(deck[rank], n) for rank, n in Counter(new).items()) / comb(deck.total(), count)
        mean += likely * scoring("".join(sorted([*rest, *new])), False).total
    return mean


def earlier(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Discards for the highest total in the mean, and bets by the chance to win."""
    hand = hand_of(scene, scene.viewer)
    assert ask.prompt is not None
    if hand is not None and ask.kind == "discard":
        return best_discard(hand.items, Counter(card[0] for card in unseen(scene)))
    if hand is not None and ask.kind == "bet":
        win = win_chance(scene, total(hand.items), outlook(), DRAWN)
        return bet_by_strength(scene, ask, luck, win)
    return ask.prompt.default
