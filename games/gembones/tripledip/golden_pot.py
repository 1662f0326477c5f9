"""Machae's Golden Pot: the winners' gembones stay in a pot on the table until a seat rolls trips (TD-30).

The pot is carried from game to game. `carry["pot"]` counts its gembones; `carry["paid"]` are pairs of a seat and the
pieces that it has paid since the pot was last empty, including seats that have left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.money import DOWN, PIECE, SIZES, WORTH, make_up, worth
from games.engine.result import POT, Pay


class GoldenPot:
    """The pot of one table, opened from the carry of its last game."""

    __slots__ = ("_paid", "_rest", "holds")

    def __init__(self, carry: Mapping[str, Any]) -> None:
        # other keys of the carry belong to other parts of the game, and are returned as they came
        self._rest = {key: value for key, value in carry.items() if key not in ("pot", "paid")}
        self.holds: Counter[str] = Counter(carry.get("pot") or {})
        self._paid: Counter[int] = Counter()
        for seat, pieces in carry.get("paid", ()):
            self._paid[seat] += pieces

    def pay_in(self, seat: int, size: str, count: int) -> Pay:
        """Put a seat's debt to the winner into the pot, and return the payment."""
        self.holds[size] += count
        self._paid[seat] += count * SIZES[size]
        return Pay(seat, POT, size, count)

    def take(self, takers: Sequence[int], *, whole: bool = False) -> list[Pay]:
        """Pay the pot to `takers` in parts of equal worth; pieces that cannot be shared equally stay in it (TD-R8).

        The house changes gembones that do not divide. With `whole` they stay in the pot: matches for points count
        gembones, not pieces.
        """
        n = len(takers)
        part = {unit: count // n for unit, count in self.holds.items() if count // n}
        rest = self.holds - Counter({unit: count * n for unit, count in part.items()})
        if rest and not whole:
            part = make_up(worth(self.holds) // n)
            rest = Counter(make_up(worth(self.holds) % n))
        self.holds = rest
        if not self.holds:
            self._paid.clear()
        return [Pay(POT, seat, unit, count) for unit, count in sorted(part.items()) for seat in takers]

    def carry(self) -> dict[str, Any]:
        """Return the carry for the table's next game."""
        holds, paid = +self.holds, +self._paid
        if not holds:
            return self._rest
        return {**self._rest, "pot": dict(holds), "paid": [list(pair) for pair in sorted(paid.items())]}


def payers(carry: Mapping[str, Any]) -> set[int]:
    """Return the seats that have paid into the pot. Used as `Game.payers`."""
    return {seat for seat, _ in carry.get("paid", ())}


def pot_shares(carry: Mapping[str, Any], seated: list[int]) -> dict[int, dict[str, int]]:
    """Return the gembones that each seat gets from the pot if the table closes, in proportion to what it paid (TD-R8).

    The gembones are dealt from the largest down, each to the seat that still lacks most. The share of a seat that is
    not in `seated` is left out. Used as `Game.due`.
    """
    paid = dict(carry.get("paid", ()))
    if not paid:
        return {}
    total = sum(paid.values())
    holds: Mapping[str, int] = carry.get("pot") or {}
    # in pieces times `total`, so that shares are whole numbers and nothing is rounded
    lacks = {seat: worth(holds) * pieces for seat, pieces in paid.items()}
    parts: dict[int, Counter[str]] = {}
    for unit in (*DOWN, PIECE):
        for _ in range(holds.get(unit, 0)):
            seat = max(sorted(lacks), key=lambda seat: lacks[seat])
            lacks[seat] -= WORTH[unit] * total
            parts.setdefault(seat, Counter())[unit] += 1
    return {seat: dict(part) for seat, part in parts.items() if seat in seated}
