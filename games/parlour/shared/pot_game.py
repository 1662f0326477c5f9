"""Playing for a pot with Betting Rounds, from the ante to the payoff: pots, ties and Split Rules (TIE), replays.

`play_for_pot` is the way into every game with Betting Rounds. The game itself is `one_play`: it deals, bets, and says
how the hands compare; it may be played again when a Split Rule says so. A game Played for Shares is handed on to
`games.parlour.shared.played_for_shares`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from pydantic import Field

from games.engine import Choose, Line, Result, Table, placement
from games.parlour.shared.betting import WORDS as BETTING_WORDS
from games.parlour.shared.betting import BettingOptions, BettingPlay, Won
from games.parlour.shared.game_frame import WORDS as FRAME_WORDS
from games.parlour.shared.game_frame import Frame, OnePlay, clockwise, due
from games.parlour.shared.play import Play, PotsOnTable, Ranking
from games.parlour.shared.played_for_shares import WORDS as SHARES_WORDS
from games.parlour.shared.played_for_shares import play_for_shares
from games.parlour.shared.side_pots import Pot
from games.parlour.shared.tie_breaks import broken

__all__ = ["REPLAYS", "WORDS", "ParlourOptions", "SplitRule", "due", "play_for_pot"]

SplitRule = Literal["merchant", "king", "commoner"]

REPLAYS = 10
"""After so many replays of one game Merchant's Rule settles it, so that every match ends (TIE-R11)."""

WORDS: Mapping[str, str] = {
    **BETTING_WORDS,
    **FRAME_WORDS,
    **SHARES_WORDS,
    "split_rule": "If the best hands tie: how is the pot split?",
    "split_rule:merchant": "Merchant's Rule: divide, carry the rest",
    "split_rule:king": "King's Rule: the tied play again",
    "split_rule:commoner": "Commoner's Rule: all ante and play again",
    "split_rule_chosen": "Ties are split by {rule}'s Rule.",
    "open_stakes": "Play without Table Stakes: everybody may add money from the purse during the game?",
    "open_stakes:yes": "Agreed",
    "open_stakes:no": "No, table stakes",
    "open_stakes_agreed": "All agree: no Table Stakes in this game.",
    "open_stakes_refused": "Not all agree: Table Stakes hold.",
    "show": "Everybody folded to you. Show your cards?",
    "show:keep": "Keep them hidden",
    "show:show": "Show",
    "shows": "{seat:seat} shows {cards:items}.",
    "sits_out": "{seat:seat} has no money and sits out.",
    "wins_pot": "{seat:seat} takes {n}.",
    "splits_pot": "{seats:seats} tie and take {n} each.",
    "replay_king": "{seats:seats} tie. King's Rule: they alone play again for {n}.",
    "replay_commoner": "{seats:seats} tie. Commoner's Rule: everybody antes and plays again for {n}.",
    "result:not_played": "Not played: fewer than two seats have money.",
    "result:folds": "{who:seat} takes {n}; all others folded",
    "result:wins": "{who:seat} takes {n} with {why:line}",
    "result:splits": "{who:seats} share {n}",
    "why:last": "the last one in",
}


class ParlourOptions(BettingOptions):
    """Options of every game with a pot."""

    split_rule: Literal["merchant", "king", "commoner", "starting_player"] = Field(
        "merchant",
        title="Split rule",
        description="What happens when the best hands tie: Merchant's Rule divides the pot and carries the rest, "
        "King's Rule has the tied play again, Commoner's Rule everybody; or the Starting Player chooses.",
    )
    stakes: Literal["betting", "shares"] = Field(
        "betting",
        title="Played for",
        description="Bets in Betting Rounds; or shares: everybody pays one at the start, nobody bets or folds, and the "
        "first places are paid. No Split Rule then.",
    )
    share: int = Field(
        3,
        ge=0,
        le=24,
        title="Share",
        description="How many pieces a share is, where a game is played for shares. With 0 nothing is staked.",
    )


class _Decided(Struct, frozen=True, gc=False):
    """A pot, and those who are best among its claimants."""

    amount: int
    winners: tuple[int, ...]


async def play_for_pot(
    table: Table, options: ParlourOptions, one_play: OnePlay, *, hidden: bool = True
) -> Result:
    """Play a game for what the options say, the pot or shares, and settle it.

    `hidden`: hands are secret, so that a winner by folds is offered to show (BET-R13).
    """
    if options.stakes == "shares":
        return await play_for_shares(table, options, options.share, one_play)
    return await _Settler(table, options, one_play, hidden).run()


