"""The table of Dragon Hordes: the Horde Cards with their money, the deck, and the revealed cards (DH)."""

from __future__ import annotations

from collections.abc import Collection

from games.engine.scene import Track
from games.engine.table import Table
from games.engine.table_objects import Open
from games.parlour.dragon_hordes.predictions import HORDE_CARDS, KIND_OF
from games.parlour.shared.deck import rogues_and_warriors_deck


class HordesOnTable:
    """The Horde Cards with their money, the deck, and the revealed cards; everyone sees the same.

    `held`: the seats' pieces, updated as they place and take money. It holds no reference to the table, which holds it:
    without such a cycle, an ended match is freed at once.
    """

    __slots__ = ("deck", "held", "money", "revealed")

    def __init__(self, held: dict[int, int]) -> None:
        self.held = held
        self.money = dict.fromkeys(HORDE_CARDS, 0)
        self.deck = rogues_and_warriors_deck()
        self.revealed = Open("revealed", [], layout="pile")

    def block(self, viewer: int) -> Track:
        """Return all eight, the Dragons first."""
        return Track("hordes", tuple(self.money.items()))

    def reveal(self, table: Table, seat: int) -> tuple[str, str]:
        """Turn up the top card; an empty deck is made again from all revealed cards (DH-R9)."""
        if not self.deck:
            self.deck, self.revealed.items = list(self.revealed.items), []
            table.tell("reshuffled")
        card = table.chance.draw(self.deck)
        self.revealed.items.append(card)
        table.tell("reveals", seat=seat, card=card)
        return KIND_OF[card]

    def place(self, table: Table, seat: int, *cards: str) -> None:
        """Place 1 on each of some Horde Cards."""
        for card in cards:
            self.held[seat] -= 1
            self.money[card] += 1
        if cards:
            table.tell("places", seat=seat, cards=cards)

    def take(self, seat: int, cards: Collection[str]) -> int:
        """Take all the money from some Horde Cards, and return the amount."""
        n = sum(self.money[card] for card in cards)
        self.money |= dict.fromkeys(cards, 0)
        self.held[seat] += n
        return n
