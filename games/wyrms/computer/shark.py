"""The shark of the wyrms: it deals the unseen cards in many ways that fit, and plays each card to the end of the cycle.

It knows what a member with a good memory knows (`memory`). Its rivals predict by their hands and play quickly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.computer import Sampler, Search
from games.engine import Answer, Chance, OpenAsk, Scene
from games.wyrms.computer.counting import counting, prediction
from games.wyrms.computer.memory import Memory, remember
from games.wyrms.computer.playout import Deal, deal

PLAYOUTS = 480
"""Playouts for each question."""


@dataclass(frozen=True, slots=True)
class World:
    """One way in which the unseen cards may lie, at one of the three questions of a cycle."""

    kind: str
    memory: Memory
    hands: Sequence[list[str]]
    predicted: Sequence[int]
    weight: float = 1.0

    def outcome(self, answer: Answer, luck: Chance) -> float:
        """Return how far ahead of the others the cycle ends, on average of them."""
        memory, me, chosen = self.memory, self.memory.me, str(answer)
        hands = list(self.hands)
        if self.kind == "predict":
            predicted = list(self.predicted)
            predicted[me] = int(chosen)
            return Deal(memory, hands).play("", predicted, luck)
        if self.kind == "aside":
            hands[me] = list(hands[me])
            hands[me].remove(chosen)
            return Deal(memory._replace(aside=(me, chosen)), hands).play("", self.predicted, luck)
        return Deal(memory, hands).play(chosen, self.predicted, luck)


def determinise(scene: Scene, ask: OpenAsk, luck: Chance) -> Sampler:
    """Return a sampler of the hands that may be hidden from the viewer."""
    memory = remember(scene, ask)
    rules, size = memory.rules, len(memory.hand) - (ask.kind == "aside")

    def sample(luck: Chance) -> World:
        hands = deal(memory, luck, size)
        predicted: Sequence[int] = memory.predicted or [
            prediction(hand, trumps, memory.players)
            for hand, trumps in zip(hands, rules.dominant, strict=True)
        ]
        return World(ask.kind, memory, hands, predicted)

    return sample


shark = Search(determinise, counting, playouts=PLAYOUTS)
