"""Playing for a pot with Betting Rounds, from the ante to the payoff: pots, ties and Split Rules (TIE), replays.

`play_for_pot` is the way into every game with Betting Rounds. The game itself is a `PlayRules`: it deals, bets, and
says how the hands compare; a Split Rule may have it played again. A game Played for Shares is handed on to
`games.parlour.shared.played_for_shares`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from games.engine.game import GameCoroutine
from games.engine.prompts import Choose
from games.engine.result import Result, placement
from games.engine.scene import Line
from games.engine.table import Table
from games.engine.table_objects import Open
from games.parlour.shared.betting import BettingPlay, Won
from games.parlour.shared.game_frame import GameFrame, clockwise
from games.parlour.shared.options import ParlourOptions, SplitRule
from games.parlour.shared.play import TIED, Play, PlayRules, Ranking
from games.parlour.shared.played_for_shares import play_for_shares
from games.parlour.shared.side_pots import Pot
from games.parlour.shared.tie_breaks import broken

REPLAYS = 10
"""After this many replays of a game Merchant's Rule settles it, so that every match ends (TIE-R11)."""


class _Decided(Struct, frozen=True, gc=False):
    """A pot, and the claimants with the best hand."""

    amount: int
    winners: tuple[int, ...]


def play_for_pot(
    table: Table, options: ParlourOptions, rules: PlayRules, *, ante: int, hidden: bool = True
) -> GameCoroutine:
    """Play a game for the pot or for shares, as the options say, and settle it.

    `ante`: pieces that each seat pays into the pot at the start. `hidden`: hands are secret, so that a winner by
    folds is asked to show (BET-R13).
    """
    # Return the coroutine instead of awaiting it: an answer has to resume every nested coroutine.
    if options.stakes == "shares":
        return play_for_shares(table, options, options.share, rules)
    return _PotGame(table, options, rules, ante, hidden).run()


