"""The hands of games in which every card scores by itself, such as King's Council, for the solver.

Hands are taken to be independent of each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

import numpy as np

from games.blueprints.drawing import Draws, ways_of
from games.blueprints.pairs import Array
from games.parlour.kings_council import LOWEST, points
from games.parlour.players.drawn_bets import COUNTS
from games.parlour.players.scored_draws import BEST, ENDS, PLACES, SCORES, end_of
from games.parlour.shared.deck import COLORS, PLAIN, color


def scored_hands(rank: str) -> Draws:
    """Count the deck beside a King of a rank; all suits are alike."""
    king = f"{rank}.hawk"
    deck = Counter(PLAIN)
    deck[king] -= 1
    copies = Counter(points(card, king) for card in deck.elements())
    chance = np.array([ways_of(copies, hand) for hand in SCORES], float)
    drawing = np.zeros((COUNTS, len(SCORES), len(SCORES)))
    for at, hand in enumerate(SCORES):
        left = [copies[score] - hand.count(score) for score in range(BEST + 1)]
        for count in range(COUNTS):
            for new in product(range(BEST + 1), repeat=count):
                ways = 1.0
                for place, score in enumerate(new):
                    ways *= max(0, left[score] - new[:place].count(score))
                drawing[count, at, PLACES[tuple(sorted((*hand[count:], *new)))]] += ways
    drawing /= np.maximum(drawing.sum(axis=2, keepdims=True), 1)
    ends = np.array([_ends(hand, deck, king) for hand in SCORES])
    # before the last exchange a hand stays one of all hands, after it only its place counts
    moves = (drawing, drawing @ ends)
    return Draws(chance / chance.sum(), moves)


def _ends(hand: Sequence[int], deck: Counter[str], king: str) -> Array:
    """Return the part of a hand in each place after the last exchange: its cards may have any colours that they can."""
    found = np.zeros(ENDS)
    kinds = []
    for score in hand:
        here = Counter(color(card) for card in deck.elements() if points(card, king) == score)
        kinds.append([(each, here[each] / max(1, here.total())) for each in COLORS])
    for colors in product(*kinds):
        part = float(np.prod([chance for _, chance in colors]))
        alike = max(Counter(each for each, _ in colors).values())
        found[end_of(sum(hand), alike, LOWEST[king[0]])] += part
    return found
