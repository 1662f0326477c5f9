"""The tavern in play: who is there, what lies where. Small changes; the course of play stands elsewhere."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence

from games.engine import Ask, Table, TimeBudgetScope
from games.tavern.cards import Decks, Trigger
from games.tavern.items import Item, PlayedCard, Round
from games.tavern.options import Options
from games.tavern.player import TOP, Deck, Player, StandingAsks


class GameOver(Exception):
    """At most one player is left in the game (SET-R4, OUT-13)."""


class Tavern:
    """One game in play. `order` are the seats in turn order; `inn_gold` is what the Inn has gained (SET-R5)."""

    __slots__ = (
        "active", "chance", "check_losses", "checking", "contest", "decks", "drinks", "eliminated",
        "extra_orders", "gold_payers", "inn_gold", "options", "order", "order_plan", "participant_seats",
        "phase", "players", "resolve", "round", "stack", "standing_asks", "started", "suspended", "table",
        "time_budget", "values_changed", "window_asks", "window_reasons",
    )  # fmt: skip

    resolve: Callable[[Item], Awaitable[None]]
    """Put an item on the stack, let everybody answer it, and carry it out. Set by `tavern.play`."""
    check_losses: Callable[[], Awaitable[None]]
    """See who loses (OUT-R1). Set by `tavern.play`."""

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
        """Whether a Drinking Contest is running."""
        self.participant_seats: tuple[int, ...] = ()
        """Who takes part, in turn order."""
        self.suspended: set[int] = set()
        """Who has passed out in a contest and waits for the loss check after it (CONT-R4)."""
        self.inn_gold = 0
        self.gold_payers: set[int] = set()
        """Who has paid or lost Gold in this phase (`gold_payers.gold`)."""
        self.extra_orders = 0
        self.order_plan: list[int] | None = None
        """For whom the Drinks of this turn have been named ahead (TURN-R11)."""
        self.values_changed = False
        """Whether Fort, AC, Gold or the players have changed since the last loss check."""
        self.checking = False
        self.started = False
        self.eliminated: list[list[int]] = []
        """Who went out together, the first to go first."""
        self.standing_asks: dict[int, StandingAsks] = {}
        """The asks that stand open for each seat all the time (TIM-R12)."""
        self.window_reasons: dict[int, Trigger] = {}
        """Who is asked in the window that is open, and by which public fact."""
        self.window_asks: list[Ask] = []
        """The questions of that window."""
        self.time_budget = TimeBudgetScope(0)
        """The turn, and how many Rounds and contests there were in it (TIM-R19)."""

    # ---- who is there

    def from_seat(self, seat: int) -> list[int]:
        """All seats in turn order, beginning with this one."""
        start = self.order.index(seat)
        return self.order[start:] + self.order[:start]

    def seats_in_game(self, first: int | None = None) -> list[int]:
        """Who has not lost, in turn order from `first`, or from the player whose turn it is."""
        order = self.from_seat(self.active if first is None else first)
        return [seat for seat in order if not self.players[seat].out]

    def mark_out(self, seats: Iterable[int]) -> None:
        """They have lost."""
        for seat in seats:
            self.players[seat].out = True
        self._count()

    def suspend(self, seats: Iterable[int]) -> None:
        """They have passed out in a contest and take no part until it is over (CONT-R4)."""
        self.suspended.update(seats)
        self._count()

    def _count(self) -> None:
        self.participant_seats = tuple(seat for seat in self.order if self.participates(seat))

    def participates(self, seat: int) -> bool:
        """Whether the seat takes part: in the game, and not waiting for the end of a contest (CONT-R4)."""
        return not self.players[seat].out and seat not in self.suspended

    def participants(self, first: int | None = None) -> list[int]:
        """Who takes part, in turn order from `first`, or from the player whose turn it is."""
        seats, first = self.participant_seats, self.active if first is None else first
        if first in seats:
            start = seats.index(first)
            return [*seats[start:], *seats[:start]]
        return [seat for seat in self.seats_in_game(first) if self.participates(seat)]

    def others(self, seat: int) -> list[int]:
        """Who takes part beside the seat, beginning on its left."""
        return [other for other in self.participants(seat) if other != seat]

    @property
    def top(self) -> Item | None:
        """The newest item on the stack."""
        return self.stack[-1] if self.stack else None

    # ---- values

    def move_fort(self, seat: int, n: int) -> None:
        """Fort moves, within its limits (LIM-01)."""
        player = self.players[seat]
        player.fort = min(TOP, max(0, player.fort + n))
        self.values_changed = True

    def move_ac(self, seat: int, n: int) -> None:
        """AC moves, within its limits (LIM-02)."""
        player = self.players[seat]
        player.ac = min(TOP, max(0, player.ac + n))
        self.values_changed = True

    def move_gold(self, giver: int | None, taker: int | None, n: int) -> int:
        """Gold goes from one to the other (None: the Inn), as far as there is some (LIM-03); gives how much."""
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
        """A Round or a contest begins: everybody has a little more time in this turn (TIM-R19)."""
        self.time_budget = self.time_budget._replace(extensions=self.time_budget.extensions + 1)

    def enter_phase(self, phase: str) -> None:
        """A phase of the turn begins."""
        self.phase = phase
        self.gold_payers.clear()

    # ---- cards of the characters

    def draw(self, seat: int, n: int) -> None:
        """Draw from the own deck, as far as there are cards (TURN-R2)."""
        player, drawn = self.players[seat], list[str]()
        while len(drawn) < n and (card := player.deck.draw(self.chance)) is not None:
            drawn.append(card)
        player.hand.cards += drawn
        if drawn and self.started:
            self.table.tell("draws", seat=seat, n=len(drawn))
        if drawn:
            self.table.tell("drew", [seat], cards=tuple(drawn))

    def discard(self, seat: int, places: Sequence[int]) -> None:
        """Hand cards go to the own discards."""
        player = self.players[seat]
        gone = [player.hand.cards[at] for at in places]
        player.hand.cards = [card for at, card in enumerate(player.hand.cards) if at not in places]
        player.deck.discards += gone
        if gone:
            self.table.tell("discards", seat=seat, n=len(gone), cards=tuple(gone))

    def discard_played(self, card: PlayedCard) -> None:
        """A card that has resolved, or was Negated, goes where it belongs, its Gear card too (CARD-R4, GEAR-06)."""
        player = self.players[card.seat]
        (player.extra if card.from_show else player.deck).discards.append(card.key)
        if card.gear is not None:
            player.extra.discards.append(card.gear.key)

    # ---- the Drink Deck

    def refill_drink_deck(self) -> None:
        """If the Drink Deck is empty, everybody pays 1 and the discards become the deck (DRK-01 to DRK-03, DRK-R3)."""
        if len(self.drinks) or not self.drinks.discards:
            return
        paid = [seat for seat in self.seats_in_game() if self.move_gold(seat, None, 1)]
        self.drinks.reshuffle()
        self.table.tell("runs_dry", seats=tuple(paid))

    def discard_drinks(self, keys: Iterable[str]) -> None:
        """Drinks go to the Drink discards; an empty deck takes them up at once (DRK-R3)."""
        self.drinks.discards += keys
        self.refill_drink_deck()

    def serve(self, seat: int) -> bool:
        """The top card of the Drink Deck goes face down onto the seat's pile; False if there is none (DRK-R3)."""
        if not len(self.drinks):
            return False
        self.players[seat].pile.append(self.drinks.take(self.chance))
        self.refill_drink_deck()
        return True

    def reveal(self, source: int | None) -> str | None:
        """The top card of a seat's pile, or of the Drink Deck (None), face up; None if there is none."""
        if source is not None:
            pile = self.players[source].pile
            return pile.pop() if pile else None
        if not len(self.drinks):
            return None
        card = self.drinks.take(self.chance)
        self.refill_drink_deck()
        return card
