"""The trays of Rolled Gold, and the buy-ins that stay in them from game to game (RG-20, RG-R14).

`carry["buy_ins"]` are pairs of a seat and a size. A seat in the next game has that die in its tray at once: the driver
of the match gives that answer, and may find that the seat cannot pay it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine.money import SIZES, amount_text
from games.engine.result import HOUSE, Departure, Pay
from games.engine.scene import Line
from games.engine.table_objects import Open
from games.gembones.rolled_gold.odds import Outcome

BUY_INS = "buy_ins"
"""The key of the buy-ins in the carry."""


class Tray:
    """The dice of one player in one game: wager dice in their order, each with its bonus or none.

    `buy_in`: the smallest die of Step 1, the only one that may be taken back (RG-R6).
    """

    __slots__ = ("added", "bonuses", "buy_in", "dice", "taken_back", "zone")

    def __init__(self, seat: int) -> None:
        self.dice: list[str] = []
        self.bonuses: list[str] = []
        self.buy_in = ""
        self.added: list[str] = []
        self.taken_back = False
        self.zone = Open("tray", [], seat)

    def put(self, size: str) -> None:
        """Put in a wager die."""
        self.dice.append(size)
        self.bonuses.append("")
        self.update_zone()

    def add_bonus(self, bonus: str) -> None:
        """Add a bonus to the first g20 without one (RG-R8)."""
        place = next(n for n, die in enumerate(self.dice) if die == "g20" and not self.bonuses[n])
        self.bonuses[place] = bonus
        self.update_zone()

    def take_back(self) -> None:
        """Take out the buy-in."""
        place = self.dice.index(self.buy_in)
        del self.dice[place], self.bonuses[place]
        self.taken_back = True
        self.update_zone()

    def may_take_back(self) -> bool:
        """Return True if the buy-in may come out: once, after a larger die was added to the house's offer (RG-R6)."""
        larger = any(SIZES[die] > SIZES[self.buy_in] for die in self.added)
        return larger and not self.taken_back and not (self.bonuses[self.dice.index(self.buy_in)])

    def may_replace(self, most: int) -> bool:
        """Return True if a larger die may take the buy-in's place, in a tray that has no room for both (RG-13)."""
        bonus = not self.taken_back and self.bonuses[self.dice.index(self.buy_in)]
        return len(self.dice) >= most and not self.taken_back and not bonus

    def update_zone(self) -> None:
        """Show the sizes of the dice before the roll, each bonus next to its die."""
        pairs = zip(self.dice, self.bonuses, strict=True)
        self.zone.items = [item for pair in pairs for item in pair if item]


def totals_line(outcomes: Sequence[Outcome]) -> Line:
    """Return the total gain and loss of outcomes in words; what is none is left out."""
    won, lost = Counter[str](), Counter[str]()
    for each in outcomes:
        won.update(each.won)
        lost.update(each.lost)
    values = {"won": amount_text(won), "lost": amount_text(lost)}
    if +won and +lost:
        return Line("{won:gembones} won, {lost:gembones} lost", values)
    if +won:
        return Line("{won:gembones} won", values)
    return Line("{lost:gembones} lost" if +lost else "nothing won, nothing lost", values)


def payments(outcomes: Mapping[int, Sequence[Outcome]]) -> list[Pay]:
    """Return the payments. Winnings and losses are not netted, since only winnings score points (PTS-05)."""
    pays = []
    for seat, each in outcomes.items():
        won, lost = Counter[str](), Counter[str]()
        for one in each:
            won.update(one.won)
            lost.update(one.lost)
        pays += [Pay(HOUSE, seat, unit, n) for unit, n in sorted(won.items())]
        pays += [Pay(seat, HOUSE, unit, n) for unit, n in sorted(lost.items())]
    return pays


# ---- from game to game


def carried_buy_ins(carry: Mapping[str, Any]) -> dict[int, str]:
    """Return the buy-in of each seat that has one from the last game."""
    return dict(carry.get(BUY_INS, ()))


def remaining_buy_ins(
    trays: Mapping[int, Tray],
    outcomes: Mapping[int, Sequence[Outcome]],
    gone: Iterable[int],
    *,
    again: bool,
) -> dict[int, str]:
    """Return the buy-ins that stay after a game: those neither lost nor taken back, or with `again` all.

    `gone`: seats that have left, whose buy-ins do not stay.
    """
    buy_ins = {}
    for seat, tray in trays.items():
        lost = Counter[str]()
        for outcome in outcomes[seat]:
            lost.update(outcome.lost)
        if again or lost[tray.buy_in] < tray.dice.count(tray.buy_in):
            buy_ins[seat] = tray.buy_in
    return {seat: size for seat, size in buy_ins.items() if seat not in gone}


def carry_with(carry: Mapping[str, Any], buy_ins: Mapping[int, str]) -> dict[str, Any]:
    """Return the carry with these buy-ins, and without the key if there are none."""
    rest = {key: value for key, value in carry.items() if key != BUY_INS}
    return {**rest, BUY_INS: [list(pair) for pair in sorted(buy_ins.items())]} if buy_ins else rest


def departs(options: Any, carry: Mapping[str, Any], seat: int, staying: list[int]) -> Departure:
    """Let a seat leave between two games with its buy-in, since its number may be another player's next."""
    buy_ins = {other: size for other, size in carried_buy_ins(carry).items() if other != seat}
    return Departure(carry_with(carry, buy_ins))
