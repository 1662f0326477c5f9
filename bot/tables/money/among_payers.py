"""Settles a match in which some seats play for points: the others settle among themselves (GEM-R17).

Nothing is paid to or by a seat that plays for points, nor out of the house's pocket for it. What a pot brought to such
a seat, or took from it, is taken from the others' wins or losses in proportion. So money only goes from one payer to
another, and nobody loses more than under the full result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from msgspec import structs

from bot.language import N_
from games.engine import money as gems
from games.engine.result import POT, Pay, Result, changes
from games.engine.scene import Line

SETTLED = N_("For points, so nobody won from them or lost to them: {seats:seats}.")


def among_payers(result: Result, for_points: Collection[int], *, in_pieces: bool) -> Result:
    """Return the result as it is paid: without the payments of these seats, and with no pot carried over.

    `in_pieces`: the game is played for a pot of loose pieces, into which all payments go, and not for gembones. The
    rows of seats for points keep their points.
    """
    apart = {seat for seat in for_points if any(row.seat == seat for row in result.rows)}
    if not apart:
        return result
    pays: list[Pay] = []
    pot: Counter[int] = Counter()
    for pay in result.pays:
        parties = {pay.giver, pay.taker}
        if POT in parties or (in_pieces and min(parties) >= 0):
            worth = gems.worth({pay.unit: pay.amount})
            for seat, n in ((pay.giver, -worth), (pay.taker, worth)):
                if seat not in (POT, *apart):
                    pot[seat] += n
        elif not apart & parties:
            pays.append(pay)
    for seat, n in balanced(pot).items():
        units = {gems.PIECE: abs(n)} if in_pieces else gems.make_up(abs(n))
        pays += [
            Pay(seat, POT, unit, amount) if n < 0 else Pay(POT, seat, unit, amount)
            for unit, amount in units.items()
        ]
    settled = changes(pays)
    rows = [
        row if row.seat in apart else structs.replace(row, change=settled.get(row.seat, {}))
        for row in result.rows
    ]
    return result._replace(
        rows=tuple(rows),
        pays=tuple(pays),
        carry={key: value for key, value in result.carry.items() if key != "pot"},
        notes=(*result.notes, Line(SETTLED, {"seats": tuple(sorted(apart))})),
        tips=tuple(seat for seat in result.tips if seat not in apart),
    )


def balanced(net: Mapping[int, int]) -> dict[int, int]:
    """Return these results with a sum of zero: what outsiders lost or won is taken from the wins or the losses.

    Each win, or each loss, is reduced in proportion; the pieces of rounding go by the largest remainder, and to the
    lower seat among equals. So no result grows or changes its sign.
    """
    surplus = sum(net.values())
    side = {seat: n for seat, n in net.items() if n and (n > 0) == (surplus > 0)}
    whole = sum(side.values())
    if not surplus:
        return {seat: n for seat, n in net.items() if n}
    reduced = {seat: abs(n) * abs(whole - surplus) // abs(whole) for seat, n in side.items()}
    rest = {seat: abs(n) * abs(whole - surplus) % abs(whole) for seat, n in side.items()}
    missing = abs(whole - surplus) - sum(reduced.values())
    for seat in sorted(rest, key=lambda seat: (-rest[seat], seat))[:missing]:
        reduced[seat] += 1
    sign = 1 if surplus > 0 else -1
    balanced_net = {seat: sign * reduced[seat] if seat in side else n for seat, n in net.items()}
    return {seat: n for seat, n in balanced_net.items() if n}
