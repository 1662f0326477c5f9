"""Betting Rounds (BET-07 to BET-35): checks, calls, raises, folds, all in.

When all but one have folded, `betting_round` raises `Won` and the game's coroutine is left; what happens then, and all
of paying out, is the affair of `games.parlour.shared.pot_game`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from pydantic import Field

from games.engine import Choose, Cost, Options, Range, Table
from games.parlour.shared.play import WORDS as PLAY_WORDS
from games.parlour.shared.play import Play
from games.parlour.shared.side_pots import Pot, unmatched

WORDS: Mapping[str, str] = {
    **PLAY_WORDS,
    "checks": "{seat:seat} checks.",
    "calls": "{seat:seat} calls {n}.",
    "calls_all_in": "{seat:seat} calls {n} and is all in.",
    "bets": "{seat:seat} bets {n}.",
    "raises": "{seat:seat} raises by {n}.",
    "raises_all_in": "{seat:seat} raises by {n} and is all in.",
    "folds": "{seat:seat} folds.",
    "returned": "{n} that nobody matched go back to {seat:seat}.",
    "brings": "{seat:seat} brings {n} more to the table.",
    "phase:betting": "Betting",
    "note:checks": "checked",
    "note:calls": "called {n}",
    "note:calls_all_in": "all in for {n}",
    "note:bets": "bet {n}",
    "note:raises": "raised to {total}",
    "note:raises_all_in": "all in for {total}",
    "note:folds": "folded",
    "bet": "The bet is {bet}; staying in costs {need} of your {money}.",
    "bet@check": "Nobody has bet. You have {money} left.",
    "bet:check": "Check",
    "bet:call": "Call {need}",
    "bet:fold": "Fold",
    "bet:bring": "Bring more",
    "bet:amount": "Raise {n}",
    "bet:fold?": "You could check for nothing. Fold all the same?",
    "bring": "How much more do you bring to the table?",
    "bring:cancel": "Nothing",
    "bring:amount": "Bring {n}",
}


class BettingOptions(Options):
    """Options of every game with Betting Rounds."""

    minimum_raise: bool = Field(
        True,
        title="Minimum raise",
        description="A raise is at least as large as the last raise of the same round.",
    )
    table_stakes: bool = Field(
        True,
        title="Table stakes",
        description="Nobody adds money during a game. Off only if all seats agree when it begins.",
    )


class Won(Exception):
    """All others have folded: `seat` takes the pot at once (BET-19)."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


