"""Games in which every card scores by itself and exchanges follow, for the solver: two seats of King's Council.

Hands are taken to be independent of each other. A seat forgets how it came to its hand, which loses nothing then: all
that follows depends on the hand that it has. A table forgets from the second exchange on what was drawn at the first
one, too, which keeps it small; the solver doesn't.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from math import comb
from typing import NamedTuple

import numpy as np

from games.blueprints.pairs import Array
from games.blueprints.solving import Reach, Solver
from games.parlour.kings_council import LOWEST, points
from games.parlour.players.betting_tree import Node, Shape
from games.parlour.players.scored_draws import BEST, COUNTS, ENDS, PLACES, SCORES, end_of
from games.parlour.shared.deck import COLORS, PLAIN, color

FIRST, LATER = 0, slice(1, None)
"""The places in the choices of an exchange: of the first seat, and of the second by what the first has drawn."""


class Draws(NamedTuple):
    """The chances of hands: of each at first, and of each after drawing, by the number of cards and the hand before.

    `ends`: the part of each hand in each place after the last exchange.
    """

    chance: Array
    drawing: Array
    ends: Array


def draws(rank: str) -> Draws:
    """Count the deck beside a King of a rank; all suits are alike."""
    king = f"{rank}.hawk"
    deck = Counter(PLAIN)
    deck[king] -= 1
    scores = Counter(points(card, king) for card in deck.elements())
    copies = [scores[score] for score in range(BEST + 1)]
    chance = np.array([_ways(copies, hand) for hand in SCORES], float)
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
    return Draws(chance / chance.sum(), drawing, ends)


def _ways(copies: Sequence[int], hand: Sequence[int]) -> int:
    ways = 1
    for score, many in enumerate(copies):
        ways *= comb(many, hand.count(score))
    return ways


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


class DrawSolver(Solver):
    """Solves the tree of a shape for the hands of `cards`."""

    power = 2

    def __init__(self, shape: Shape, cards: Draws) -> None:
        super().__init__(shape)
        self.cards = cards
        # before the last exchange a hand stays one of all hands, after it only its place counts
        self._moves = [cards.drawing] * (shape.exchanges - 1) + [cards.drawing @ cards.ends]

    def _shape(self, node: Node) -> tuple[int, ...]:
        before = (COUNTS,) * 2 * node.drawn
        if node.kind == "draw":
            return (COUNTS, 1 + COUNTS, *before, len(SCORES))
        hands = ENDS if node.drawn == self.tree.shape.exchanges else len(SCORES)
        return (len(node.actions), *before, hands)

    def _gathered(self, node: Node, counted: Array) -> Array:
        begin, end = _forgotten(node)
        return counted.sum(axis=tuple(range(begin, end)))

    def _spread(self, node: Node, counted: Array) -> Array:
        begin, end = _forgotten(node)
        shape = counted.shape
        whole = (*shape[:begin], *(1,) * (end - begin), *shape[begin:])
        return np.broadcast_to(counted.reshape(whole), self._shape(node))

    def _begins(self) -> Reach:
        return [self.cards.chance, self.cards.chance]

    def _mean(self, worth: Array) -> float:
        return float(self.cards.chance @ worth)

    def _between(self, node: Node, seat: int, reach: Reach, play: Array, learn: bool) -> Array:
        """Return the worth of an exchange: the first seat draws, then the second one, which has seen how many."""
        moves = self._moves[node.drawn]
        plays = (play[:, FIRST], np.moveaxis(play[:, LATER], 1, -2))
        had = (reach[0], reach[1][..., None, :])
        first, second = (
            np.stack([(held * by[count]) @ moves[count] for count in range(COUNTS)], axis=-2)
            for held, by in zip(had, plays, strict=True)
        )
        drew = [np.broadcast_to(first[..., None, :], second.shape), second]
        below = self._worth(node.children[0], seat, drew, learn)
        seen = below if seat else below.sum(axis=-2)
        every = np.stack([seen[..., count, :] @ moves[count].T for count in range(COUNTS)])
        mine = plays[seat]
        value = every.max(axis=0) if self._best and not learn else (mine * every).sum(axis=0)
        if learn:
            own = (slice(None), LATER if seat else FIRST)
            learned = [every, value[None], had[seat] * mine]
            if seat:
                learned = [np.moveaxis(each, -2, 1) for each in learned]
            self._learn(self.regret[node.at][own], self.total[node.at][own], *learned)
        return value.sum(axis=-2) if seat else value

    def _end(self, node: Node, seat: int, reach: Reach) -> Array:
        theirs, pot, own = reach[1 - seat], sum(node.paid), node.paid[seat]
        whole = np.broadcast_to(theirs.sum(axis=-1, keepdims=True), theirs.shape)
        if seat not in node.live:
            return -own * whole
        if len(node.live) == 1:
            return (pot - own) * whole
        # the hands below one's own, and half of those in the same place
        return pot * (theirs.cumsum(axis=-1) - theirs / 2) - own * whole


def _forgotten(node: Node) -> tuple[int, int]:
    """Return the axes of a node's choices that tell what was drawn before the last exchange."""
    return (2, 2 + 2 * node.drawn) if node.kind == "draw" else (1, 1 + 2 * max(0, node.drawn - 1))
