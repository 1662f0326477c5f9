"""An earlier player of Three Kingdoms."""

from __future__ import annotations

from benchmarks.yardstick.shared import bet_by_strength, outlook, unseen, weakest, win_chance
from games.engine import Chance, OpenAsk, Scene, Zone
from games.engine.prompts import Answer
from games.parlour.shared.computer import hand_of
from games.parlour.shared.deck import color
from games.parlour.three_kingdoms import HAND, colors_score, points


def war_of(scene: Scene) -> list[str]:
    """The War Cards that lie open."""
    zones = [block for block in scene.every(Zone) if block.owner is None]
    return [card for zone in zones if zone.name.endswith(" war") for card in zone.items]


def earlier(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Discards cards of the colours that are behind, and bets by the chance to win."""
    hand = hand_of(scene, scene.viewer)
    assert ask.prompt is not None
    if hand is None:
        return ask.prompt.default
    worth = colors_score(war_of(scene))
    others = [worth[color(card)] for card in unseen(scene)]
    mean = sum(others) / len(others)
    own = points(hand.items, worth)
    if ask.kind == "discard":
        return weakest(own, mean)
    if ask.kind == "bet":
        return bet_by_strength(scene, ask, luck, win_chance(scene, sum(own), outlook(others, HAND), mean))
    return ask.prompt.default
