"""The shark of the wyrms: it deals the unseen cards in many ways that fit, and plays each card to the end of the cycle.

It knows what a member with a good memory knows (`memory`). Its rivals predict by their hands and play quickly.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import exp

from games.computer import Sampler, Search
from games.engine.chance import Chance
from games.engine.prompts import Answer
from games.engine.scene import OpenAsk, Scene
from games.wyrms.computer.counting import MODEST, counting, prediction, strength
from games.wyrms.computer.memory import Memory, remember, ring_of, zone
from games.wyrms.computer.packed import CARD, bit_in, each_bit
from games.wyrms.computer.playout import Position, dealing, packed, play_on

PLAYOUTS = 560
"""Playouts for each question, of cycles that are nearly over."""
SHORT = 24
"""The cards left in all hands up to which a question gets all of them; the more are left, the fewer it gets."""
DEALS = 5
"""The deals of which one is taken, once the predictions are known; together they take about as long as a playout."""
SPREAD, CARELESS = 0.9, 0.1
"""The usual error of a prediction, in gatherings; the part of the predictions that say nothing of a hand."""
STAKE = 60.0
"""About the points by which the hands of a cycle differ."""


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


def fitting(memory: Memory, position: Position) -> Callable[[Sequence[int]], float]:
    """Return a function that tells how likely a deal is, going by what the rivals have predicted.

    Whoever predicts much held strong cards: those that they have played since, and those that they still have.
    """
    rivals = [place for place in range(memory.players) if place != memory.me]
    trumps = memory.rules.dominant
    shown = [
        sum(strength(card, color, memory.players) for card in cards) - MODEST
        for cards, color in zip(memory.played, trumps, strict=True)
    ]
    strengths = [
        {bit: strength(CARD[bit], color, memory.players) for bit in position.unseen} for color in trumps
    ]
    strong = [sum(bit for bit, worth in known.items() if worth) for known in strengths]

    def fits(hands: Sequence[int]) -> float:
        likelihood = 1.0
        for place in rivals:
            known, held = strengths[place], shown[place]
            cards = hands[place] & strong[place]
            while cards:
                bit = cards & -cards
                held += known[bit]
                cards ^= bit
            off = (held - memory.predicted[place]) / SPREAD
            likelihood *= CARELESS + (1 - CARELESS) * exp(-off * off / 2)
        return likelihood

    return fits


def determinise(scene: Scene, ask: OpenAsk, luck: Chance) -> Sampler:
    """Return a sampler of the other hands; before the reveal it samples their predictions too."""
    memory = remember(scene, ask)
    position, size = packed(memory), len(memory.hand) - (ask.kind == "aside")
    deal, fits = dealing(position, size), fitting(memory, position)

    def sample(luck: Chance) -> World:
        hands = deal(luck)
        if memory.predicted:
            # of a few deals, one is taken by how well it fits the predictions: a world is long to play out
            dealt = [hands, *(deal(luck) for _ in range(DEALS - 1))]
            weights = list(accumulate(map(fits, dealt)))
            hands = dealt[bisect_right(weights, luck.below(1 << 20) / (1 << 20) * weights[-1])]
        predicted: Sequence[int] = memory.predicted or [
            prediction([CARD[bit] for bit in each_bit(hand)], trumps, memory.players)
            for hand, trumps in zip(hands, memory.rules.dominant, strict=True)
        ]
        return World(ask.kind, position, hands, predicted)

    return sample


def lasts(scene: Scene) -> float:
    """Return how long a playout takes, by the cards that are left."""
    left = len(zone(scene, "hand", scene.viewer) or ()) * len(ring_of(scene))
    return max(1.0, left / SHORT)


shark = Search(determinise, counting, playouts=PLAYOUTS, lasts=lasts, dealing=1, stake=STAKE, unit="points")
