"""Main pot and side pots, built by layers (BET-33 to BET-35, BET-R10)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct


class Pot(Struct, frozen=True, gc=False):
    """Money, and the seats that may win it."""

    amount: int
    claimants: frozenset[int]


def layers(paid: Mapping[int, int], live: Collection[int], dead: int = 0) -> list[Pot]:
    """The pots that `paid` makes, the main pot first.

    `paid` is what each seat has put in, the folded too; `live` are the seats that are in; `dead` is money carried
    from earlier games, which lies in the main pot. Folded money fills the layers that it reaches.
    """
    pots: list[Pot] = []
    below = 0
    for level in sorted({paid[seat] for seat in live}):
        amount = sum([min(each, level) - min(each, below) for each in paid.values()])
        if amount or not pots:
            pots.append(Pot(amount + dead, frozenset(s for s in live if paid[s] >= level)))
            dead = 0
        below = level
    above = sum([each - below for each in paid.values() if each > below])
    if above:
        pots[-1] = Pot(pots[-1].amount + above, pots[-1].claimants)
    return [pot for pot in pots if pot.amount]


def unmatched(paid: Mapping[int, int]) -> tuple[int, int]:
    """The seat whose last money nobody matched, and how much of it goes back (BET-35); (seat, 0) if none."""
    top = max(paid, key=lambda seat: paid[seat])
    second = max((each for seat, each in paid.items() if seat != top), default=0)
    return top, paid[top] - second


def settle_empty(pots: Sequence[Pot], live: Collection[int]) -> list[Pot]:
    """Pots with only those claimants who are in; one that nobody can win joins the pot below (BET-R11)."""
    kept: list[Pot] = []
    live = frozenset(live)
    for pot in pots:
        claimants = pot.claimants & live
        if not claimants and kept:
            kept[-1] = Pot(kept[-1].amount + pot.amount, kept[-1].claimants)
        elif kept and kept[-1].claimants == claimants:
            kept[-1] = Pot(kept[-1].amount + pot.amount, claimants)
        else:
            kept.append(Pot(pot.amount, claimants))
    return kept
