"""How a night ends: places by the final score, and what each seat's stake has become (ADV)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from games.engine import POT, Line, Pay, Result, ResultRow, Table, placement
from games.parlour.adventurers_choice.money import LOAN, NightMoney


def night_result(
    table: Table,
    money: NightMoney,
    there: Collection[int],
    change: Mapping[int, int],
    shares: Mapping[int, int],
    carry: Mapping[str, Any],
) -> Result:
    """The result of a night (ADV-13, ADV-14, ADV-R7 to ADV-R9).

    `there`: who has stayed and is ranked. `change`: pieces won or lost, `shares`: those won, by seat.
    """
    scores = {seat: money.score(seat) for seat in there}
    places = placement(scores)
    rows, pays = [], []
    for seat in table.ring:
        won = change[seat]
        if won:
            pays.append(Pay(seat, POT, "piece", -won) if won < 0 else Pay(POT, seat, "piece", won))
        why = _why(table, money, seat)
        rows.append(ResultRow(seat, places.get(seat), {"piece": won}, why, shares=shares.get(seat, 0)))
    rows.sort(key=lambda row: (row.place is None, row.place))
    notes = (Line(table.words["result:paid"], {"n": LOAN}),) if money.owed else ()
    return Result(_headline(table, scores, places), tuple(rows), tuple(pays), carry, notes=notes)


def _headline(table: Table, scores: Mapping[int, int], places: Mapping[int, int]) -> Line:
    """Who wins the night; equal best scores share it (ADV-R8)."""
    best = tuple(seat for seat, place in places.items() if place == 1)
    if not best:
        return Line(table.words["result:nobody"])
    kind = "result:wins" if len(best) == 1 else "result:shared"
    return Line(table.words[kind], {"who": best, "n": scores[best[0]]})


def _why(table: Table, money: NightMoney, seat: int) -> Line:
    """The score of a seat, and what it is made of."""
    kind = "why:left" if seat in table.gone else "why:marked"
    if kind == "why:marked" and not money.lent[seat] and not money.owed[seat]:
        kind = "why:plain"
    values = {"n": money.score(seat), "held": money.held[seat]}
    return Line(table.words[kind], {**values, "lent": money.lent[seat], "owed": money.owed[seat]})
