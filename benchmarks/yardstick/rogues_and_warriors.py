"""An earlier player of Rogues and Warriors."""

from __future__ import annotations

from benchmarks.yardstick.shared import bet_by_strength
from games.engine import BACK, Chance, OpenAsk, Scene
from games.engine.prompts import Answer
from games.parlour.rogues_and_warriors import PLACE, WAYS, strength
from games.parlour.shared.computer import hand_of, rivals
from games.parlour.shared.deck import NUMBER


def win_chance(scene: Scene) -> float:
    """The chance to beat every rival, from the own cards and the cards that rivals show."""
    mine = hand_of(scene, scene.viewer)
    if mine is None:
        return 0.0
    own = strength(list(mine.items))
    chance = 1.0
    for rival in rivals(scene):
        zone = hand_of(scene, rival)
        shown = [card for card in zone.items if card != BACK] if zone else []
        chance *= _beats(own, shown[0][0] if shown else None)
    return chance


def _beats(own: tuple[int, ...], shown: str | None) -> float:
    """The chance that a hand beats one of which `shown` is known; half a tie counts."""
    if shown == "D":
        return 0.3
    better = 0.0
    for name, ways in WAYS.items():
        if shown is None:
            weight = ways / 4005
        elif shown not in name:
            continue
        else:
            other = name[1] if name[0] == shown else name[0]
            weight = NUMBER[other] / 15
        better += weight * ((own[0] > -PLACE[name]) + 0.5 * (own[0] == -PLACE[name]))
    return better


def earlier(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Bets by the chance to win, shows the commoner card, changes a poor one."""
    if ask.kind == "bet":
        return bet_by_strength(scene, ask, luck, win_chance(scene))
    hand = hand_of(scene, scene.viewer)
    if ask.kind == "reveal" and hand is not None:
        rarity = ["DWLBMR".index(card[0]) for card in hand.items]
        return [rarity.index(max(rarity))]
    if ask.kind == "exchange" and hand is not None:
        hidden = next(card for card, up in zip(hand.items, hand.shown, strict=True) if not up)
        return "exchange" if hidden[0] in "MR" else "keep"
    assert ask.prompt is not None
    return ask.prompt.default
