"""Blueprints for two seats of games in which every card scores by itself and exchanges follow, such as King's Council.

What a hand can become follows from the scores of its cards alone, so hands are told apart by them until the last
exchange, and by their total and colours after it. How many cards each seat has drawn is known to both, as far as the
last exchange goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, combinations_with_replacement

from games.engine.prompts import Pick
from games.engine.scene import Scene
from games.parlour.players.betting_tree import Action, Node, Shape
from games.parlour.players.blueprint import Blueprint, Choice, Moment
from games.parlour.shared.deck import by_color
from games.parlour.shared.draw_games import MOST

SIZE, BEST = 5, 4
"""The cards of a hand, and the most that one scores."""
SCORES = tuple(combinations_with_replacement(range(BEST + 1), SIZE))
"""The hands: the scores of their cards, the lowest first."""
PLACES: Mapping[tuple[int, ...], int] = {scores: at for at, scores in enumerate(SCORES)}
COUNTS = MOST + 1
"""The numbers of cards that may be drawn at an exchange, none among them."""
ENDS = 24
"""The hands after the last exchange: by total, and for each total with three cards of one colour or without."""


def end_of(total: int, alike: int, low: int) -> int:
    """Return the place of a hand after the last exchange; `low` is that of the lowest that is told apart."""
    return min(ENDS - 1, max(0, 2 * total + (alike >= 3) - low))


class ScoredDraws(Blueprint):
    """The solved play of a game for two; `scored` returns the scores of a hand's cards."""

    def __init__(
        self, shape: Shape, packed: bytes, low: int, scored: Callable[[Scene, Sequence[str]], Sequence[int]]
    ) -> None:
        super().__init__(shape, packed)
        self.low, self._scored = low, scored

    def size_of(self, node: Node) -> int:
        """Return the numbers of a node: for each action by the hand, and by what both seats have drawn."""
        if node.kind == "draw":
            # of the first seat, and of the second after each number that the first has drawn
            return COUNTS * (1 + COUNTS) * len(SCORES)
        hands = ENDS if node.drawn == self.shape.exchanges else len(SCORES)
        return len(node.actions) * hands * (COUNTS**2 if node.drawn else 1)

    def _choice_at(self, moment: Moment, scene: Scene, own: Sequence[str]) -> Choice | None:
        node, order, scores = moment.node, moment.order, self._scored(scene, own)
        hand, counts = PLACES[tuple(sorted(scores))], moment.counts
        if node.kind == "draw":
            now = counts[2 * node.drawn :]
            block = 0 if order[0] == scene.viewer else 1 + now[0] if now else None
            if block is None:
                return None
            return self._choice(node, tuple(range(COUNTS)), block * len(SCORES) + hand)
        if node.kind != "bet" or order[node.seat] != scene.viewer:
            return None
        if not node.drawn:
            return self._choice(node, node.actions, hand)
        first, second = counts[-2:]
        hands = len(SCORES)
        if node.drawn == self.shape.exchanges:
            [alike] = by_color(own)
            hand, hands = end_of(sum(scores), alike, self.low), ENDS
        return self._choice(node, node.actions, (COUNTS * first + second) * hands + hand)

    def picked(self, action: Action, scene: Scene, prompt: Pick) -> list[int]:
        """Return the places of the lowest cards, as many as are to be discarded; of equal ones the odd colours."""
        cards = prompt.items
        scores = self._scored(scene, cards)

        def kept(places: Iterable[int]) -> tuple[int, ...]:
            gone = set(places)
            rest = [at for at in range(len(cards)) if at not in gone]
            return (sum(scores[at] for at in rest), *by_color(cards[at] for at in rest))

        return list(max(combinations(range(len(cards)), int(action)), key=kept))
