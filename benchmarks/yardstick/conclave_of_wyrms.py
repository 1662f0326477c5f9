"""The player of A Conclave of Wyrms that sat at tables before there were strengths, kept as it was.

It counts cards and plays for the number predicted, and ducks when it has that, although more would cost it nothing.
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
"""Deals of the unseen cards that are sampled for each question."""
CLOSE = 0.08
"""Chances to take a gathering that differ by less than this count as equal."""


def earlier(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Answer by counting: predict by the strength of the hand, set the weakest card aside, play for the prediction."""
    assert ask.prompt is not None
    hand = _zone(scene, "hand", scene.viewer)
    trumps, players = _dominant(scene).get(scene.viewer), len(_ring(scene))
    if ask.kind == "predict":
        return str(min(9, round(sum(strength(card, trumps, players) for card in hand))))
    if ask.kind == "aside":
        # what costs points may stay in hand: it can still be given to another player
        return min(hand, key=lambda card: (card in (KNIGHT, QUEEN), strength(card, trumps, players)))
    says = ask.prompt.says
    chances = chances_to_take(scene, ask, luck, hand)
    return _choose(chances, says["predicted"] - says["taken"], len(hand))


def strength(card: str, trumps: str | None, players: int) -> float:
    """Return roughly how many gatherings a card takes; `trumps` is the dominant colour.

    The numbers were fitted to many cycles of play.
    """
    if card == QUEEN:
        return 1.0
    if card == KNIGHT:
        return 0.0
    high, crowd = RANK[card] / 10, 4 / players
    if COLOR[card] == trumps:
        return 0.25 * crowd + 0.75 * high * high
    return 0.62 * crowd * high * high * high


def _choose(chances: Mapping[str, float], needed: int, left: int) -> str:
    """Return the card whose chance to take the gathering fits the gatherings still needed of those left."""
    power = {card: RANK.get(card, 5) for card in chances}
    if needed <= 0:
        least = min(chances.values())
        # all safe cards are equal now: play the most dangerous one while it is safe
        return max((card for card in chances if chances[card] <= least + CLOSE), key=lambda card: power[card])
    best = max(chances.values())
    if needed >= left or best >= 0.5:
        return min((card for card in chances if chances[card] >= best - CLOSE), key=lambda card: power[card])
    # no card is likely to take it: give away what would not take a later one either
    return min(chances, key=lambda card: (chances[card] > 0.2, power[card]))


def chances_to_take(scene: Scene, ask: OpenAsk, luck: Chance, hand: Sequence[str]) -> dict[str, float]:
    """Return the chance of each legal card to take the gathering.

    The other hands are sampled, and play any legal card at random.
    """
    prompt = ask.prompt
    assert prompt is not None
    gathering = list(_zone(scene, "gathering", None))
    ring, owned = _ring(scene), _dominant(scene)
    lead = ring.index(prompt.says["leader"])
    order = [*ring[lead:], *ring[:lead]]
    later = len(ring) - len(gathering) - 1
    gone = Counter(prompt.says["seen"]) + Counter(hand) + Counter(_zone(scene, "extra card", None))
    unseen = list((Counter(DECK) - gone).elements())
    personal = any(_zone(scene, "dominant", seat) for seat in ring)
    legal = playable(hand, gathering)
    took = dict.fromkeys(legal, 0)
    for hands in _deals(unseen, later, len(hand), luck):
        for card in legal:
            cards = [*gathering, card]
            for theirs in hands:
                cards.append(luck.choice(playable(theirs, cards)))
            if personal:
                dominant = own_dominant(cards, [owned.get(seat) for seat in order])
            else:
                dominant = all_dominant(cards, owned.get(scene.viewer))
            ruling = decide(cards, dominant)
            took[card] += ruling.place == len(gathering) and ruling.step != "lair"
    return {card: n / SAMPLES for card, n in took.items()}


def _deals(unseen: list[str], players: int, size: int, luck: Chance) -> Iterator[list[list[str]]]:
    """Yield sampled hands of the players that come later in the gathering.

    A few cards of each hand are enough to see whether it follows.
    """
    size = min(size, 6, len(unseen) // max(1, players))
    for _ in range(SAMPLES):
        pile = list(unseen)
        yield [[luck.draw(pile) for _ in range(size)] for _ in range(players)]


def _ring(scene: Scene) -> list[int]:
    return [row.seat for block in scene.every(Seats) for row in block.rows]


def _zone(scene: Scene, name: str, owner: int | None) -> tuple[str, ...]:
    """Return the cards of a zone that the viewer sees; none if there is no such zone."""
    for block in scene.blocks:
        if isinstance(block, Zone) and block.name == name and block.owner == owner:
            return tuple(item for item in block.items if item != BACK)
    return ()


def _dominant(scene: Scene) -> dict[int, str]:
    """Return the dominant colour of each seat that has one."""
    colors = {}
    for seat in _ring(scene):
        for card in _zone(scene, "dominant", seat) or _zone(scene, "dominant", None):
            color = card.partition(".")[2]
            if color in COLORS:
                colors[seat] = color
    return colors
