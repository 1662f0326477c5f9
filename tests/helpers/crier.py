"""A listener that remembers whom it was to call on."""

from __future__ import annotations

from bot.tables.state import Seat
from bot.tables.view import ShownTable, TableListener
from tests.helpers.tables import Room


class Crier(TableListener):
    """The names of those to be reminded or warned, in order, and why tables were closed."""

    def __init__(self) -> None:
        self.nudged: list[str] = []
        self.secret: list[str] = []
        """Those of whose turn nobody else may learn."""
        self.deadlines: list[float | None] = []
        """What those who were reminded were told of the default, in order."""
        self.warned: list[str] = []
        self.closed_by: list[str] = []

    @classmethod
    def of(cls, room: Room) -> Crier:
        """Let a new one listen to the tables of a room."""
        crier = cls()
        room.registry.context.listener = crier
        return crier

    def nudge(
        self,
        table: ShownTable,
        seat: Seat,
        due: float | None,
        *,
        question: int,
        restarted: bool = False,
        secret: bool = False,
    ) -> None:
        """Remember a reminder."""
        (self.secret if secret else self.nudged).append(seat.name)
        self.deadlines.append(due)

    def warn(self, table: ShownTable, seat: Seat, due: float, *, question: int) -> None:
        """Remember a warning."""
        self.warned.append(seat.name)

    def closed(self, table: ShownTable, sentence: str) -> None:
        """Remember the reason."""
        self.closed_by.append(sentence)
