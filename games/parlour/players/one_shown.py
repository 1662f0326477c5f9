"""Blueprints for games of two cards each of which one is shown, such as Rogues and Warriors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from games.engine.prompts import Pick
from games.engine.scene import Scene
from games.parlour.players.betting_tree import Action, Node, Shape
from games.parlour.players.blueprint import Blueprint, Choice, Moment, packed_table
from games.parlour.shared.deck import RANKS, color

HANDS = tuple(
    (first, second, alike)
    for at, first in enumerate(RANKS)
    for second in RANKS[at:]
    for alike in (False, True)
)
"""The hands before the reveal: two ranks, the rarer first, and whether both cards have one colour."""
HIDDEN = tuple((rank, alike) for rank in RANKS for alike in (False, True))
"""The hidden card after the reveal, and whether it has the colour of the shown one."""


class OneShown(Blueprint):
    """The solved play of such a game."""

    def size_of(self, node: Node) -> int:
        """Return the numbers of a node: for each action by the hand, after the reveal by the shown cards too."""
        if node.kind == "reveal":
            return 2 * self.shape.seats * len(HANDS)
        hands = len(RANKS) ** len(node.up) * len(HIDDEN) if node.up else len(HANDS)
        return len(node.actions) * hands

    def _choice_at(self, moment: Moment, scene: Scene, own: Sequence[str]) -> Choice | None:
        node, order, shown = moment.node, moment.order, moment.shown
        hand = HANDS.index(pair_of(own))
        if node.kind == "reveal" and scene.viewer in order:
            at = order.index(scene.viewer) * len(HANDS) + hand
            return self._choice(node, ("rarer", "commoner"), at)
        if node.kind != "bet" or order[node.seat] != scene.viewer:
            return None
        if not node.up:
            return self._choice(node, node.actions, hand)
        mine, at = shown[order[node.seat]], 0
        other = own[1] if own[0] == mine else own[0]
        for seat in node.up:
            at = at * len(RANKS) + RANKS.index(shown[order[seat]][0])
        at = at * len(HIDDEN) + HIDDEN.index((other[0], color(other) == color(mine)))
        return self._choice(node, node.actions, at)

    def picked(self, action: Action, scene: Scene, prompt: Pick) -> list[int]:
        """Return the place of the card to show: of the rarer one, or of the other."""
        rarer = min((0, 1), key=lambda at: RANKS.index(prompt.items[at][0]))
        return [rarer if action == "rarer" else 1 - rarer]


def pair_of(cards: Sequence[str]) -> tuple[str, str, bool]:
    """Return two cards as a blueprint knows them."""
    first, second = sorted((card[0] for card in cards), key=RANKS.index)
    return first, second, color(cards[0]) == color(cards[1])


SHAPES: Mapping[int, Shape] = {
    2: Shape(2, (0.5, 1.0, 2.0), 3, 50, 1),
    3: Shape(3, (1.0,), 2, 50, 1),
}
"""The solved shapes of Rogues and Warriors by the number of seats."""
PACKED = {seats: packed_table(f"rogues_and_warriors_{seats}.xz") for seats in SHAPES}


@cache
def blueprint(seats: int) -> Blueprint | None:
    """Return the blueprint for so many seats, unpacked now if this is the first time; None if there is none."""
    return OneShown(SHAPES[seats], PACKED[seats]) if seats in SHAPES else None
