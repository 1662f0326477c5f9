"""The outcomes of a match for the leaderboards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from bot.tables.state import Seat
from db import SeatOutcome
from games.engine import HOUSE, Result
from games.engine import money as gems
from games.engine.result import SCORES


def outcomes(
    result: Result, seats: Mapping[int, Seat], base: str, *, free: bool, for_points: bool
) -> list[SeatOutcome]:
    """Return the outcome for each member; results against computer players stay off those against members (GEM-R7).

    `base` is what the gembones of the table are made of. A match that is `free` is won by nobody, unless it was
    `for_points` and two members or more played it (GEM-R7). Points below nothing take nothing away (PTS-05).
    """
    if not result.ranked:
        return []
    rate = gems.BASES[base]
    house: Counter[int] = Counter()
    total: Counter[int] = Counter()
    for pay in result.pays:
        if free or pay.unit in SCORES:
            continue
        worth = gems.worth({pay.unit: pay.amount}) * rate
        for party, sign in ((pay.giver, -1), (pay.taker, 1)):
            total[party] += sign * worth
        if HOUSE in (pay.giver, pay.taker):
            party = pay.taker if pay.giver == HOUSE else pay.giver
            house[party] += worth if pay.giver == HOUSE else -worth
    rows = [row for row in result.rows if row.seat in seats]
    # boards of players and of the house are kept apart, so each result is split in two
    net = {row.seat: total[row.seat] - house[row.seat] for row in rows}
    guests = sum(net[row.seat] for row in rows if seats[row.seat].computer)
    among = without(guests, {s: n for s, n in net.items() if not seats[s].computer})
    members = {row.seat: seats[row.seat].member for row in rows}
    contest = sum(member is not None for member in members.values()) > 1
    counted = contest if for_points else not free
    return [
        SeatOutcome(
            member,
            row.place,
            among[row.seat],
            house[row.seat],
            max(row.points, 0),
            row.shares,
            won=row.place == 1 and counted,
        )
        for row in rows
        if (member := members[row.seat]) is not None
    ]


def winners(result: Result) -> set[int]:
    """Return the winners: those in first place, or, without places as against the house, those with more gembones."""
    first = {row.seat for row in result.rows if row.place == 1}
    if any(row.place is not None for row in result.rows):
        return first
    change = {
        row.seat: gems.worth({unit: n for unit, n in row.change.items() if unit not in SCORES})
        for row in result.rows
    }
    return {seat for seat, pieces in change.items() if pieces > 0}


def without(guests: int, net: Mapping[int, int]) -> dict[int, int]:
    """Return members' results less what came from computer players, to the piece. `guests` is what those won.

    What computers lost is taken off the winners in proportion, what they won off the losers.
    """
    side = {seat: n for seat, n in net.items() if (n > 0) == (guests < 0) and n}
    whole = sum(side.values())
    reduced = dict(net)
    rest = -guests
    for index, (seat, n) in enumerate(side.items()):
        # the last one takes the rest: the sum must come out to the piece
        part = rest if index == len(side) - 1 else -guests * n // whole
        reduced[seat] = n - part
        rest -= part
    return reduced
