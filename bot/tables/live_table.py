"""A table in memory: the state that its collaborators share, and the small questions that all of them ask.

It decides nothing and saves nothing. `TableActor` makes one and hands it to each collaborator.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Mapping
from typing import Any

from bot.language import ngettext
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
from games.computer.habits import Memory
from games.computer.table_talk import TableTalk
from games.engine.chance import Chance, Seed
from games.engine.game import Game, Options, PrivateMatch
from games.engine.match import Match
from games.engine.scene import Line
from games.engine.table_objects import NicknamesOnTable
from games.registry import find_game, rules_of


class LiveTable:
    """State, settings and running match of one table.

    `actor` is the table that listeners see.
    """

    def __init__(
        self, state: TableState, context: TableContext, actor: ShownTable, queue: SerialQueue
    ) -> None:
        self.state = state
        self.context = context
        self.actor = actor
        self.queue = queue
        """Runs the commands of the table one at a time."""
        self.cashier = Cashier(context.store, state, context.clock)
        self.session: MatchSession | None = None
        self.last_match: Match | None = None
        """The match that ended last, so that its result can be shown."""
        self.last_was_free = False
        self.last_deal: Deal | None = None
        """The deal of that match."""
        self.last_record = ""
        """The hash of what was played in that match."""
        self.last_owners: dict[int, int | None] = {}
        """The person in each seat when that match ended: its hidden cards stay theirs, whoever takes the seat later."""
        self.remarks: list[Line] = []
        """Lines of the house that are shown with the last result."""
        self.last_names: dict[int, str] = {}
        """The names of the seats when that match ended, so that its result still names members who have left."""
        self.reveal_until: float | None = None
        """When the reveal at the end of a match or game ends: until then the winner is not shown."""
        self.call_at: float | None = None
        """When the members who are missing from the next match are mentioned, during its countdown."""
        self.stalled: UserError | None = None
        """Why the next match didn't start when its countdown was over."""
        self.held_back: frozenset[int] = frozenset()
        """Seats that their members' own limits keep out of the current match."""
        self.stopped = False
        """True when the process stops: nothing begins here, and the next process continues from the store."""
        self.followers = Counter[int]()
        """The pages on which each person has the table before them, beside the chat."""
        self.unseen_since: float | None = None
        """The moment since which the channel has refused the table message; no default answer is played meanwhile."""
        self.surroundings = Surroundings()
        """The place of the table message, as the listener reported it."""
        self.version = 0
        """The number of changes so far."""
        self.saved = asyncio.Event()
        """Cleared while the match is ahead of the disk; views wait for it."""
        self.saved.set()
        self.is_ahead = False
        """True after a failure until the table has been reloaded from the store; nothing is shown in the meantime."""
        self.last_active = context.clock.now()
        """When a member last did something here, or a match last ended."""
        self.retry_at = 0.0
        """The timer does not run before this moment, since its last attempt was refused."""
        self.faults = 0
        """The number of times in a row that the rules have failed."""
        seed = secrets.token_hex(16)
        self.luck = Chance(Seed(seed))
        """The random numbers of computer players, separate from those of a match."""
        self.talk = TableTalk(Chance(Seed(f"table talk {seed}")))
        """The lines of computer players, which are not in the journal."""
        self.memory = Memory()
        """What computer players have seen this evening of everyone's habits; their answers alone are in the journal."""

    async def when_saved(self) -> None:
        """Wait until the match is as it is on the disk."""
        # `set` wakes who waits, but the next answer may be ahead again before they run
        while not self.saved.is_set():
            await self.saved.wait()

    # ---- the game

    @property
    def game(self) -> Game:
        """The game of this table, by the rules of the match in play: those under which it began."""
        if self.session is None:
            return find_game(self.state.game)
        return rules_of(self.state.game, self.session.match.game.version)

    @property
    def gather_until(self) -> float | None:
        """When the next match starts, while members may still say that they're ready."""
        return self.state.progress.gather_until

    @property
    def private(self) -> PrivateMatch | None:
        """The rules for one member who plays here alone; None at a table in a channel."""
        return self.state.kind.private_match(self.game)

    @property
    def extras(self) -> Mapping[str, Any]:
        """Options that the process adds to the host's."""
        return self.context.extras.get(self.state.game, {})

    @property
    def options(self) -> Options:
        """The options of the next match: the host's, and those that the process adds."""
        return self.game.parse_options({**self.state.options, **self.extras})

    @property
    def clocks(self) -> ClockSettings:
        """The times that the host has chosen."""
        return ClockSettings.of(self.state.settings)

    @property
    def pace(self) -> TablePace:
        """The pace of the table: live, or by letter."""
        return pace_of(self.state.settings)

    def default_policy(self) -> str:
        """Return the strength of a new computer player, as the host has chosen for the table."""
        return self.game.strength(self.state.settings.computers)

    # ---- people

    def asked_seat(self, user_id: int, ask_key: int | str) -> Seat | None:
        """Return the seat in which a person answers the question `ask_key`: their own, or their guest's.

        A control that several seats share answers for the guest once their own seat has answered.
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
        """Refuse every command at a table that has closed or is suspended."""
        if self.state.phase == "closed":
            raise UserError("table_closed")
        if self.state.phase == "suspended":
            raise UserError("suspended")

    def check_still_there(self, seat: Seat) -> None:
        """Refuse a member whose seat plays on without them: they have left, or were kicked."""
        if seat.left:
            raise UserError("kicked" if seat.user_id in self.state.access.kicked else "left")

    def check_between_matches(self) -> None:
        """Refuse a command that needs the time between two matches."""
        if self.session is not None:
            raise UserError("playing")

    def check_host(self, person: Person) -> None:
        """Refuse anyone but the host, and everyone at a table that no host decides about."""
        self.state.kind.check_hosted()
        seat = self.state.seat_of(person.user_id)
        if seat is None or seat.member != self.state.host:
            host = self.state.host_seat()
            raise UserError("not_host", host=name_in_text(host.name if host else "a player who left"))

    def check_hosting(self, person: Person) -> None:
        """Refuse anyone but the host and the co-hosts, who need a seat like the host."""
        if person.user_id not in self.state.access.cohosts or self.state.seat_of(person.user_id) is None:
            self.check_host(person)

    def sitting_out(self, seat: Seat) -> UserError | None:
        """Return the sentence for a member who has no part in the current hand; None for all others.

        Every refusal and every panel uses this.
        """
        session = self.session
        if session is None or seat.rail or seat.number in session.match.table.ring:
            return None
        if self.is_waiting_to_join(seat) or seat.policy is not None:
            return None
        if seat.away:
            return UserError("missed_hand")
        if seat.number in self.held_back:
            return UserError("held_back")
        if seat.sits_out:
            return UserError("sits_out")
        if not self.plays_next(seat):
            return UserError("sitting_out")
        return UserError("in_next_hand", when=self._when_over(session))

    def _when_over(self, session: MatchSession) -> str:
        """Return as a clause about how long the current match will still last, if anyone can say."""
        if session.began is None or self.pace.by_letter:
            return ""
        minutes = self.game.minutes_for(len(session.match.table.ring))
        left = max(1, round(minutes - (self.context.clock.now() - session.began) / 60))
        return ngettext(", in about a minute", ", in about {n} minutes", left).format(n=left)

    def plays_next(self, seat: Seat) -> bool:
        """Return True if a seat is in the next match as things stand: all are but those away or sitting out.

        By letter only those who have said that they're ready are, once there was a first match.
        """
        if seat.left or seat.away or seat.sits_out == "until back":
            return False
        if seat.sits_out and self.session is None:
            return False
        if seat.policy is not None or seat.invited or not self.pace.by_letter:
            return True
        return seat.ready or (self.session is None and self.last_match is None)

    def missed(self) -> list[Seat]:
        """Return the seats that the next match waits for: those of members who are there and haven't said ready."""
        return [
            seat
            for seat in self.state.in_order()
            if not (seat.left or seat.away or seat.sits_out or seat.ready or seat.invited)
            and seat.policy is None
        ]

    def too_few(self) -> int:
        """Return how many players are missing from the next match, even if all those who are there join it."""
        if self.session is not None or not self.state.kind.hosted:
            return 0
        missed = {seat.number for seat in self.missed()}
        coming = [seat for seat in self.state.in_order() if self.plays_next(seat) or seat.number in missed]
        return max(0, self.game.limits(self.options)[0] - len(coming))

    def may_begin(self) -> bool:
        """Return True if the countdown to the next match need not be waited for: everyone there is ready."""
        waits = self.state.phase == "lobby" and self.gather_until is not None
        return waits and self.state.kind.hosted and not self.missed()

    @property
    def has_to_see_out(self) -> bool:
        """True if a stop, or a store that was away, came between the end of a match and the departures after it."""
        state = self.state
        last = state.progress.closing or (self.last_match is not None and state.kind.ends_with_match)
        return state.phase == "lobby" and (last or any(seat.left for seat in state.in_order()))

    def players(self) -> dict[int, str]:
        """Return the players by seat, by what tells them apart from those who sat there before."""
        return {number: f"{seat.member} {seat.name}" for number, seat in self.state.seats.items()}

    def talkers(self) -> dict[int, Temper]:
        """Return the computer players that may chat now, with their tempers."""
        if not self.state.settings.table_talk or not self.state.kind.for_company:
            return {}
        talkers = {}
        for seat in self.state.seats.values():
            if seat.member is None and seat.policy is not None and not seat.invited:
                talkers[seat.number] = temper_of(seat.name)
        return talkers

    def is_waiting_to_join(self, seat: Seat) -> bool:
        """Return True for a newcomer who waits until the current match lets them in."""
        return self.session is not None and seat.number in self.session.match.table.arrived

    # ---- changes

    def agree_to_stakes(self, seat: Seat) -> None:
        """Note that a member has agreed to the stakes of the table as they are now, by a press of their own."""
        seat.agreed = self.cashier.payers.stakes(self.game)

    def touch(self, seat: Seat, now: float | None = None) -> None:
        """Note that a member has done something in this seat."""
        self.last_active = now = self.context.clock.now() if now is None else now
        self.retry_at, seat.silent = 0.0, 0
        if self.session is not None:
            self.session.seat_clocks[seat.number].last_active = now

    @property
    def _is_patient(self) -> bool:
        """True if a question has no deadline while only computer players wait for its answer.

        Matches by letter and private ones have days, and a tournament waits for each of its tables.
        """
        kind = self.state.kind
        return kind.hosted and kind.for_company and not self.pace.by_letter

    def is_hurried(self, seat: Seat, *, reading: bool) -> bool:
        """Return True if a press of a seat's player must change its clock: they were away or late, or read."""
        session = self.session
        if session is None or seat.away:
            return seat.away
        reads = reading and session.may_read_on(seat.number, self.clocks, self.context.clock.now())
        return reads or session.is_hurried(seat.number)

    def mark_present(self, seat: Seat, *, reading: bool = False) -> bool:
        """Mark a seat's player as present, since they have pressed something; return True if they were away.

        `reading`: it was no answer, so their open question gets time for it.
        """
        session, was_away = self.session, seat.away
        seat.away = False
        if session is not None:
            now = self.context.clock.now()
            if session.no_longer_late(seat.number) or was_away:
                session.restore_deadlines(seat.number, self.clocks, now)
            if reading:
                session.give_time_to_read(seat.number, self.clocks, now)
            if was_away:
                # someone waits again for those who had all the time
                self.update_deadlines()
        return was_away

    def update_deadlines(self) -> None:
        """Update the deadlines of the open questions after a change in the match."""
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
        session.update_deadlines(
            self.state.everyone, ClockSettings.of(self.state.settings), now, pacing, patient=self._is_patient
        )
        if due is not None and session.match.rows and session.match.rows[-1].ask == 0:
            # a new day at a private table is not an answer of its member, so their deadline stays as it was
            session.keep_deadline(due)

    def _names_in(self, match: Match) -> dict[int, str]:
        """Return the names of all seats, with the nicknames that the match gave out."""
        nicknames = match.table.find(NicknamesOnTable)
        own: dict[int, str] = {number: seat.name for number, seat in self.state.everyone.items()}
        return own if nicknames is None else own | dict(nicknames.names)

    def keep_last_outcomes(self, session: MatchSession) -> None:
        """Keep the outcome of the match before this one for the members who play on."""
        last = self.last_match
        if last is None or last.ending is None:
            return
        session.keep_outcomes(last.ending, self._names_in(last) | self.last_names)
        for number, clock in session.seat_clocks.items():
            seat = self.state.find_seat(number)
            if seat is None or self.last_owners.get(number) != seat.person:
                clock.last_outcome = None

    def vacations(self) -> dict[int, float]:
        """Return the end of the vacation of each seat on vacation. Only tables by letter have vacations."""
        if not self.pace.by_letter:
            return {}
        now, seats = self.context.clock.now(), self.state.everyone.values()
        return {seat.number: seat.vacation for seat in seats if seat.vacation and seat.vacation > now}

    def call_missed(self) -> None:
        """Mention the members who haven't said that they're ready for the next match, once a countdown."""
        self.call_at, vacations = None, self.vacations()
        for seat in self.missed():
            if seat.person is not None and seat.number not in vacations:
                question = NEXT_MATCH - seat.number
                self.context.listener.nudge(self.actor, seat, self.gather_until, question=question)

    def begin_reveal(self) -> None:
        """Show the hidden cards for a moment before the winner."""
        reveal = self.context.pacing.reveal * READING_PACE[self.state.settings.pace]
        shown = reveal and self.state.kind.for_company
        self.reveal_until = self.context.clock.now() + reveal if shown else None

    def tell_match_over(self) -> None:
        """Tell features that this table has no running match any longer."""
        for listener in self.context.hooks.match_over:
            listener(self.actor)

    def notify(self, seats: set[int], *, except_table: bool = False) -> None:
        """Tell the listener that the table message and the panels of `seats` are out of date."""
        self.version += 1
        if self.session is None and (self.last_match is None or self.gather_until is not None):
            # every panel shows whether the next match can begin, and who is missing
            seats = {*seats, *self.state.seats}
        self.context.listener.changed(self.actor, seats, except_table=except_table)
