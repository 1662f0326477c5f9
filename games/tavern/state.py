"""The state of one game of the tavern, and the small changes to it. The course of play is in `rules`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import NamedTuple

from games.engine.questions import Ask, TimeBudgetScope
from games.engine.table import Table
from games.tavern.cards import Decks, Trigger
from games.tavern.items import Item, PlayedCard, Round
from games.tavern.options import Options
from games.tavern.player import MAX_VALUE, Deck, Player, StandingAsks


class GameOver(Exception):
    """At most one player is left in the game (SET-R4)."""


class OrderPlan(NamedTuple):
    """The recipients of this turn's Drinks, named in advance (TURN-R11).

    It holds only if `drinks`, the number of Drinks to order, is still the same when they are served.
    """

    drinks: int
    recipients: Sequence[int]


class Tavern:
    """One game. `order` are the seats in turn order; `inn_gold` is the Gold that the Inn has gained (SET-R5).

    `rules` are functions that take the game. Two of them are needed by modules below them in the import graph, so they
    are set as attributes by `tavern.play`: `resolve` and `check_losses`.
    """

    __slots__ = (
        "active", "chance", "check_losses", "checking", "contest", "decks", "drinks", "eliminated",
        "extra_orders", "gold_payers", "inn_gold", "options", "order", "order_plan", "participant_seats",
        "phase", "players", "resolve", "round", "stack", "standing_asks", "started", "suspended", "table",
        "time_budget", "values_changed", "window_asks", "window_reasons",
    )  # fmt: skip

    resolve: Callable[[Item], Awaitable[None]]
    """Put an item on the stack, let the players answer it, and carry it out: `stack.resolve`."""
    check_losses: Callable[[], Awaitable[None]]
    """Eliminate the players who have lost: `elimination.check_losses`."""

    def __init__(self, table: Table, options: Options, decks: Decks) -> None:
        self.table, self.chance, self.options, self.decks = table, table.chance, options, decks
        self.players: dict[int, Player] = {}
        self.order: list[int] = []
        self.active = -1
        self.phase = "setup"
        self.drinks = Deck(())
        self.stack: list[Item] = []
        self.round: Round | None = None
        self.contest = False
        """True during a Drinking Contest."""
        self.participant_seats: tuple[int, ...] = ()
        """The seats that participate, in turn order; kept up to date by `update_participants`."""
        self.suspended: set[int] = set()
        """The seats that passed out in a contest and wait for the loss check after it (CONT-R4)."""
        self.inn_gold = 0
        self.gold_payers: set[int] = set()
        """The seats that have paid or lost Gold in this phase: the trigger `lost.gold`."""
        self.extra_orders = 0
        self.order_plan: OrderPlan | None = None
        self.values_changed = False
        """Fort, AC, Gold or the players have changed since the last loss check."""
        self.checking = False
        self.started = False
        self.eliminated: list[list[int]] = []
        """Groups of seats that went out together, the first to go first."""
        self.standing_asks: dict[int, StandingAsks] = {}
        """The asks of each seat that are open during the whole match."""
        self.window_reasons: dict[int, Trigger] = {}
        """The seats asked in the open window, each with the trigger that it may answer on."""
        self.window_asks: list[Ask] = []
        """The asks of that window."""
        self.time_budget = TimeBudgetScope(0)
        """The time budget of the turn, extended by each Round and contest in it."""

    # ---- seats

    def from_seat(self, seat: int) -> list[int]:
        """Return all seats in turn order, beginning with this one."""
        start = self.order.index(seat)
        return self.order[start:] + self.order[:start]

    def seats_in_game(self, first: int | None = None) -> list[int]:
        """Return the seats that have not lost, in turn order from `first`, or from the active player."""
        order = self.from_seat(self.active if first is None else first)
        return [seat for seat in order if not self.players[seat].out]

    def mark_out(self, seats: Iterable[int]) -> None:
        """Mark seats that have lost."""
        for seat in seats:
            self.players[seat].out = True
        self.update_participants()

    def suspend(self, seats: Iterable[int]) -> None:
        """Suspend seats that have passed out in a contest until it is over (CONT-R4)."""
        self.suspended.update(seats)
        self.update_participants()

    def update_participants(self) -> None:
        """Work out `participant_seats` again, after seats went out or were suspended."""
        self.participant_seats = tuple(seat for seat in self.order if self.participates(seat))

    def participates(self, seat: int) -> bool:
        """Return whether the seat is in the game and not suspended."""
        return not self.players[seat].out and seat not in self.suspended

    def participants(self, first: int | None = None) -> list[int]:
        """Return the seats that participate, in turn order from `first`, or from the active player."""
        seats, first = self.participant_seats, self.active if first is None else first
        if first in seats:
            start = seats.index(first)
            return [*seats[start:], *seats[:start]]
        # `first` itself is out or suspended: begin after it
        return [seat for seat in self.seats_in_game(first) if self.participates(seat)]

    def others(self, seat: int) -> list[int]:
        """Return the other participants, beginning on the left of the seat."""
        return [other for other in self.participants(seat) if other != seat]

    @property
    def top(self) -> Item | None:
        """The newest item on the stack."""
        return self.stack[-1] if self.stack else None

    # ---- values

    def move_fort(self, seat: int, n: int) -> int:
        """Add to Fort, within its limits; return the actual change."""
        player = self.players[seat]
        before, player.fort = player.fort, min(MAX_VALUE, max(0, player.fort + n))
        self.values_changed = True
        return player.fort - before

    def move_ac(self, seat: int, n: int) -> int:
        """Add to AC, within its limits; return the actual change."""
        player = self.players[seat]
        before, player.ac = player.ac, min(MAX_VALUE, max(0, player.ac + n))
        self.values_changed = True
        return player.ac - before

    def move_gold(self, giver: int | None, taker: int | None, n: int) -> int:
        """Move Gold, or all that the giver has if that is less, and return the amount. None is the Inn."""
        if giver is not None:
            player = self.players[giver]
            n = min(n, player.gold)
            player.gold -= n
            if n:
                self.gold_payers.add(giver)
        else:
            self.inn_gold -= n
        if taker is not None:
            self.players[taker].gold += n
        else:
            self.inn_gold += n
        self.values_changed = self.values_changed or n > 0
        return n

    def extend_time(self) -> None:
        """Give every player a little more time in this turn, because a Round or a contest begins (TIM-R19)."""
        self.time_budget = self.time_budget._replace(extensions=self.time_budget.extensions + 1)

    def enter_phase(self, phase: str) -> None:
        """Begin a phase of the turn."""
        self.phase = phase
        self.gold_payers.clear()

    # ---- cards of the characters

    def draw(self, seat: int, n: int) -> None:
        """Draw cards from the seat's own deck; fewer if it runs out (TURN-R2)."""
        player, drawn = self.players[seat], list[str]()
        while len(drawn) < n and (card := player.deck.draw(self.chance)) is not None:
            drawn.append(card)
        player.hand.cards += drawn
        # the first hands are not announced to the table, only to their owners
        if drawn and self.started:
            self.table.tell("draws", seat=seat, n=len(drawn))
        if drawn:
            self.table.tell("drew", [seat], cards=tuple(drawn))

    def discard(self, seat: int, places: Sequence[int]) -> None:
        """Move hand cards, named by their places, to the seat's discards."""
        player = self.players[seat]
        discarded = [player.hand.cards[place] for place in places]
        player.hand.cards = [card for place, card in enumerate(player.hand.cards) if place not in places]
        player.deck.discards += discarded
        if discarded:
            self.table.tell("discards", seat=seat, n=len(discarded), cards=tuple(discarded))

    def discard_played(self, card: PlayedCard) -> None:
        """Discard a card that has resolved or was Negated, and its Gear card."""
        player = self.players[card.seat]
        (player.extra if card.from_show else player.deck).discards.append(card.key)
        if card.gear is not None:
            player.extra.discards.append(card.gear.key)

    # ---- the Drink Deck

    def refill_drink_deck(self) -> None:
        """If the Drink Deck is empty, take 1 Gold from every player and make the discards the deck (DRK-R3)."""
        if len(self.drinks) or not self.drinks.discards:
            return
        paid = [seat for seat in self.seats_in_game() if self.move_gold(seat, None, 1)]
        self.drinks.reshuffle()
        self.table.tell("runs_dry", seats=tuple(paid))

    def discard_drinks(self, keys: Iterable[str]) -> None:
        """Discard Drinks; an empty Drink Deck takes them up at once (DRK-R3)."""
        self.drinks.discards += keys
        self.refill_drink_deck()

    def serve(self, seat: int) -> bool:
        """Put the top card of the Drink Deck face down onto the seat's pile; False if there is none."""
        if not len(self.drinks):
            return False
        self.players[seat].pile.append(self.drinks.take(self.chance))
        self.refill_drink_deck()
        return True

    def reveal(self, source: int | None) -> str | None:
        """Remove and return the top card of a seat's pile, or of the Drink Deck (None); None if there is none."""
        if source is not None:
            pile = self.players[source].pile
            return pile.pop() if pile else None
        if not len(self.drinks):
            return None
        card = self.drinks.take(self.chance)
        self.refill_drink_deck()
        return card
