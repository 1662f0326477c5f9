"""One play of a gambling game: the seats that are in, what they have paid, and their cards and dice (BET).

A game's coroutine gets a `Play`, deals from it, calls `betting_round` where its rulebook says so and returns a
`Ranking`. What comes before and after a play is not its business: `games.parlour.shared.betting` has the Betting
Rounds, `games.parlour.shared.pot_game` and `games.parlour.shared.played_for_shares` the money.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from games.engine.scene import Line, Pots
from games.engine.table import Table
from games.engine.table_objects import Hand, Open
from games.parlour.shared.deck import rogues_and_warriors_deck
from games.parlour.shared.side_pots import Pot, layers, settle_empty
from games.parlour.shared.tie_breaks import TieBreak

TIED = "tied before"
"""The name of the pile that holds the cards of a tie during the play-off."""


class Ranking(NamedTuple):
    """The ranking of hands at the showdown: the greater tuple is better, equal ones tie.

    `reasons`: the reasons in words. `brief`: the same in few words for the headline, where `reasons` tell each card.
    `tie_break`: the one that the last numbers of each tuple are.
    """

    strength: Mapping[int, tuple[int, ...]]
    reasons: Mapping[int, Line]
    brief: Mapping[int, Line] = MappingProxyType({})
    tie_break: TieBreak | None = None

    def headline(self, seat: int) -> Line:
        """Return the short reason for a seat's win."""
        return self.brief.get(seat, self.reasons[seat])


class PotsOnTable:
    """The pots as everyone sees them: amounts, claimants, and the bets of the round apart (BET-R22).

    It shares lists and dicts with the play and holds no reference to it. The play refers to the table and the table to
    all things on it, so such a cycle would stay in memory until the collector finds it.
    """

    __slots__ = ("bets", "dead", "live", "paid", "waiting")

    def __init__(
        self, live: list[int], paid: dict[int, int], bets: dict[int, int], waiting: list[Pot], dead: int
    ) -> None:
        self.live, self.paid, self.bets, self.waiting, self.dead = live, paid, bets, waiting, dead

    def with_paid(self, paid: Mapping[int, int]) -> list[Pot]:
        """Return all pots for these payments, the main pot first, with waiting pots below new ones."""
        return settle_empty([*self.waiting, *layers(paid, self.live, self.dead)], self.live)

    def block(self, viewer: int) -> Pots:
        """Return the same block to every viewer."""
        bets = tuple((seat, bet) for seat, bet in self.bets.items() if bet)
        earlier = {seat: paid - self.bets[seat] for seat, paid in self.paid.items()}
        pots = self.with_paid(earlier)
        return Pots(tuple((pot.amount, tuple(sorted(pot.claimants))) for pot in pots), bets)


class Play:
    """One play, with the pot but without bets. Replays of one game under a Split Rule are further plays.

    `ring`: the seats dealt in, clockwise. `live`: the seats that haven't folded. `money`: each seat's remaining pieces.
    `waiting`: the pots of an earlier play that this one decides. `dead`: money carried over from earlier games.
    `bets`: each seat's bet in this round. `paid`: each seat's money in the pot, including this round's bets.
    `in_pots`: the total of all pots.
    `rounds`: the number of Betting Rounds, which the game's rules set at the start; `round`: the current one.
    `hands`: each seat's secret cards. `belongings`: each seat's things on the table, which a fold removes.
    `pots_on_table`: the pots as everyone sees them.
    """

    __slots__ = (
        "belongings",
        "bets",
        "hands",
        "in_pots",
        "live",
        "money",
        "paid",
        "pots_on_table",
        "ring",
        "round",
        "rounds",
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
        self.money, self.waiting = money, list(waiting)
        self.bets = dict.fromkeys(self.ring, 0)
        self.paid = dict.fromkeys(self.ring, 0)
        self.pots_on_table = PotsOnTable(self.live, self.paid, self.bets, self.waiting, dead)
        self.in_pots = dead
        for pot in waiting:
            self.in_pots += pot.amount
        self.round = self.rounds = 0
        self.hands: dict[int, Hand] = {}
        self.belongings: dict[int, list[Hand | Open]] = {seat: [] for seat in self.ring}

    async def betting_round(self) -> None:
        """Do nothing: games played for shares have no Betting Rounds (SHR-03). `BettingPlay` has them."""

    # ---- money

    def ante(self, seats: Iterable[int], amount: int) -> None:
        """Make each of `seats` pay the ante, or the share, into the pot (BET-01, SHR-02)."""
        for seat in seats:
            self.money[seat] -= amount
            self.paid[seat] += amount
            self.in_pots += amount
        if amount:
            self.table.tell("ante", n=amount)

    def pots(self) -> list[Pot]:
        """Return all current pots, the main pot first, with waiting pots below new ones."""
        return self.pots_on_table.with_paid(self.paid)

    def empty(self) -> int:
        """Empty the pots and return the amount."""
        total, self.in_pots = self.in_pots, 0
        self.pots_on_table.dead = 0
        self.waiting.clear()
        self.gather_bets()
        self.paid.update(dict.fromkeys(self.paid, 0))
        return total

    def gather_bets(self) -> None:
        """Clear the bets of the round; `paid` already includes their money."""
        self.bets.update(dict.fromkeys(self.bets, 0))

    # ---- cards

    def order(self) -> list[int]:
        """Return the live seats, clockwise from the Starting Player or the next live seat (BET-R9)."""
        live = self.live
        place = bisect_left(live, self.starter)
        return live[place:] + live[:place]

    def deal(self, count: int, *, dragons: bool = False) -> list[str]:
        """Deal `count` cards to each from a fresh deck, a seat's whole hand at a time (DECK-R6); return the deck."""
        deck = rogues_and_warriors_deck(dragons=dragons)
        table, chance = self.table, self.table.chance
        dealt: dict[int, Hand] = {}
        for seat in self.order():
            hand = dealt[seat] = Hand(seat, chance.deal(deck, count))
            self.belongings[seat].append(hand)
            table.tell("dealt", (seat,), cards=tuple(hand.cards))
        self.hands |= dealt
        table.show(*dealt.values())
        return deck

    def lay(self, seat: int, thing: Hand | Open) -> None:
        """Lay cards or dice of a seat on the table; they leave it if the seat folds (BET-22)."""
        self.belongings[seat].append(thing)
        self.table.show(thing)


PlayRules = Callable[[Play, Any], Awaitable[Ranking]]
"""The rules of one play: they take it and the options. A Split Rule may have them played again."""
