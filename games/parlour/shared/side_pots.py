"""The main pot and side pots, built by layers (BET-33 to BET-35, BET-R10)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct


class Pot(Struct, frozen=True, gc=False):
    """An amount of money, and the seats that may win it."""

    amount: int
    claimants: frozenset[int]


def layers(paid: Mapping[int, int], live: Collection[int], dead: int = 0) -> list[Pot]:
    """Return the pots that `paid` makes, the main pot first.

    `paid`: the money of each seat in the pot, of folded ones too. `live`: the seats that are in. `dead`: money carried
    from earlier games; it belongs to the main pot. Folded money fills the layers that it reaches.
    """
    pots: list[Pot] = []
    below = 0
    for level in sorted({paid[seat] for seat in live}):
        amount = 0
        for each in paid.values():
            if each > below:
                amount += (each if each < level else level) - below
        if amount or not pots:
            pots.append(Pot(amount + dead, frozenset([seat for seat in live if paid[seat] >= level])))
            dead = 0
        below = level
    above = 0
    for each in paid.values():
        if each > below:
            above += each - below
    if above:
        pots[-1] = Pot(pots[-1].amount + above, pots[-1].claimants)
    return [pot for pot in pots if pot.amount]


def unmatched(paid: Mapping[int, int]) -> tuple[int, int]:
    """Return the seat with the unmatched part of a bet, and its amount, 0 if all was matched (BET-35)."""
    top, most, second = -1, -1, 0
    for seat, each in paid.items():
        if each > most:
            top, most, second = seat, each, most
        elif each > second:
            second = each
    return top, most - max(second, 0)


def settle_empty(pots: Sequence[Pot], live: Collection[int]) -> list[Pot]:
    """Return the pots with live claimants only; a pot that nobody can win joins the pot below (BET-R11)."""
    settled: list[Pot] = []
    live = frozenset(live)
    for pot in pots:
        claimants = pot.claimants & live
        if not claimants and settled:
            settled[-1] = Pot(settled[-1].amount + pot.amount, settled[-1].claimants)
        elif settled and settled[-1].claimants == claimants:
            settled[-1] = Pot(settled[-1].amount + pot.amount, claimants)
        else:
            settled.append(Pot(pot.amount, claimants))
    return settled
