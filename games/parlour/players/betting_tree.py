"""A small betting tree for solved games: few sizes of bets, few raises, and a way to follow a real match in it.

The tree is that of one deal at equal stacks: Betting Rounds with something in between. That is a reveal, in which each
player still in turns up one of its two cards, or exchanges, in which they discard and draw. Its nodes are numbered in
the order in which they are made, and the table of a solved game has its choices in this order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

Action = str | float
"""`fold`, `check`, `call`, `all_in`, or a raise as a part of the pot that a call would make."""

CLOSE = 0.75
"""A raise to more than this part of what is left is all of it."""


class Shape(NamedTuple):
    """The size of a tree: seats, the parts of the pot that may be raised, raises in a round, pieces and ante.

    `again`: the parts by which a bet may be raised, if others than may be bet. `exchanges`: how many there are, each
    between two Betting Rounds; 0 for a game with a reveal.
    """

    seats: int
    parts: tuple[float, ...]
    raises: int
    stack: int
    ante: int
    again: tuple[float, ...] = ()
    exchanges: int = 0


class Node:
    """A moment of the game.

    `seat`: who acts, counted from the first to act; -1 if nobody. `live`: the seats still in. `up`: those that have
    shown a card, none before the reveal. `drawn`: how many exchanges are over. `paid`: the pieces that each has put in.
    `at`: the number among the nodes at which someone chooses.
    """

    __slots__ = ("actions", "at", "children", "drawn", "kind", "live", "paid", "seat", "up")

    def __init__(
        self,
        kind: Literal["bet", "reveal", "draw", "end"],
        live: tuple[int, ...],
        paid: tuple[float, ...],
        up: tuple[int, ...],
        drawn: int,
    ) -> None:
        self.kind, self.live, self.paid, self.up, self.drawn = kind, live, paid, up, drawn
        self.seat, self.at = -1, -1
        self.actions: tuple[Action, ...] = ()
        self.children: list[Node] = []

    def child(self, action: Action) -> Node:
        """Return the node after an action."""
        return self.children[self.actions.index(action)]


class Tree:
    """The whole tree of a shape; `nodes` are those at which someone chooses, in order."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.nodes: list[Node] = []
        seats = tuple(range(shape.seats))
        self.root = self._round((), seats, (float(shape.ante),) * shape.seats, 0)

    def _round(self, up: tuple[int, ...], live: tuple[int, ...], paid: tuple[float, ...], drawn: int) -> Node:
        """Make the node at which a Betting Round begins."""
        return self._bet(up, live, paid, drawn, live, max(paid), 0, 1)

    def _between(
        self, up: tuple[int, ...], live: tuple[int, ...], paid: tuple[float, ...], drawn: int
    ) -> Node:
        """Make the node after a Betting Round, or after an exchange when everyone is all in."""
        shape, all_in = self.shape, max(paid) >= self.shape.stack
        if drawn == shape.exchanges if shape.exchanges else up or all_in:
            return Node("end", live, paid, up, drawn)
        node = Node("draw" if shape.exchanges else "reveal", live, paid, up, drawn)
        self._take(node)
        if not shape.exchanges:
            node.children = [self._round(live, live, paid, drawn)]
        else:
            node.children = [(self._between if all_in else self._round)(up, live, paid, drawn + 1)]
        return node

    def _bet(
        self,
        up: tuple[int, ...],
        live: tuple[int, ...],
        paid: tuple[float, ...],
        drawn: int,
        todo: Sequence[int],
        current: float,
        raised: int,
        least: float,
    ) -> Node:
        """Make the node at which the first of `todo` acts, and all after it."""
        shape = self.shape
        if len(live) == 1:
            return Node("end", live, paid, up, drawn)
        if not todo:
            return self._between(up, live, paid, drawn)
        seat, *rest = todo
        node = Node("bet", live, paid, up, drawn)
        node.seat = seat
        self._take(node)
        need = current - paid[seat]
        pot = sum(paid) + need
        node.actions = ("check",) if not need else ("fold", "call")
        sizes: list[Action] = []
        if raised < shape.raises and current < shape.stack:
            top = shape.stack - current
            for part in (shape.again or shape.parts) if raised else shape.parts:
                by = max(least, part * pot)
                if by < CLOSE * top:
                    sizes.append(part)
            # of two parts that the smallest raise makes alike, one is enough
            sizes = [part for part in sizes if part == sizes[-1] or float(part) * pot >= least]
            sizes.append("all_in")
        node.actions += tuple(sizes)
        for action in node.actions:
            if action == "fold":
                left = tuple(s for s in live if s != seat)
                child = self._bet(up, left, paid, drawn, rest, current, raised, least)
            elif action in ("check", "call"):
                child = self._bet(up, live, _with(paid, seat, current), drawn, rest, current, raised, least)
            else:
                by = shape.stack - current if action == "all_in" else max(least, float(action) * pot)
                place = live.index(seat)
                others = live[place + 1 :] + live[:place]
                more = _with(paid, seat, current + by)
                child = self._bet(up, live, more, drawn, others, current + by, raised + 1, by)
            node.children.append(child)
        return node

    def _take(self, node: Node) -> None:
        node.at = len(self.nodes)
        self.nodes.append(node)


def _with(paid: tuple[float, ...], seat: int, amount: float) -> tuple[float, ...]:
    return (*paid[:seat], amount, *paid[seat + 1 :])
