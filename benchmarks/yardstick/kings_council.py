"""An earlier player of King's Council."""

from __future__ import annotations

from benchmarks.yardstick.shared import bet_by_strength, outlook, unseen, weakest, win_chance
from games.engine import Chance, OpenAsk, Scene, Zone
from games.engine.prompts import Answer
from games.parlour.kings_council import HAND, points, total
from games.parlour.shared.computer import hand_of


def earlier(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Discards what scores less than a new card would in the mean, and bets by the chance to win."""
    hand = hand_of(scene, scene.viewer)
    king = next((b.items[0] for b in scene.every(Zone) if b.name == "king"), None)
    assert ask.prompt is not None
    if hand is None or king is None:
        return ask.prompt.default
    others = [points(card, king) for card in unseen(scene)]
    mean = sum(others) / len(others)
    if ask.kind == "discard":
        return weakest([points(card, king) for card in hand.items], mean)
    if ask.kind == "bet":
        own = total(hand.items, king)
        return bet_by_strength(scene, ask, luck, win_chance(scene, own, outlook(others, HAND), mean))
    return ask.prompt.default
