"""One game of Tripledip with gembones of one size: who is locked, who has lost, who wins, who owes what (TD).

`Round` is fed the rolls of one round after the other and says who rolls next. It knows nothing of the table, of luck
or of money, so that three of them run on one clock in Mordenkainen's Madness.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.engine import Line
from games.engine.money import SIZES

ANNAM_LOSS, NO_POINT, DUBS, TRIPS, ANNAM = range(-1, 4)
"""What three gembones are, in their order of rank (TD-07 to TD-09, TD-13, TD-25, TD-28)."""

ALL = 3
"""The gembones of one player in one game; what trips and automatic losses cost (TD-01, TD-16, TD-22, TD-R4)."""


class Score(NamedTuple):
    """A combination; the greater one is the better (TD-13, TD-14, TD-R1)."""

    rank: int
    point: int = 0
    pair: int = 0

    @property
    def price(self) -> int:
        """How many gembones it costs each of the others (TD-15, TD-16, TD-27)."""
        return ALL if self.rank >= TRIPS else 1


def score(faces: Sequence[int], sides: int, annam: bool = False) -> Score:
    """What three gembones of so many sides show, in any order."""
    low, middle, high = sorted(faces)
    if low == high:
        return Score(TRIPS, low)
    if middle in (low, high):
        return Score(DUBS, low + high - middle, middle)
    if annam and (low, middle, high) == (sides - 2, sides - 1, sides):
        return Score(ANNAM)
    return Score(ANNAM_LOSS if annam and high == 3 else NO_POINT)


class Round:
    """See the module's text. `seats` play it; `over` without a `winner` is a void game (TD-R5)."""

    __slots__ = (
        "annam", "lost", "over", "reroll", "rerolls", "round", "scores", "seats", "sides", "size", "tied",
        "ties", "trips", "winner",
    )  # fmt: skip

    def __init__(self, size: str, seats: Sequence[int], annam: bool = False) -> None:
        self.size, self.sides, self.seats, self.annam = size, SIZES[size], list(seats), annam
        self.scores: dict[int, Score] = {}
        """Who is locked, and with what."""
        self.lost: list[int] = []
        """Who has lost automatically."""
        self.tied: list[int] = []
        """Who rerolls now for the game (TD-17)."""
        self.ties: list[int] = []
        """Who was in that tie when it began."""
        self.reroll = Score(NO_POINT)
        """The best combination of the rerolls so far."""
        self.rerolls: int | None = None
        """How many rolls the last one without a point has left (TD-21)."""
        self.round = 0
        self.trips: list[tuple[int, int, int]] = []
        """Every trips rolled: round, number negative, seat; the least is the first for the Golden Pot (TD-R8)."""
        self.winner: int | None = None
        self.over = False

    # ---- rolling

    def rolling(self) -> list[int]:
        """Who rolls in the next round (TD-10, TD-11, TD-17)."""
        if self.over:
            return []
        return self.tied or [seat for seat in self.seats if seat not in self.scores and seat not in self.lost]

    def roll(self, rolls: Mapping[int, Sequence[int] | None]) -> None:
        """A round: what each of `rolling` rolls at once, None for a player who cracked (TD-23, TD-R2)."""
        self.round += 1
        shown = {s: score(faces, self.sides, self.annam) for s, faces in rolls.items() if faces is not None}
        self.trips += [(self.round, -is_.point, seat) for seat, is_ in shown.items() if is_.rank == TRIPS]
        self.lost += [seat for seat in rolls if seat not in shown]
        if self.tied:
            self._reroll(shown)
        else:
            self._round(shown)

    def _round(self, shown: Mapping[int, Score]) -> None:
        self.lost += [seat for seat, is_ in shown.items() if is_.rank == ANNAM_LOSS]
        self.scores |= {seat: is_ for seat, is_ in shown.items() if is_.rank > NO_POINT}
        at_once = [seat for seat, is_ in shown.items() if is_.rank == ANNAM]
        if at_once:
            self._best(at_once)
            return
        unlocked = self.rolling()
        if self.rerolls is not None and unlocked:
            self.rerolls -= 1
            if self.rerolls == 0:
                self.lost += unlocked
        elif len(unlocked) == 1:
            # the count begins with the round after the last other seat locked or lost (TD-R2, TD-R13)
            self.rerolls = self.sides
        self._settle()

    def _reroll(self, shown: Mapping[int, Score]) -> None:
        left = [seat for seat in self.tied if seat in shown]
        stay = [seat for seat in left if shown[seat].rank != ANNAM_LOSS]
        if stay:
            # if all who are left roll 1, 2, 3, nobody drops out (TD-R3)
            self.lost += [seat for seat in left if seat not in stay]
            left = stay
        best = max((shown[seat] for seat in left), default=Score(NO_POINT))
        if best.rank > NO_POINT:
            self.reroll = best
            left = [seat for seat in left if shown[seat] == best]
        self.tied = left
        if len(left) == 1:
            self._win(left[0])
        elif not left:
            self._settle()

    # ---- ending

    def _settle(self) -> None:
        """The game ends if one is left, or nobody, or if everybody is locked (TD-12, TD-R5)."""
        standing = [seat for seat in self.seats if seat not in self.lost]
        if not standing:
            self.over = True
        elif len(standing) == 1:
            self._win(standing[0])
        elif not self.rolling():
            self._best(standing)

    def _best(self, among: Sequence[int]) -> None:
        """The best combination takes the game, or its holders reroll (TD-12 to TD-14, TD-17, TD-R7)."""
        best = max(self.scores[seat] for seat in among)
        holders = [seat for seat in among if self.scores[seat] == best]
        if len(holders) == 1:
            self._win(holders[0])
        else:
            self.tied, self.ties = holders, holders

    def _win(self, seat: int) -> None:
        self.winner, self.tied, self.over = seat, [], True

    def debts(self) -> dict[int, int]:
        """How many gembones each of the others owes the winner (TD-15, TD-16, TD-18, TD-19, TD-24, TD-R4, TD-R7)."""
        if self.winner is None:
            return {}
        won = self.scores.get(self.winner, Score(NO_POINT))
        owed = {}
        for seat in self.seats:
            if seat in self.lost:
                owed[seat] = ALL
            elif seat in self.ties and won.rank != ANNAM:
                owed[seat] = self.reroll.price
            else:
                owed[seat] = won.price
        return {seat: count for seat, count in owed.items() if seat != self.winner}

    def first_trips(self) -> list[int]:
        """Who takes the Golden Pot: first trips, the higher, the winner of the tie; else they share (TD-R8)."""
        first = min(self.trips, default=(0, 0, 0))[:2]
        takers = [seat for at, number, seat in self.trips if (at, number) == first]
        return [self.winner] if self.winner in takers and self.ties else takers


def named(combination: Score) -> Line:
    """A combination in words."""
    if combination.rank == ANNAM:
        return Line("Annam's three")
    if combination.rank == TRIPS:
        return Line("trips {point}", {"point": combination.point})
    if combination.rank == DUBS:
        return Line("dubs {point} over a pair of {pair}s", combination._asdict())
    return Line("no point")
