"""A table: one actor, one thing after the other; rules, then save, then announce.

Everything that happens at a table (presses, joins, timers) runs through its `SerialQueue`, so nothing here
needs a lock.
For every answer the order is: the rules take it (nothing is changed if they refuse), the row and all money that it
moves are saved in one unit, and only then is anybody told. Until that commit returns the match is dirty: `view` waits
and the next answer waits. If the commit fails the match is thrown away and rebuilt from the journal.
"""

from __future__ import annotations

import asyncio
import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from bot.clock import Timer
from bot.person import Person
from bot.tables.context import TableContext
from bot.tables.match_session import MatchSession
from bot.tables.money.cashier import Cashier
from bot.tables.question_clocks import ClockSettings
from bot.tables.serial_queue import SerialQueue
from bot.tables.state import PACE, Seat, TableState
from bot.tables.view import TableView
from bot.user_errors import UserError
from games.catalogue import find_game
from games.engine import (
    RAIL,
    Chance,
    Game,
    Line,
    Match,
    Options,
    Seed,
)

IDLE = 1800.0
"""Seconds after which a table where nothing happens closes, and stakes go home."""


class Core(ABC):
    """State, and looking at it: what everything else at a table stands on."""

    def __init__(self, state: TableState, context: TableContext) -> None:
        self.state = state
        self.context = context
        self.cashier = Cashier(context.store, state)
        self.session: MatchSession | None = None
        self.last_match: Match | None = None
        """The match that has ended last, for its result to be seen."""
        self.last_was_free = False
        self._last_owners: dict[int, int | None] = {}
        """Who sat where when that match ended: its hidden cards stay theirs, whoever has the seat now."""
        self.remarks: list[Line] = []
        """What is said beside the last result."""
        self.gather_until: float | None = None
        self.closing = False
        self.stopped = False
        """Whether the process stops: nothing begins here any more, and the next process goes on from the store."""
        self.unseen_since: float | None = None
        """Since when the channel keeps the table message from being shown: nobody's time runs out meanwhile."""
        self.version = 0
        """How often the table has changed."""
        self._queue = SerialQueue()
        self._clean = asyncio.Event()
        self._clean.set()
        self._timer: Timer | None = None
        self._timer_at: float | None = None
        self._idle_at = context.clock.now() + IDLE
        self._active: dict[int, float] = {}
        self._nudged: set[int] = set()
        self._warned: set[int] = set()
        self._faults = 0
        self._luck = Chance(Seed(secrets.token_hex(16)))

    # ---- looking

    @property
    def game(self) -> Game:
        """The game of this table."""
        return find_game(self.state.game)

    def _free_to(self, viewer: int) -> list[int]:
        """The computer players whose seats the viewer may take over."""
        seat = self.state.seats.get(viewer)
        return self.free_to_take(seat.user_id) if seat is not None and seat.user_id is not None else []

    @property
    def extras(self) -> Mapping[str, Any]:
        """Options that the process adds to those of the host."""
        return self.context.extras.get(self.state.game, {})

    @property
    def options(self) -> Options:
        """What the next match is played with: what the host has chosen, and what the process adds."""
        return self.game.parse_options({**self.state.options, **self.extras})

    async def view(self, viewer: int = RAIL) -> TableView:
        """What `viewer` may be shown, once all that has happened is saved."""
        await self._clean.wait()
        return self._view(viewer)

    async def view_for(self, user_id: int, which: int | str | None = None) -> TableView:
        """The same for a person: which seat is theirs is known only when all that has happened is saved.

        Who plays a guest beside their own seat sees that of the two to which the question `which` is put.
        """
        await self._clean.wait()
        return self._view(self.viewer_of(user_id, which))

    async def view_as_guest(self, user_id: int) -> TableView:
        """The same for whoever plays a guest, with the guest's eyes. Refuses everybody else."""
        await self._clean.wait()
        guest = self.state.guest_of(user_id)
        if guest is None:
            raise UserError("not_your_guest")
        return self._view(guest.number)

    def _view(self, viewer: int) -> TableView:
        session = self.session
        match = session.match if session else self.last_match
        seat = self.state.everyone.get(viewer)
        eyes = viewer
        if session is None and seat is not None and self._last_owners.get(viewer) != seat.person:
            eyes = RAIL
        return TableView(
            self.state,
            self.game,
            viewer,
            match.scene(eyes) if match is not None else None,
            dict(session.due) if session else {},
            self.gather_until,
            session.free if session else self.last_was_free,
            self.version,
            frozenset(session.held) if session else frozenset(),
            tuple(self.remarks),
            session.window_until() if session else None,
            self.extras,
            match.options if match is not None else None,
            tuple(self._free_to(viewer)),
            seat.person if seat is not None else None,
        )

    def viewer_of(self, user_id: int, which: int | str | None = None) -> int:
        """The seat of a person as viewer, at the table or at its rail; else they look on. `which` as for `view_for`."""
        seat = self._place_of(user_id) if which is None else self._asked_of(user_id, which)
        return RAIL if seat is None else seat.number

    def _place_of(self, user_id: int) -> Seat | None:
        state = self.state
        return state.taken_by(user_id) or state.seat_of(user_id) or state.rail_of(user_id)

    def _asked_of(self, user_id: int, which: int | str) -> Seat | None:
        """Where a person answers the question `which`: at their own place, or in the seat of the guest they play.

        A control that several seats share is for the guest once their own seat has answered.
        """
        own, guest = self._place_of(user_id), self.state.guest_of(user_id)
        if guest is None or self.session is None:
            return own
        kind = str(which).partition("@")[0]
        asked = {
            ask.seat
            for ask in self.session.match.open.values()
            if ask.id == which or (ask.prompt.kind == kind and not ask.answered)
        }
        return guest if guest.number in asked and (own is None or own.number not in asked) else own

    def won_last(self, user_id: int) -> bool:
        """Whether a member has won the last match here."""
        seat = self.state.seat_of(user_id)
        return seat is not None and seat.won

    @property
    def racing(self) -> bool:
        """Whether there is a race now, in which everybody presses as fast as they can."""
        return self.session is not None and any(
            ask.prompt.clock == "race" for ask in self.session.match.open.values()
        )

    def has_open_question(self, seat: int) -> bool:
        """Whether a seat has something to do, as far as is known before it is saved: a question, or the next match."""
        return self.session is None or any(
            ask.seat == seat and not ask.answered for ask in self.session.match.open.values()
        )

    def set_visible(self, visible: bool) -> None:
        """Whether the channel lets the table message be shown; who shows it says so."""
        if visible:
            self.unseen_since = None
        elif self.unseen_since is None:
            self.unseen_since = self.context.clock.now()
            self._set_timer()

    def start_timer(self) -> None:
        """Let time run at a table that was taken up in its lobby."""
        self._set_timer()

    @property
    def busy(self) -> bool:
        """Whether something is being done, or is due already."""
        moment = self.session.next_moment() if self.session is not None else None
        return self._queue.busy or (moment is not None and moment <= self.context.clock.now())

    async def wait_idle(self) -> None:
        """Wait until nothing is left to do but to wait for people."""
        await self._queue.idle()

    async def stop(self) -> None:
        """Finish what has been taken, and let time run no more."""
        self.stopped = True
        await self._queue.idle()
        if self._timer is not None:
            self._timer.cancel()

    # ---- small things

    def _tempo(self) -> ClockSettings:
        return ClockSettings.of(self.state.settings, PACE[self.state.settings.pace])

    def _update_deadlines(self) -> None:
        assert self.session is not None
        pacing = self.context.pacing
        self.session.update_deadlines(
            self.state.everyone,
            self._tempo(),
            self.context.clock.now(),
            pacing.thinking(),
            pacing.calling(),
        )

    def _touch(self, seat: Seat) -> None:
        now = self.context.clock.now()
        self._active[seat.number] = now
        self._idle_at = now + IDLE

    def _notify(self, seats: set[int], *, except_table: bool = False) -> None:
        self.version += 1
        if self.session is None and self.last_match is None:
            # whether the first match can begin hangs on everybody
            seats = {*seats, *self.state.seats}
        self.context.listener.changed(self, seats, except_table=except_table)

    def _must_be_open(self) -> None:
        if self.state.phase == "closed":
            raise UserError("table_closed")
        if self.state.phase == "suspended":
            raise UserError("suspended")

    def _seated(self, person: Person) -> Seat:
        seat = self.state.seat_of(person.user_id)
        if seat is None:
            raise UserError("not_seated")
        return seat

    def _must_host(self, person: Person) -> None:
        seat = self.state.seat_of(person.user_id)
        if seat is None or seat.member != self.state.host:
            host = self.state.host_seat()
            raise UserError("not_host", host=host.name if host else "who has left")

    # ---- what the layers above add

    @abstractmethod
    def free_to_take(self, user_id: int) -> list[int]:
        """The seats of computer players that a member may take over."""

    @abstractmethod
    async def force_close(self, sentence: str) -> None:
        """Close at once, whatever goes on."""

    @abstractmethod
    def _set_timer(self) -> None:
        """Set the one timer for whatever comes first."""

    @abstractmethod
    async def _start(self, by: Seat | None = None) -> None:
        """Begin the next match with those who are ready; `by` has pressed for it."""
