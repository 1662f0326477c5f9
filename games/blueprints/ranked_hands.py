"""The hands of games in which ranks are all that counts, such as Den of Thieves, for the solver.

What to discard is taken to be settled: of as many cards those after which the chance to win is best, against rivals who
do the same. Hands are dealt and drawn from the whole deck but what one holds, and how much less likely a rival's hand
is beside one's own is counted at each end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb

import numpy as np

from games.blueprints.drawing import Draws, ways_of
from games.blueprints.pairs import Array
from games.parlour.den_of_thieves import strength
from games.parlour.players.drawn_bets import COUNTS
from games.parlour.players.ranked_draws import COPIES, ENDS, HANDS, PLACES, SIZE, hands_of
from games.parlour.shared.deck import RANKS

PASSES = 12
"""The passes after which what everyone discards hardly changes any more."""
DECK = Counter(COPIES)


def ranked_hands() -> Draws:
    """Count the deck, and settle what is discarded."""
    order = sorted(range(len(HANDS)), key=lambda at: strength(HANDS[at]))
    drawn = [_drawn(count) for count in range(COUNTS)]
    chance = np.array([ways_of(DECK, hand) for hand in HANDS], float)
    chance /= chance.sum()
    held = chance
    for _ in range(PASSES):
        later, worth, last = _settled(drawn, _below(held, order))
        sooner, _, first = _settled(drawn, worth)
        held = chance @ first @ last
    places = (ENDS * _below(held, order)).astype(int)
    ends = np.eye(ENDS)[places]
    beside = np.array([[_beside(hand, other) for other in HANDS] for hand in HANDS]) / chance
    part = ends * held[:, None]
    part /= part.sum(axis=0)
    return Draws(
        chance,
        (sooner, later @ ends),
        (beside, part.T @ beside @ part),
        bytes(places.tolist()),
    )


def _settled(drawn: Sequence[Array], worth: Array) -> tuple[Array, Array, Array]:
    """Settle an exchange by what hands are worth after it.

    Return the chance of each hand after drawing, by the number of cards and the hand before, what hands are worth
    before it, and the chance of each hand after it where everyone draws the best number.
    """
    every = np.arange(len(HANDS))
    worths = [np.where(each.any(axis=2), each @ worth, -1) for each in drawn]
    moves = np.stack([each[by.argmax(axis=0), every] for each, by in zip(drawn, worths, strict=True)])
    best = np.stack([by.max(axis=0) for by in worths])
    return moves, best.max(axis=0), moves[best.argmax(axis=0), every]


def _drawn(count: int) -> Array:
    """Return the chance of each hand after drawing so many cards, by what was discarded and the hand before."""
    found = np.zeros((len(hands_of(count)), len(HANDS), len(HANDS)))
    for number, gone in enumerate(hands_of(count)):
        for at, hand in enumerate(HANDS):
            rest = list(hand)
            if all(hand.count(rank) >= gone.count(rank) for rank in gone):
                for rank in gone:
                    rest.remove(rank)
                left = DECK - Counter(hand)
                for new in hands_of(count):
                    if ways := ways_of(left, new):
                        place = PLACES[tuple(sorted([*rest, *new], key=RANKS.index))]
                        found[number, at, place] += ways / comb(left.total(), count)
    return found


def _beside(hand: Sequence[str], other: Sequence[str]) -> float:
    """Return the chance of another hand while one is held."""
    return ways_of(DECK - Counter(hand), other) / comb(DECK.total() - SIZE, SIZE)


def _below(held: Array, order: Sequence[int]) -> Array:
    """Return for each hand how many of those that are held lie below it, and half of its own kind."""
    found: Array = np.zeros(len(HANDS))
    found[order] = held[order].cumsum() - held[order] / 2
    return found
