"""The cards of Rogues and Warriors for a solver: pairs of ranks, and whether both cards are of one colour.

A rank and that bit are all that a hand is worth, so nothing is lost but which colours are gone.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from games.parlour.players.one_shown import HANDS, HIDDEN
from games.parlour.rogues_and_warriors import strength
from games.parlour.shared.deck import PLAIN, RANKS, color

Array = Any
"""An array of numpy, whose types the checker doesn't follow, since it isn't installed where the bot runs."""


class Cards(NamedTuple):
    """The chances of hands: of each, of each beside another, and which of two wins.

    `chance`: of each hand. `beside`: of a hand once another is held, relative to its chance without that. `above`,
    `equal`: where the first of two wins, and where they tie. `shown`: the hand of each shown and hidden card.
    """

    chance: Array
    beside: Array
    above: Array
    equal: Array
    shown: Array


def cards() -> Cards:
    """Count the deck."""
    ways = dict.fromkeys(HANDS, 0)
    example: dict[tuple[str, str, bool], list[str]] = {}
    for one, two in combinations(PLAIN, 2):
        first, second = sorted((one[0], two[0]), key=RANKS.index)
        hand = (first, second, color(one) == color(two))
        ways[hand] += 1
        example.setdefault(hand, [one, two])
    whole = sum(ways.values())
    chance = np.array([ways[hand] / whole for hand in HANDS])
    copies = {rank: sum(card[0] == rank for card in PLAIN) for rank in RANKS}

    def pairs(first: str, second: str, gone: str) -> float:
        """Count the pairs of two ranks once the cards of another hand are gone."""
        left = {rank: copies[rank] - gone.count(rank) for rank in RANKS}
        return left[first] * (left[first] - 1) / 2 if first == second else left[first] * left[second]

    rest = len(PLAIN) - 2
    scale = whole / (rest * (rest - 1) / 2)
    beside = np.array(
        [
            [scale * pairs(*other[:2], hand[0] + hand[1]) / pairs(*other[:2], "") for other in HANDS]
            for hand in HANDS
        ]
    )
    ranks = [strength(example[hand]) for hand in HANDS]
    above = np.array([[float(mine > theirs) for theirs in ranks] for mine in ranks])
    equal = np.array([[float(mine == theirs) for theirs in ranks] for mine in ranks])
    shown = np.array(
        [
            [HANDS.index((*sorted((up, rank), key=RANKS.index), alike)) for rank, alike in HIDDEN]
            for up in RANKS
        ]
    )
    return Cards(chance, beside, above, equal, shown)
