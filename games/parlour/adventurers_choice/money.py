"""The money of a night: pieces of each seat, loans and their markers, the final score and the payout (ADV)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from games.parlour.shared.game_frame import clockwise
from games.parlour.shared.loans import LOAN, find_lender

STAKE = 50
"""Pieces that each seat starts with (ADV-01)."""


class NightMoney:
    """The money and markers of the seats of a night. Markers count only in the score (ADV-11, ADV-12).

    `held`: pieces, by seat. `lent`, `owed`: Loan and Debt Markers, by seat (ADV-02).
    """

    __slots__ = ("held", "lent", "owed")

    def __init__(self, held: Mapping[int, int]) -> None:
        self.held = dict(held)
        self.lent: Counter[int] = Counter()
        self.owed: Counter[int] = Counter()

    def may_borrow(self, seat: int, others: Collection[int]) -> bool:
        """Tell whether a seat has few enough pieces for a loan, and another enough to lend (ADV-08, ADV-R3)."""
        return self.held[seat] < LOAN and self.lender(seat, others) is not None

    def lender(self, borrower: int, others: Collection[int]) -> int | None:
        """Return the seat that lends: the richest of `others` (see `find_lender`). None: no seat can."""
        return find_lender(self.held, borrower, others)

    def lend(self, borrower: int, lender: int) -> None:
        """Make a loan between two games: money and markers (ADV-09, ADV-10)."""
        self.held[lender] -= LOAN
        self.held[borrower] += LOAN
        self.mark(borrower, lender)

    def mark(self, borrower: int, lender: int) -> None:
        """Give out the markers of a loan that has been paid out (ADV-10)."""
        self.lent[lender] += 1
        self.owed[borrower] += 1

    def score(self, seat: int) -> int:
        """Return the final score of a seat (ADV-14)."""
        return self.held[seat] + LOAN * (self.lent[seat] - self.owed[seat])

    def payout(self, last_starter: int) -> dict[int, int]:
        """Return each seat's part of the stakes (ADV-R9, ADV-R13).

        Debtors pay back what they can; that is divided evenly among the Loan Markers, and odd pieces go
        one to a marker, clockwise by holder from `last_starter`.
        """
        back = {seat: min(pieces, LOAN * self.owed[seat]) for seat, pieces in self.held.items()}
        paid = {seat: pieces - back[seat] for seat, pieces in self.held.items()}
        holders = [seat for seat in clockwise(sorted(paid), last_starter) for _ in range(self.lent[seat])]
        if holders:
            each, odd = divmod(sum(back.values()), len(holders))
            for number, seat in enumerate(holders):
                paid[seat] += each + (number < odd)
        return paid
