"""The shark of the wyrms: it deals the unseen cards in many ways that fit, and plays each card to the end of the cycle.

It knows what a member with a good memory knows (`memory`). Its rivals predict by their hands and play quickly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.computer import Sampler, Search
from games.engine.chance import Chance
from games.engine.prompts import Answer
from games.engine.scene import OpenAsk, Scene
from games.wyrms.computer.counting import counting, prediction
from games.wyrms.computer.memory import remember
from games.wyrms.computer.packed import CARD, bit_in, each_bit
from games.wyrms.computer.playout import Position, deal, packed, play_on

PLAYOUTS = 960
"""Playouts for each question."""


@dataclass(frozen=True, slots=True)
class World:
    """A sampled deal of the unseen cards, at one of the three questions of a cycle."""

    kind: str
    position: Position
    hands: Sequence[int]
    predicted: Sequence[int]
    weight: float = 1.0

    def outcome(self, answer: Answer, luck: Chance) -> float:
        """Return the viewer's lead over the others' average at the end of the cycle."""
        position, me, chosen = self.position, self.position.me, str(answer)
        if self.kind == "predict":
            predicted = list(self.predicted)
            predicted[me] = int(chosen)
            return play_on(position, self.hands, 0, predicted)
        card = bit_in(chosen, position.hand)
        if self.kind == "aside":
            hands = list(self.hands)
            hands[me] ^= card
            return play_on(position._replace(aside=(me, card)), hands, 0, self.predicted)
        return play_on(position, self.hands, card, self.predicted)


def determinise(scene: Scene, ask: OpenAsk, luck: Chance) -> Sampler:
    """Return a sampler of the other hands; before the reveal it samples their predictions too."""
    memory = remember(scene, ask)
    position, size = packed(memory), len(memory.hand) - (ask.kind == "aside")

    def sample(luck: Chance) -> World:
        hands = deal(position, luck, size)
        predicted: Sequence[int] = memory.predicted or [
            prediction([CARD[bit] for bit in each_bit(hand)], trumps, memory.players)
            for hand, trumps in zip(hands, memory.rules.dominant, strict=True)
        ]
        return World(ask.kind, position, hands, predicted)

    return sample


shark = Search(determinise, counting, playouts=PLAYOUTS)