class _Settler(Frame):
    """One game, with its replays, from the ante to the payoff.

    `taken`: what each seat took from pots. `beaten`, `why`: place and hand of those who lost a showdown and do not
    play again; they keep them, behind all who do.
    """

    def __init__(self, table: Table, options: ParlourOptions, one_play: OnePlay, hidden: bool) -> None:
        super().__init__(table, one_play)
        self.options, self.hidden = options, hidden
        self.purse: dict[int, int] = {}
        self.brought: dict[int, int] = {}
        self.taken = dict.fromkeys(table.ring, 0)
        self.beaten: dict[int, int] = {}
        self.why: dict[int, Line] = {}

    async def run(self) -> Result:
        """The whole game."""
        table = self.table
        seated = self.take_seats(1, "sits_out")
        if len(seated) < 2:
            return self.not_played("result:not_played")
        table.tell("starts", seat=self.starter)
        play = self._lay_out(seated, self.dead, [])
        rule = await self._split_rule(seated)
        await self._open_stakes(seated)
        play.ante(seated)
        if self.dead:
            table.tell("carried", n=self.dead)
        replays = 0
        while True:
            try:
                standing = await self.one_play(play, self.options)
            except Won as won:
                return await self._won_by_folds(play, won.seat)
            table.phase("showdown")
            decided = _decide(play.pots(), standing)
            main = decided[0]
            if len(main.winners) == 1 or rule == "merchant" or replays == REPLAYS:
                play.empty()
                for pot in decided:
                    self._divide(pot)
                return self._by_showdown(play, standing, main.winners)
            replays += 1
            sides = self._pay_sides(rule, main, decided[1:])
            ring = self._ring_of_replay(rule, seated, main)
            self._remember(play, standing, ring)
            table.tell(f"replay_{rule}", seats=main.winners, n=main.amount)
            play = self._lay_out(ring, 0, [Pot(main.amount, frozenset(ring)), *sides])
            if rule == "commoner":
                play.ante([seat for seat in ring if self.money[seat] >= 1])

    # ---- before the cards

    async def _split_rule(self, seated: Sequence[int]) -> SplitRule:
        """The rule of this game; the Starting Player chooses where the table leaves it to them (TIE-07, TIE-R14)."""
        if self.options.split_rule != "starting_player":
            return self.options.split_rule
        chooser = clockwise(seated, self.starter)[0]
        prompt = Choose("split_rule", ("merchant", "king", "commoner"), "merchant", public=True)
        rule: SplitRule = await self.table.ask(chooser, prompt)
        self.table.tell("split_rule_chosen", rule=rule.capitalize())
        return rule

    async def _open_stakes(self, seated: Sequence[int]) -> None:
        """Table Stakes hold unless all seats agree to do without (BET-29, BET-R19)."""
        if self.options.table_stakes:
            return
        prompt = Choose("open_stakes", ("yes", "no"), "no", public=True)
        answers = await self.table.ask_each(dict.fromkeys(seated, prompt))
        if set(answers.values()) == {"yes"}:
            self.purse.update({seat: self.table.facts.get(seat, {}).get("purse", 0) for seat in seated})
            self.table.tell("open_stakes_agreed")
        else:
            self.table.tell("open_stakes_refused")

    def _lay_out(self, ring: Sequence[int], dead: int, waiting: Sequence[Pot]) -> BettingPlay:
        """A fresh play on a cleared table."""
        self.clear(ring)
        play = BettingPlay(
            self.table,
            self.options,
            ring,
            self.starter,
            self.money,
            dead=dead,
            waiting=waiting,
            purse=self.purse,
            brought=self.brought,
        )
        self.table.show(PotsOnTable(play))
        return play

    # ---- after the showdown

    def _pay_sides(self, rule: SplitRule, main: _Decided, sides: Iterable[_Decided]) -> list[Pot]:
        """Pay the side pots, but for those that wait with the main pot for the replay (TIE-R6, TIE-R7)."""
        waiting = []
        for pot in sides:
            if rule == "king" and len(pot.winners) > 1 and set(main.winners).issuperset(pot.winners):
                waiting.append(Pot(pot.amount, frozenset(pot.winners)))
            else:
                self._divide(pot)
        return waiting

    def _remember(self, play: Play, standing: Ranking, again: Sequence[int]) -> None:
        """Keep place and hand of those who have lost and do not play again."""
        self.beaten = {s: n for s, n in self._behind(_places(standing, play.live)).items() if s not in again}
        self.why = {s: line for s, line in ({**self.why, **standing.why}).items() if s in self.beaten}

    def _behind(self, places: dict[int, int]) -> dict[int, int]:
        """The places of a play, and behind them those who lost earlier and did not take part in it."""
        if not self.beaten:
            return places
        last = placement({seat: -place for seat, place in self.beaten.items()})
        return places | {seat: len(places) + place for seat, place in last.items()}

    def _ring_of_replay(self, rule: SplitRule, seated: Sequence[int], main: _Decided) -> list[int]:
        """Who plays again: the tied, or with Commoner's Rule all who began and can pay the ante (TIE-R10)."""
        tied = set(main.winners)
        if rule == "king":
            return [seat for seat in seated if seat in tied]
        return [
            seat for seat in seated if seat in tied or (self.money[seat] >= 1 and seat not in self.table.gone)
        ]

    def _divide(self, pot: _Decided) -> None:
        """Merchant's Rule: evenly, and what cannot be divided is carried (TIE-09, TIE-10)."""
        share, rest = divmod(pot.amount, len(pot.winners))
        for seat in pot.winners:
            self.money[seat] += share
            self.taken[seat] += share
        self.leave_over(rest, pot.winners)
        if len(pot.winners) == 1:
            self.table.tell("wins_pot", seat=pot.winners[0], n=share)
        else:
            self.table.tell("splits_pot", seats=pot.winners, n=share)
            if rest:
                self.table.tell("remains", n=rest)

    async def _won_by_folds(self, play: Play, winner: int) -> Result:
        """One is left: the pot is theirs, whatever the hands are (BET-19, TIE-R12)."""
        total = play.empty()
        self.money[winner] += total
        self.table.tell("wins_pot", seat=winner, n=total)
        hand = play.hands.get(winner)
        if self.hidden and hand is not None and winner not in self.table.gone:
            prompt = Choose("show", ("keep", "show"), "keep", clock="quick", public=True)
            if await self.table.ask(winner, prompt) == "show":
                hand.show()
                self.table.tell("shows", seat=winner, cards=tuple(hand.cards))
        words = self.table.words
        headline = Line(words["result:folds"], {"who": winner, "n": total})
        return self._finish(headline, {winner: 1}, {winner: Line(words["why:last"])})

    def _by_showdown(self, play: Play, standing: Ranking, winners: tuple[int, ...]) -> Result:
        """The end by showdown; `winners` have the main pot."""
        words = self.table.words
        if len(winners) == 1:
            [who] = winners
            values: dict[str, Any] = {"who": who, "n": self.taken[who], "why": standing.headline(who)}
            headline = Line(words["result:wins"], values)
        else:
            shared = sum(self.taken[seat] for seat in winners)
            headline = Line(words["result:splits"], {"who": winners, "n": shared})
        live = {seat: standing.strength[seat] for seat in play.live}
        tie = broken(live, winners, standing.tie_break, words)
        return self._finish(headline, _places(standing, play.live), standing.why, tie)

    def _finish(
        self, headline: Line, places: dict[int, int], why: Mapping[int, Line], notes: Sequence[Line] = ()
    ) -> Result:
        """The result, with those who lost before a replay behind those who played it."""
        words = self.table.words
        folded, sat_out = Line(words["why:folded"]), Line(words["why:sat_out"])
        others = {seat: folded if money else sat_out for seat, money in self.start.items()}
        why = {**others, **self.why, **why}
        return self.finish(headline, self._behind(places), why, brought=self.brought, shares={}, notes=notes)


def _places(standing: Ranking, live: Sequence[int]) -> dict[int, int]:
    """The place of each hand that was shown, counted from 1; equal hands have the same."""
    return placement({seat: standing.strength[seat] for seat in live})


def _decide(pots: Sequence[Pot], standing: Ranking) -> list[_Decided]:
    """Each pot to the best of those who may win it, the tie-break among just these (BET-R12, TIE-R5)."""
    decided = []
    for pot in pots:
        best = max(standing.strength[seat] for seat in pot.claimants)
        winners = tuple(sorted(seat for seat in pot.claimants if standing.strength[seat] == best))
        decided.append(_Decided(pot.amount, winners))
    return decided
