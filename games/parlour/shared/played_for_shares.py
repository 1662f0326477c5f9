"""Playing for Shares: every seat pays one share, there are no bets, and the first places are paid (SHR)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.game import GameCoroutine
from games.engine.result import Prize, Result, placement, prizes
from games.engine.scene import Line
from games.engine.table import Table
from games.parlour.shared.game_frame import GameFrame
from games.parlour.shared.play import Play, PlayRules, Ranking
from games.parlour.shared.tie_breaks import broken

TIES_BELOW: Mapping[str, str] = {"result:tie_color": "tie_color", "result:tie_rank": "tie_rank"}
"""The events for a broken tie for a lower place, by the line for a tie for first place."""


def payouts(places: Mapping[int, int], share: int, carried: int = 0) -> dict[int, int]:
    """Return the pieces that each seat is paid (SHR-04)."""
    return {seat: prize.each for prize in prizes(places, share, carried) for seat in prize.seats}


def play_for_shares(table: Table, options: Any, share: int, rules: PlayRules) -> GameCoroutine:
    """Play a game for shares and settle it. `share`: pieces of one. `options`: the game's own."""
    return _SharesGame(table, options, share, rules).run()


class _SharesGame:
    """One game Played for Shares, from the share to the payoff."""

    __slots__ = ("frame", "options", "rules", "share", "table")

    def __init__(self, table: Table, options: Any, share: int, rules: PlayRules) -> None:
        self.table, self.options, self.share, self.rules = table, options, share, rules
        self.frame = GameFrame(table)

    async def run(self) -> Result:
        """Play the whole game."""
        table, frame, share = self.table, self.frame, self.share
        seated = frame.take_seats(share, "no_share", n=share)
        if len(seated) < 2:
            return frame.not_played("result:no_shares")
        table.tell("starts", seat=frame.starter)
        frame.clear(seated)
        play = Play(table, seated, frame.starter, frame.money, dead=frame.dead)
        table.show(play.pots_on_table)
        play.ante(seated, share)
        if frame.dead:
            table.tell("carried", n=frame.dead)
        ranking = await self.rules(play, self.options)
        table.phase("showdown")
        play.empty()
        places = placement(ranking.strength)
        won = prizes(places, share, frame.dead)
        for prize in won:
            self._pay(prize)
        if frame.carried:
            table.tell("remains", n=frame.carried)
        # a share of 0 is played for a score, not for money, and counts as 1 (SHR-R9)
        unit = max(share, 1)
        shares = {seat: n // unit for seat, n in payouts(places, unit, frame.dead).items()}
        sat_out = dict.fromkeys(table.ring, Line(table.words["why:sat_out"]))
        reasons = {**sat_out, **ranking.reasons}
        tie = broken(ranking.strength, won[0].seats, ranking.tie_break, table.words)
        for prize in won[1:]:
            if prize.each:
                self._tell_tie(ranking, places, prize)
        headline = self._headline(won[0], ranking)
        return frame.finish(headline, places, reasons, brought={}, shares=shares, notes=tie)

    def _pay(self, prize: Prize) -> None:
        """Pay a prize; the remainder after rounding is carried (SHR-14)."""
        table, (place, seats, amount) = self.table, prize
        for seat in seats:
            self.frame.money[seat] += prize.each
        self.frame.leave_over(amount - prize.each * len(seats), seats)
        if not prize.each:
            return
        name = table.words[f"place:{place}"]
        if len(seats) == 1:
            table.tell("prize", seat=seats[0], place=name, n=amount)
        else:
            table.tell("prize_tied", seats=seats, place=name, n=prize.each)

    def _tell_tie(self, ranking: Ranking, places: Mapping[int, int], prize: Prize) -> None:
        """Announce the tie-break for a lower prize."""
        behind = {seat: ranking.strength[seat] for seat, place in places.items() if place >= prize.place}
        for line in broken(behind, prize.seats, ranking.tie_break, {**TIES_BELOW}):
            self.table.tell(line.text, **line.values, place=self.table.words[f"place:{prize.place}"])

    def _headline(self, first: Prize, ranking: Ranking) -> Line:
        """Return the line that names the winner, even if nothing is paid (SHR-16)."""
        words = self.table.words
        kind = "result:first" if first.each else "result:first_of_all"
        if len(first.seats) > 1:
            return Line(words[f"{kind}_tied"], {"who": first.seats, "n": first.each})
        [winner] = first.seats
        return Line(words[kind], {"who": winner, "n": first.each, "why": ranking.headline(winner)})
