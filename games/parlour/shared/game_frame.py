"""What is alike whatever a game is played for: who starts, who sits out, the result, and what is carried.

`games.parlour.shared.pot_game` plays for a pot with Betting Rounds on this frame,
`games.parlour.shared.played_for_shares` for shares.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any

from games.engine import POT, Line, Pay, Result, ResultRow, Table
from games.parlour.shared.play import Play, Ranking
from games.parlour.shared.tie_breaks import WORDS as TIE_WORDS

OnePlay = Callable[[Play, Any], Awaitable[Ranking]]
"""A game: it deals, bets, and says how the hands compare; it may be played again when a Split Rule says so."""

WORDS: Mapping[str, str] = {
    **TIE_WORDS,
    "starts": "{seat:seat} is the Starting Player.",
    "showdown": "Showdown.",
    "remains": "{n} cannot be divided and stay in the pot for the next game.",
    "phase:showdown": "Showdown",
    "result:carried": "{n} stay in the pot for the next game.",
    "result:next": "{seat:seat} starts the next game.",
    "why:folded": "folded",
    "why:sat_out": "sat out",
    "why:not_played": "not played",
}


def due(carry: Mapping[str, Any], seated: list[int]) -> dict[int, dict[str, int]]:
    """Who gets the carried pot if the table closes (BET-R20).

    Those who last tied and are still there, else all who are, one piece at a time, clockwise from that game's
    Starting Player.
    """
    pieces = (carry.get("pot") or {}).get("piece", 0)
    takers = [seat for seat in carry.get("tied", []) if seat in seated] or list(seated)
    if not takers or not pieces:
        return {}
    takers = clockwise(sorted(takers), carry.get("last_starter", 0))
    share, odd = divmod(pieces, len(takers))
    shares = {seat: share + (at < odd) for at, seat in enumerate(takers)}
    return {seat: {"piece": n} for seat, n in shares.items() if n}


def clockwise(ring: Sequence[int], seat: int) -> list[int]:
    """`ring` (ascending) from `seat`, or from the next seat clockwise that is in it."""
    at = bisect_left(ring, seat)
    return [*ring[at:], *ring[:at]]


def starting_player(table: Table) -> int:
    """Who starts (BET-03, BET-R18): set by the host, else the next after the last one, else drawn by chance."""
    carry = table.carry
    if "starter" in carry:
        return clockwise(table.ring, int(carry["starter"]))[0]
    if "last_starter" in carry:
        return clockwise(table.ring, int(carry["last_starter"]) + 1)[0]
    return table.chance.choice(table.ring)


class Frame:
    """One game from the ante to the payoff, but for how its pot is divided.

    `start`, `money`: pieces of each seat when the game began, and now. `dead`: money carried from earlier games.
    `carried`: what cannot be divided and is left for the next one; `tied`: the seats that it was left over from.
    """

    def __init__(self, table: Table, one_play: OnePlay) -> None:
        self.table, self.one_play = table, one_play
        self.start = {seat: table.stakes.get(seat, 0) for seat in table.ring}
        self.money = dict(self.start)
        self.dead: int = (table.carry.get("pot") or {}).get("piece", 0)
        self.carried = 0
        self.tied: set[int] = set()
        self.starter = starting_player(table)
        table.seats.money = self.money

    def take_seats(self, least: int, sits_out: str, **values: Any) -> list[int]:
        """Those who have at least so many pieces; of the others the event `sits_out` tells."""
        for seat in self.table.ring:
            if self.money[seat] < least:
                self.table.tell(sits_out, seat=seat, **values)
        return [seat for seat in self.table.ring if self.money[seat] >= least]

    def clear(self, ring: Collection[int]) -> None:
        """Clear the table for a play of those in `ring`."""
        table = self.table
        table.clear()
        for seat in table.ring:
            if seat not in ring:
                table.seats.out.add(seat)
                table.note(seat, "sits_out")

    def leave_over(self, amount: int, tied: Collection[int]) -> None:
        """What cannot be divided among `tied` is carried to the next game (TIE-10, SHR-14)."""
        self.carried += amount
        if amount:
            self.tied.update(tied)

    def not_played(self, why: str) -> Result:
        """Fewer than two can pay: nothing changes, and a carried pot stays (BET-R3, SHR-R4)."""
        words = self.table.words
        reason = Line(words["why:not_played"])
        rows = tuple(ResultRow(seat, None, {"piece": 0}, reason) for seat in self.table.ring)
        return Result(Line(words[why]), rows, carry=self.table.carry)

    def finish(
        self,
        headline: Line,
        places: Mapping[int, int],
        why: Mapping[int, Line],
        *,
        brought: Mapping[int, int],
        shares: Mapping[int, int],
        notes: Sequence[Line] = (),
    ) -> Result:
        """The result. `brought`: pieces that seats added meanwhile; `shares`: those won, by seat."""
        table, words = self.table, self.table.words
        rows = []
        pays = []
        for seat, start in self.start.items():
            change = self.money[seat] - start - brought.get(seat, 0)
            rows.append(
                ResultRow(seat, places.get(seat), {"piece": change}, why.get(seat), 0, shares.get(seat, 0))
            )
            if change < 0:
                pays.append(Pay(seat, POT, "piece", -change))
            elif change > 0:
                pays.append(Pay(POT, seat, "piece", change))
        rows.sort(key=lambda row: (row.place is None, row.place, -row.change["piece"]))
        carry: dict[str, Any] = {"last_starter": self.starter}
        notes = [*notes]
        if self.carried:
            carry |= {"pot": {"piece": self.carried}, "tied": sorted(self.tied)}
            notes.append(Line(words["result:carried"], {"n": self.carried}))
        following = clockwise(table.ring, self.starter + 1)[0]
        notes.append(Line(words["result:next"], {"seat": following}))
        return Result(headline, tuple(rows), tuple(pays), carry, notes=tuple(notes))
