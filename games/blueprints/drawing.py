"""Games with exchanges, for the solver: two seats of King's Council or Den of Thieves.

A seat forgets how it came to its hand, which loses nothing: all that follows depends on the hand that it has. A table
forgets from the second exchange on what was drawn at the first one, too, which keeps it small; the solver doesn't.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import comb, prod
from typing import NamedTuple, TypeVar

import numpy as np

from games.blueprints.pairs import Array
from games.blueprints.solving import Reach, Solver
from games.parlour.players.betting_tree import Node, Shape
from games.parlour.players.drawn_bets import COUNTS

Card = TypeVar("Card", int, str)

FIRST, LATER = 0, slice(1, None)
"""The places in the choices of an exchange: of the first seat, and of the second by what the first has drawn."""


class Draws(NamedTuple):
    """The chances of hands.

    `chance`: of each hand at first. `moves`: for each exchange, of each hand after drawing, by the number of cards and
    the hand before; after the last one hands stay told apart by their places alone. `beside`: of each hand while
    another is held, relative to its chance without that, until the last exchange, and of each place after it; None if
    hands are taken to be independent. `places`: of all hands after the last exchange, where a table has to tell.
    """

    chance: Array
    moves: Sequence[Array]
    beside: tuple[Array, Array] | None = None
    places: bytes = b""


def ways_of(copies: Mapping[Card, int], hand: Sequence[Card]) -> int:
    """Return in how many ways a hand is dealt from so many copies of each card."""
    return prod(comb(copies[card], n) for card, n in Counter(hand).items())


class DrawSolver(Solver):
    """Solves the tree of a shape for the hands of `cards`."""

    power = 2

    def __init__(self, shape: Shape, cards: Draws) -> None:
        self.cards = cards
        self._hands, self._ends = cards.moves[-1].shape[1:]
        super().__init__(shape)

    def _shape(self, node: Node) -> tuple[int, ...]:
        before = (COUNTS,) * 2 * node.drawn
        if node.kind == "draw":
            return (COUNTS, 1 + COUNTS, *before, self._hands)
        hands = self._ends if self._last(node) else self._hands
        return (len(node.actions), *before, hands)

    def _last(self, node: Node) -> bool:
        """Tell whether the last exchange is over."""
        return node.drawn == self.tree.shape.exchanges

    def kept(self) -> Sequence[Node]:
        """Return the nodes at which one bets, and those at which one discards unless that is settled."""
        return [node for node in self.tree.nodes if node.kind == "bet" or not self.cards.places]

    def behind(self) -> bytes:
        """Return the places of hands after the last exchange."""
        return self.cards.places

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
        moves = self.cards.moves[node.drawn]
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
        beside = self.cards.beside and self.cards.beside[self._last(node)]
        whole: Array = theirs.sum(axis=-1, keepdims=True) if beside is None else theirs @ beside.T
        whole = np.broadcast_to(whole, theirs.shape)
        if seat not in node.live:
            return -own * whole
        if len(node.live) == 1:
            return (pot - own) * whole
        # the places below one's own, and half of those in the same one
        if beside is None:
            won: Array = theirs.cumsum(axis=-1) - theirs / 2
        else:
            won = theirs @ (beside * (np.tri(self._ends, k=-1) + np.eye(self._ends) / 2)).T
        return pot * won - own * whole


def _forgotten(node: Node) -> tuple[int, int]:
    """Return the axes of a node's choices that tell what was drawn before the last exchange."""
    return (2, 2 + 2 * node.drawn) if node.kind == "draw" else (1, 1 + 2 * max(0, node.drawn - 1))
