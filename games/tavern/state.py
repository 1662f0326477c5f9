"""The tavern in play: who is there, what lies where. Small changes; the course of play stands elsewhere."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence

from games.engine import Ask, Table, TimeBudgetScope
from games.tavern.cards import Decks, Trigger
from games.tavern.items import Item, Played, Round
from games.tavern.options import Options
from games.tavern.player import TOP, Deck, Player, StandingAsks


class GameOver(Exception):
    """At most one player is left in the game (SET-R4, OUT-13)."""


class Tavern:
    """One game in play. `order` are the seats in turn order; `inn` is what the Inn has gained (SET-R5)."""

    __slots__ = (
        "active", "asked", "beside", "chance", "changed", "check", "checking", "contest", "decks", "drinks",
        "extra_orders", "failed", "fallen", "inn", "lost", "options", "order", "phase", "plan", "players",
        "round", "settle", "stack", "started", "stretch", "table", "there", "window",
    )  # fmt: skip

    settle: Callable[[Item], Awaitable[None]]
    """Put an item on the stack, let everybody answer it, and carry it out. Set by `tavern.play`."""
    check: Callable[[], Awaitable[None]]
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
        self.there: tuple[int, ...] = ()
        """Who takes part, in turn order."""
        self.failed: set[int] = set()
        """Who has passed out in a contest and waits for the loss check after it (CONT-R4)."""
        self.inn = 0
        self.lost: set[int] = set()
        """Who has paid or lost Gold in this phase (`lost.gold`)."""
        self.extra_orders = 0
        self.plan: list[int] | None = None
        """For whom the Drinks of this turn have been named ahead (TURN-R11)."""
        self.changed = False
        """Whether Fort, AC, Gold or the players have changed since the last loss check."""
        self.checking = False
        self.started = False
        self.fallen: list[list[int]] = []
        """Who went out together, the first to go first."""
        self.beside: dict[int, StandingAsks] = {}
        """The asks that stand open for each seat all the time (TIM-R12)."""
        self.asked: dict[int, Trigger] = {}
        """Who is asked in the window that is open, and by which public fact."""
        self.window: list[Ask] = []
        """The questions of that window."""
        self.stretch = TimeBudgetScope(0)
        """The turn, and how many Rounds and contests there were in it (TIM-R19)."""

    # ---- who is there

    def from_seat(self, seat: int) -> list[int]:
        """All seats in turn order, beginning with this one."""
        at = self.order.index(seat)
        return self.order[at:] + self.order[:at]

    def in_game(self, first: int | None = None) -> list[int]:
        """Who has not lost, in turn order from `first`, or from the player whose turn it is."""
        order = self.from_seat(self.active if first is None else first)
        return [seat for seat in order if not self.players[seat].out]

    def put_out(self, seats: Iterable[int]) -> None:
        """They have lost."""
        for seat in seats:
            self.players[seat].out = True
        self._count()

    def fail(self, seats: Iterable[int]) -> None:
        """They have passed out in a contest and take no part until it is over (CONT-R4)."""
        self.failed.update(seats)
        self._count()

    def _count(self) -> None:
        self.there = tuple(seat for seat in self.order if self.present(seat))

    def present(self, seat: int) -> bool:
        """Whether the seat takes part: in the game, and not waiting for the end of a contest (CONT-R4)."""
        return not self.players[seat].out and seat not in self.failed

    def living(self, first: int | None = None) -> list[int]:
        """Who takes part, in turn order from `first`, or from the player whose turn it is."""
        there, first = self.there, self.active if first is None else first
        if first in there:
            at = there.index(first)
            return [*there[at:], *there[:at]]
        return [seat for seat in self.in_game(first) if self.present(seat)]

    def others(self, seat: int) -> list[int]:
        """Who takes part beside the seat, beginning on its left."""
        return [other for other in self.living(seat) if other != seat]

    @property
    def top(self) -> Item | None:
        """The newest item on the stack."""
        return self.stack[-1] if self.stack else None

    # ---- values

    def move_fort(self, seat: int, n: int) -> None:
        """Fort moves, within its limits (LIM-01)."""
        player = self.players[seat]
        player.fort = min(TOP, max(0, player.fort + n))
        self.changed = True

    def move_ac(self, seat: int, n: int) -> None:
        """AC moves, within its limits (LIM-02)."""
        player = self.players[seat]
        player.ac = min(TOP, max(0, player.ac + n))
        self.changed = True

    def move_gold(self, giver: int | None, taker: int | None, n: int) -> int:
        """Gold goes from one to the other (None: the Inn), as far as there is some (LIM-03); gives how much."""
        if giver is not None:
            player = self.players[giver]
            n = min(n, player.gold)
            player.gold -= n
            if n:
                self.lost.add(giver)
        else:
            self.inn -= n
        if taker is not None:
            self.players[taker].gold += n
        else:
            self.inn += n
        self.changed = self.changed or n > 0
        return n

    def longer(self) -> None:
        """A Round or a contest begins: everybody has a little more time in this turn (TIM-R19)."""
        self.stretch = self.stretch._replace(extensions=self.stretch.extensions + 1)

    def enter(self, phase: str) -> None:
        """A phase of the turn begins."""
        self.phase = phase
        self.lost.clear()

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

    def put_away(self, played: Played) -> None:
        """A card that has resolved, or was Negated, goes where it belongs, its Gear card too (CARD-R4, GEAR-06)."""
        player = self.players[played.seat]
        (player.extra if played.brew else player.deck).discards.append(played.key)
        if played.gear is not None:
            player.extra.discards.append(played.gear.key)

    # ---- the Drink Deck

    def run_dry(self) -> None:
        """If the Drink Deck is empty, everybody pays 1 and the discards become the deck (DRK-01 to DRK-03, DRK-R3)."""
        if len(self.drinks) or not self.drinks.discards:
            return
        paid = [seat for seat in self.in_game() if self.move_gold(seat, None, 1)]
        self.drinks.renew()
        self.table.tell("runs_dry", seats=tuple(paid))

    def discard_drinks(self, keys: Iterable[str]) -> None:
        """Drinks go to the Drink discards; an empty deck takes them up at once (DRK-R3)."""
        self.drinks.discards += keys
        self.run_dry()

    def serve(self, seat: int) -> bool:
        """The top card of the Drink Deck goes face down onto the seat's pile; False if there is none (DRK-R3)."""
        if not len(self.drinks):
            return False
        self.players[seat].pile.append(self.drinks.take(self.chance))
        self.run_dry()
        return True

    def reveal(self, source: int | None) -> str | None:
        """The top card of a seat's pile, or of the Drink Deck (None), face up; None if there is none."""
        if source is not None:
            pile = self.players[source].pile
            return pile.pop() if pile else None
        if not len(self.drinks):
            return None
        card = self.drinks.take(self.chance)
        self.run_dry()
        return card
