"""The bank: it exchanges sizes, free of charge, for a holding that owes or risks a size that it lacks (GEM-R3).

The functions return a `Swap`: the units that the holding hands to the bank and those that it gets, of the same worth.
They change nothing.

    cover(purse, {"g6": 3})       the swap after which the purse holds 3g6, or None: it is worth too little
    cover(purse, {PIECE: 50})     the same for the loose pieces of a buy-in; `bring_home` is the way back
    combine(purse)                small money becomes the gembones that were broken for it (GEM-R16)
    settle_debts(purse, debts)    pays debts in order as far as the purse goes (GEM-R5)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from games.engine.errors import BadAmount
from games.engine.money import DOWN, PIECE, SIZES, WORTH, Amount, Holding, amount_text, make_up, worth


class Swap(NamedTuple):
    """An exchange: units to the bank and units from it, of the same worth; both empty if nothing is needed."""

    give: dict[str, int]
    get: dict[str, int]


class Settlement(NamedTuple):
    """The payment of a debt, as far as money goes: after `swap` it hands over `paid`; `written_off` is never paid."""

    swap: Swap
    paid: dict[str, int]
    written_off: int


def cover(holding: Holding, need: Holding) -> Swap | None:
    """Return the swap after which `holding` has at least `need`; None if it is worth too little (GEM-R3).

    Units of the right size stay. The rest is made up one gembone at a time, the largest first. Loose pieces,
    as of a buy-in, are made up like one gembone of that worth; loose pieces of the holding are used only where
    gembones do not suffice (GEM-R15).
    """
    if PIECE not in need:
        for size, count in need.items():
            if holding.get(size, 0) < count:
                break
        else:
            return Swap({}, {})
    if worth(holding) < worth(need):
        return None
    spare = Counter(dict(holding))
    aside: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    for size in DOWN:
        wanted = need.get(size, 0)
        aside[size] = min(spare[size], wanted)
        spare[size] -= aside[size]
        missing[size] = wanted - aside[size]
    for size in DOWN:
        for _ in range(missing[size]):
            if spare[size] == 0:
                _break(spare, SIZES[size])
                spare[size] += 1
            spare[size] -= 1
            aside[size] += 1
    pieces = need.get(PIECE, 0)
    if pieces:
        _break(spare, pieces)
        spare[PIECE] += pieces
    return _difference(holding, spare + aside)


def bring_home(pieces: int) -> Swap:
    """Return the swap that turns a leaving seat's loose pieces into gembones (GEM-R1, GEM-R2)."""
    return _difference({PIECE: pieces}, make_up(pieces))


def combine(holding: Holding) -> Swap:
    """Return the swap that makes small money into the sizes that `holding` lacks, the largest first (GEM-R16).

    Loose pieces and all but one of each size are spent on them, as far as that comes out even; what is loose then
    becomes gembones by GEM-R2.
    """
    after = Counter(dict(holding))
    for size in DOWN:
        if after[size]:
            continue
        spare = {unit: after[unit] - (unit != PIECE) for unit in (PIECE, *SIZES)}
        paid = _exactly(SIZES[size], spare)
        if paid is not None:
            after.subtract(paid)
            after[size] += 1
    loose = after.pop(PIECE, 0)
    after.update(make_up(loose))
    return _difference(holding, after)


def _exactly(amount: int, spare: Holding) -> dict[str, int] | None:
    """Return units of `spare` that are worth exactly `amount`, the smallest first; None if there are none."""
    sums: dict[int, dict[str, int]] = {0: {}}
    for unit, worth_of_one in sorted(WORTH.items(), key=lambda item: item[1]):
        for total, units in list(sums.items()):
            for count in range(1, min(spare[unit], (amount - total) // worth_of_one) + 1):
                sums.setdefault(total + count * worth_of_one, {**units, unit: count})
    return sums.get(amount)


def settle_debts(holding: Holding, debts: Sequence[Holding]) -> list[Settlement]:
    """Pay debts in order. A holding too small for one goes whole; the rest is written off (GEM-R5)."""
    settled = []
    left = dict(holding)
    for debt in debts:
        swap = cover(left, debt)
        if swap is None:
            paid = {unit: count for unit, count in left.items() if count}
            settled.append(Settlement(Swap({}, {}), paid, worth(debt) - worth(paid)))
            left = {}
        else:
            paid = {unit: count for unit, count in debt.items() if count}
            settled.append(Settlement(swap, paid, 0))
            left = _less(_swapped(left, swap), paid)
    return settled


def exchange(give: Amount, get: Amount) -> Swap:
    """Return a swap that a player asks for. Raises `BadAmount` unless base and worth are the same (GEM-10, GEM-11)."""
    if give.base != get.base:
        raise BadAmount(
            "{base} is not exchanged for {other}: only within one base.",
            base=give.base.capitalize(),
            other=get.base,
        )
    gives, gets = worth(give.holding), worth(get.holding)
    if gives != gets:
        raise BadAmount(
            "{give} is worth {gives} pieces, {get} is worth {gets}: both sides must be equal.",
            give=amount_text(give.holding),
            gives=gives,
            get=amount_text(get.holding),
            gets=gets,
        )
    return _difference(give.holding, get.holding)


def _break(spare: Counter[str], amount: int) -> None:
    """Take `amount` pieces' worth out of `spare`; what is taken too much comes back by GEM-R2.

    The smallest single one that suffices, else smaller ones from the largest down, loose pieces last (GEM-R3), and of
    those no more than needed (GEM-R15). `spare` must be worth enough.
    """
    lacking = amount
    for size, sides in SIZES.items():
        if sides >= amount and spare[size]:
            spare[size] -= 1
            lacking -= sides
            break
    for unit in (*DOWN, PIECE):
        if lacking <= 0:
            break
        count = min(spare[unit], -(-lacking // WORTH[unit]))
        spare[unit] -= count
        lacking -= count * WORTH[unit]
    if lacking:
        spare.update(make_up(-lacking))


def _difference(before: Holding, after: Holding) -> Swap:
    give, get = {}, {}
    for unit in (PIECE, *DOWN):
        change = after.get(unit, 0) - before.get(unit, 0)
        if change < 0:
            give[unit] = -change
        elif change > 0:
            get[unit] = change
    return Swap(give, get)


def _swapped(holding: Holding, swap: Swap) -> dict[str, int]:
    return _less({u: holding.get(u, 0) + swap.get.get(u, 0) for u in (*DOWN, PIECE)}, swap.give)


def _less(holding: Holding, taken: Holding) -> dict[str, int]:
    left = {unit: count - taken.get(unit, 0) for unit, count in holding.items()}
    return {unit: count for unit, count in left.items() if count}
