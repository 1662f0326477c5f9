"""Sets of wyrm cards as bit masks, one bit for each card, for fast playouts.

The bits are ordered by rank, then by colour, five to a rank, so the lowest and highest cards of a set are its lowest
and highest bits. The five bits above are for the Knights, the last one for the Queen. The results are those of
`games.wyrms.cards` and `games.wyrms.scoring`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from games.wyrms.cards import COLOR as COLOR_OF
from games.wyrms.cards import COLORS, FACES, KNIGHT, KNIGHTS, RANK
from games.wyrms.cards import QUEEN as QUEEN_CARD
from games.wyrms.scoring import (
    ALL_KNIGHTS,
    CONCLAVE,
    FLIGHT,
    GREAT,
    GREAT_FLIGHT,
    KNIGHT_COST,
    QUEEN_COST,
    SAFE_HOARD,
    Scoring,
    prediction_points,
)

ROW = len(COLORS)
"""The number of bits of a rank."""
RANKS = 11
COLORED = (1 << ROW * RANKS) - 1
KNIGHT_BITS = ((1 << KNIGHTS) - 1) << ROW * RANKS
QUEEN = 1 << ROW * RANKS + KNIGHTS
COLORLESS = KNIGHT_BITS | QUEEN
_FULL_ROW = (1 << ROW) - 1
TREASURES = _FULL_ROW << ROW
CATCH = 9 * ROW
"""The distance from a Treasure's bit up to that of its Great Wyrm."""
BIT = {card: 1 << ROW * RANK[card] + COLORS.index(COLOR_OF[card] or "") for card in FACES if card in RANK}
BIT[QUEEN_CARD] = QUEEN
COLOR = {color: sum(BIT[card] for card in BIT if COLOR_OF[card] == color) for color in COLORS}
"""All cards of each colour."""
COLOR_OF_BIT = {bit: COLOR.get(COLOR_OF[card] or "", 0) for card, bit in BIT.items()} | {
    1 << ROW * RANKS + n: 0 for n in range(KNIGHTS)
}
"""All cards of a card's colour, by the card's bit; 0 for a Knight or the Queen."""
CARD = {bit: card for card, bit in BIT.items()} | {1 << ROW * RANKS + n: KNIGHT for n in range(KNIGHTS)}

_COUNT = [n.bit_count() for n in range(1 << ROW)]
_SAME = [CONCLAVE * max(0, count - 2) for count in _COUNT]
_CONCLAVES = [
    _SAME[n & _FULL_ROW] + _SAME[n >> ROW & _FULL_ROW] + _SAME[n >> 2 * ROW] for n in range(1 << 3 * ROW)
]
"""The points for conclaves, by the cards of three consecutive ranks: a table, since playouts count them often."""
_THREE = (1 << 3 * ROW) - 1
_KNIGHTS = [ALL_KNIGHTS if count == KNIGHTS else KNIGHT_COST * count for count in _COUNT]


class Packer:
    """Packs the cards of one cycle: the Knights are all alike, so each one gets the next free bit."""

    def __init__(self) -> None:
        self._knights = iter(range(KNIGHTS))

    def bits(self, cards: Iterable[str]) -> tuple[int, ...]:
        """Return a bit for each card; no card may be packed twice."""
        return tuple(
            BIT[card] if card != KNIGHT else 1 << ROW * RANKS + next(self._knights) for card in cards
        )


def each_bit(cards: int) -> Iterator[int]:
    """Yield the bits of a set of cards, lowest first."""
    while cards:
        bit = cards & -cards
        yield bit
        cards ^= bit


def bit_in(card: str, hand: int) -> int:
    """Return the bit of a card in hand; of several Knights the lowest."""
    knights = hand & KNIGHT_BITS
    return knights & -knights if card == KNIGHT else BIT[card]


