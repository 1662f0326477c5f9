"""Machae's Golden Pot: what winners of Tripledip would have got lies on the table until somebody rolls trips (TD-30).

The pot is carried from game to game: `carry["pot"]` counts its gembones, `carry["paid"]` who has paid how many pieces
into it since it was empty, as pairs of seat and pieces. The seats of those who have left stand there too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import POT, Pay
from games.engine.money import SIZES


class GoldenPot:
    """The pot of one table, opened from the carry of its last game."""

    __slots__ = ("_paid", "_rest", "holds")

    def __init__(self, carry: Mapping[str, Any]) -> None:
        self._rest = {key: value for key, value in carry.items() if key not in ("pot", "paid")}
        self.holds: Counter[str] = Counter(carry.get("pot") or {})
        self._paid: Counter[int] = Counter()
        for seat, pieces in carry.get("paid", ()):
            self._paid[seat] += pieces

    def pay_in(self, seat: int, size: str, count: int) -> Pay:
        """What a seat owes the winner goes into the pot (TD-30)."""
        self.holds[size] += count
        self._paid[seat] += count * SIZES[size]
        return Pay(seat, POT, size, count)

    def take(self, takers: Sequence[int]) -> list[Pay]:
        """The pot goes to `takers` in equal parts of each size; what cannot be parted stays in it (TD-33, TD-R8)."""
        pays = []
        for size in SIZES:
            each = self.holds[size] // len(takers)
            if each:
                pays += [Pay(POT, seat, size, each) for seat in takers]
                self.holds[size] -= each * len(takers)
        if not +self.holds:
            self._paid.clear()
        return pays

    def carry(self) -> dict[str, Any]:
        """What the table keeps."""
        holds, paid = +self.holds, +self._paid
        if not holds:
            return self._rest
        return {**self._rest, "pot": dict(holds), "paid": [list(pair) for pair in sorted(paid.items())]}


def payers(carry: Mapping[str, Any]) -> set[int]:
    """Who has paid into the pot that lies there."""
    return {seat for seat, _ in carry.get("paid", ())}


def due(carry: Mapping[str, Any], seated: list[int]) -> dict[int, dict[str, int]]:
    """Who gets the pot if the table closes: those who paid, in proportion, as far as its dice can be parted (TD-R8).

    The largest gembone goes first, each to whoever lacks most. What is due to a seat not in `seated` is nobody's.
    """
    paid = dict(carry.get("paid", ()))
    if not paid:
        return {}
    total = sum(paid.values())
    holds: Mapping[str, int] = carry.get("pot") or {}
    worth = sum(SIZES[size] * count for size, count in holds.items())
    # counted in pieces times `total`, so that nothing is rounded
    lacks = {seat: worth * pieces for seat, pieces in paid.items()}
    parts: dict[int, Counter[str]] = {}
    for size in reversed([*SIZES]):
        for _ in range(holds.get(size, 0)):
            seat = max(sorted(lacks), key=lambda seat: lacks[seat])
            lacks[seat] -= SIZES[size] * total
            parts.setdefault(seat, Counter())[size] += 1
    return {seat: dict(part) for seat, part in parts.items() if seat in seated}
