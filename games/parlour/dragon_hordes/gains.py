"""What Dragon Hordes has brought whom (DH)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from games.engine import POT, Line, Pay, Result, ResultRow, Table, placement
from games.parlour.adventurers_choice.money import LOAN
from games.parlour.shared.game_frame import clockwise


def gains(
    table: Table,
    players: Sequence[int],
    start: Mapping[int, int],
    held: Mapping[int, int],
    loans: Sequence[tuple[int, int]],
    starter: int,
) -> Result:
    """Each seat's gain, from `start` to `held`; the highest counts as the win, and a loan is no part of it (DH-R1).

    `loans`: borrower and lender of each; `starter`: who was the Starting Player.
    """
    words = table.words
    moved = {seat: held[seat] - start[seat] for seat in table.ring}
    gain = Counter(moved)
    for borrower, lender in loans:
        gain[borrower] -= LOAN
        gain[lender] += LOAN
    places = placement({seat: gain[seat] for seat in players})
    sat_out = Line(words["why:sat_out"])
    rows = [
        ResultRow(seat, places[seat], {"piece": gain[seat]}, None)
        if seat in players
        else ResultRow(seat, None, {"piece": gain[seat]}, sat_out)
        for seat in table.ring
    ]
    rows.sort(key=lambda row: (row.place is None, row.place))
    pays = [
        Pay(seat, POT, "piece", -n) if n < 0 else Pay(POT, seat, "piece", n) for seat, n in moved.items() if n
    ]
    best = tuple(seat for seat in players if places[seat] == 1)
    kept = {name: table.carry[name] for name in ("pot", "tied") if name in table.carry}
    carry = {**kept, "last_starter": starter}
    if loans:
        carry["loans"] = [list(loan) for loan in loans]
    headline = Line(words["result:gains"], {"who": best, "n": f"{gain[best[0]]:+d}"})
    following = clockwise(table.ring, starter + 1)[0]
    return Result(
        headline,
        tuple(rows),
        tuple(pays),
        carry,
        notes=(Line(words["result:next"], {"seat": following}),),
    )
