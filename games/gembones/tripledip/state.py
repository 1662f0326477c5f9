"""One game of Tripledip with gembones of one size, as a state that is fed rolls (TD).

`GameState` takes the rolls of one round after the other and returns the seats that roll next. It knows nothing of the
table, of chance or of money, so that three of them can run on one clock in Mordenkainen's Madness.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from games.engine.money import SIZES
from games.engine.scene import Line

ANNAM_LOSS, NO_POINT, DUBS, TRIPS, ANNAM = range(-1, 4)
"""The combinations of three gembones in the order of their rank (TD-13)."""

ALL = 3
"""The gembones of one player in one game, which is also what trips and automatic losses cost (TD-R4)."""


class Score(NamedTuple):
    """A combination. The greater tuple is the better one: rank, then point, then pair (TD-R1)."""

    rank: int
    point: int = 0
    pair: int = 0

    @property
    def price(self) -> int:
        """The gembones that each of the others pays for it."""
        return ALL if self.rank >= TRIPS else 1


def score_of(faces: Sequence[int], sides: int, annam: bool = False) -> Score:
    """Return the combination of three gembones with that many sides, in any order."""
    low, middle, high = sorted(faces)
    if low == high:
        return Score(TRIPS, low)
    if middle in (low, high):
        return Score(DUBS, low + high - middle, middle)
    if annam and (low, middle, high) == (sides - 2, sides - 1, sides):
        return Score(ANNAM)
    return Score(ANNAM_LOSS if annam and high == 3 else NO_POINT)


class GameState:
    """A game of `seats`, with gembones of one size; `over` without a `winner` means that it is void (TD-R5).

    `scores`: the combinations of locked seats. `lost`: seats that have lost automatically. `tied`: seats that reroll
    now for the game; `ties`: the same when that tie began. `reroll`: the best combination of the rerolls so far.
    `rolls_left`: the rolls that the last seat without a point has left, None while others roll (TD-21). `trips`: every
    trips rolled as round, negative number, seat, so that the least is the first for the Golden Pot (TD-R8).
    """

    __slots__ = (
        "annam", "lost", "over", "reroll", "rolls_left", "round_number", "scores", "seats", "sides", "size",
        "tied", "ties", "trips", "winner",
    )  # fmt: skip

    def __init__(self, size: str, seats: Sequence[int], annam: bool = False) -> None:
        self.size, self.sides, self.seats, self.annam = size, SIZES[size], list(seats), annam
        self.scores: dict[int, Score] = {}
        self.lost: list[int] = []
        self.tied: list[int] = []
        self.ties: list[int] = []
        self.reroll = Score(NO_POINT)
        self.rolls_left: int | None = None
        self.round_number = 0
        self.trips: list[tuple[int, int, int]] = []
        self.winner: int | None = None
        self.over = False

    # ---- rolling

    def rolling(self) -> list[int]:
        """Return the seats of the next round: those of a tie, else all that are not locked and have not lost."""
        if self.over:
            return []
        return self.tied or [seat for seat in self.seats if seat not in self.scores and seat not in self.lost]

    def roll(self, rolls: Mapping[int, Sequence[int] | None]) -> None:
        """Take the rolls of a round for all seats in `rolling`; None is the roll of a seat that cracked (TD-R2)."""
        self.round_number += 1
        combinations = {
            s: score_of(faces, self.sides, self.annam) for s, faces in rolls.items() if faces is not None
        }
        self.trips += [
            (self.round_number, -score.point, seat)
            for seat, score in combinations.items()
            if score.rank == TRIPS
        ]
        self.lost += [seat for seat in rolls if seat not in combinations]
        if self.tied:
            self._break_tie(combinations)
        else:
            self._lock(combinations)

    def _lock(self, combinations: Mapping[int, Score]) -> None:
        self.lost += [seat for seat, score in combinations.items() if score.rank == ANNAM_LOSS]
        self.scores |= {seat: score for seat, score in combinations.items() if score.rank > NO_POINT}
        at_once = [seat for seat, score in combinations.items() if score.rank == ANNAM]
        if at_once:
            self._award(at_once)
            return
        unlocked = self.rolling()
        if self.rolls_left is not None and unlocked:
            self.rolls_left -= 1
            if self.rolls_left == 0:
                self.lost += unlocked
        elif len(unlocked) == 1:
            # the count begins with the round after the last other seat locked or lost (TD-R2, TD-R13)
            self.rolls_left = self.sides
        self._settle()

    def _break_tie(self, combinations: Mapping[int, Score]) -> None:
        left = [seat for seat in self.tied if seat in combinations]
        stay = [seat for seat in left if combinations[seat].rank != ANNAM_LOSS]
        if stay:
            # only if a seat stays: when all of them roll 1, 2, 3 the tie goes on with everyone (TD-R3)
            self.lost += [seat for seat in left if seat not in stay]
            left = stay
        best = max((combinations[seat] for seat in left), default=Score(NO_POINT))
        if best.rank > NO_POINT:
            self.reroll = best
            left = [seat for seat in left if combinations[seat] == best]
        self.tied = left
        if len(left) == 1:
            self._win(left[0])
        elif not left:
            self._settle()

    # ---- ending

    def _settle(self) -> None:
        """End the game if one seat is left, or none, or if all are locked (TD-R5)."""
        standing = [seat for seat in self.seats if seat not in self.lost]
        if not standing:
            self.over = True
        elif len(standing) == 1:
            self._win(standing[0])
        elif not self.rolling():
            self._award(standing)

    def _award(self, among: Sequence[int]) -> None:
        """Give the game to the best combination, or let its holders reroll (TD-R7)."""
        best = max(self.scores[seat] for seat in among)
        holders = [seat for seat in among if self.scores[seat] == best]
        if len(holders) == 1:
            self._win(holders[0])
        else:
            self.tied, self.ties = holders, holders

    def _win(self, seat: int) -> None:
        self.winner, self.tied, self.over = seat, [], True

    def debts(self) -> dict[int, int]:
        """Return the gembones that each of the others owes the winner.

        Seats of a tie pay by the last combination of the reroll, outsiders by the first one, losers always all (TD-R4,
        TD-R7).
        """
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

    def first_trips(self, barred: Collection[int] = ()) -> list[int]:
        """Return the seats that take the Golden Pot: the first to roll trips, or the highest of that round (TD-R8).

        If the game was decided between them, its winner alone takes it. `barred`: seats that take no pot.
        """
        trips = [each for each in self.trips if each[2] not in barred]
        first = min(trips, default=(0, 0, 0))[:2]
        takers = [seat for round_number, number, seat in trips if (round_number, number) == first]
        return [self.winner] if self.winner in takers and self.ties else takers


def score_line(combination: Score) -> Line:
    """Return a combination in words."""
    if combination.rank == ANNAM:
        return Line("Annam's three")
    if combination.rank == TRIPS:
        return Line("trips {point}", {"point": combination.point})
    if combination.rank == DUBS:
        return Line("dubs {point} over a pair of {pair}s", combination._asdict())
    return Line("no point")


def point_line(combination: Score) -> Line:
    """Return a combination in few words, where its dice are seen: a pair is left out."""
    if combination.rank == DUBS:
        return Line("dubs {point}", {"point": combination.point})
    return score_line(combination)
