"""The fit: positions as sparse features, a multinomial logit by Adagrad, and the table that comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import exp, log, sqrt
from typing import NamedTuple

from games.engine import Chance
from games.tavern.computer.card_use import uses
from games.tavern.computer.observation import Observation
from games.tavern.player import MAX_VALUE, PIETY_START

EPOCHS, STEP = 6, 0.1
SHRINK = 1e-6
"""How fast weights without evidence go to zero."""
MOST_GOLD = 24
UP = 0.01
"""The worth of each Gold beyond the amount that is worth the most: more is never worse."""
DOWN = 1.5
"""How much worse nothing is than a point, for a player that may still be saved."""

Features = tuple[tuple[str, float], ...]
Weights = dict[str, float]


class Position(NamedTuple):
    """The features of each seat that is in, and afterwards its part of the win."""

    seats: Mapping[int, Features]
    shares: Mapping[int, float]


def margin_features(margin: int) -> Features:
    """Return what a margin between Fort and AC is made of."""
    n = max(1, margin)
    return (("margin", n / 10), ("margin log", log(n)), ("margin part", 1 / n))


def gold_features(gold: int) -> Features:
    """Return what an amount of Gold is made of."""
    n = max(1, gold)
    return (("gold", n / 10), ("gold log", log(n)), ("gold part", 1 / n))


def features(view: Observation, wait: float, kind: str) -> Features:
    """Return the features of the viewer: `wait` is the part of a round until its turn, `kind` names its player."""
    me, found = view.me, list[tuple[str, float]]()
    found += margin_features(view.fort[me] - view.ac[me])
    found += gold_features(view.gold[me])
    found += [
        ("pile first", float(view.piles[me] > 0)),
        ("pile more", float(max(0, view.piles[me] - 1))),
        ("wait", wait),
        (f"kind {kind}", 1.0),
        (f"character {view.characters[me]}", 1.0),
        ("card", float(view.hands[me])),
    ]
    if view.piety is not None:
        found.append(("piety", float(view.piety - PIETY_START)))
    for key in (*view.hand, *view.on_show):
        card = view.decks.cards[key]
        # a mood has no use, but a weight of its own, so that nothing else is taken for it
        found += (
            [(f"mood {key}", 1.0)] if "mood" in card.types else [(f"use {use}", 1.0) for use in uses(card)]
        )
    return tuple(found)


def fit(positions: Sequence[Position], luck: Chance) -> Weights:
    """Return the weights under which the wins are most likely."""
    weights: Weights = {}
    squares: Weights = {}
    order = list(range(len(positions)))
    for epoch in range(EPOCHS):
        luck.shuffle(order)
        step = STEP / (1 + epoch)
        for at in order:
            seats, shares = positions[at]
            for seat, chance in chances(weights, seats).items():
                miss = chance - shares[seat]
                for name, n in seats[seat]:
                    weight = weights.get(name, 0.0)
                    slope = miss * n + SHRINK * weight
                    square = squares[name] = squares.get(name, 1e-3) + slope * slope
                    weights[name] = weight - step * slope / sqrt(square)
    return weights


def chances(weights: Weights, seats: Mapping[int, Features]) -> dict[int, float]:
    """Return the chance to win of each seat."""
    strengths = {seat: sum(weights.get(name, 0.0) * n for name, n in found) for seat, found in seats.items()}
    most = max(strengths.values())
    powers = {seat: exp(strength - most) for seat, strength in strengths.items()}
    total = sum(powers.values())
    return {seat: power / total for seat, power in powers.items()}


def surprise(weights: Weights, positions: Sequence[Position]) -> float:
    """Return the mean logarithmic loss, the smaller the better."""
    losses = (
        -sum(share * log(max(1e-9, found[seat])) for seat, share in shares.items() if seat in found)
        for seats, shares in positions
        for found in (chances(weights, seats),)
    )
    return sum(losses) / len(positions)


def table(left: int, weights: Weights) -> Iterator[str]:
    """Yield the lines of the table for so many players left."""

    def worth(found: Features) -> float:
        return sum(weights.get(name, 0.0) * n for name, n in found)

    margin = [worth(margin_features(n)) for n in range(1, MAX_VALUE + 1)]
    gold = [worth(gold_features(n)) for n in range(1, MOST_GOLD + 1)]
    best = gold.index(max(gold))
    gold = [n if at <= best else gold[best] + UP * (at - best) for at, n in enumerate(gold)]
    yield f"[left{left}]"
    yield f"margin = {_numbers([margin[0] - DOWN, *margin])}"
    yield f"gold = {_numbers([gold[0] - DOWN, *gold])}"
    # a Drink to come never helps, whatever the luck of the matches says
    yield f"pile = {_numbers([min(0.0, weights.get(f'pile {each}', 0.0)) for each in ('first', 'more')])}"
    yield f"card = {weights.get('card', 0.0):.3f}"
    yield f"piety = {weights.get('piety', 0.0):.3f}"
    for word, title in (("character", "characters"), ("use", "uses")):
        yield f"\n[left{left}.{title}]"
        for name in sorted(weights):
            kind, _, rest = name.partition(" ")
            if kind == word:
                yield f'"{rest}" = {weights[name]:.3f}'
    yield ""


def _numbers(numbers: Sequence[float]) -> str:
    return f"[{', '.join(f'{n:.3f}' for n in numbers)}]"