class BettingPlay(Play):
    """A play with Betting Rounds.

    `current`: the Current Bet of the round. `raise_by`: the size of its last full raise. `purse`: what each may still
    bring to the table where Table Stakes do not hold; `brought`: what each has brought in this game.
    """

    __slots__ = ("brought", "current", "options", "purse", "raise_by")

    def __init__(
        self,
        table: Table,
        options: BettingOptions,
        ring: Sequence[int],
        starter: int,
        money: dict[int, int],
        *,
        dead: int = 0,
        waiting: Sequence[Pot] = (),
        purse: dict[int, int] | None = None,
        brought: dict[int, int] | None = None,
    ) -> None:
        super().__init__(table, ring, starter, money, dead=dead, waiting=waiting)
        self.options = options
        self.purse = purse if purse is not None else {}
        self.brought = brought if brought is not None else {}
        self.current = 0
        self.raise_by = 1

    def reach(self, seat: int) -> int:
        """What a seat could still put in: its money, and without Table Stakes its purse too (BET-R19)."""
        return self.money[seat] + (self.purse.get(seat, 0) if self.purse else 0)

    async def betting_round(self) -> None:
        """A Betting Round (BET-07 to BET-35). Raises `Won` when all but one have folded.

        Skipped whole if fewer than two who are in have money (BET-R8).
        """
        self.current, self.raise_by = 0, 1
        self.bets = dict.fromkeys(self.ring, 0)
        able = self.money if not self.purse else {seat: self.reach(seat) for seat in self.live}
        if len([seat for seat in self.live if able[seat]]) < 2:
            return
        self.table.phase("betting")
        gone = self.table.gone
        todo = self.order()
        while todo:
            seat = todo.pop(0)
            if not self._asked(seat):
                continue
            if seat in gone:
                self._fold(seat)
            elif await self._turn(seat):
                todo = self._after(seat)
            if len(self.live) == 1:
                raise Won(self.live[0])
        self._end_round()

    def _asked(self, seat: int) -> bool:
        """Whether a seat has anything to decide: it has money, and there is somebody to decide against."""
        if not (self.money[seat] or self.reach(seat)):
            return False
        return self.bets[seat] < self.current or self._rival_above(seat, -1)

    def _rival_above(self, seat: int, bet: int) -> bool:
        """Whether another seat that is in has money and could bring its bet above `bet` (BET-R24)."""
        money, bets, purse = self.money, self.bets, self.purse
        for other in self.live:
            reach = money[other] + purse.get(other, 0) if purse else money[other]
            if reach and other != seat and bets[other] + reach > bet:
                return True
        return False

    def _after(self, seat: int) -> list[int]:
        """Who must answer a raise: all others who are in, clockwise from the raiser (BET-17)."""
        live = self.live
        at = live.index(seat)
        return live[at + 1 :] + live[:at]

    async def _turn(self, seat: int) -> bool:
        """One seat's turn to bet; gives whether it raised."""
        more = True
        while True:
            answer = await self.table.ask(seat, partial(self._prompt, seat, more))
            if answer != "bring":
                break
            more = await self._bring(seat)
        need = self.current - self.bets[seat]
        tell, note = self.table.tell, self.table.note
        if answer == "fold":
            self._fold(seat)
        elif answer == "check":
            tell("checks", seat=seat)
            note(seat, "checks")
        elif answer == "call":
            paid = min(need, self.money[seat])
            self._put(seat, paid)
            kind = "calls" if self.reach(seat) else "calls_all_in"
            tell(kind, seat=seat, n=paid)
            note(seat, kind, n=paid)
        else:
            first = self.current == 0
            self._put(seat, need + answer)
            self.current = self.bets[seat]
            # an all-in below the least raise moves the bet but not the measure (BET-R5)
            if answer > self.raise_by:
                self.raise_by = answer
            kind = "raises_all_in" if not self.reach(seat) else "bets" if first else "raises"
            tell(kind, seat=seat, n=answer)
            note(seat, kind, n=answer, total=self.current)
            return True
        return False

    def _prompt(self, seat: int, more: bool) -> Choose:
        """What a seat may do at its turn (BET-10 to BET-16, BET-20, BET-R5 to BET-R7, BET-R24).

        `more`: it may still bring more of its purse, if it has one. It is all in only with an empty purse (BET-R19):
        as long as there is money in it, a call or a raise has to be a full one.
        """
        money, mine = self.money[seat], self.bets[seat]
        purse = self.purse.get(seat, 0) if self.purse else 0
        need, pot = self.current - mine, self.total()
        options: tuple[str, ...]
        confirm: tuple[str, ...] = ()
        default = "fold"
        if need == 0:
            options, confirm = ("check", "fold"), ("fold",)
            if seat not in self.table.gone:
                default = "check"
        elif money >= need or (money and not purse):
            options = ("call", "fold")
        else:
            options = ("fold",)
        if purse and more:
            options = (*options, "bring")
        amount = None
        most = money - need
        least = self.raise_by if self.options.minimum_raise else 1
        if least > most and not purse:
            least = most
        if 0 < least <= most and self._rival_above(seat, self.current):
            half = (pot + need) // 2
            if half > most:
                half = most
            amount = Range(least, most, (least, half) if half > least else (least,))
        owed = need if need < money else money
        says = {"bet": self.current, "mine": mine, "money": money, "need": owed, "pot": pot}
        return Choose("bet", options, default, amount, public=True, says=says, confirm=confirm)

    async def _bring(self, seat: int) -> bool:
        """More of the purse comes to the table, set aside with this very answer (BET-R19).

        Gives whether it did; a seat that thinks better of it is not offered to again in this turn, so that nobody
        can hold up the table.
        """
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
        self.money[seat] -= amount
        self.bets[seat] += amount
        self.paid[seat] += amount
        self.lying += amount

    def _fold(self, seat: int) -> None:
        """Cards go face down, and nothing comes back (BET-22 to BET-25)."""
        self.live.remove(seat)
        self.table.seats.out.add(seat)
        for thing in self.belongings[seat]:
            thing.fold()
        self.table.tell("folds", seat=seat)
        self.table.note(seat, "folds")

    def _end_round(self) -> None:
        """Bets go into the pot, and what nobody matched goes back (BET-30, BET-35)."""
        self.bets = dict.fromkeys(self.ring, 0)
        seat, amount = unmatched(self.paid)
        if amount and seat in self.live:
            self.paid[seat] -= amount
            self.lying -= amount
            self.money[seat] += amount
            self.table.tell("returned", seat=seat, n=amount)
