"""The regular of the wyrms: it counts cards, predicts by its hand, and takes the gatherings that gain points.

It knows only what a member at the table could know: its hand, open cards, and the cards played in this cycle. It looks
no further than the present gathering. The newcomer plays by its hand alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from games.engine.chance import Chance
from games.engine.prompts import Answer
from games.engine.scene import OpenAsk, Scene
from games.wyrms.cards import COLOR, COLORS, KNIGHT, QUEEN, RANK, playable
from games.wyrms.computer.memory import Memory, remember, ring_of, zone
from games.wyrms.computer.packed import (
    COLOR_OF_BIT,
    bit_in,
    negative_points,
    positive_points,
    promising,
)
from games.wyrms.computer.playout import Position, dealing, packed, quick_card, wants_more
from games.wyrms.scoring import prediction_points

SAMPLES = 8
"""The number of deals of the unseen cards to sample for each question."""
MODEST = 0.3
"""The amount by which a prediction is below the strength of the hand.

Too many gatherings only lose the bonus; too few lose the points of the cards taken as well."""
GATHERING = 18
"""The expected points of one more gathering."""
PROMISE = 6
"""The points counted for a combination that lacks one card, if that card may still come."""
SHORT = 1.5
"""The steepness with which the chance to fall short grows for each gathering that the hand is too weak by."""
HIT = 0.4
"""The chance to take exactly as many gatherings as expected."""
STAYS = 0.5
"""The decay rate of the chance that a fulfilled prediction lasts, for each gathering that the hand may still take."""


def counting(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Predict by the strength of the hand, set aside the weakest card, and take the gatherings worth taking."""
    assert ask.prompt is not None
    hand = zone(scene, "hand", scene.viewer) or ()
    trumps, players = dominant_colors(scene).get(scene.viewer), len(ring_of(scene))
    if ask.kind == "predict":
        return str(prediction(hand, trumps, players))
    if ask.kind == "aside":
        # keep cards that cost points: another player may have to take them
        return min(hand, key=lambda card: (card in (KNIGHT, QUEEN), strength(card, trumps, players)))
    memory = remember(scene, ask)
    legal = playable(memory.hand, memory.gathering)
    return legal[0] if len(legal) == 1 else card_to_play(memory, legal, luck)


def prediction(hand: Sequence[str], trumps: str | None, players: int) -> int:
    """Choose a prediction for a hand."""
    return max(0, min(9, round(sum(strength(card, trumps, players) for card in hand) - MODEST)))


def strength(card: str, trumps: str | None, players: int) -> float:
    """Estimate the number of gatherings that a card takes; `trumps` is the dominant colour.

    The coefficients were fitted to many cycles of play.
    """
    if card == QUEEN:
        return 1.0
    if card == KNIGHT:
        return 0.0
    high, crowd = RANK[card] / 10, 4 / players
    if COLOR[card] == trumps:
        return 0.25 * crowd + 0.75 * high * high
    return 0.62 * crowd * high * high * high


def outlook(needed: int, more: float, points: float, left: int, bonus: float) -> float:
    """Estimate the points at the end of a cycle.

    `needed`: the gatherings missing from the prediction, negative after too many; `more`: those the hand should take;
    `points`: the points of the cards taken; `left`: the gatherings to come; `bonus`: points for an exact prediction.
    """
    more = min(more, left)
    if needed < 0:
        return points + GATHERING * more
    if needed == 0:
        return points + max(bonus * exp(-STAYS * more) + 0.3 * GATHERING * more, GATHERING * more)
    if needed > left:
        # the prediction is out of reach, and a seat that falls short gets only its negative points
        return 0.5 * min(0, points)
    short = 1 / (1 + exp(SHORT * (more - needed + 0.5)))
    return bonus * HIT * exp(-((more - needed) ** 2) / 2) + (1 - short) * (points + GATHERING * more)


def card_to_play(memory: Memory, legal: Sequence[str], luck: Chance) -> str:
    """Return the card with the best outlook after the present gathering.

    The other hands are sampled, and the players still to come in it play quickly.
    """
    at, me = packed(memory), memory.me
    trumps, left = memory.rules.dominant[me], len(memory.hand) - 1
    predicted = memory.predicted[me]
    needed, bonus = predicted - memory.counts[me], prediction_points(at.scoring, predicted, predicted)
    values = {card: strength(card, trumps, memory.players) for card in memory.hand}
    total = sum(values[card] for card in memory.hand)
    # cards that others have taken can't complete a combination
    lost = sum(cards for place, cards in enumerate(at.taken) if place != me)
    aside = at.aside[1] if at.aside is not None and at.aside[0] == me else 0
    now = _worth(at.taken[me], lost)
    # with no player to come, there is nothing to sample
    samples = SAMPLES if len(at.gathering) < memory.players - 1 else 1
    totals = dict.fromkeys(legal, 0.0)
    deal = dealing(at, len(memory.hand))
    for _ in range(samples):
        hands = deal(luck)
        for card in legal:
            gathering, takes = present_gathering(at, hands, bit_in(card, at.hand), memory.predicted)
            worth = _worth(at.taken[me] | gathering | aside, lost) if takes else now
            totals[card] += outlook(needed - takes, total - values[card], worth, left, bonus)
    return max(legal, key=totals.__getitem__)


def present_gathering(
    at: Position, hands: Sequence[int], card: int, predicted: Sequence[int]
) -> tuple[int, bool]:
    """Play the present gathering to its end; return its cards, and whether the viewer takes it."""
    rules, players = at.rules, len(hands)
    cards = [*at.gathering, card]
    gathering, led = sum(cards), rules.led(cards)
    for number in range(len(cards), players):
        place = (at.lead + number) % players
        more = wants_more(predicted[place], at.counts[place], hands[place].bit_count())
        card = quick_card(hands[place], gathering, led, rules.dominant[place], more, number == players - 1)
        cards.append(card)
        gathering |= card
        led = led or COLOR_OF_BIT[card]
    number, discarded = rules.decide(cards, gathering, at.lead)
    return gathering, not discarded and (at.lead + number) % players == at.me


def _worth(cards: int, lost: int) -> int:
    """Return the points of the cards taken, plus the promise of unfinished combinations."""
    return positive_points(cards) + negative_points(cards) + PROMISE * promising(cards, lost)


def dominant_colors(scene: Scene) -> dict[int, str]:
    """Return the dominant colour of each seat that has one."""
    colors = {}
    for seat in ring_of(scene):
        for card in zone(scene, "dominant", seat) or zone(scene, "dominant", None) or ():
            color = card.partition(".")[2]
            if color in COLORS:
                colors[seat] = color
    return colors
