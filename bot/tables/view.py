"""The interface between a table and its listeners: the view of one viewer, and the listener of changes.

The Discord side of the bot overrides `TableListener`, which itself shows nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from msgspec import Struct, field

from bot.luck.deal import Deal
from bot.user_errors import UserError
from games.engine.game import Demonstration, Game, Options
from games.engine.scene import RAIL, Line, Scene

if TYPE_CHECKING:
    from bot.tables.state import Seat, TableState


NEXT_MATCH = 0
"""Replaces the id of a question while players gather for the next match: minus the number of the seat."""


class LastOutcome(NamedTuple):
    """A seat's own sentence about its last game, and the names of the seats in that game."""

    line: Line
    names: Mapping[int, str]


class Surroundings(NamedTuple):
    """The surroundings of the table message: whether people chat below it, and have pushed it off the screen.

    `lost`: it cannot be repainted until someone presses something on it.
    """

    beside_chat: bool = False
    buried: bool = False
    lost: bool = False


class TableView(Struct, frozen=True):
    """A table as one viewer may see it now; renderers get nothing else."""

    table: TableState
    game: Game
    viewer: int
    scene: Scene | None
    """None in a lobby before the first match."""
    deadlines: dict[int, float]
    """The deadline of each open ask that has one."""
    gather_until: float | None
    """The moment at which the next match starts, if players are gathering for it."""
    free: bool
    """True if the match is played for fun."""
    version: int = 0
    """The number of changes at the table when this view was made."""
    early_presses: frozenset[int] = frozenset()
    """Asks of a race with a press that counts as soon as the seat's interval is over."""
    remarks: tuple[Line, ...] = ()
    """Lines of the house that are shown with the last result."""
    window_until: float | None = None
    """The moment at which an open window closes by the table's own time."""
    extras: Mapping[str, Any] = field(default_factory=dict)
    """Options that the process adds to the host's."""
    played: Options | None = None
    """The options of the match that is shown, unchanged since it began."""
    free_to_take: tuple[int, ...] = ()
    """Seats of computer players that a knocked-out viewer may take over."""
    deal: Deal | None = None
    """The words and proof of the match that is shown."""
    run_by: tuple[int, ...] = ()
    """The seats of the people who run the bot."""
    names: Mapping[int, str] = field(default_factory=dict)
    """The names of the seats when the match that is shown ended; empty while it is played."""
    revealing: bool = False
    """True while the end of a match shows the revealed cards, but not the winner yet."""
    missed: tuple[str, ...] = ()
    """The names of the members that the next match waits for."""
    too_few: int = 0
    """The number of players who are missing from the next match; 0 if there are enough, or one is played."""
    stalled: UserError | None = None
    """Why the next match didn't start when its countdown was over."""
    sits_out: str = ""
    """The sentence for a viewer who has no part in the current hand."""
    timed_out: Line | None = None
    """The answer that was given for the viewer when their time ran out; None once they have pressed."""
    last_outcome: LastOutcome | None = None
    """How the viewer's last game ended; None once they have acted in the next one."""
    only_computers: bool = False
    """True if only computer players are left in the match."""
    purse: int | None = None
    """The pieces that the viewer can still put up for gembones, or bring to a pot; None where nobody can."""
    surroundings: Surroundings = field(default_factory=Surroundings)
    """The surroundings of the table message in its channel."""
    vacations: Mapping[int, float] = field(default_factory=dict)
    """The end of the vacation of each seat on vacation."""
    table_talk: Mapping[int, str] = field(default_factory=dict)
    """The last line of chat of the computer player in a seat."""
    record: str = ""
    """The hash of what was played in the match that is shown; empty while it is played."""
    time_left: Mapping[int, float] = field(default_factory=dict)
    """The share of its time that each open question has left, in quarters: a picture shows it, and stands still."""
    opened: Mapping[int, float] = field(default_factory=dict)
    """The moment from which the time of each question with a deadline runs."""
    owner: int | None = None
    """The user who answers in the viewer's seat; None for a spectator and for computer players."""
    has_activity: bool = False
    """True if the table can be opened as an Activity: a page inside Discord."""

    @property
    def options(self) -> Options:
        """The options of the next match."""
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
        """Return the table as `viewer` may see it, once all events are saved."""

    def has_open_question(self, seat: int) -> bool:
        """Return True if the table waits for this seat: for an answer, or for the next match."""

    def is_open(self, question: int) -> bool:
        """Return True while this question waits for its answer."""

    @property
    def followed_elsewhere(self) -> bool:
        """True while everyone at the table has it before them on another face than the chat."""

    def set_visible(self, visible: bool) -> None:
        """Record whether the channel lets the bot show the table message."""

    def set_surroundings(self, surroundings: Surroundings) -> None:
        """Record the surroundings of the table message; the next paint uses them."""

    async def force_close(self, sentence: str) -> None:
        """Close at once; a running match is called off and the stakes go back."""


