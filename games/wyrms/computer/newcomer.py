"""The newcomer of the wyrms: it plays by its hand alone, and stops when it has its predicted number."""

from __future__ import annotations

from games.engine.chance import Chance
from games.engine.prompts import Answer
from games.engine.scene import OpenAsk, Scene
from games.wyrms.cards import COLOR, QUEEN, RANK, led_color, lowest
from games.wyrms.computer.counting import dominant_colors
from games.wyrms.computer.memory import ring_of, zone
from games.wyrms.computer.packed import CARD, Packer
from games.wyrms.computer.packed import COLOR as COLOR_BITS
from games.wyrms.computer.playout import quick_card

HIGH, HIGH_DOMINANT = 8, 5
"""Cards above these ranks look certain to take a gathering."""
SLIPS = 6
"""One card in this many is a slip: the lowest card in place of the chosen one."""


def newcomer(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Predict as many gatherings as there are high cards in hand, and try to take no more and no less."""
    assert ask.prompt is not None
    hand = zone(scene, "hand", scene.viewer) or ()
    trumps = dominant_colors(scene).get(scene.viewer)
    if ask.kind == "predict":
        return str(min(9, sum(_looks_sure(card, trumps) for card in hand)))
    if ask.kind == "aside":
        return lowest(hand)
    cards = list(zone(scene, "gathering", None) or ())
    says = ask.prompt.says
    if luck.below(SLIPS) == 0:
        return ask.prompt.default
    last = len(cards) == len(ring_of(scene)) - 1
    packer = Packer()
    own, gathering = sum(packer.bits(hand)), packer.bits(cards)
    led = COLOR_BITS[color] if (color := led_color(cards)) else 0
    dominant = COLOR_BITS[trumps] if trumps else 0
    return CARD[quick_card(own, sum(gathering), led, dominant, says["taken"] < says["predicted"], last)]


def _looks_sure(card: str, trumps: str | None) -> bool:
    color = COLOR[card]
    if color is None:
        return card == QUEEN
    return RANK[card] > (HIGH_DOMINANT if color == trumps else HIGH)
