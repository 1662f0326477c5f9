"""CFR+ on a betting tree (Tammelin 2014): every choice at once, seat after seat, hands as vectors.

What lies between two Betting Rounds, and what an end pays, is the business of each kind of game: `revealing` has those
with a reveal, `drawing` those with exchanges.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np

from games.blueprints.pairs import Array
from games.parlour.players.betting_tree import Node, Shape, Tree

Reach = list[Array]
"""How likely each seat plays to a node with each of its hands."""


class Solver(ABC):
    """Solves the tree of a shape; `power`: how much more later passes count for the average play than early ones."""

    power = 1

    def __init__(self, shape: Shape) -> None:
        self.tree = Tree(shape)
        self.seats = shape.seats
        self.regret: list[Array] = []
        self.total: list[Array] = []
        for node in self.tree.nodes:
            shape_of = self._shape(node)
            self.regret.append(np.zeros(shape_of))
            self.total.append(np.zeros(shape_of))
        self._best = False
        self._turn = 0

    # ---- what a kind of game is

    @abstractmethod
    def _shape(self, node: Node) -> tuple[int, ...]:
        """Return the shape of the choices at a node: by action, and by what the chooser knows."""

    @abstractmethod
    def _begins(self) -> Reach:
        """Return the reach of all seats at the root."""

    @abstractmethod
    def _between(self, node: Node, seat: int, reach: Reach, play: Array, learn: bool) -> Array:
        """Return the worth of a node between two Betting Rounds to each hand of a seat."""

    @abstractmethod
    def _end(self, node: Node, seat: int, reach: Reach) -> Array:
        """Return what an end pays a seat, by its hand: nothing but its own bets is lost, the best hand has the pot."""

    @abstractmethod
    def _mean(self, worth: Array) -> float:
        """Return the worth of the root on average over a seat's hands."""

    def _gathered(self, node: Node, counted: Array) -> Array:
        """Return what was counted at a node, by what a table tells apart there."""
        return counted

    def _spread(self, node: Node, counted: Array) -> Array:
        """Return the same by all that the solver tells apart."""
        return counted

    def kept(self) -> Sequence[Node]:
        """Return the nodes whose choices a table has."""
        return self.tree.nodes

    def behind(self) -> bytes:
        """Return what a table tells behind the choices."""
        return b""

    # ---- one pass

    def run(self, times: int) -> None:
        """Improve every seat in turn, so many times."""
        for _ in range(times):
            self._turn += 1
            for seat in range(self.seats):
                self._worth(self.tree.root, seat, self._begins(), True)

    def gains(self) -> list[float]:
        """Return what each seat could gain at most by changing its play alone, in pieces a match."""
        found = []
        for seat in range(self.seats):
            values = []
            for best in (True, False):
                self._best = best
                values.append(self._mean(self._worth(self.tree.root, seat, self._begins(), False)))
            found.append(values[0] - values[1])
        return found

    @property
    def weight(self) -> float:
        """The sum of the weights of all passes, with which a play that always comes has been counted."""
        return float(sum(turn**self.power for turn in range(1, self._turn + 1)))

    def counted(self, node: Node) -> Array:
        """Return how often each action was taken at a node, as a table tells moments apart."""
        return self._gathered(node, self.total[node.at])

    def read(self, table: bytes) -> None:
        """Play as a table does from now on."""
        begin = 0
        for node in self.kept():
            shape = self.counted(node).shape
            end = begin + int(np.prod(shape))
            parts = np.frombuffer(table[begin:end], np.uint8).astype(float).reshape(shape)
            self.total[node.at], begin = self._spread(node, parts), end

    def _worth(self, node: Node, seat: int, reach: Reach, learn: bool) -> Array:
        """Return the worth of a node to each hand of a seat, and learn from it.

        Without learning it is that of the average play, or of the best answer to it.
        """
        if node.kind == "end" or seat not in node.live:
            return self._end(node, seat, reach)
        play = parts_of(self.regret[node.at] if learn else self.total[node.at])
        if node.kind != "bet":
            return self._between(node, seat, reach, play, learn)
        values = [
            self._worth(child, seat, _times(reach, node.seat, play[action]), learn)
            for action, child in enumerate(node.children)
        ]
        if node.seat != seat:
            return sum(values)
        every = np.stack(values)
        if not learn and self._best:
            return every.max(axis=0)
        value = (play * every).sum(axis=0)
        if learn:
            self._learn(
                self.regret[node.at],
                self.total[node.at],
                every,
                value,
                reach[seat] * play,
            )
        return value

    def _learn(self, regret: Array, total: Array, every: Array, value: Array, played: Array) -> None:
        """Note what each action is worth beside what was taken, and how often it was."""
        np.maximum(regret + every - value, 0, out=regret)
        total += self._turn**self.power * played


def parts_of(counted: Array) -> Array:
    """Return how often each action is taken, from what was counted for it; all equally often if nothing was."""
    whole = counted.sum(axis=0)
    return np.where(whole > 0, counted / np.where(whole > 0, whole, 1), 1 / len(counted))


def _times(reach: Reach, seat: int, part: Array) -> Reach:
    return [each * part if at == seat else each for at, each in enumerate(reach)]
