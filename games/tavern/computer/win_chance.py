"""The chance to win, from what everyone sees: a multinomial logit, fitted to matches of computer players.

Every player still in has a strength, the sum of what its margin between Fort and AC, its Gold, its cards, its Drinks
and its character are worth with so many players left. A player's chance to win is e to the power of its strength,
divided by the sum of that over all players. `python -m benchmarks.chances` fits the numbers and writes
`win_chance.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from games.tavern.cards import Card
from games.tavern.computer.card_use import uses

FEWEST, MOST = 2, 4
"""The numbers of players with a fitted table; with more players left, the table for the most is used."""


class Worths(Struct, frozen=True, forbid_unknown_fields=True):
    """The strength that each part of a position adds, for one number of players left.

    `margin`, `gold`: by the number of points, from 0. `pile`: the first Drink on a pile, and each one more.
    `card`: any card in hand. `piety`: a point of it. `characters`: by name. `uses`: what a card in hand adds by its
    uses.
    """

    margin: tuple[float, ...]
    gold: tuple[float, ...]
    pile: tuple[float, float]
    card: float
    piety: float
    characters: Mapping[str, float]
    uses: Mapping[str, float]

    def of_margin(self, margin: float) -> float:
        """Return the worth of a margin, interpolated between whole points."""
        margin = min(max(margin, 0.0), len(self.margin) - 1.0)
        low = int(margin)
        worth = self.margin[low]
        return worth if margin == low else worth + (margin - low) * (self.margin[low + 1] - worth)

    def of_gold(self, gold: int) -> float:
        """Return the worth of an amount of Gold."""
        return self.gold[min(max(gold, 0), len(self.gold) - 1)]

    def of_pile(self, drinks: int) -> float:
        """Return the worth of a pile of Drinks."""
        first, more = self.pile
        return first + (drinks - 1) * more if drinks > 0 else 0.0

    def of_uses(self, card: Card) -> float:
        """Return how much more a card is worth in hand than an average one."""
        return sum(self.uses.get(use, 0.0) for use in uses(card))


_TABLES: Mapping[str, Worths] = msgspec.convert(
    tomllib.loads((files("games.tavern.computer") / "win_chance.toml").read_text(encoding="utf-8")),
    dict[str, Worths],
)


@cache
def worths(left: int) -> Worths:
    """Return the table for this many players left."""
    return _TABLES[f"left{min(MOST, max(FEWEST, left))}"]
