"""Playing for Shares: everybody pays one share, nobody bets, and the first places are paid (SHR)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine import Line, Prize, Result, Table, placement, prizes
from games.parlour.shared.game_frame import Frame, OnePlay
from games.parlour.shared.play import Play, PotsOnTable, Ranking
from games.parlour.shared.tie_breaks import broken

WORDS: Mapping[str, str] = {
    "no_share": "{seat:seat} has less than the share of {n} and sits out.",
    "prize": "{seat:seat} comes {place} and takes {n}.",
    "prize_tied": "{seats:seats} tie for {place} and take {n} each.",
    "place:1": "first",
    "place:2": "second",
    "place:3": "third",
    "result:no_shares": "Not played: fewer than two seats can pay the share.",
    "result:first": "{who:seat} comes first and takes {n} with {why:line}",
    "result:first_tied": "{who:seats} tie for first and take {n} each",
    "result:first_of_all": "{who:seat} comes first with {why:line}",
    "result:first_of_all_tied": "{who:seats} tie for first",
}


def payouts(places: Mapping[int, int], share: int, carried: int = 0) -> dict[int, int]:
    """What each seat is paid (SHR-04)."""
    return {seat: prize.each for prize in prizes(places, share, carried) for seat in prize.seats}


async def play_for_shares(table: Table, options: Any, share: int, one_play: OnePlay) -> Result:
    """Play a game for shares of so many pieces and settle it. `options` are the game's own."""
    return await _Sharing(table, options, share, one_play).run()


class _Sharing(Frame):
    """One game Played for Shares, from the share to the payoff."""

    def __init__(self, table: Table, options: Any, share: int, one_play: OnePlay) -> None:
        super().__init__(table, one_play)
        self.options, self.share = options, share

    async def run(self) -> Result:
        """The whole game."""
        table = self.table
        seated = self.take_seats(self.share, "no_share", n=self.share)
        if len(seated) < 2:
            return self.not_played("result:no_shares")
        table.tell("starts", seat=self.starter)
        self.clear(seated)
        play = Play(table, seated, self.starter, self.money, dead=self.dead)
        table.show(PotsOnTable(play))
        play.ante(seated, self.share)
        if self.dead:
            table.tell("carried", n=self.dead)
        standing = await self.one_play(play, self.options)
        table.phase("showdown")
        play.empty()
        places = placement(standing.strength)
        won = prizes(places, self.share, self.dead)
        for prize in won:
            self._pay(prize)
        if self.carried:
            table.tell("remains", n=self.carried)
        # a score, no money: a share of 0 counts as if it were 1 (SHR-R9)
        unit = max(self.share, 1)
        shares = {seat: n // unit for seat, n in payouts(places, unit, self.dead).items()}
        sat_out = dict.fromkeys(table.ring, Line(table.words["why:sat_out"]))
        why = {**sat_out, **standing.why}
        tie = broken(standing.strength, won[0].seats, standing.tie_break, table.words)
        return self.finish(
            self._headline(won[0], standing), places, why, brought={}, shares=shares, notes=tie
        )

    def _pay(self, prize: Prize) -> None:
        """Pay a prize; what rounding leaves over is carried (SHR-14)."""
        table, (place, seats, amount) = self.table, prize
        for seat in seats:
            self.money[seat] += prize.each
        self.leave_over(amount - prize.each * len(seats), seats)
        if not prize.each:
            return
        name = table.words[f"place:{place}"]
        if len(seats) == 1:
            table.tell("prize", seat=seats[0], place=name, n=amount)
        else:
            table.tell("prize_tied", seats=seats, place=name, n=prize.each)

    def _headline(self, first: Prize, standing: Ranking) -> Line:
        """Who comes first; a winner is named where nothing is paid too (SHR-16)."""
        words = self.table.words
        kind = "result:first" if first.each else "result:first_of_all"
        if len(first.seats) > 1:
            return Line(words[f"{kind}_tied"], {"who": first.seats, "n": first.each})
        [who] = first.seats
        return Line(words[kind], {"who": who, "n": first.each, "why": standing.headline(who)})
