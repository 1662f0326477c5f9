"""A table in memory: the state that its collaborators share, and the small questions that all of them ask of it.

It decides nothing and saves nothing. `TableActor` makes one and hands it to each collaborator.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from typing import Any

from bot.luck.deal import Deal
from bot.members.names import name_in_text
from bot.person import Person
from bot.serial_queue import SerialQueue
from bot.tables.context import TableContext
from bot.tables.match_session import MatchSession
from bot.tables.money.cashier import Cashier
from bot.tables.question_clocks import READING_PACE, ClockSettings, TablePace, pace_of
from bot.tables.shared_controls import stands_for
from bot.tables.state import Seat, TableState
from bot.tables.view import NEXT_MATCH, ShownTable, Surroundings
from bot.user_errors import UserError
from games.computer.characters import Temper, temper_of
from games.computer.table_talk import TableTalk
from games.engine import Chance, Game, Line, Match, NicknamesOnTable, Options, PrivateMatch, Seed
from games.registry import find_game


class LiveTable:
    """State, settings and running match of one table.

    `actor` is the table as its listeners see it.
    """

    def __init__(
        self, state: TableState, context: TableContext, actor: ShownTable, queue: SerialQueue
    ) -> None:
        self.state = state
        self.context = context
        self.actor = actor
        self.queue = queue
        """Runs the commands of the table, one after the other."""
        self.cashier = Cashier(context.store, state, context.clock)
        self.session: MatchSession | None = None
        self.last_match: Match | None = None
        """The match that has ended last, for its result to be seen."""
        self.last_was_free = False
        self.last_deal: Deal | None = None
        """What that match was dealt from."""
        self.last_owners: dict[int, int | None] = {}
        """The person in each seat when that match ended: its hidden cards stay theirs, whoever has the seat now."""
        self.remarks: list[Line] = []
        """Lines of the house beside the last result."""
        self.last_names: dict[int, str] = {}
        """The names of the seats when that match ended: who leaves keeps theirs in its result."""
        self.reveal_until: float | None = None
        """Until when the end of a match, or of a game of a night, shows what was turned up, and not yet who has won."""
        self.gather_until: float | None = None
        """When the next match starts, while players are gathering for it."""
        self.closing = False
        """True if the table closes after the match."""
        self.stopped = False
        """True when the process stops: nothing begins here any more, and the next process goes on from the store."""
        self.unseen_since: float | None = None
        """Since when the channel keeps the table message from being shown; no default is played meanwhile."""
        self.surroundings = Surroundings()
        """The place of the table message, as those who show it have said."""
        self.version = 0
        """The number of changes so far."""
        self.saved = asyncio.Event()
        """Cleared while something has happened that is not on the disk yet; views wait for it."""
        self.saved.set()
        self.is_ahead = False
        """True after a failure, until the store can be asked again how things stand; till then nothing is shown."""
        self.last_active = context.clock.now()
        """When a member has last done something here, or a match has ended."""
        self.retry_at = 0.0
        """The timer does not run before this moment, since what was due then was refused."""
        self.faults = 0
        """How often in a row the rules have failed."""
        seed = secrets.token_hex(16)
        self.luck = Chance(Seed(seed))
        """The luck of computer players, never that of a match."""
        self.talk = TableTalk(Chance(Seed(f"table talk {seed}")))
        """The lines of computer players, which no journal keeps."""

    # ---- the game

    @property
    def game(self) -> Game:
        """The game of this table."""
        return find_game(self.state.game)

    @property
    def private(self) -> PrivateMatch | None:
        """The way in which one member plays here alone; None at a table in a channel."""
        return self.state.kind.private_match(self.game)

    @property
    def extras(self) -> Mapping[str, Any]:
        """Options that the process adds to those of the host."""
        return self.context.extras.get(self.state.game, {})

    @property
    def options(self) -> Options:
        """The options of the next match: those that the host has chosen, and those that the process adds."""
        return self.game.parse_options({**self.state.options, **self.extras})

    @property
    def clocks(self) -> ClockSettings:
        """The host's choice of times."""
        return ClockSettings.of(self.state.settings)

    @property
    def pace(self) -> TablePace:
        """The times of the table: everyone is there, or they play by letter."""
        return pace_of(self.state.settings)

    def default_policy(self) -> str:
        """Return the strength of a computer player that sits down, as the host has chosen for the table."""
        return self.game.strength(self.state.settings.computers)

    # ---- people

    def asked_seat(self, user_id: int, ask_key: int | str) -> Seat | None:
        """Return the seat in which a person answers the question `ask_key`: their own place, or that of their guest.

        A control that several seats share is for the guest once their own seat has answered.
        """
        own = self.state.answering_seat(user_id)
        guest = self.state.guest_of(user_id)
        if guest is None or self.session is None:
            return own
        asked = {
            ask.seat
            for ask in self.session.match.open.values()
            if stands_for(ask_key, ask.id) and (isinstance(ask_key, int) or not ask.answered)
        }
        return guest if guest.number in asked and (own is None or own.number not in asked) else own

    def seat_of(self, person: Person) -> Seat:
        """Return a member's own seat. Raises `UserError` if they have none."""
        seat = self.state.seat_of(person.user_id)
        if seat is None:
            raise UserError("not_seated")
        return seat

    def check_open(self) -> None:
        """Refuse everything at a table that has closed or is suspended."""
        if self.state.phase == "closed":
            raise UserError("table_closed")
        if self.state.phase == "suspended":
            raise UserError("suspended")

    def check_between_matches(self) -> None:
        """Refuse what cannot be done while a match is being played."""
        if self.session is not None:
            raise UserError("playing")

    def check_host(self, person: Person) -> None:
        """Refuse anyone but the host, and everyone where no host decides."""
        self.state.kind.check_hosted()
        seat = self.state.seat_of(person.user_id)
        if seat is None or seat.member != self.state.host:
            host = self.state.host_seat()
            raise UserError("not_host", host=name_in_text(host.name) if host else "a player who left")

    def check_hosting(self, person: Person) -> None:
        """Refuse anyone but the host and the co-hosts, who need a seat as the host does."""
        if person.user_id not in self.state.access.cohosts or self.state.seat_of(person.user_id) is None:
            self.check_host(person)

    def sitting_out(self, seat: Seat) -> str | None:
        """Return the key of the sentence for a member who has no part in the hand being played; None for all others.

        Every refusal and every panel takes it from here.
        """
        session = self.session
        if session is None or seat.rail or seat.number in session.match.table.ring:
            return None
        if self.is_waiting_to_join(seat) or seat.policy is not None:
            return None
        return "missed_hand" if seat.away else "in_next_hand" if seat.ready else "sitting_out"

    def missed(self) -> list[Seat]:
        """Return the seats that the next match still waits for: their members have not said yes.

        Nobody waits for members who are away, unless it takes them to play at all.
        """
        seats = [seat for seat in self.state.in_order() if not seat.left]
        silent = [seat for seat in seats if not (seat.ready or seat.policy is not None or seat.invited)]
        enough = len(seats) - len(silent) >= self.game.limits(self.options)[0]
        return [seat for seat in silent if not seat.away] or ([] if enough else silent)

    def talkers(self) -> dict[int, Temper]:
        """Return the computer players that may say a line now, with their tempers."""
        if not self.state.settings.table_talk or not self.state.kind.for_company:
            return {}
        talkers = {}
        for seat in self.state.seats.values():
            if seat.member is None and seat.policy is not None and not seat.invited:
                talkers[seat.number] = temper_of(seat.name)
        return talkers

    def is_waiting_to_join(self, seat: Seat) -> bool:
        """Return True for a newcomer whom the match being played has yet to let in."""
        return self.session is not None and seat.number in self.session.match.table.arrived

    # ---- changes

    def touch(self, seat: Seat, now: float | None = None) -> None:
        """Note that a member has done something in this seat."""
        self.last_active = now = self.context.clock.now() if now is None else now
        self.retry_at = 0.0
        if self.session is not None:
            self.session.seat_clocks[seat.number].last_active = now

    def mark_present(self, seat: Seat) -> bool:
        """Wait for a seat again, since its player has done something; return True if they were away."""
        session, was_away = self.session, seat.away
        seat.away = False
        if session is not None:
            clock = session.seat_clocks[seat.number]
            clock.late, clock.unattended, clock.timed_out = 0, False, None
            if was_away:
                session.restore_deadlines(seat.number, self.clocks, self.context.clock.now())
        return was_away

    def update_deadlines(self) -> None:
        """Give the open questions their deadlines after something has happened in the match."""
        session = self.session
        assert session is not None
        now, pacing = self.context.clock.now(), self.context.pacing
        ending = session.match.shown_ending
        if ending is not None:
            session.keep_outcomes(ending, self._names_in(session.match))
        if pacing.reading:
            session.let_read(
                self.state.everyone, now, pacing.reading * READING_PACE[self.state.settings.pace]
            )
        for number, until in self.vacations().items():
            session.seat_clocks[number].stands_until = until
        due = max(session.deadlines.values(), default=None) if self.private is not None else None
        session.update_deadlines(self.state.everyone, ClockSettings.of(self.state.settings), now, pacing)
        if due is not None and session.match.rows and session.match.rows[-1].ask == 0:
            # a new day at a private table is not an answer of its member: the days that they have run on
            session.keep_deadline(due)

    def _names_in(self, match: Match) -> dict[int, str]:
        """Return the names of all seats as the match has them."""
        nicknames = match.table.find(NicknamesOnTable)
        own = {number: seat.name for number, seat in self.state.everyone.items()}
        return own if nicknames is None else own | dict(nicknames.names)

    def keep_last_outcomes(self, session: MatchSession) -> None:
        """Keep for the members who play on how the match before this one ended for them."""
        last = self.last_match
        if last is None or last.ending is None:
            return
        session.keep_outcomes(last.ending, self._names_in(last) | self.last_names)
        for number, clock in session.seat_clocks.items():
            seat = self.state.find_seat(number)
            if seat is None or self.last_owners.get(number) != seat.person:
                clock.last_outcome = None

    def vacations(self) -> dict[int, float]:
        """Return the seats whose members are on vacation, with its end: there are some only where matches take days."""
        if not self.pace.by_letter:
            return {}
        now, seats = self.context.clock.now(), self.state.everyone.values()
        return {seat.number: seat.vacation for seat in seats if seat.vacation and seat.vacation > now}

    def begin_gathering(self) -> None:
        """Begin the time in which others may still join the next match; where it takes hours, tell them of it."""
        self.gather_until = until = self.context.clock.now() + self.pace.gather(self.context.gather)
        if self.pace.by_letter:
            away = self.vacations()
            for seat in self.missed():
                if seat.person is not None and seat.number not in away:
                    self.context.listener.nudge(self.actor, seat, until, question=NEXT_MATCH)

    def gather_again(self) -> None:
        """Go on gathering for the next match by letter after a restart, if anyone has said that they are ready."""
        ready = [seat for seat in self.state.members() if seat.ready]
        is_host = any(seat.member == self.state.host for seat in ready)
        if self.pace.by_letter and self.last_match is not None and (len(ready) > 1 or is_host):
            self.begin_gathering()

    def begin_reveal(self) -> None:
        """Show for a moment what was turned up, before anyone reads who has won."""
        reveal = self.context.pacing.reveal * READING_PACE[self.state.settings.pace]
        shown = reveal and self.state.kind.for_company
        self.reveal_until = self.context.clock.now() + reveal if shown else None

    def tell_match_over(self) -> None:
        """Tell features that this table has no match to play any more."""
        for listener in self.context.hooks.match_over:
            listener(self.actor)

    def notify(self, seats: set[int], *, except_table: bool = False) -> None:
        """Tell the listener that the table message and the panels of `seats` are out of date."""
        self.version += 1
        if self.session is None and self.last_match is None:
            # every panel shows whether the first match can begin
            seats = {*seats, *self.state.seats}
        self.context.listener.changed(self.actor, seats, except_table=except_table)
