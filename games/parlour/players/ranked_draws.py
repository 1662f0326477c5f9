"""Blueprints of bets for games with exchanges in which ranks are all that counts, such as Den of Thieves.

What to discard isn't part of them: the shark tries that out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement

from games.engine.scene import Scene
from games.parlour.players.drawn_bets import DrawnBets
from games.parlour.shared.deck import NUMBER, RANKS, SUITS

SIZE = 7
"""The cards of a hand."""
COPIES: Mapping[str, int] = {rank: NUMBER[rank] * len(SUITS) for rank in RANKS}
ENDS = 48
"""The places after the last exchange, each as likely as the next one."""


def hands_of(size: int) -> tuple[tuple[str, ...], ...]:
    """Return all hands of a size: their ranks, the rarest first."""
    every = combinations_with_replacement(RANKS, size)
    return tuple(hand for hand in every if all(hand.count(rank) <= n for rank, n in COPIES.items()))


HANDS = hands_of(SIZE)
PLACES: Mapping[tuple[str, ...], int] = {hand: at for at, hand in enumerate(HANDS)}


class RankedDraws(DrawnBets):
    """The solved bets of such a game; behind them the table tells in which place each hand is at the end."""

    def __init__(self, packed: bytes) -> None:
        super().__init__(packed, len(HANDS), ENDS)

    def _place(self, scene: Scene, own: Sequence[str], *, last: bool) -> int:
        hand = PLACES[tuple(sorted((card[0] for card in own), key=RANKS.index))]
        return self.table[self.begins[-1] + hand] if last else hand
