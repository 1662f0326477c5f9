"""What is played for beside the game's own Gold: the same stake from everybody, for the last one standing."""

from __future__ import annotations

from typing import Any

from games.engine import POT, Pay, Pots, Table


class Stakes:
    """The pot of pieces: what each has put in, no more than the poorest has, and what earlier games have left."""

    __slots__ = ("carried", "carry", "each", "paid_out", "ring", "table")

    def __init__(self, table: Table, stake: int) -> None:
        self.table, self.ring = table, list(table.ring)
        self.each = min(stake, *table.stakes.values()) if table.stakes else 0
        self.carry = dict(table.carry.get("pot") or {})
        self.carried = int(self.carry.pop("piece", 0))
        self.paid_out = False
        table.seats.money = {seat: held - self.each for seat, held in table.stakes.items()}

    def block(self, viewer: int) -> Pots | None:
        """The pot as everybody sees it; None without stakes."""
        total = self.carried + self.each * len(self.ring)
        return Pots(((total, tuple(self.ring)),)) if total and not self.paid_out else None

    def pay_out(self, winners: list[int]) -> tuple[Pay, ...]:
        """The pot goes to the winners; what cannot be shared equally goes to the first of them."""
        total = self.carried + self.each * len(self.ring)
        due = {seat: total // len(winners) + (at < total % len(winners)) for at, seat in enumerate(winners)}
        self.table.seats.money = {
            seat: held + due.get(seat, 0) for seat, held in self.table.seats.money.items()
        }
        self.paid_out = True
        # everybody's own stake comes back to a winner first
        owed = {seat: due[seat] - self.each for seat in winners}
        sources = [(seat, self.each) for seat in self.ring if seat not in winners]
        sources += [(seat, -n) for seat, n in owed.items() if n < 0] + [(POT, self.carried)]
        return tuple(_pays(sources, [(seat, n) for seat, n in owed.items() if n > 0]))

    def left(self) -> dict[str, Any]:
        """What lies in the pot that is no piece, for the next game."""
        return {"pot": self.carry} if self.carry else {}


def _pays(sources: list[tuple[int, int]], sinks: list[tuple[int, int]]) -> list[Pay]:
    """Each source gives all it has, to one sink after the other."""
    pays = []
    for taker, due in sinks:
        while due:
            giver, there = sources.pop(0)
            n = min(due, there)
            if n:
                pays.append(Pay(giver, taker, "piece", n))
            if there > n:
                sources.insert(0, (giver, there - n))
            due -= n
    return pays