def positive_points(cards: int) -> int:
    """Return the points of all combinations worth more than 0."""
    drakes = cards >> 2 * ROW & cards >> 3 * ROW & cards >> 4 * ROW & _FULL_ROW
    dragons = cards >> 5 * ROW & cards >> 6 * ROW & cards >> 7 * ROW & _FULL_ROW
    wyrms = cards >> 8 * ROW & cards >> 9 * ROW & cards >> 10 * ROW & _FULL_ROW
    points = (
        SAFE_HOARD * _COUNT[cards & cards >> ROW & _FULL_ROW]
        + GREAT * _COUNT[cards >> 10 * ROW & _FULL_ROW]
        + _CONCLAVES[cards >> 2 * ROW & _THREE]
        + _CONCLAVES[cards >> 5 * ROW & _THREE]
        + _CONCLAVES[cards >> 8 * ROW & _THREE]
    )
    if drakes or dragons or wyrms:
        points += FLIGHT * (_COUNT[drakes] + _COUNT[dragons] + _COUNT[wyrms])
        # in place of the three flights
        points += (GREAT_FLIGHT - 3 * FLIGHT) * _COUNT[drakes & dragons & wyrms]
    if cards & KNIGHT_BITS == KNIGHT_BITS:
        points += ALL_KNIGHTS
    return points


def negative_points(cards: int) -> int:
    """Return the points lost to Knights and the Queen, as a number of 0 or less."""
    return min(0, _KNIGHTS[(cards & KNIGHT_BITS) >> ROW * RANKS]) + (QUEEN_COST if cards & QUEEN else 0)


def promising(cards: int, lost: int) -> int:
    """Count the combinations that lack one card which may still come; `lost`: the cards that can't."""
    open_to = ~(cards | lost)
    found = 0
    for rank in range(2, RANKS):
        row = rank * ROW
        found += _COUNT[cards >> row & _FULL_ROW] >= 2 and open_to >> row & _FULL_ROW != 0
    for rank in (2, 5, 8):
        low, middle, high = (cards >> row * ROW for row in range(rank, rank + 3))
        no_low, no_middle, no_high = (open_to >> row * ROW for row in range(rank, rank + 3))
        missing = low & middle & no_high | low & no_middle & high | no_low & middle & high
        found += _COUNT[missing & _FULL_ROW]
    hoards = cards & open_to >> ROW | cards >> ROW & open_to
    return found + _COUNT[hoards & _FULL_ROW]


def points(scoring: Scoring, predicted: int, taken: int, cards: int) -> int:
    """Return a seat's points for a cycle."""
    found = negative_points(cards) + prediction_points(scoring, predicted, taken)
    return found + positive_points(cards) if taken >= predicted else found


class PackedRules(NamedTuple):
    """The rules of one cycle: the cards of each place's dominant colour, and the options that matter."""

    dominant: tuple[int, ...]
    personal: bool
    powerful_lair: bool

    def decide(self, cards: Sequence[int], gathering: int, lead: int) -> tuple[int, bool]:
        """Return the index of the card that decides, and whether a Lair discards the gathering.

        `cards`: in the order played; `gathering`: the same cards as a set; `lead`: the place at the table that led.
        """
        if gathering & QUEEN:
            return cards.index(QUEEN), False
        colored = gathering & COLORED
        if not colored:
            return len(cards) - 1, False
        lairs = colored & _FULL_ROW
        if lairs:
            total = colored.bit_count()
            for lair in each_bit(lairs):
                own = (colored & COLOR_OF_BIT[lair]).bit_count()
                if own == total or (self.powerful_lair and 2 * own > total):
                    return cards.index(lair), True
        strong = self._strong(cards, gathering, lead)
        pairs = gathering & gathering >> CATCH & TREASURES
        if pairs:
            pairs = pairs & strong or pairs
            return max(map(cards.index, each_bit(pairs))), False
        if strong:
            if not self.personal:
                return cards.index(1 << strong.bit_length() - 1), False
            # of equal ranks the last one played decides
            top = (strong.bit_length() - 1) // ROW * ROW
            return max(cards.index(bit) for bit in each_bit(strong >> top << top)), False
        following = colored & self.led(cards)
        return cards.index(1 << following.bit_length() - 1), False

    def led(self, cards: Sequence[int]) -> int:
        """Return all cards of the led colour; 0 if no colour has been led yet."""
        for bit in cards:
            if bit & COLORED:
                return COLOR_OF_BIT[bit]
        return 0

    def _strong(self, cards: Sequence[int], gathering: int, lead: int) -> int:
        """Return the cards that were played as dominant."""
        if not self.personal:
            return gathering & self.dominant[0]
        led, strong = self.led(cards), 0
        for at, bit in enumerate(cards):
            if bit & ~led & self.dominant[(lead + at) % len(self.dominant)]:
                strong |= bit
        return strong