class TableListener:
    """Requests to show a table, which return at once and never fail. This one shows nothing.

    Listeners override the methods that they need, and take the view later, from `ShownTable.view`. `due` is the moment
    at which the default is played; None if nobody is hurried.
    """

    def changed(self, table: ShownTable, seats: Collection[int], *, except_table: bool = False) -> None:
        """Repaint the table message and the hand panels of `seats`, which are out of date.

        `except_table`: the answer to a press already shows the table message.
        """

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
        """Remind a person of their turn: they have not pressed for a while, or the bot was restarted.

        `question` is the id of the ask that waits for them, or that of the next match. `secret`: nobody else may learn
        of it.
        """

    def warn(self, table: ShownTable, seat: Seat, due: float, *, question: int) -> None:
        """Warn a person that the default is about to be played in their place."""

    def clear_nudge(self, table: ShownTable) -> None:
        """Remove the nudges whose questions are answered."""

    def demonstrate(self, table: ShownTable, rules: Sequence[Demonstration]) -> None:
        """Announce and show the rules of the next game, which differ from those of the one before (GEN-13)."""

    def announce_deal(self, table: ShownTable, deal: Deal) -> None:
        """Announce the closed words and the round of the public beacon that the deal waits for."""

    def closed(self, table: ShownTable, sentence: str) -> None:
        """Announce that the table has closed; `sentence` says why."""

    async def wait_idle(self) -> None:
        """Wait until everything that was requested has been shown."""


class Listeners(TableListener):
    """Several listeners that all follow the same tables, such as the chat and the Activity."""

    def __init__(self, *listeners: TableListener) -> None:
        self._all = listeners

    def with_also(self, listener: TableListener) -> Listeners:
        """Return these and one more."""
        return Listeners(*self._all, listener)

    def without(self, listener: TableListener) -> Listeners:
        """Return all but one of these."""
        return Listeners(*(each for each in self._all if each is not listener))

    def changed(self, table: ShownTable, seats: Collection[int], *, except_table: bool = False) -> None:
        """Tell all of them."""
        for each in self._all:
            each.changed(table, seats, except_table=except_table)

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
        """Tell all of them."""
        for each in self._all:
            each.nudge(table, seat, due, question=question, restarted=restarted, secret=secret)

    def warn(self, table: ShownTable, seat: Seat, due: float, *, question: int) -> None:
        """Tell all of them."""
        for each in self._all:
            each.warn(table, seat, due, question=question)

    def clear_nudge(self, table: ShownTable) -> None:
        """Tell all of them."""
        for each in self._all:
            each.clear_nudge(table)

    def demonstrate(self, table: ShownTable, rules: Sequence[Demonstration]) -> None:
        """Tell all of them."""
        for each in self._all:
            each.demonstrate(table, rules)

    def announce_deal(self, table: ShownTable, deal: Deal) -> None:
        """Tell all of them."""
        for each in self._all:
            each.announce_deal(table, deal)

    def closed(self, table: ShownTable, sentence: str) -> None:
        """Tell all of them."""
        for each in self._all:
            each.closed(table, sentence)

    async def wait_idle(self) -> None:
        """Wait for all of them."""
        for each in self._all:
            await each.wait_idle()
