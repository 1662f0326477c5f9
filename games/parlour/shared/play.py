"""One play of a gambling game: who is in, what they have paid, what lies before them (BET).

A game's coroutine gets a `Play`, deals from it, calls `betting_round` where its rulebook says so and gives a
`Ranking` at the end. Who plays for what is not its affair: `games.parlour.shared.betting` has the Betting Rounds,
`games.parlour.shared.pot_game` and `games.parlour.shared.played_for_shares` all that comes before and after.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from games.engine import Hand, Line, Open, Pots, Table
from games.parlour.shared.deck import rogues_and_warriors_deck
from games.parlour.shared.side_pots import Pot, layers, settle_empty
from games.parlour.shared.tie_breaks import TieBreak

WORDS: Mapping[str, str] = {
    "ante": "Everybody antes {n}.",
    "carried": "{n} from earlier games lie in the pot.",
    "dealt": "Your cards: {cards:items}.",
    "note:sits_out": "sits out",
}


class Ranking(NamedTuple):
    """How the hands compare at the showdown: the greater tuple is better, equal ones tie; and why.

    `brief`: the same in a few words for the headline, where `why` tells card by card. `tie_break`: which one the
    last numbers of each tuple are.
    """

    strength: Mapping[int, tuple[int, ...]]
    why: Mapping[int, Line]
    brief: Mapping[int, Line] = MappingProxyType({})
    tie_break: TieBreak | None = None

    def headline(self, seat: int) -> Line:
        """Why a seat has won, in few words."""
        return self.brief.get(seat, self.why[seat])


class Play:
    """See the module's text. Replays of one game under a Split Rule are further plays.

    `ring`: the seats dealt in, clockwise. `live`: those that have not folded. `money`: pieces left to each.
    `waiting`: pots of an earlier play that this one decides. `dead`: money carried from earlier games.
    `bets`: what each has bet in this round. `paid`: what each has put into the pot, bets of the round included;
    `lying`: all of it together.
    `hands`: the secret cards of each. `belongings`: all that a seat has on the table and loses by a fold.
    """

    __slots__ = (
        "belongings",
        "bets",
        "dead",
        "hands",
        "live",
        "lying",
        "money",
        "paid",
        "ring",
        "starter",
        "table",
        "waiting",
    )

    def __init__(
        self,
        table: Table,
        ring: Sequence[int],
        starter: int,
        money: dict[int, int],
        *,
        dead: int = 0,
        waiting: Sequence[Pot] = (),
    ) -> None:
        self.table = table
        self.ring = list(ring)
        self.live = list(ring)
        self.starter = self.ring[bisect_left(self.ring, starter) % len(self.ring)]
        self.money, self.dead, self.waiting = money, dead, list(waiting)
        self.bets = dict.fromkeys(self.ring, 0)
        self.paid = dict.fromkeys(self.ring, 0)
        self.lying = 0
        self.hands: dict[int, Hand] = {}
        self.belongings: dict[int, list[Hand | Open]] = {seat: [] for seat in self.ring}

    async def betting_round(self) -> None:
        """The place of a Betting Round; Played for Shares there are none (SHR-03)."""

    # ---- money

    def ante(self, seats: Iterable[int], amount: int = 1) -> None:
        """Each of `seats` pays the ante, or the share, into the pot (BET-01, SHR-02)."""
        for seat in seats:
            self.money[seat] -= amount
            self.paid[seat] += amount
            self.lying += amount
        if amount:
            self.table.tell("ante", n=amount)

    def pots(self) -> list[Pot]:
        """All pots as they stand, the main pot first, waiting ones below new ones."""
        return settle_empty([*self.waiting, *layers(self.paid, self.live, self.dead)], self.live)

    def total(self) -> int:
        """All money in all pots, bets of the round included."""
        waiting = sum([pot.amount for pot in self.waiting]) if self.waiting else 0
        return self.dead + waiting + self.lying

    def empty(self) -> int:
        """Take everything out of the pots; gives how much it was."""
        total = self.total()
        self.dead = 0
        self.waiting.clear()
        self.bets = dict.fromkeys(self.ring, 0)
        self.paid = dict.fromkeys(self.ring, 0)
        self.lying = 0
        return total

    # ---- cards

    def order(self) -> list[int]:
        """Those who are in, clockwise from the Starting Player or the next seat that is in (BET-R9)."""
        live = self.live
        at = bisect_left(live, self.starter)
        return live[at:] + live[:at]

    def deal(self, count: int, *, dragons: bool = False) -> list[str]:
        """Deal `count` cards to each from a fresh deck, a seat's whole hand at a time (DECK-R6); gives the deck."""
        deck = rogues_and_warriors_deck(dragons=dragons)
        table, draw = self.table, self.table.chance.draw
        for seat in self.order():
            hand = Hand(seat, [draw(deck) for _ in range(count)])
            self.hands[seat] = hand
            self.lay(seat, hand)
            table.tell("dealt", (seat,), cards=tuple(hand.cards))
        return deck

    def lay(self, seat: int, thing: Hand | Open) -> None:
        """Lay cards or dice of a seat on the table; they leave it if the seat folds (BET-22)."""
        self.belongings[seat].append(thing)
        self.table.show(thing)


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
