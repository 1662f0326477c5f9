"""Makes the outcomes of a match from its result, for leaderboards and profiles; `db.outcomes` keeps them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from bot.tables.state import Seat
from db.outcomes import SeatOutcome
from games.engine import money as gems
from games.engine.game import Game, Options
from games.engine.result import HOUSE, SCORES, Result


def outcomes(
    result: Result, seats: Mapping[int, Seat], base: str, game: Game, options: Options, *, free: bool
) -> list[SeatOutcome]:
    """Return the outcome of a match for each member: exactly what it paid (GEM-R7).

    A seat that played for points won and lost nothing, and counts on no board.
    `base` is the base of the table's gembones. A `free` match pays at most points, and those only if it was played for
    points. Results against computer players stay off the members' boards. Negative points take nothing away (PTS-05).
    Leading in points and being crowned need two members.
    """
    for_points = game.money_kind(options) == "points"
    pays_scores = for_points or not free
    rows = [row for row in result.rows if row.seat in seats]
    members = {row.seat: seats[row.seat].member for row in rows}
    contest = sum(member is not None for member in members.values()) > 1
    among, house = (None, None) if free or for_points else _money(result, seats, contest)
    rate = gems.BASES[base]
    most = max((row.points for row in rows), default=0) if pays_scores else 0
    shares = pays_scores and any(row.shares for row in rows)
    night = game.crowned and contest and not free
    counted = []
    for row in rows:
        member = members[row.seat]
        if member is None:
            continue
        players = among[row.seat] * rate if among is not None else None
        against_house = house[row.seat] * rate if house is not None else None
        if not free and not for_points and not seats[row.seat].pays:
            counted.append(SeatOutcome(member, row.place, None, None, base=base, ranked=False))
            continue
        ahead = (players or 0) + (against_house or 0) > 0
        counted.append(
            SeatOutcome(
                member,
                row.place,
                players,
                against_house,
                max(row.points, 0) if most > 0 else None,
                row.shares if shares else None,
                int(row.place == 1) if night else None,
                won=ahead or (contest and row.points == most > 0),
                base=base,
                ranked=result.ranked
                and options.ranked
                and (among is not None or house is not None or most > 0 or shares),
            )
        )
    return counted


def _money(
    result: Result, seats: Mapping[int, Seat], contest: bool
) -> tuple[Mapping[int, int] | None, Mapping[int, int] | None]:
    """Return each seat's pieces against members and against the house; None if nothing could be won."""
    house: Counter[int] = Counter()
    total: Counter[int] = Counter()
    pays = [pay for pay in result.pays if pay.unit not in SCORES]
    for pay in pays:
        worth = gems.worth({pay.unit: pay.amount})
        for party, sign in ((pay.giver, -1), (pay.taker, 1)):
            total[party] += sign * worth
        if HOUSE in (pay.giver, pay.taker):
            party = pay.taker if pay.giver == HOUSE else pay.giver
            house[party] += worth if pay.giver == HOUSE else -worth
    only_house = bool(pays) and all(HOUSE in (pay.giver, pay.taker) for pay in pays)
    if not contest or only_house:
        return None, house or None
    # players and the house have separate boards, so each result is split in two
    net = {row.seat: total[row.seat] - house[row.seat] for row in result.rows if row.seat in seats}
    guests = sum(n for seat, n in net.items() if seats[seat].computer)
    return without(guests, {seat: n for seat, n in net.items() if not seats[seat].computer}), house or None


def winners(result: Result) -> set[int]:
    """Return the winners: first places, or the seats that gained gembones if there are no places."""
    first = {row.seat for row in result.rows if row.place == 1}
    if any(row.place is not None for row in result.rows):
        return first
    change = {
        row.seat: gems.worth({unit: n for unit, n in row.change.items() if unit not in SCORES})
        for row in result.rows
    }
    return {seat for seat, pieces in change.items() if pieces > 0}


def without(guests: int, net: Mapping[int, int]) -> dict[int, int]:
    """Return members' results without the part that came from computer players, whose result is `guests`.

    Computer players' losses reduce the winners' gains in proportion, their gains reduce the losers' losses.
    """
    side = {seat: n for seat, n in net.items() if (n > 0) == (guests < 0) and n}
    whole = sum(side.values())
    reduced = dict(net)
    rest = -guests
    for index, (seat, n) in enumerate(side.items()):
        # rounding: the last one takes the rest, so that the sum is exact to the piece
        part = rest if index == len(side) - 1 else -guests * n // whole
        reduced[seat] = n - part
        rest -= part
    return reduced
