"""What a table asks the outside to show. The bot's Discord side implements it; tests have a silent one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from games.engine import RAIL, Demonstration, Game, Line, Options, Scene

if TYPE_CHECKING:
    from bot.tables.state import Seat, TableState


@dataclass(frozen=True, slots=True)
class TableView:
    """What one viewer may be shown of a table now: all that painters get."""

    table: TableState
    game: Game
    viewer: int
    scene: Scene | None
    """None in a lobby before the first match."""
    due: dict[int, float]
    """Deadline of each open ask."""
    gather_until: float | None
    """When the next match starts, if players are gathering for it."""
    free: bool
    """Whether the match is played for nothing."""
    version: int = 0
    """How often the table had changed when this was seen."""
    held: frozenset[int] = frozenset()
    """Asks of a race that are answered already, as soon as their seats' intervals are over."""
    remarks: tuple[Line, ...] = ()
    """What is said beside the last result."""
    window_until: float | None = None
    """Until when an open window stands open by the table's own time."""
    extras: Mapping[str, Any] = field(default_factory=dict)
    """Options that the process adds to those of the host."""
    played: Options | None = None
    """The options of the match that is shown, which stay what they were when it began."""
    free_to_take: tuple[int, ...] = ()
    """Seats of computer players that the viewer, being out, may take over."""
    owner: int | None = None
    """The user who answers in the seat that this was taken for; None for who looks on, and for computer players."""

    @property
    def options(self) -> Options:
        """What the next match is played with."""
        return self.game.parse_options({**self.table.options, **self.extras})


class ShownTable(Protocol):
    """The part of a table that its listener needs to show it."""

    @property
    def state(self) -> TableState:
        """Seats, settings and phase."""

    @property
    def game(self) -> Game:
        """The game of this table."""

    @property
    def version(self) -> int:
        """The number of changes so far."""

    @property
    def racing(self) -> bool:
        """True while everyone presses as fast as they can."""

    async def view(self, viewer: int = RAIL) -> TableView:
        """Return the table as `viewer` may see it, once everything that has happened is saved."""

    def has_open_question(self, seat: int) -> bool:
        """Return True if the table waits for this seat: for an answer, or for the next match."""

    def set_visible(self, visible: bool) -> None:
        """Note that the channel lets the table message be shown, or does not."""

    async def force_close(self, sentence: str) -> None:
        """Close at once; a match that is being played is void and the stakes go back."""


class TableListener(Protocol):
    """Requests to show; all return at once and never fail. What is shown is taken from `ShownTable.view` later."""

    def changed(self, table: ShownTable, seats: Collection[int], *, except_table: bool = False) -> None:
        """The table message is out of date, and so are the hand panels of `seats`."""

    def nudge(self, table: ShownTable, seat: Seat, due: float, *, restarted: bool = False) -> None:
        """It is this person's turn, and they have pressed nothing for a while, or the bot was started anew."""

    def warn(self, table: ShownTable, seat: Seat, due: float) -> None:
        """The default is about to be played for this person."""

    def clear_nudge(self, table: ShownTable) -> None:
        """Nobody is waited for any more: take the nudge away."""

    def demonstrate(self, table: ShownTable, rules: Sequence[Demonstration]) -> None:
        """The next game goes by other rules than the one before: they are announced and shown (GEN-13)."""

    def closed(self, table: ShownTable, sentence: str) -> None:
        """The table has closed; `sentence` says why."""

    async def wait_idle(self) -> None:
        """Wait until everything that was asked for has been shown."""


class NullListener:
    """Shows nothing."""

    def changed(self, table: ShownTable, seats: Collection[int], *, except_table: bool = False) -> None:
        """Nothing."""

    def nudge(self, table: ShownTable, seat: Seat, due: float, *, restarted: bool = False) -> None:
        """Nothing."""

    def warn(self, table: ShownTable, seat: Seat, due: float) -> None:
        """Nothing."""

    def clear_nudge(self, table: ShownTable) -> None:
        """Nothing."""

    def demonstrate(self, table: ShownTable, rules: Sequence[Demonstration]) -> None:
        """Nothing."""

    def closed(self, table: ShownTable, sentence: str) -> None:
        """Nothing."""

    async def wait_idle(self) -> None:
        """Nothing."""
