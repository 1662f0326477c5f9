"""A computer player of the wyrms: counts the cards that are gone, predicts what its hand should take, and keeps to it.

It knows what a person at the table could: its hand, what lies open, and what has been played in this cycle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from games.engine import BACK, Chance, OpenAsk, Scene, Seats, Zone
from games.engine.prompts import Answer
from games.wyrms.cards import (
    COLOR,
    COLORS,
    DECK,
    KNIGHT,
    QUEEN,
    RANK,
    all_dominant,
    decide,
    own_dominant,
    playable,
)

SAMPLES = 12
"""How many ways the others may go on are looked at for each question."""
CLOSE = 0.08
"""Chances to take a gathering that differ by less are as good as equal."""


def counting(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Predicts by the strength of its hand, sets its weakest card aside, and plays for the number predicted."""
    assert ask.prompt is not None
    hand = _zone(scene, "hand", scene.viewer)
    trumps, players = _dominant(scene).get(scene.viewer), len(_ring(scene))
    if ask.kind == "predict":
        return str(min(9, round(sum(strength(card, trumps, players) for card in hand))))
    if ask.kind == "aside":
        # what costs points may stay in hand: it can still be given to somebody else
        return min(hand, key=lambda card: (card in (KNIGHT, QUEEN), strength(card, trumps, players)))
    says = ask.prompt.says
    chances = chances_to_take(scene, ask, luck, hand)
    return _choose(chances, says["predicted"] - says["taken"], len(hand))


def strength(card: str, trumps: str | None, players: int) -> float:
    """About how many gatherings a card takes, found by watching many cycles; `trumps` is the dominant colour."""
    if card == QUEEN:
        return 1.0
    if card == KNIGHT:
        return 0.0
    high, crowd = RANK[card] / 10, 4 / players
    if COLOR[card] == trumps:
        return 0.25 * crowd + 0.75 * high * high
    return 0.62 * crowd * high * high * high


def _choose(chances: Mapping[str, float], needed: int, left: int) -> str:
    """The card whose chance to take the gathering fits what is still needed of the gatherings that are left."""
    power = {card: RANK.get(card, 5) for card in chances}
    if needed <= 0:
        least = min(chances.values())
        # safe ones are alike: the most dangerous of them goes while it can
        return max((card for card in chances if chances[card] <= least + CLOSE), key=lambda card: power[card])
    best = max(chances.values())
    if needed >= left or best >= 0.5:
        return min((card for card in chances if chances[card] >= best - CLOSE), key=lambda card: power[card])
    # no card is likely to take it: give away what would not take a later one either
    return min(chances, key=lambda card: (chances[card] > 0.2, power[card]))


def chances_to_take(scene: Scene, ask: OpenAsk, luck: Chance, hand: Sequence[str]) -> dict[str, float]:
    """How likely each legal card takes the gathering, if the others hold and play anything that they may."""
    prompt = ask.prompt
    assert prompt is not None
    lying = list(_zone(scene, "gathering", None))
    ring, owned = _ring(scene), _dominant(scene)
    at = ring.index(prompt.says["leader"])
    order = [*ring[at:], *ring[:at]]
    later = len(ring) - len(lying) - 1
    gone = Counter(prompt.says["seen"]) + Counter(hand) + Counter(_zone(scene, "extra card", None))
    unseen = list((Counter(DECK) - gone).elements())
    personal = any(_zone(scene, "dominant", seat) for seat in ring)
    legal = playable(hand, lying)
    took = dict.fromkeys(legal, 0)
    for hands in _deals(unseen, later, len(hand), luck):
        for card in legal:
            cards = [*lying, card]
            for theirs in hands:
                cards.append(luck.choice(playable(theirs, cards)))
            if personal:
                dominant = own_dominant(cards, [owned.get(seat) for seat in order])
            else:
                dominant = all_dominant(cards, owned.get(scene.viewer))
            ruling = decide(cards, dominant)
            took[card] += ruling.place == len(lying) and ruling.step != "lair"
    return {card: n / SAMPLES for card, n in took.items()}


def _deals(unseen: list[str], players: int, size: int, luck: Chance) -> Iterator[list[list[str]]]:
    """Hands that the players still to come may hold; a few cards of each are enough to see whether it follows."""
    size = min(size, 6, len(unseen) // max(1, players))
    for _ in range(SAMPLES):
        pile = list(unseen)
        yield [[luck.draw(pile) for _ in range(size)] for _ in range(players)]


def _ring(scene: Scene) -> list[int]:
    return [row.seat for block in scene.blocks if isinstance(block, Seats) for row in block.rows]


def _zone(scene: Scene, name: str, owner: int | None) -> tuple[str, ...]:
    """What the viewer sees of a zone; nothing if it is not there."""
    for block in scene.blocks:
        if isinstance(block, Zone) and block.name == name and block.owner == owner:
            return tuple(item for item in block.items if item != BACK)
    return ()


def _dominant(scene: Scene) -> dict[int, str]:
    """The colour that is dominant for each seat; nothing where there is none."""
    found = {}
    for seat in _ring(scene):
        for card in _zone(scene, "dominant", seat) or _zone(scene, "dominant", None):
            color = card.partition(".")[2]
            if color in COLORS:
                found[seat] = color
    return found