class _PotGame:
    """One game, with its replays, from the ante to the payoff.

    `taken`: the pieces that each seat took from pots. `beaten`, `reasons`: the places and hands of the seats that lost
    a showdown and don't play again; they are ranked behind the seats that do. `tied`: the cards of the last tie.
    `purse`, `brought`: see `BettingPlay`.
    """

    __slots__ = (
        "ante",
        "beaten",
        "brought",
        "frame",
        "hidden",
        "money",
        "options",
        "purse",
        "reasons",
        "rules",
        "table",
        "taken",
        "tied",
    )

    def __init__(
        self, table: Table, options: ParlourOptions, rules: PlayRules, ante: int, hidden: bool
    ) -> None:
        self.table, self.options, self.rules = table, options, rules
        self.ante, self.hidden = ante, hidden
        self.frame = GameFrame(table)
        self.money = self.frame.money
        self.purse: dict[int, int] = {}
        self.brought: dict[int, int] = {}
        self.taken = dict.fromkeys(table.ring, 0)
        self.beaten: dict[int, int] = {}
        self.reasons: dict[int, Line] = {}
        self.tied: list[Open] = []

    async def run(self) -> Result:
        """Play the whole game."""
        table, frame, ante = self.table, self.frame, self.ante
        # a seat that can't pay an ante of 1 has nothing left, which has a line of its own
        broke = ante == 1
        seated = frame.take_seats(ante, "sits_out") if broke else frame.take_seats(ante, "lacks_ante", n=ante)
        if len(seated) < 2:
            return frame.not_played("result:not_played" if broke else "result:lacks_ante")
        table.tell("starts", seat=frame.starter)
        play = self._lay_out(seated, frame.dead, [])
        rule = await self._split_rule(seated)
        await self._open_stakes(seated)
        play.ante(seated, ante)
        if frame.dead:
            table.tell("carried", n=frame.dead)
        replays = 0
        while True:
            try:
                ranking = await self.rules(play, self.options)
            except Won as won:
                return await self._won_by_folds(play, won.seat)
            table.phase("showdown")
            for pile in self.tied:
                pile.fold()
            decided = _decide(play.pots(), ranking)
            main = decided[0]
            if len(main.winners) == 1 or rule == "merchant" or replays == REPLAYS:
                play.empty()
                for pot in decided:
                    self._divide(pot)
                return self._by_showdown(play, ranking, main.winners)
            replays += 1
            sides = self._pay_sides(rule, main, decided[1:])
            ring = self._ring_of_replay(rule, seated, main)
            self._remember(play, ranking, ring)
            self._show_tied(main, ranking)
            table.tell(f"replay_{rule}", seats=main.winners, n=main.amount)
            tied = {seat: play.hands[seat].cards for seat in main.winners if seat in play.hands}
            play = self._lay_out(ring, 0, [Pot(main.amount, frozenset(ring)), *sides])
            # the tied hands stay visible: players reveal them before they play again
            self.tied = [Open(TIED, cards, seat) for seat, cards in tied.items()]
            table.show(*self.tied)
            if rule == "commoner":
                play.ante([seat for seat in ring if self.money[seat] >= ante], ante)

    # ---- before the cards

    async def _split_rule(self, seated: Sequence[int]) -> SplitRule:
        """Return the Split Rule; the Starting Player chooses it where the table says so (TIE-07, TIE-R14)."""
        if self.options.split_rule != "starting_player":
            return self.options.split_rule
        chooser = clockwise(seated, self.frame.starter)[0]
        prompt = Choose("split_rule", ("merchant", "king", "commoner"), "merchant", public=True)
        rule: SplitRule = await self.table.ask(chooser, prompt)
        self.table.tell("split_rule_chosen", rule=rule.capitalize())
        return rule

    async def _open_stakes(self, seated: Sequence[int]) -> None:
        """Ask whether to play without Table Stakes, which needs the consent of all seats (BET-29, BET-R19)."""
        if self.options.table_stakes:
            return
        prompt = Choose("open_stakes", ("yes", "no"), "no", public=True, says={"consent": True})
        answers = await self.table.ask_each(dict.fromkeys(seated, prompt))
        if set(answers.values()) == {"yes"}:
            self.purse.update({seat: self.table.facts.get(seat, {}).get("purse", 0) for seat in seated})
            self.table.tell("open_stakes_agreed")
        else:
            self.table.tell("open_stakes_refused")

    def _lay_out(self, ring: Sequence[int], dead: int, waiting: Sequence[Pot]) -> BettingPlay:
        """Return a fresh play on a cleared table."""
        self.frame.clear(ring)
        play = BettingPlay(
            self.table,
            ring,
            self.frame.starter,
            self.money,
            minimum_raise=self.options.minimum_raise,
            dead=dead,
            waiting=waiting,
            purse=self.purse,
            brought=self.brought,
        )
        self.table.show(play.pots_on_table)
        return play

    # ---- after the showdown

    def _pay_sides(self, rule: SplitRule, main: _Decided, sides: Iterable[_Decided]) -> list[Pot]:
        """Pay the side pots, and return those that wait with the main pot for the replay (TIE-R6, TIE-R7)."""
        waiting = []
        for pot in sides:
            if rule == "king" and len(pot.winners) > 1 and set(main.winners).issuperset(pot.winners):
                waiting.append(Pot(pot.amount, frozenset(pot.winners)))
            else:
                self._divide(pot)
        return waiting

    def _show_tied(self, main: _Decided, ranking: Ranking) -> None:
        """Announce the hand of each tied seat."""
        for seat in main.winners:
            self.table.tell("tied_hand", seat=seat, why=ranking.reasons[seat])

    def _remember(self, play: Play, ranking: Ranking, again: Sequence[int]) -> None:
        """Store the place and hand of the seats that have lost and don't play again."""
        self.beaten = {s: n for s, n in self._behind(_places(ranking, play.live)).items() if s not in again}
        self.reasons = {
            s: line for s, line in ({**self.reasons, **ranking.reasons}).items() if s in self.beaten
        }

    def _behind(self, places: dict[int, int]) -> dict[int, int]:
        """Return the places of a play, followed by those of the seats that lost an earlier one."""
        if not self.beaten:
            return places
        last = placement({seat: -place for seat, place in self.beaten.items()})
        return places | {seat: len(places) + place for seat, place in last.items()}

    def _ring_of_replay(self, rule: SplitRule, seated: Sequence[int], main: _Decided) -> list[int]:
        """Return the seats that play again: the tied ones, or by Commoner's Rule all that can pay (TIE-R10)."""
        tied = set(main.winners)
        if rule == "king":
            return [seat for seat in seated if seat in tied]
        return [
            seat
            for seat in seated
            if seat in tied or (self.money[seat] >= self.ante and seat not in self.table.gone)
        ]

    def _divide(self, pot: _Decided) -> None:
        """Divide a pot by Merchant's Rule: evenly, the rest is carried (TIE-09, TIE-10)."""
        among = len(pot.winners)
        share, rest = divmod(pot.amount, among)
        for seat in pot.winners:
            self.money[seat] += share
            self.taken[seat] += share
        self.frame.leave_over(rest, pot.winners)
        if among == 1:
            self.table.tell("wins_pot", seat=pot.winners[0], n=share)
        else:
            self.table.tell("splits_pot", seats=pot.winners, n=share)
            if rest:
                self.table.tell("remains", n=rest)

    async def _won_by_folds(self, play: Play, winner: int) -> Result:
        """Give the pot to the last live seat, whatever its hand is (BET-19, TIE-R12)."""
        total = play.empty()
        self.money[winner] += total
        self.table.tell("wins_pot", seat=winner, n=total)
        hand = play.hands.get(winner)
        if self.hidden and hand is not None and winner not in self.table.gone:
            prompt = Choose("show", ("keep", "show"), "keep", clock="quick", public=True, harmless=True)
            if await self.table.ask(winner, prompt) == "show":
                hand.show()
                self.table.tell("shows", seat=winner, cards=tuple(hand.cards))
        words = self.table.words
        headline = Line(words["result:folds"], {"who": winner, "n": total})
        return self._finish(headline, {winner: 1}, {winner: Line(words["why:last"])})

    def _by_showdown(self, play: Play, ranking: Ranking, winners: tuple[int, ...]) -> Result:
        """Return the result of a showdown; `winners` have the main pot."""
        words = self.table.words
        if len(winners) == 1:
            [winner] = winners
            values: dict[str, Any] = {"who": winner, "n": self.taken[winner], "why": ranking.headline(winner)}
            headline = Line(words["result:wins"], values)
        else:
            shared = sum(self.taken[seat] for seat in winners)
            headline = Line(words["result:splits"], {"who": winners, "n": shared})
        live = {seat: ranking.strength[seat] for seat in play.live}
        tie = broken(live, winners, ranking.tie_break, words)
        return self._finish(headline, _places(ranking, play.live), ranking.reasons, tie)

    def _finish(
        self, headline: Line, places: dict[int, int], reasons: Mapping[int, Line], notes: Sequence[Line] = ()
    ) -> Result:
        """Return the result, with the seats that lost before a replay behind those that played it."""
        words = self.table.words
        folded, sat_out = Line(words["why:folded"]), Line(words["why:sat_out"])
        others = {
            seat: folded if pieces >= self.ante else sat_out for seat, pieces in self.frame.start.items()
        }
        reasons = {**others, **self.reasons, **reasons}
        return self.frame.finish(
            headline, self._behind(places), reasons, brought=self.brought, shares={}, notes=notes
        )


def _places(ranking: Ranking, live: Sequence[int]) -> dict[int, int]:
    """Return the place of each shown hand, counted from 1; equal hands share a place."""
    return placement({seat: ranking.strength[seat] for seat in live})


def _decide(pots: Sequence[Pot], ranking: Ranking) -> list[_Decided]:
    """Give each pot to its best claimants; the tie-break counts among just these (BET-R12, TIE-R5)."""
    strength, decided = ranking.strength, []
    for pot in pots:
        best = max([strength[seat] for seat in pot.claimants])
        winners = sorted([seat for seat in pot.claimants if strength[seat] == best])
        decided.append(_Decided(pot.amount, tuple(winners)))
    return decided
