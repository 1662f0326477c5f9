"""What lies on the table all night: the carried pot, and how much everybody had after each game (ADV)."""

from __future__ import annotations

from games.engine import Persistent, Pots, Timeline


class CarriedPot:
    """Between two games: the money that waits for the next one with a pot."""

    __slots__ = ("amount",)

    def __init__(self, amount: int) -> None:
        self.amount = amount

    def block(self, viewer: int) -> Pots | None:
        """The same to all; None if there is nothing."""
        return Pots(((self.amount, ()),)) if self.amount else None


class Chips(Persistent):
    """What everybody had after each game, for charts."""

    __slots__ = ("steps",)

    def __init__(self) -> None:
        self.steps: list[tuple[str, tuple[tuple[int, int], ...]]] = []

    def block(self, viewer: int) -> Timeline | None:
        """The same to all; None until something has changed."""
        return Timeline("money", tuple(self.steps)) if len(self.steps) > 1 else None
