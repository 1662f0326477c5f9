"""A player of the tavern: values, hand, decks with their discards, and standing orders."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.engine.chance import Chance
from games.engine.questions import Ask
from games.engine.table_objects import Hand
from games.tavern.cards import Card, Character, Trigger
from games.tavern.items import Item

MAX_VALUE = 20
"""Fort and AC stay between 0 and this."""
HAND_SIZE = 7
PIETY_MAX, PIETY_START, GRACE, DUTY = 15, 8, 10, 5
"""The faith track: its end, its start, and the lowest piety of Grace and of Duty."""


class Deck:
    """A face-down deck with its discards. Cards are drawn at random when needed.

    `top` are the cards whose order is known, the first to be drawn first.
    """

    __slots__ = ("discards", "rest", "top")

    def __init__(self, rest: Iterable[str], top: Iterable[str] = (), discards: Iterable[str] = ()) -> None:
        self.rest, self.top, self.discards = list(rest), list(top), list(discards)

    def __len__(self) -> int:
        return len(self.rest) + len(self.top)

    def take(self, chance: Chance) -> str:
        """Remove and return the top card; there must be one."""
        return self.top.pop(0) if self.top else chance.draw(self.rest)

    def reshuffle(self) -> bool:
        """Make the discards the deck, if the deck is empty; return whether that happened."""
        if len(self) or not self.discards:
            return False
        self.rest, self.discards = self.discards, []
        return True

    def draw(self, chance: Chance) -> str | None:
        """Remove and return the top card, None if there is none.

        The discards are shuffled in as soon as the deck is empty, not when the next card is needed (TURN-R2).
        """
        self.reshuffle()
        if not len(self):
            return None
        card = self.take(chance)
        self.reshuffle()
        return card

    def peek(self, chance: Chance, n: int) -> list[str]:
        """Return the top `n` cards, which stay in the deck in this order."""
        while len(self.top) < n and self.rest:
            self.top.append(chance.draw(self.rest))
        return self.top[:n]


@dataclass(slots=True)
class StandingOrders:
    """Answers that a player has given in advance (TIM-R11)."""

    until_turn: bool = False
    """Pass everything until the player's next turn."""
    only_hits: bool = False
    """Pass everything that does not hit the player."""
    gambling: bool = False
    """Pass the gambling turns of this Round."""
    drinks_below: int = 0
    """Pass other players' Drinks with less AC than this."""
    asked: bool = False
    """Silence is not a pass: the player wants every question, with the window's full time (TIM-R21)."""
    event: Item | None = None
    """The event on which the player has passed, with everything that answers it (TIM-R18)."""


@dataclass(slots=True)
class StandingAsks:
    """The asks of one seat that are open during the whole match (TIM-R12)."""

    play: Ask
    """Play a card."""
    orders: Ask
    """Set or drop standing orders."""
    reorder: Ask
    """Change the recipients of Drinks named in advance; open only until they are served (TURN-R11)."""
    offered_for: object = None
    """The state that the moves of `play` were last worked out for."""


class Player:
    """A player: the character with its values, cards and standing orders."""

    __slots__ = (
        "ac", "brew", "character", "deck", "extra", "fort", "gold", "hand", "mood", "new_potion", "out",
        "piety", "pile", "seat", "standing_orders", "window_triggers",
    )  # fmt: skip

    def __init__(self, seat: int, character: Character, gold: int) -> None:
        self.seat, self.character = seat, character
        self.fort, self.ac, self.gold = MAX_VALUE, 0, gold
        self.deck, self.extra = Deck(()), Deck(())
        self.hand = Hand(seat, [])
        self.pile: list[str] = []
        """Drinks that were ordered for the player, the top one last."""
        self.brew: str | None = None
        self.new_potion: str | None = None
        """A Potion turned up while another is on show; the player will keep one of them."""
        self.mood: str | None = None
        self.piety: int | None = None
        self.out = False
        self.standing_orders = StandingOrders()
        self.window_triggers: tuple[tuple[Trigger, Card, int], ...] = ()
        """The triggers that let cards of the published deck list answer an item (TIM-R3)."""

    @property
    def passing_out(self) -> bool:
        """AC has caught up with Fort."""
        return self.ac >= self.fort

    @property
    def in_hand(self) -> list[str]:
        """The cards that may be played: the hand, and the brew on show."""
        return self.hand.cards if self.brew is None else [*self.hand.cards, self.brew]
