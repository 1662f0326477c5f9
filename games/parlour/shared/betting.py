"""Betting Rounds (BET-07 to BET-35): checks, calls, raises, folds, all in.

When all but one have folded, `betting_round` raises `Won` and the game's coroutine ends there;
`games.parlour.shared.pot_game` catches it and pays out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from games.engine.prompts import Answer, Choose, Cost, Range
from games.engine.scene import Line
from games.engine.table import Table
from games.parlour.shared.play import Play
from games.parlour.shared.side_pots import Pot, unmatched
from games.parlour.shared.texts import POT_TEXTS

NO_COST: Final = Line("")
"""The text for the cost of staying in when that is free."""
PASSING: Final = ("checks", "calls", "bets", "raises")
"""The notes that are cleared after each Betting Round; *folded* and *all in* stay."""


class Won(Exception):
    """All others have folded: `seat` takes the pot at once (BET-19)."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


class BettingPlay(Play):
    """A play with Betting Rounds.

    `minimum_raise`: a raise is at least as large as the last one of the round (BET-R5).
    `current`: the Current Bet of the round. `raise_by`: the size of its last full raise. `purse`: the pieces that each
    seat may still bring to the table without Table Stakes; `brought`: those that it has brought in this game.
    """

    __slots__ = ("brought", "current", "gone", "minimum_raise", "purse", "raise_by")

    def __init__(
        self,
        table: Table,
        ring: Sequence[int],
        starter: int,
        money: dict[int, int],
        *,
        minimum_raise: bool,
        dead: int = 0,
        waiting: Sequence[Pot] = (),
        purse: dict[int, int] | None = None,
        brought: dict[int, int] | None = None,
    ) -> None:
        super().__init__(table, ring, starter, money, dead=dead, waiting=waiting)
        self.minimum_raise = minimum_raise
        self.purse = purse if purse is not None else {}
        self.brought = brought if brought is not None else {}
        self.gone = table.gone
        self.current = 0
        self.raise_by = 1

    async def betting_round(self) -> None:
        """Hold a Betting Round (BET-07 to BET-35). Raises `Won` when all but one have folded."""
        self.current, self.raise_by = 0, 1
        self.round += 1
        if not self._rivals_can_bet():
            return
        table, gone = self.table, self.gone
        table.phase("betting_of" if self.rounds > 1 else "betting", n=self.round, of=self.rounds)
        todo = self.order()
        # One loop instead of a coroutine for each turn: an answer has to resume every nested coroutine.
        while todo:
            for seat in todo:
                # skip a seat that is all in, or has no bet to meet and no rival who could bet
                if not self.money[seat] and self._purse_empty(seat):
                    continue
                if self.bets[seat] == self.current and not self._rival_above(seat, -1):
                    continue
                if seat in gone:
                    self._fold(seat)
                    continue
                answer = await table.ask(seat, self._prompt(seat), partial(self._prompt, seat))
                if answer == "bring":
                    answer = await self._bring_and_ask(seat)
                if self._act(seat, answer):
                    todo = self._after(seat)
                    break
            else:
                todo = []
        self._end_round()

    # ---- who acts

    def _rivals_can_bet(self) -> bool:
        """Tell whether two live seats have money; the round is skipped otherwise (BET-R8)."""
        able = 0
        for seat in self.live:
            if self.money[seat] or not self._purse_empty(seat):
                able += 1
        return able > 1

    def _purse_empty(self, seat: int) -> bool:
        """Tell whether a seat can't bring more money to the table; under Table Stakes no seat can (BET-R19)."""
        return not (self.purse and self.purse.get(seat))

    def _rival_above(self, seat: int, bet: int) -> bool:
        """Tell whether another live seat has money and could bring its bet above `bet` (BET-R24)."""
        money, bets, purse = self.money, self.bets, self.purse
        for other in self.live:
            reach = money[other] + purse.get(other, 0) if purse else money[other]
            if reach and other != seat and bets[other] + reach > bet:
                return True
        return False

    def _after(self, seat: int) -> list[int]:
        """Return the seats that must answer a raise: the other live ones, clockwise from the raiser (BET-17)."""
        live = self.live
        place = live.index(seat)
        return live[place + 1 :] + live[:place]

    # ---- one turn

    def _prompt(self, seat: int, more: bool = True) -> Choose:
        """Return the question to a seat at its turn (BET-10 to BET-16, BET-20, BET-R5 to BET-R7, BET-R24).

        `more`: it may still bring money from its purse, if it has one. A seat is all in only with an empty purse
        (BET-R19): as long as there is money in it, a call or a raise has to be a full one.
        """
        money, current = self.money[seat], self.current
        purse = self.purse.get(seat, 0) if self.purse else 0
        need = current - self.bets[seat]
        options: tuple[str, ...]
        confirm: tuple[str, ...] = ()
        default, staying = "fold", ""
        if need == 0:
            options, confirm = ("check", "fold"), ("fold",)
            if seat not in self.gone:
                default = "check"
        elif money >= need or (money and not purse):
            options, staying = ("call", "fold"), "cost" if need < money else "cost_all"
        else:
            options, staying = ("fold",), "cost_short" if purse and more else "cost_too_much"
        if purse and more:
            options = (*options, "bring")
        amount = None
        most = money - need
        least = self.raise_by if self.minimum_raise else 1
        if least > most and not purse:
            least = most
        if 0 < least <= most and self._rival_above(seat, current):
            half = (self.in_pots + need) // 2
            if half > most:
                half = most
            amount = Range(least, most, (least, half) if half > least else (least,))
        says: dict[str, Any] = {
            "bet": current,
            "mine": self.bets[seat],
            "money": money,
            "need": need if need < money else money,
            "pot": self.in_pots,
            "cost": NO_COST,
        }
        if staying:
            says["cost"] = Line(
                POT_TEXTS.words[staying], {"need": need, "money": money, "lacks": need - money}
            )
        return Choose("bet", options, default, amount, public=True, says=says, confirm=confirm)

    def _act(self, seat: int, answer: Answer) -> bool:
        """Carry out the answer of a seat; return whether it raised."""
        table = self.table
        if answer == "fold":
            self._fold(seat)
        elif answer == "check":
            table.report(seat, "checks")
        elif answer == "call":
            need = self.current - self.bets[seat]
            paid = need if need < self.money[seat] else self.money[seat]
            self._put(seat, paid)
            all_in = not self.money[seat] and self._purse_empty(seat)
            table.report(seat, "calls_all_in" if all_in else "calls", n=paid)
        else:
            first = self.current == 0
            self._put(seat, self.current - self.bets[seat] + answer)
            self.current = self.bets[seat]
            # an all-in below the minimum raise moves the bet but not the minimum (BET-R5)
            if answer > self.raise_by:
                self.raise_by = answer
            all_in = not self.money[seat] and self._purse_empty(seat)
            kind = "bets" if first else "raises"
            table.report(seat, f"{kind}_all_in" if all_in else kind, n=answer, total=self.current)
            return True
        return False

    async def _bring_and_ask(self, seat: int) -> Answer:
        """Let a seat bring money, and ask its turn again, until it decides (BET-R19).

        A seat that brings nothing after all is not offered to again in this turn, so that nobody holds up the table.
        """
        while True:
            prompt = partial(self._prompt, seat, await self._bring(seat))
            answer = await self.table.ask(seat, prompt(), prompt)
            if answer != "bring":
                return answer

    async def _bring(self, seat: int) -> bool:
        """Ask how much of its purse a seat brings, set aside with this very answer; return whether it did (BET-R19)."""
        prompt = Choose(
            "bring",
            ("cancel",),
            "cancel",
            Range(1, self.purse[seat], (min(25, self.purse[seat]),)),
            costs={"amount": Cost(seat={"piece": 1})},
        )
        answer = await self.table.ask(seat, prompt)
        if answer == "cancel":
            return False
        self.purse[seat] -= answer
        self.money[seat] += answer
        self.brought[seat] = self.brought.get(seat, 0) + answer
        self.table.tell("brings", seat=seat, n=answer)
        return True

    def _put(self, seat: int, amount: int) -> None:
        """Move money of a seat into its bet."""
        self.money[seat] -= amount
        self.bets[seat] += amount
        self.paid[seat] += amount
        self.in_pots += amount

    def _fold(self, seat: int) -> None:
        """Turn a seat's cards face down; none of its money comes back (BET-22 to BET-25). Raises `Won`."""
        self.live.remove(seat)
        self.table.seats.out.add(seat)
        for thing in self.belongings[seat]:
            thing.fold()
        self.table.report(seat, "folds")
        if len(self.live) == 1:
            raise Won(self.live[0])

    def _end_round(self) -> None:
        """Move bets into the pot, and return unmatched parts (BET-30, BET-35)."""
        self.table.take_notes(PASSING)
        self.gather_bets()
        seat, amount = unmatched(self.paid)
        if amount and seat in self.live:
            self.paid[seat] -= amount
            self.in_pots -= amount
            self.money[seat] += amount
            self.table.tell("returned", seat=seat, n=amount)
