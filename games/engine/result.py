"""The result of a match: payments, places with their reasons, and the carry for the table's next match."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from games.engine.errors import RulesBug
from games.engine.money import worth
from games.engine.prompts import NOTHING
from games.engine.scene import Line, ResultRow

POT: Final = -3
"""The account of the table, carried from match to match."""
HOUSE: Final = -4
"""The bank of the server."""
MINT: Final = -5
"""The account that scores come from. Scores are no money, so it never runs out."""
PIECE: Final = "piece"
"""The unit of chips at parlour tables; the units of gembones are `g4`, `g6` and so on."""
SCORES: Final = frozenset({"tickets"})
"""Units that the mint alone gives, and nobody else."""

PRIZES: Mapping[int, tuple[int, int]] = {2: (0, 0), 3: (1, 0), 4: (1, 0), 5: (2, 0), 6: (2, 1)}
"""Shares for the second and the third place by number of players, 6 standing for more too; the first place gets all
the rest of the pot (SHR-05 to SHR-09)."""

Strength = TypeVar("Strength", int, tuple[Any, ...])


class Pay(NamedTuple):
    """`amount` of `unit` (`piece`, a gembone such as `g6`, or one of `SCORES`) goes from `giver` to `taker`.

    Both are a seat, `POT` or `HOUSE`; scores go from `MINT` to a seat. `if_able`: a debt beyond what was set aside;
    the giver pays from the purse as far as that goes, and the rest is written off (GEM-R5).
    """

    giver: int
    taker: int
    unit: str
    amount: int
    if_able: bool = False


class Result(NamedTuple):
    """The end of a match. `rows` are in the order in which they are told, the winner first."""

    headline: Line
    rows: tuple[ResultRow, ...]
    pays: tuple[Pay, ...] = ()
    carry: Mapping[str, Any] = NOTHING
    """JSON for the table's next match. `carry["pot"]` (unit to amount) is the money in the table's account;
    `carry["held"]` are the seats that must be in that match's ring in any case (BB-18)."""
    facts: Mapping[int, Mapping[str, Any]] = NOTHING  # type: ignore[assignment]
    """Changed facts of each seat, such as uses spent."""
    notes: tuple[Line, ...] = ()
    ranked: bool = True
    """False: stays out of every leaderboard (BB-R9, SPOT-R1)."""
    barred: Mapping[int, int] = NOTHING  # type: ignore[assignment]
    """Seats that have left, to the seconds for which their members may not sit down at this table (BB-R6)."""
    lifts: bool = False
    """True: every bar at this table ends now, those of `barred` too."""
    tips: tuple[int, ...] = ()
    """Seats to which the house gives a g4 of its own, if it can, once a member and day (TM-R12)."""


class Departure(NamedTuple):
    """The consequences of leaving between two matches: see `Game.departs` and the same fields of `Result`."""

    carry: Mapping[str, Any]
    pays: tuple[Pay, ...] = ()
    barred: Mapping[int, int] = NOTHING  # type: ignore[assignment]
    lifts: bool = False


def changes(pays: Sequence[Pay]) -> dict[int, dict[str, int]]:
    """Return the change that `pays` mean for each party: unit to amount, losses negative. Debts count in full."""
    total: dict[int, Counter[str]] = {}
    for pay in pays:
        total.setdefault(pay.giver, Counter())[pay.unit] -= pay.amount
        total.setdefault(pay.taker, Counter())[pay.unit] += pay.amount
    return {party: {u: n for u, n in units.items() if n} for party, units in total.items()}


def check(
    result: Result,
    parties: Collection[int],
    stakes: Mapping[int, int],
    risked: Mapping[int, Mapping[str, int]],
    carried: Mapping[str, Any],
) -> None:
    """Raise `RulesBug` unless the money of a result can be paid from what was set aside, to the piece.

    `parties`: the seats that may pay and be paid, beside the pot, the house and the mint. `risked`: amounts set aside
    with answers, by party and unit. `carried`: the carry that the match began with.
    """
    pot: defaultdict[str, int] = defaultdict(int, carried.get("pot") or NOTHING)
    spent: defaultdict[tuple[int, str], int] = defaultdict(int)
    for pay in result.pays:
        giver, taker, unit, amount, if_able = pay
        if amount <= 0 or giver == taker:
            raise RulesBug("a payment that cannot be", pay, "a positive amount between two parties")
        for party in (giver, taker):
            if party < MINT or (party > POT and party not in parties):
                raise RulesBug("a payment that cannot be", pay, [*parties, POT, HOUSE, MINT])
        if if_able and giver < 0:
            raise RulesBug("only a seat may owe", pay, parties)
        if (giver == MINT) != (unit in SCORES) or taker == MINT:
            raise RulesBug("scores, and nothing else, go from the mint to seats", pay, sorted(SCORES))
        if if_able:
            continue
        if taker == POT:
            pot[unit] += amount
        if giver == POT:
            pot[unit] -= amount
        elif giver != MINT:
            spent[giver, unit] += amount
    for (party, unit), amount in spent.items():
        held = risked[party].get(unit, 0) if party in risked else 0
        if unit == PIECE and party in stakes:
            held += stakes[party]
        if amount > held:
            raise RulesBug(f"{party} pays {amount} {unit} and has set aside {held}", amount, f"up to {held}")
    left = {unit: amount for unit, amount in pot.items() if amount}
    carry = {unit: amount for unit, amount in (result.carry.get("pot") or NOTHING).items() if amount}
    # the house changes the gembones of a pot for nothing, so its worth must agree, and not its gembones (GEM-R3)
    if left != carry and worth(left) != worth(carry):
        raise RulesBug(f"the pot holds {left}, the result carries {carry}", carry, left)


def placement(strength: Mapping[int, Strength]) -> dict[int, int]:
    """Return the place of each seat, counted from 1; two firsts are followed by a third (SHR-R2)."""
    order = sorted(strength.values(), reverse=True)
    return {seat: 1 + order.index(mine) for seat, mine in strength.items()}


class Prize(NamedTuple):
    """The prize of a place, and the seats that divide it; most often it is one seat."""

    place: int
    seats: tuple[int, ...]
    amount: int

    @property
    def each(self) -> int:
        """The part of each seat, rounded down."""
        return self.amount // len(self.seats)


def prizes(places: Mapping[int, int], share: int, carried: int = 0) -> list[Prize]:
    """Return the prize of each place that is taken, the first one first; together they are the pot.

    The first place gets the rest of the pot, carried money with it (SHR-05 to SHR-09, SHR-15, SHR-R3). Seats that tie
    for a place have the prizes of all places that they fill: three that tie for first have the whole pot, and after a
    tie for second there is no third prize (SHR-10 to SHR-13, SHR-R2).
    """
    players = len(places)
    second, third = (share * n for n in PRIZES[min(players, 6)])
    single = [share * players + carried - second - third, second, third, *[0] * players]
    won = []
    for place in sorted(set(places.values())):
        tied = tuple(seat for seat, taken in places.items() if taken == place)
        won.append(Prize(place, tied, sum(single[place - 1 : place - 1 + len(tied)])))
    return won
