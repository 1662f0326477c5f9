"""The frame of a game for pieces: the Starting Player, the seats that pay, the result, and the carry.

`games.parlour.shared.pot_game` plays for a pot with Betting Rounds in this frame,
`games.parlour.shared.played_for_shares` for shares.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from games.engine.result import POT, Pay, Result
from games.engine.scene import Line, ResultRow
from games.engine.table import Table

PUBLIC_CARRY = ("starter", "last_starter", "pot", "tied")
"""The parts of the carry that everyone can see."""


def due(carry: Mapping[str, Any], seated: list[int]) -> dict[int, dict[str, int]]:
    """Return each seat's share of the carried pot if the table closes (BET-R20).

    The seats of the last tie share it, or everyone if those have all left. Odd pieces go one to a seat, clockwise from
    that game's Starting Player.
    """
    pieces = (carry.get("pot") or {}).get("piece", 0)
    takers = [seat for seat in carry.get("tied", []) if seat in seated] or list(seated)
    if not takers or not pieces:
        return {}
    takers = clockwise(sorted(takers), carry.get("last_starter", 0))
    share, odd = divmod(pieces, len(takers))
    shares = {seat: share + (number < odd) for number, seat in enumerate(takers)}
    return {seat: {"piece": n} for seat, n in shares.items() if n}


def clockwise(ring: Sequence[int], seat: int) -> list[int]:
    """Rotate `ring`, which is ascending, to begin with `seat` or the next seat clockwise."""
    place = bisect_left(ring, seat)
    return [*ring[place:], *ring[:place]]


def starting_player(table: Table) -> int:
    """Return the Starting Player: the host's choice, the next after the last, or a random seat (BET-03, BET-R18)."""
    carry = table.carry
    if "starter" in carry:
        return clockwise(table.ring, int(carry["starter"]))[0]
    if "last_starter" in carry:
        return clockwise(table.ring, int(carry["last_starter"]) + 1)[0]
    return table.chance.choice(table.ring)


class GameFrame:
    """The money of one game from the ante to the payoff, and its result.

    `start`, `money`: each seat's pieces at the start, and now. `dead`: money carried over from earlier games.
    `carried`: money that can't be divided and stays for the next game; `tied`: the seats that would have divided it.
    """

    __slots__ = ("carried", "dead", "money", "start", "starter", "table", "tied")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.start = {seat: table.stakes.get(seat, 0) for seat in table.ring}
        self.money = dict(self.start)
        pot = table.carry.get("pot")
        self.dead: int = pot.get("piece", 0) if pot else 0
        self.carried = 0
        self.tied: set[int] = set()
        self.starter = starting_player(table)
        table.seats.money = self.money

    def take_seats(self, least: int, sits_out: str, **values: Any) -> list[int]:
        """Return the seats with at least `least` pieces; announce the others by the event `sits_out`."""
        ring, money = self.table.ring, self.money
        seated = [seat for seat in ring if money[seat] >= least]
        for seat in ring:
            if seat not in seated:
                self.table.tell(sits_out, seat=seat, **values)
        return seated

    def clear(self, ring: Collection[int]) -> None:
        """Clear the table for a play of the seats in `ring`."""
        table = self.table
        table.clear()
        for seat in table.ring:
            if seat not in ring:
                table.seats.out.add(seat)
                table.note(seat, "sits_out")

    def leave_over(self, amount: int, tied: Collection[int]) -> None:
        """Carry the pieces that can't be divided among `tied` to the next game (TIE-10, SHR-14)."""
        self.carried += amount
        if amount:
            self.tied.update(tied)

    def not_played(self, headline: str) -> Result:
        """Return the result when fewer than two can pay: nothing changes, a carried pot stays (BET-R3, SHR-R4)."""
        words = self.table.words
        reason = Line(words["why:not_played"])
        rows = tuple(ResultRow(seat, None, {"piece": 0}, reason) for seat in self.table.ring)
        return Result(Line(words[headline]), rows, carry=self.table.carry)

    def finish(
        self,
        headline: Line,
        places: Mapping[int, int],
        reasons: Mapping[int, Line],
        *,
        brought: Mapping[int, int],
        shares: Mapping[int, int],
        notes: Sequence[Line] = (),
    ) -> Result:
        """Return the result.

        `reasons`: the reason for every seat's place. `brought`: the pieces that seats added during the game, which are
        no winnings. `shares`: the shares won.
        """
        table, words, money = self.table, self.table.words, self.money
        change = {seat: money[seat] - start for seat, start in self.start.items()}
        for seat, pieces in brought.items():
            change[seat] -= pieces
        # seats without a place come last; equal places are sorted by gain
        last = len(change) + 1
        order = sorted([(places.get(seat, last), -n, seat) for seat, n in change.items()])
        rows = [
            ResultRow(
                seat,
                place if place < last else None,
                {"piece": change[seat]},
                reasons[seat],
                shares=shares.get(seat, 0) if shares else 0,
            )
            for place, _, seat in order
        ]
        pays = [
            Pay(seat, POT, "piece", -n) if n < 0 else Pay(POT, seat, "piece", n)
            for seat, n in change.items()
            if n
        ]
        carry: dict[str, Any] = {"last_starter": self.starter}
        notes = [*notes]
        if self.carried:
            carry |= {"pot": {"piece": self.carried}, "tied": sorted(self.tied)}
            notes.append(Line(words["result:carried"], {"n": self.carried}))
        following = clockwise(table.ring, self.starter + 1)[0]
        notes.append(Line(words["result:next"], {"seat": following}))
        return Result(headline, tuple(rows), tuple(pays), carry, notes=tuple(notes))
