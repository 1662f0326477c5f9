"""Games with a reveal, such as Rogues and Warriors, for the solver.

Between three seats and more, hands are taken to be independent of each other, so that a showdown is a product; between
two the cards that one hand takes from the other are counted.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from games.blueprints.pairs import Array, Cards
from games.blueprints.solving import Reach, Solver
from games.parlour.players.betting_tree import Node, Shape
from games.parlour.players.one_shown import HANDS, HIDDEN
from games.parlour.shared.deck import RANKS

UP, DOWN = len(RANKS), len(HIDDEN)


class RevealSolver(Solver):
    """Solves the tree of a shape for the hands of `cards`."""

    def __init__(self, shape: Shape, cards: Cards) -> None:
        super().__init__(shape)
        self.cards = cards
        ones = np.ones_like(cards.beside)
        beside = cards.beside if self.seats == 2 else ones
        # how much a rival has of each hand beside each hand held: of all, of those beaten, of those tied with
        kernels = [beside * cards.chance * which for which in (ones, cards.above, cards.equal)]
        self._dealt = np.concatenate(kernels)
        at = cards.shown
        # the same once one card of each lies open: own shown and hidden card, theirs
        self._open = [kernel[at[:, :, None, None], at[None, None]] for kernel in kernels]
        self._pairs: dict[tuple[int, int, int], Array] = {}

    def _shape(self, node: Node) -> tuple[int, ...]:
        if node.kind == "reveal":
            return (2, self.seats, len(HANDS))
        return (len(node.actions), *((UP,) * len(node.up) + (DOWN,) if node.up else (len(HANDS),)))

    def _begins(self) -> Reach:
        return [np.ones(len(HANDS)) for _ in range(self.seats)]

    def _mean(self, worth: Array) -> float:
        return float(self.cards.chance @ worth)

    def _between(self, node: Node, seat: int, reach: Reach, play: Array, learn: bool) -> Array:
        below = self._worth(node.children[0], seat, self._revealing(node, play, reach), learn)
        return self._shown(node, seat, below, play, reach if learn else None)

    def _revealing(self, node: Node, play: Array, reach: Reach) -> Reach:
        """Return the reach of all seats once each has shown a card: by all shown cards and the own hidden one."""
        at, live = self.cards.shown, node.live
        found: Reach = list(reach)
        for place, seat in enumerate(live):
            # the first card is the rarer: who shows it has the other one hidden
            hand = reach[seat][at] * self._showing(play, seat)
            shape = [1] * len(live) + [DOWN]
            shape[place] = UP
            found[seat] = np.broadcast_to(hand.reshape(shape), (UP,) * len(live) + (DOWN,))
        return found

    def _showing(self, play: Array, seat: int) -> Array:
        """Return how often a seat shows a card, by it and the hidden one."""
        at = self.cards.shown
        up = np.arange(UP)[:, None]
        down: Array = np.arange(DOWN)[None, :] // 2
        rarer = play[0, seat][at]
        return np.where(up == down, 1.0, np.where(up < down, rarer, 1 - rarer))

    def _shown(self, node: Node, seat: int, below: Array, play: Array, reach: Reach | None) -> Array:
        """Return the worth of a reveal to each hand from that of what was shown; with a reach, learn from it."""
        place = node.live.index(seat)
        worth = below.sum(axis=tuple(axis for axis in range(len(node.live)) if axis != place))
        values = np.zeros((2, len(HANDS)))
        for at, (first, second, alike) in enumerate(HANDS):
            one, two = RANKS.index(first), RANKS.index(second)
            values[0, at] = worth[one, 2 * two + alike]
            values[1, at] = worth[two, 2 * one + alike]
        mine = np.stack([play[0, seat], 1 - play[0, seat]])
        value = values.max(axis=0) if reach is None and self._best else (mine * values).sum(axis=0)
        if reach is not None:
            own = (slice(None), seat)
            self._learn(
                self.regret[node.at][own], self.total[node.at][own], values, value, reach[seat] * mine
            )
        return value

    # ---- the ends

    def _end(self, node: Node, seat: int, reach: Reach) -> Array:
        pot, own = sum(node.paid), node.paid[seat]
        weighed = [self._weights(node.up, seat, other, reach) for other in range(self.seats) if other != seat]
        live = [other in node.live for other in range(self.seats) if other != seat]
        everyone = _product([each[0] for each in weighed])
        if seat not in node.live:
            return -own * everyone
        if not any(live):
            return (pot - own) * everyone
        gone = _product([each[0] for each, still in zip(weighed, live, strict=True) if not still])
        rivals = [each for each, still in zip(weighed, live, strict=True) if still]
        won = rivals[0][1] + rivals[0][2] / 2
        if len(rivals) == 2:
            (_, above, equal), (_, more, same) = rivals
            won = above * more + (above * same + equal * more) / 2 + equal * same / 3
        return pot * won * gone - own * everyone

    def _weights(self, up: tuple[int, ...], seat: int, other: int, reach: Reach) -> Sequence[Array]:
        """Return how much of another seat's hands there is beside each own hand: all, those beaten, and ties."""
        theirs = reach[other]
        if not up:
            parts: Sequence[Array] = np.split(self._dealt @ theirs, 3)
            return parts
        if other not in up:
            # it has folded before the reveal, which only more than two can
            return (float(self.cards.chance @ theirs), 0.0, 0.0)
        mine, place = up.index(seat), up.index(other)
        return self._against(mine, place, len(up), theirs)

    def _against(self, mine: int, place: int, count: int, theirs: Array) -> Sequence[Array]:
        """Multiply a rival's reach by the kernels, for all shown cards at once."""
        key = (mine, place, count)
        if key not in self._pairs:
            shown = np.indices((UP,) * count).reshape(count, -1)
            self._pairs[key] = np.concatenate(
                [kernel[shown[mine], :, shown[place], :] for kernel in self._open], axis=1
            )
        flat = theirs.reshape(-1, DOWN, 1)
        found = np.matmul(self._pairs[key], flat)[..., 0].reshape((UP,) * count + (3 * DOWN,))
        parts: Sequence[Array] = np.split(found, 3, axis=-1)
        return parts


def _product(factors: Sequence[Array]) -> Array:
    whole: Array = 1.0
    for each in factors:
        whole = whole * each
    return whole
