"""Loans between the seats of a night: their size, and the seat that lends (ADV)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from games.parlour.shared.game_frame import clockwise

LOAN = 25
"""Pieces of a loan, and the worth of its marker. A seat with fewer may borrow and cannot lend (ADV-08, ADV-R3)."""


def find_lender(held: Mapping[int, int], borrower: int, others: Collection[int]) -> int | None:
    """Return the richest of `others`; a tie goes to the first clockwise (ADV-09, ADV-R2).

    None if no seat can lend, since a lender has to hold the whole loan (ADV-R3).
    """
    rivals = [seat for seat in clockwise(sorted(others), borrower) if seat != borrower]
    richest = max(rivals, key=lambda seat: held[seat], default=None)
    return richest if richest is not None and held[richest] >= LOAN else None
