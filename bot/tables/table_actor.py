"""A table as the rest of the bot knows it: its commands and what it may be asked."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from bot.person import Person
from bot.serial_queue import SerialQueue, serialized
from bot.tables.answers import AnswerPipeline
from bot.tables.context import TableContext
from bot.tables.hosting.admission import Admission
from bot.tables.hosting.host_actions import HostActions, Kick, TableInvitation
from bot.tables.lifecycle import Lifecycle
from bot.tables.live_table import LiveTable
from bot.tables.match_session import MatchSession
from bot.tables.money.cashier import Cashier
from bot.tables.persistence import Persistence
from bot.tables.scheduler import Scheduler
from bot.tables.seating import Seating
from bot.tables.state import OpenTo, Seat, TableState
from bot.tables.view import NEXT_MATCH, Surroundings, TableView
from bot.user_errors import MESSAGES, UserError
from games.engine import RAIL, Game, Match, Options, Scene, SceneOutcome


class TableActor:
    """One table. Its commands run one after the other; each may raise `UserError`, and has changed nothing then.

    Made by `TableRegistry`. The work is done by the collaborators, which share a `LiveTable`.
    """

    def __init__(self, state: TableState, context: TableContext) -> None:
        self.live = live = LiveTable(state, context, self)
        self.state = state
        self._persistence = Persistence(live)
        self.queue = SerialQueue(after=self.start_timer, before=self._persistence.catch_up)
        self._lifecycle = Lifecycle(live, self._persistence)
        self._answers = AnswerPipeline(live, self.queue, self._persistence, self._lifecycle)
        self._admission = Admission(live)
        self._seating = Seating(live, self._persistence, self._lifecycle, self._answers, self._admission)
        self._host = HostActions(live, self._persistence, self._seating, self._admission)
        self.scheduler = Scheduler(live, self.queue, self._lifecycle, self._answers)

    # ---- what it is

    @property
    def context(self) -> TableContext:
        """The services that all tables of the process share."""
        return self.live.context

    @property
    def cashier(self) -> Cashier:
        """The money of the table."""
        return self.live.cashier

    @property
    def session(self) -> MatchSession | None:
        """The match being played."""
        return self.live.session

    @property
    def last_match(self) -> Match | None:
        """The match that has ended last."""
        return self.live.last_match

    @property
    def version(self) -> int:
        """The number of changes so far."""
        return self.live.version

    @property
    def game(self) -> Game:
        """The game of this table."""
        return self.live.game

    @property
    def options(self) -> Options:
        """The options of the next match."""
        return self.live.options

    @property
    def racing(self) -> bool:
        """True during a race, in which everyone presses as fast as they can."""
        session = self.live.session
        if session is not None:
            for ask in session.match.open.values():  # a loop: every press asks this
                if ask.prompt.clock == "race":
                    return True
        return False

    @property
    def busy(self) -> bool:
        """True while something is being done, or due already."""
        moment = self.session.next_moment() if self.session is not None else None
        at_work = self.queue.busy or bool(self.scheduler.searches)
        return at_work or (moment is not None and moment <= self.context.clock.now())

    def has_open_question(self, seat: int) -> bool:
        """Return True if the table waits for this seat, as far as is known before it is saved."""
        session = self.live.session
        return session is None or any(
            ask.seat == seat and not ask.answered for ask in session.match.open.values()
        )

    def is_open(self, question: int) -> bool:
        """Return True while the question of this id waits for its answer."""
        if self.session is None:
            return question == NEXT_MATCH and self.live.gather_until is not None
        ask = self.session.match.open.get(question)
        return ask is not None and not ask.answered

    def is_waiting_to_join(self, seat: Seat) -> bool:
        """Return True for a newcomer whom the match being played has yet to let in."""
        return self.live.is_waiting_to_join(seat)

    def is_away(self, user_id: int) -> bool:
        """Return True if a member has a seat in the match being played, and is not waited for there."""
        seat = self.state.answering_seat(user_id)
        return self.live.session is not None and seat is not None and seat.away

    def won_last(self, user_id: int) -> bool:
        """Return True if a member has won the last match here."""
        seat = self.state.seat_of(user_id)
        return seat is not None and seat.won

    def viewer_of(self, user_id: int, ask_key: int | str | None = None) -> int:
        """Return the seat whose view a person gets; `RAIL` for someone who looks on. `ask_key` as for `view_for`."""
        live = self.live
        seat = self.state.answering_seat(user_id) if ask_key is None else live.asked_seat(user_id, ask_key)
        return RAIL if seat is None else seat.number

    # ---- views: what has happened is shown once it is saved

    async def view(self, viewer: int = RAIL) -> TableView:
        """Return what `viewer`, a seat or the rail, may be shown."""
        await self.live.saved.wait()
        return self._view(viewer)

    async def view_for(self, user_id: int, ask_key: int | str | None = None) -> TableView:
        """Return what a person may be shown.

        A host with a guest to play gets the view of that of their two seats to which the question `ask_key` is put.
        """
        # a person's seat is known only when everything is saved
        await self.live.saved.wait()
        return self._view(self.viewer_of(user_id, ask_key))

    async def view_as_guest(self, user_id: int) -> TableView:
        """Return what the guest may be shown that a person plays; refuse everyone else."""
        await self.live.saved.wait()
        guest = self.state.guest_of(user_id)
        if guest is None:
            raise UserError("not_your_guest")
        return self._view(guest.number)

    def _view(self, viewer: int) -> TableView:
        live, session = self.live, self.live.session
        match = session.match if session else live.last_match
        seat = self.state.seats.get(viewer) or self.state.rail.get(viewer)
        eyes = viewer
        if session is None and seat is not None and live.last_owners.get(viewer) != seat.person:
            # the cards of the last match are not for a newcomer in the seat
            eyes = RAIL
        member = seat.user_id if seat is not None and not seat.rail else None
        clock = session.seat_clocks.get(viewer) if session is not None else None
        return TableView(
            self.state,
            live.game,
            viewer,
            self._scene(match, eyes) if match is not None else None,
            session.shown_deadlines() if session else {},
            live.gather_until,
            session.free if session else live.last_was_free,
            live.version,
            session.early_presses() if session else frozenset(),
            tuple(live.remarks),
            session.window_until() if session else None,
            live.extras,
            match.options if match is not None else None,
            tuple(self._seating.free_to_take(member)) if member is not None else (),
            session.deal if session else live.last_deal if match is not None else None,
            self._runners_here(),
            names=live.last_names if session is None and match is not None else {},
            revealing=live.reveal_until is not None,
            missed=tuple(each.name for each in live.missed()) if live.gather_until is not None else (),
            sits_out=MESSAGES.get(live.sitting_out(seat) or "", "") if seat is not None else "",
            timed_out=clock.timed_out if clock is not None else None,
            last_outcome=clock.last_outcome if clock is not None else None,
            only_computers=session is not None and not session.has_readers(self.state.everyone),
            purse=session.purse_of(viewer) if session else None,
            surroundings=live.surroundings,
            vacations=live.vacations(),
            table_talk=dict(live.talk.shown) if live.reveal_until is None else {},
            owner=seat.person if seat is not None else None,
        )

    def _runners_here(self) -> tuple[int, ...]:
        """Return the seats of people who run the bot."""
        runners, here = self.live.context.runners, list[int]()
        for number, seat in self.state.seats.items():
            if (seat.user_id if seat.guest is None else seat.guest) in runners:
                here.append(number)
        return tuple(here)

    def _scene(self, match: Match, viewer: int) -> Scene:
        """Return the scene of the match that is shown; of an end first what was turned up."""
        scene = match.scene(viewer)
        if self.live.reveal_until is not None:
            blocks = tuple(block for block in scene.blocks if not isinstance(block, SceneOutcome))
            return scene._replace(blocks=blocks, over=False)
        return scene

    # ---- playing

    @serialized
    async def press(
        self,
        person: Person,
        match_id: int,
        ask_key: int | str,
        answer: Any,
        press_id: int | None = None,
        viewer: int | None = None,
    ) -> TableView:
        """Answer an open question of a member's, and return what `viewer` (they, by default) sees then.

        `ask_key` is an ask's id, or the name of a control that several seats share. `press_id` is the id of the
        interaction: the same one counts once.
        """
        if self.state.settings.private:
            # a press on the first minute of a day must find that day's allowance
            await self._answers.start_day()
        answers = self._answers
        seat, session, ask = answers.find_question(person, match_id, ask_key)
        if ask.prompt.clock != "race" or not answers.hold_if_early(session, ask, answer, press_id):
            # the answer to a press on the table message shows that itself
            await answers.play(session, ask, answer, "player", press_id, except_table=viewer == RAIL)
        return self._view(seat.number if viewer is None else viewer)

    @serialized
    async def look_closer(self, person: Person) -> None:
        """Give a member who looks at a brief window the whole time of it (TIM-R21)."""
        seat, session = self.state.answering_seat(person.user_id), self.live.session
        if seat is not None and session is not None and session.look_closer(seat.number):
            self.live.notify({seat.number})

    @serialized
    async def welcome_back(self, person: Person) -> None:
        """Wait again for an absent member, since they have pressed something (TIM-R16)."""
        seat = self.state.answering_seat(person.user_id)
        if seat is not None and self.live.mark_present(seat):
            self.live.touch(seat)
            self.live.notify({seat.number})

    @serialized
    async def start(self, person: Person) -> None:
        """Start a match with all seats that are ready; the first one finds everyone ready."""
        await self._lifecycle.start_by(person)

    @serialized
    async def again(self, person: Person) -> None:
        """Be ready for the next match; it starts when two are, or the host, after a moment for the others."""
        await self._lifecycle.again(person)

    @serialized
    async def start_day(self) -> None:
        """Tell the rules of a private match which day it is: more is allowed on a new one (UTC)."""
        await self._answers.start_day()

    # ---- seats

    @serialized
    async def sit(self, person: Person) -> Seat:
        """Take the lowest free seat; a seated member is made ready for the next match.

        A match that takes newcomers is joined at once: the rules let the seat in when they do so (ADV-R7).
        """
        return await self._seating.sit(person)

    @serialized
    async def leave(self, person: Person) -> str:
        """Give up the seat, now or when the match is over; return what was paid back, in words."""
        return await self._seating.leave(person)

    @serialized
    async def join_rail(self, person: Person) -> Seat:
        """Take a place at the rail as a spectator, for what the game invites them to: to call, to bet."""
        return await self._seating.join_rail(person)

    @serialized
    async def fill_seats(self) -> None:
        """Seat computer players where a table of a tournament has fewer entrants than seats."""
        await self._seating.fill_seats()

    @serialized
    async def schedule_start(self) -> None:
        """Start a match with everyone seated after the usual moment; for tables of a tournament."""
        self._lifecycle.schedule_start()

    @serialized
    async def add_computer(self, person: Person) -> Seat:
        """Seat a computer player."""
        return await self._seating.add_computer(person)

    @serialized
    async def set_strength(self, person: Person, number: int, strength: str) -> Seat:
        """Choose how well the computer player in a seat plays."""
        return await self._seating.set_strength(person, number, strength)

    @serialized
    async def remove_computer(self, person: Person) -> str:
        """Take the computer player who sat down last from the table, and return its name."""
        return await self._seating.remove_computer(person)

    @serialized
    async def hand_over(self, person: Person, to_computer: bool) -> Seat:
        """Let a computer play a member's seat, or the member again. The money stays theirs."""
        return await self._seating.hand_over(person, to_computer)

    @serialized
    async def set_vacation(self, person: Person, until: float | None) -> bool:
        """Let the clock of a member's turns stand still until a moment, or run again; return False where it cannot."""
        return await self._seating.set_vacation(person, until)

    @serialized
    async def take_over(self, person: Person, number: int) -> Seat:
        """Let a knocked-out member answer for the computer player in seat `number` from now on."""
        return await self._seating.take_over(person, number)

    @serialized
    async def check_can_invite(self, person: Person) -> None:
        """Refuse a member who could not bring a guest to this table now."""
        self._seating.check_can_invite(person)

    @serialized
    async def add_guest(self, person: Person, name: str, *, by_host: bool = False) -> Seat:
        """Seat a guest of the host's called `name`; the host answers for it if they will."""
        return await self._seating.add_guest(person, name, by_host)

    @serialized
    async def play_guest(self, person: Person, by_host: bool) -> Seat:
        """Let the host answer for their guest from now on, or the house's computer player."""
        return await self._seating.play_guest(person, by_host)

    # ---- the host's table

    @serialized
    async def set_up(
        self,
        person: Person,
        *,
        game: str | None = None,
        options: Mapping[str, Any] | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        """Change game, options or settings between matches. Only the host."""
        await self._lifecycle.set_up(person, game, options, settings)

    @serialized
    async def kick(self, person: Person, user_id: int) -> Kick:
        """Take a member's seat for good, their stake settled as by leaving. Only the host and co-hosts."""
        return await self._host.kick(person, user_id)

    @serialized
    async def transfer_host(self, person: Person, user_id: int) -> Seat:
        """Make another seated member the host. Only the host."""
        return await self._host.transfer_host(person, user_id)

    @serialized
    async def set_cohost(self, person: Person, user_id: int) -> bool:
        """Make a seated member a co-host, or no longer; return whether they are one now. Only the host."""
        return await self._host.set_cohost(person, user_id)

    @serialized
    async def open_to(self, person: Person, open_to: OpenTo, role: int | None = None) -> None:
        """Open the seats to these members from now on. Only the host and co-hosts."""
        await self._host.open_to(person, open_to, role)

    @serialized
    async def invite(self, person: Person, user_id: int, name: str) -> TableInvitation:
        """Invite a member: a seat is then open to them if one is free."""
        return await self._host.invite(person, user_id, name)

    def check_hosting(self, person: Person) -> None:
        """Refuse anyone but the host and the co-hosts."""
        self.live.check_hosting(person)

    @serialized
    async def check_can_move(self, person: Person) -> None:
        """Refuse anyone who could not move the table now."""
        self._host.check_can_move(person)

    @serialized
    async def move(self, person: Person, channel_id: int, hidden_in: int | None = None) -> None:
        """Take the table to a thread; `TableRegistry.move` calls it. Only the host and co-hosts, between matches."""
        await self._host.move(person, channel_id, hidden_in)

    @serialized
    async def add_word(self, person: Person, word: str) -> None:
        """Add a member's own word to the luck of the next match."""
        await self._lifecycle.add_word(person, word)

    @serialized
    async def agree_to_open(self, person: Person, match_id: int) -> None:
        """Let a match that is over be opened before the table closes, as far as one of its players is concerned."""
        await self._lifecycle.agree_to_open(person, match_id)

    @serialized
    async def close(self, person: Person) -> str:
        """Close the table, or after the match being played; return the sentence. Only the host or an admin."""
        return await self._lifecycle.close_by(person)

    @serialized
    async def force_close(self, sentence: str) -> None:
        """Close at once: a match being played is void and stakes go back. `sentence` says why."""
        await self._lifecycle.force_close(sentence)

    # ---- a suspended match; `GuildAdmin` checks that an admin asks

    @serialized
    async def refund(self, person: Person) -> None:
        """End a suspended match: nothing of it counts, stakes go back."""
        await self._lifecycle.refund(person)

    @serialized
    async def resume_suspended(self, person: Person) -> None:
        """Play on with a suspended match, if its journal fits the present rules."""
        await self._persistence.resume_suspended()

    # ---- the process

    async def resume(self) -> None:
        """Take up the match that the store holds, or else the last result, before anything else happens."""
        if await self._persistence.match_is_of_older_rules():
            await self._lifecycle.call_off_older_rules()
        elif self.state.match_id is not None:
            await self._persistence.load_match()
        else:
            await self._persistence.load_last_match()
            self.live.gather_again()
        self.start_timer()

    def start_timer(self) -> None:
        """Let time run at the table."""
        self.scheduler.set_timer()

    def set_visible(self, visible: bool) -> None:
        """Note that the channel lets the table message be shown, or does not."""
        if visible:
            self.live.unseen_since = None
        elif self.live.unseen_since is None:
            self.live.unseen_since = self.context.clock.now()
            self.start_timer()

    def set_surroundings(self, surroundings: Surroundings) -> None:
        """Note what is around the table message; the next paint shows it."""
        self.live.surroundings = surroundings

    async def wait_idle(self) -> None:
        """Wait until nothing is left to do but to wait for people."""
        await self.queue.idle()
        while self.scheduler.searches:
            await asyncio.wait(self.scheduler.searches)
            await self.queue.idle()

    async def stop(self) -> None:
        """Finish what has been taken, and let time run no more."""
        self.live.stopped = True
        await self.queue.idle()
        self.scheduler.stop()
