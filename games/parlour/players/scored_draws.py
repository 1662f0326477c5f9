"""Blueprints for two seats of games in which every card scores by itself and exchanges follow, such as King's Council.

What a hand can become follows from the scores of its cards alone, so hands are told apart by them until the last
exchange, and by their total and colours after it. What to discard is solved, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, combinations_with_replacement

from games.engine.prompts import Pick
from games.engine.scene import Scene
from games.parlour.players.betting_tree import Action, Node
from games.parlour.players.blueprint import Choice, Moment
from games.parlour.players.drawn_bets import COUNTS, DrawnBets
from games.parlour.shared.deck import by_color

SIZE, BEST = 5, 4
"""The cards of a hand, and the most that one scores."""
SCORES = tuple(combinations_with_replacement(range(BEST + 1), SIZE))
"""The hands: the scores of their cards, the lowest first."""
PLACES: Mapping[tuple[int, ...], int] = {scores: at for at, scores in enumerate(SCORES)}
ENDS = 24
"""The hands after the last exchange: by total, and for each total with three cards of one colour or without."""


def end_of(total: int, alike: int, low: int) -> int:
    """Return the place of a hand after the last exchange; `low` is that of the lowest that is told apart."""
    return min(ENDS - 1, max(0, 2 * total + (alike >= 3) - low))


class ScoredDraws(DrawnBets):
    """The solved play of a game for two; `scored` returns the scores of a hand's cards."""

    def __init__(
        self, packed: bytes, low: int, scored: Callable[[Scene, Sequence[str]], Sequence[int]]
    ) -> None:
        super().__init__(packed, len(SCORES), ENDS)
        self.low, self._scored = low, scored

    def _place(self, scene: Scene, own: Sequence[str], *, last: bool) -> int:
        scores = self._scored(scene, own)
        if last:
            [alike] = by_color(own)
            return end_of(sum(scores), alike, self.low)
        return PLACES[tuple(sorted(scores))]

    def size_of(self, node: Node) -> int:
        """Return the numbers of a node, those of a discard among them."""
        if node.kind == "draw":
            # of the first seat, and of the second after each number that the first has drawn
            return COUNTS * (1 + COUNTS) * len(SCORES)
        return super().size_of(node)

    def _choice_at(self, moment: Moment, scene: Scene, own: Sequence[str]) -> Choice | None:
        node = moment.node
        if node.kind != "draw":
            return super()._choice_at(moment, scene, own)
        now = moment.counts[2 * node.drawn :]
        block = 0 if moment.order[0] == scene.viewer else 1 + now[0] if now else None
        if block is None:
            return None
        at = block * len(SCORES) + self._place(scene, own, last=False)
        return self._choice(node, tuple(range(COUNTS)), at)

    def picked(self, action: Action, scene: Scene, prompt: Pick) -> list[int]:
        """Return the places of the lowest cards, as many as are to be discarded; of equal ones the odd colours."""
        cards = prompt.items
        scores = self._scored(scene, cards)

        def kept(places: Iterable[int]) -> tuple[int, ...]:
            gone = set(places)
            rest = [at for at in range(len(cards)) if at not in gone]
            return (sum(scores[at] for at in rest), *by_color(cards[at] for at in rest))

        return list(max(combinations(range(len(cards)), int(action)), key=kept))
