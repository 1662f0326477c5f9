"""Predictions in Dragon Hordes: the possible ones, their gain or cost, and their chance (DH)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

from games.parlour.shared.deck import COLORS, PLAIN, RANK_NAMES, RANKS, color

Hordes = Mapping[str, int]
"""The money on each Horde Card."""
Kind = tuple[str, str]
"""Colour and rank of a card."""
KINDS = tuple(product(COLORS, RANKS))
KIND_OF: Mapping[str, Kind] = {card: (color(card), card[0]) for card in PLAIN}
_WHOLE = Counter(KIND_OF[card] for card in PLAIN)

DRAGON_OF = {name: f"D.{name}" for name in COLORS}
HORDE_OF = {rank: f"{rank}.grey" for rank in RANKS}
HORDE_CARDS = (*DRAGON_OF.values(), *HORDE_OF.values())
"""All eight Horde Cards (DH-01)."""


class Prediction(NamedTuple):
    """A colour, a rank, or both (DH-11)."""

    key: str
    """`red`, `R` or `red-R`."""
    name: str
    """The prediction in words: `Red Rogue`."""
    color: str | None
    rank: str | None
    cards: tuple[str, ...]
    """The Horde Cards that it names, the Dragon first."""
    kinds: tuple[Kind, ...]
    """The kinds of card that fulfil the whole prediction."""

    def right(self, kind: Kind) -> list[bool]:
        """Tell for each part of the prediction whether a card of this kind fulfils it."""
        return [part == found for part, found in zip((self.color, self.rank), kind, strict=True) if part]


def _prediction(color: str | None, rank: str | None) -> Prediction:
    """Build the prediction of a colour, a rank, or both."""
    name = " ".join(([color.capitalize()] if color else []) + ([RANK_NAMES[rank]] if rank else []))
    cards = ([DRAGON_OF[color]] if color else []) + ([HORDE_OF[rank]] if rank else [])
    kinds = tuple(kind for kind in KINDS if color in (None, kind[0]) and rank in (None, kind[1]))
    return Prediction("-".join(filter(None, (color, rank))), name, color, rank, tuple(cards), kinds)


PREDICTIONS = {
    each.key: each
    for each in (
        *(_prediction(color, None) for color in COLORS),
        *(_prediction(None, rank) for rank in RANKS),
        *(_prediction(color, rank) for color, rank in KINDS),
    )
}


def unrevealed(revealed: Sequence[str]) -> dict[Kind, int]:
    """Return the number of cards of each kind that may come next (DH-R9)."""
    left = dict(_WHOLE)
    if len(revealed) < len(PLAIN):
        for card in revealed:
            left[KIND_OF[card]] -= 1
    return left


def fitting(prediction: Prediction, left: Mapping[Kind, int]) -> int:
    """Count the remaining cards that fulfil a whole prediction (DH-R12)."""
    return sum(map(left.__getitem__, prediction.kinds))


def payable(hordes: Hordes, money: int) -> list[Prediction]:
    """Return the predictions open to a seat with this money: none on empty cards, none it can't pay (DH-20, DH-R4)."""
    return [
        each
        for each in PREDICTIONS.values()
        if len(each.cards) <= money and all(hordes[card] for card in each.cards)
    ]


def settle(hordes: Hordes, prediction: Prediction, kind: Kind) -> tuple[int, dict[str, int]]:
    """Settle a prediction: return the player's gain (negative: a payment) and the new Horde Cards (DH-12 to DH-19)."""
    cards, right = prediction.cards, prediction.right(kind)
    after = dict(hordes)
    if all(right):
        for card in cards:
            after[card] = 0
        return sum(hordes[card] for card in cards), after
    if any(right):
        hit, missed = (cards[0], cards[1]) if right[0] else (cards[1], cards[0])
        half = hordes[hit] // 2
        after[hit] = 0
        after[missed] += hordes[hit] - half
        return half, after
    for card in cards:
        after[card] += 1
    return -len(cards), after
