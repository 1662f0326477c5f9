"""Blueprints of bets for two seats of games with two exchanges.

Each kind of game says in how many places hands are told apart: until the last exchange by what they can become, and
after it by what they are. How many cards each seat has drawn is known to both, as far as the last exchange goes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from games.engine.scene import Scene
from games.parlour.players.betting_tree import Node, Shape
from games.parlour.players.blueprint import Blueprint, Choice, Moment
from games.parlour.shared.draw_games import MOST

SHAPE = Shape(2, (0.5, 1.25), 2, 50, 1, again=(1.0,), exchanges=2)
"""The solved shape."""
COUNTS = MOST + 1
"""The numbers of cards that may be drawn at an exchange, none among them."""


class DrawnBets(Blueprint):
    """The solved bets of a game; `hands`, `ends`: the places of hands until the last exchange, and after it."""

    def __init__(self, packed: bytes, hands: int, ends: int) -> None:
        self.hands, self.ends = hands, ends
        super().__init__(SHAPE, packed)

    @abstractmethod
    def _place(self, scene: Scene, own: Sequence[str], *, last: bool) -> int:
        """Return the place of a hand; `last`: after the last exchange."""

    def size_of(self, node: Node) -> int:
        """Return the numbers of a node: for each action by the hand, and by what both seats have drawn."""
        return len(node.actions) * self._hands(node) * (COUNTS**2 if node.drawn else 1)

    def _hands(self, node: Node) -> int:
        return self.ends if node.drawn == self.shape.exchanges else self.hands

    def _choice_at(self, moment: Moment, scene: Scene, own: Sequence[str]) -> Choice | None:
        node, order = moment.node, moment.order
        if node.kind != "bet" or order[node.seat] != scene.viewer:
            return None
        at = self._place(scene, own, last=node.drawn == self.shape.exchanges)
        if node.drawn:
            first, second = moment.counts[-2:]
            at += (COUNTS * first + second) * self._hands(node)
        return self._choice(node, node.actions, at)
