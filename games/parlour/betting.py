"""One play of a gambling game: who is in, their money, bets and pots (BET).

A game's coroutine gets a `Play`, deals from it, calls `betting_round` where its rulebook says so and gives a
`Standing` at the end. When all but one have folded, `betting_round` raises `Won` and the coroutine is left; what
happens then, and all of paying out, is the affair of `games.parlour.settle`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from pydantic import Field

from games.engine import Choose, Cost, Hand, Line, Open, Options, Pots, Range, Table
from games.parlour.deck import rogues_and_warriors_deck
from games.parlour.pots import Pot, layers, settle_empty, unmatched

WORDS: Mapping[str, str] = {
    "ante": "Everybody antes {n}.",
    "carried": "{n} from earlier games lie in the pot.",
    "dealt": "Your cards: {cards:items}.",
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
    "note:sits_out": "sits out",
    "bet": "The bet is {bet}; you have {mine} in it and {money} left.",
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


class Standing(NamedTuple):
    """How the hands compare at the showdown: the greater tuple is better, equal ones tie; and why."""

    strength: Mapping[int, tuple[int, ...]]
    why: Mapping[int, Line]


class Play:
    """See the module's text. Replays of one game under a Split Rule are further plays.

    `ring`: the seats dealt in, clockwise. `live`: those that have not folded. `money`: pieces left to each.
    `waiting`: pots of an earlier play that this one decides. `dead`: money carried from earlier games.
    `hands`: the secret cards of each. `belongings`: all that a seat has on the table and loses by a fold.
    """

    __slots__ = (
        "belongings",
        "bets",
        "brought",
        "current",
        "dead",
        "hands",
        "live",
        "money",
        "options",
        "paid",
        "purse",
        "raise_by",
        "ring",
        "starter",
        "table",
        "waiting",
    )

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
        self.table, self.options = table, options
        self.ring = list(ring)
        self.live = list(ring)
        at = next((i for i, seat in enumerate(self.ring) if seat >= starter), 0)
        self.starter = self.ring[at]
        self.money, self.dead, self.waiting = money, dead, list(waiting)
        self.purse = purse if purse is not None else {}
        self.brought = brought if brought is not None else {}
        self.bets = dict.fromkeys(self.ring, 0)
        self.paid = dict.fromkeys(self.ring, 0)
        self.hands: dict[int, Hand] = {}
        self.belongings: dict[int, list[Hand | Open]] = {seat: [] for seat in self.ring}
        self.current = 0
        self.raise_by = 1

    # ---- money

    def ante(self, seats: Iterable[int], amount: int = 1) -> None:
        """Each of `seats` pays the ante into the pot (BET-01)."""
        for seat in seats:
            self.money[seat] -= amount
            self.paid[seat] += amount
        self.table.tell("ante", n=amount)

    def pots(self) -> list[Pot]:
        """All pots as they stand, the main pot first, waiting ones below new ones."""
        return settle_empty([*self.waiting, *layers(self.paid, self.live, self.dead)], self.live)

    def total(self) -> int:
        """All money in all pots, bets of the round included."""
        return self.dead + sum(pot.amount for pot in self.waiting) + sum(self.paid.values())

    def empty(self) -> int:
        """Take everything out of the pots; gives how much it was."""
        total = self.total()
        self.dead = 0
        self.waiting.clear()
        self.bets = dict.fromkeys(self.ring, 0)
        self.paid = dict.fromkeys(self.ring, 0)
        return total

    def reach(self, seat: int) -> int:
        """What a seat could still put in: its money, and without Table Stakes its purse too (BET-R19)."""
        return self.money[seat] + (self.purse.get(seat, 0) if self.purse else 0)

    # ---- cards

    def order(self) -> list[int]:
        """Those who are in, clockwise from the Starting Player or the next seat that is in (BET-R9)."""
        at = next((i for i, seat in enumerate(self.live) if seat >= self.starter), 0)
        return self.live[at:] + self.live[:at]

    def deal(self, count: int, *, dragons: bool = False) -> list[str]:
        """Deal `count` cards to each from a fresh deck, a seat's whole hand at a time (DECK-R6); gives the deck."""
        deck = rogues_and_warriors_deck(dragons=dragons)
        draw = self.table.chance.draw
        for seat in self.order():
            hand = Hand(seat, [draw(deck) for _ in range(count)])
            self.hands[seat] = hand
            self.lay(seat, hand)
            self.table.tell("dealt", (seat,), cards=tuple(hand.cards))
        return deck

    def lay(self, seat: int, thing: Hand | Open) -> None:
        """Lay cards or dice of a seat on the table; they leave it if the seat folds (BET-22)."""
        self.belongings[seat].append(thing)
        self.table.show(thing)

    # ---- betting

    async def betting_round(self) -> None:
        """A Betting Round (BET-07 to BET-35). Raises `Won` when all but one have folded.

        Skipped whole if fewer than two who are in have money (BET-R8).
        """
        self.current, self.raise_by = 0, 1
        self.bets = dict.fromkeys(self.ring, 0)
        if len([seat for seat in self.live if self.reach(seat)]) < 2:
            return
        self.table.phase("betting")
        todo = self.order()
        while todo:
            seat = todo.pop(0)
            if not self._asked(seat):
                continue
            if seat in self.table.gone:
                self._fold(seat)
            elif await self._turn(seat):
                todo = self._after(seat)
            if len(self.live) == 1:
                raise Won(self.live[0])
        self._end_round()

    def _asked(self, seat: int) -> bool:
        """Whether a seat has anything to decide: it has money, and there is somebody to decide against."""
        if not self.reach(seat):
            return False
        return self.bets[seat] < self.current or self._rival_above(seat, -1)

    def _rival_above(self, seat: int, bet: int) -> bool:
        """Whether another seat that is in has money and could bring its bet above `bet` (BET-R24)."""
        for other in self.live:
            reach = self.reach(other)
            if reach and other != seat and self.bets[other] + reach > bet:
                return True
        return False

    def _after(self, seat: int) -> list[int]:
        """Who must answer a raise: all others who are in, clockwise from the raiser (BET-17)."""
        at = self.live.index(seat)
        return self.live[at + 1 :] + self.live[:at]

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
            self.raise_by = max(self.raise_by, answer)
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
        money, mine, purse = self.money[seat], self.bets[seat], self.purse.get(seat, 0)
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
            half = min(max(least, (pot + need) // 2), most)
            amount = Range(least, most, (least, half) if half > least else (least,))
        says = {"bet": self.current, "mine": mine, "money": money, "need": min(need, money), "pot": pot}
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
            self.money[seat] += amount
            self.table.tell("returned", seat=seat, n=amount)


class PotsOnTable:
    """The pots as everybody sees them: what lies there, who may win it, the bets of the round apart (BET-R22)."""

    __slots__ = ("play",)

    def __init__(self, play: Play) -> None:
        self.play = play

    def block(self, viewer: int) -> Pots:
        """The same to all."""
        play = self.play
        bets = tuple((seat, bet) for seat, bet in play.bets.items() if bet)
        lying = {seat: paid - play.bets[seat] for seat, paid in play.paid.items()}
        pots = settle_empty([*play.waiting, *layers(lying, play.live, play.dead)], play.live)
        return Pots(tuple((pot.amount, tuple(sorted(pot.claimants))) for pot in pots), bets)
