"""A table as the rest of the bot knows it: its commands and the facts that others may ask for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bot.person import Person
from bot.serial_queue import SerialQueue, serialized
from bot.tables.answers import AnswerPipeline
from bot.tables.context import TableContext
from bot.tables.hosting.admission import Admission
from bot.tables.hosting.host_actions import HostActions
from bot.tables.lifecycle import Lifecycle
from bot.tables.live_table import LiveTable
from bot.tables.match_session import MatchSession
from bot.tables.money.cashier import Cashier
from bot.tables.persistence import Persistence
from bot.tables.scheduler import Scheduler
from bot.tables.seating import Seating
from bot.tables.state import Seat, TableState
from bot.tables.view import NEXT_MATCH, Surroundings, TableView
from bot.user_errors import UserError
from db.tables import SaveSeat
from games.engine.game import Game, Options
from games.engine.match import Match
from games.engine.scene import RAIL, Scene, SceneOutcome

CROWD = 4
"""Seats that "Start with computer players" fills, if the game has them."""


class TableActor:
    """One table, made by `TableRegistry`. Its collaborators share a `LiveTable` and do the work.

    The commands of members are `@serialized` methods of `seating`, `lifecycle` and `hosting`, which run one at a time.
    Each may raise `UserError`; then it has changed nothing.
    """

    def __init__(self, state: TableState, context: TableContext) -> None:
        self.queue = SerialQueue(after=self.start_timer)
        self.live = live = LiveTable(state, context, self, self.queue)
        self.state = state
        self.persistence = Persistence(live)
        self.queue.before = self.persistence.catch_up
        self.lifecycle = Lifecycle(live, self.persistence)
        self._answers = AnswerPipeline(live, self.persistence, self.lifecycle)
        self._admission = Admission(live)
        self.seating = Seating(live, self.persistence, self.lifecycle, self._answers, self._admission)
        self.hosting = HostActions(live, self.persistence, self.seating, self._admission)
        self.scheduler = Scheduler(live, self.lifecycle, self._answers)

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
        """The match that ended last."""
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
        return session is not None and any(ask.prompt.clock == "race" for ask in session.match.open.values())

    @property
    def busy(self) -> bool:
        """True while work is running, or due already."""
        if self.queue.busy or self.scheduler.searches:
            return True
        now = self.context.clock.now()
        if self.session is None:
            return (self.live.may_begin() or self.live.has_to_see_out) and self.live.retry_at <= now
        moment = self.session.next_moment()
        return moment is not None and moment <= now

    def has_open_question(self, seat: int) -> bool:
        """Return True if the table waits for this seat, even if that is not saved yet."""
        session = self.live.session
        return session is None or any(
            ask.seat == seat and not ask.answered for ask in session.match.open.values()
        )

    def is_open(self, question: int) -> bool:
        """Return True while this question waits for its answer."""
        if self.session is None:
            missed = {seat.number for seat in self.live.missed()}
            return self.live.gather_until is not None and NEXT_MATCH - question in missed
        ask = self.session.match.open.get(question)
        return ask is not None and not ask.answered

    def is_waiting_to_join(self, seat: Seat) -> bool:
        """Return True for a newcomer who waits until the current match lets them in."""
        return self.live.is_waiting_to_join(seat)

    def won_last(self, user_id: int) -> bool:
        """Return True if a member won the last match here."""
        seat = self.state.seat_of(user_id)
        return seat is not None and seat.won

    def viewer_of(self, user_id: int, ask_key: int | str | None = None) -> int:
        """Return the seat whose view a person gets; `RAIL` for a spectator. `ask_key` as for `view_for`."""
        live = self.live
        seat = self.state.answering_seat(user_id) if ask_key is None else live.asked_seat(user_id, ask_key)
        return RAIL if seat is None else seat.number

    # ---- views: what has happened is shown once it is saved

    async def view(self, viewer: int = RAIL) -> TableView:
        """Return the table as `viewer`, a seat or the rail, may see it."""
        await self.live.when_saved()
        return self._view(viewer)

    async def viewer_for(self, user_id: int) -> int:
        """Return the seat whose view a person gets, or the rail, once all events are saved."""
        await self.live.when_saved()
        return self.viewer_of(user_id)

    async def view_for(self, user_id: int, ask_key: int | str | None = None) -> TableView:
        """Return the table as a person may see it.

        A host who also plays a guest gets the view of the seat that the question `ask_key` is put to.
        """
        # a person's seat is certain only when everything is saved
        await self.live.when_saved()
        return self._view(self.viewer_of(user_id, ask_key))

    async def view_as_guest(self, user_id: int) -> TableView:
        """Return the table as the guest that a person plays may see it; refuse everyone else."""
        await self.live.when_saved()
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
            # a newcomer in the seat may not see its cards of the last match
            eyes = RAIL
        member = seat.user_id if seat is not None and not seat.rail else None
        clock = session.seat_clocks.get(viewer) if session is not None else None
        sits_out = live.sitting_out(seat) if seat is not None else None
        deadlines = session.shown_deadlines() if session is not None else {}
        return TableView(
            self.state,
            live.game,
            viewer,
            self._scene(match, eyes) if match is not None else None,
            deadlines,
            live.gather_until,
            session.free if session else live.last_was_free,
            live.version,
            session.early_presses() if session else frozenset(),
            tuple(live.remarks),
            session.window_until() if session else None,
            live.extras,
            match.options if match is not None else None,
            tuple(self.seating.free_to_take(member)) if member is not None else (),
            session.deal if session else live.last_deal if match is not None else None,
            self._runners_here(),
            record="" if session else live.last_record,
            names=live.last_names if session is None and match is not None else {},
            revealing=live.reveal_until is not None,
            missed=tuple(each.name for each in live.missed()) if live.gather_until is not None else (),
            too_few=live.too_few(),
            stalled=live.stalled,
            sits_out=sits_out.sentence if sits_out is not None else "",
            timed_out=clock.timed_out if clock is not None else None,
            last_outcome=clock.last_outcome if clock is not None else None,
            only_computers=session is not None and not session.has_people(self.state.everyone),
            purse=session.purse_of(viewer) if session else None,
            surroundings=live.surroundings,
            vacations=live.vacations(),
            table_talk=dict(live.talk.shown) if live.reveal_until is None else {},
            time_left=session.time_left(deadlines, live.context.clock.now()) if session else {},
            opened=session.opened(deadlines) if session else {},
            owner=seat.person if seat is not None else None,
            has_activity=live.context.has_activity,
        )

    def _runners_here(self) -> tuple[int, ...]:
        """Return the seats of people who run the bot."""
        runners, here = self.live.context.runners, list[int]()
        for number, seat in self.state.seats.items():
            if (seat.user_id if seat.guest is None else seat.guest) in runners:
                here.append(number)
        return tuple(here)

    def _scene(self, match: Match, viewer: int) -> Scene:
        """Return the scene of the match that is shown; during a reveal without the outcome."""
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
        """Answer an open question of a member's, and return the new view of `viewer`, their own seat by default.

        `ask_key` is an ask's id, or the name of a control that several seats share. `press_id` is the id of the
        interaction: a repeated one counts once.
        """
        if self.live.private is not None:
            # a press in the first minute of a day must find that day's allowance
            await self._answers.start_day()
        answers = self._answers
        seat, session, ask = answers.find_question(person, match_id, ask_key)
        if ask.prompt.clock != "race" or not await answers.hold_if_early(session, ask, answer, press_id):
            # the answer to a press on the table message repaints that message itself
            await answers.play(session, ask, answer, "player", press_id, except_table=viewer == RAIL)
        return self._view(seat.number if viewer is None else viewer)

    async def start_with_computers(self, host: Person, strength: str | None = None) -> None:
        """Fill the table with computer players of this strength, or of the table's, and start its match."""
        await self.seating.fill_with_computers(host, CROWD, strength)
        await self.lifecycle.start(host)

    @serialized
    async def look_closer(self, person: Person) -> None:
        """Give a member who looks at a brief window the full time of it (TIM-R21)."""
        seat, session = self.state.answering_seat(person.user_id), self.live.session
        if seat is not None and session is not None and session.look_closer(seat.number):
            self.live.notify({seat.number})

    async def present(self, person: Person, *, reading: bool = True) -> None:
        """Note that a person is there, since they have pressed something at the table, whatever it was (TIM-R16).

        They are no longer away, and their clock is no longer shortened. `reading`: the press is no answer, so their
        open question gets time for it.
        """
        seats = self._seats_of(person)
        for seat in seats:
            self.live.touch(seat)
        if any(self.live.is_hurried(seat, reading=reading) for seat in seats):
            await self._welcome_back(person, reading)

    @serialized
    async def _welcome_back(self, person: Person, reading: bool) -> None:
        """Stop hurrying a person after a press, and wait for them again if they were away."""
        for seat in self._seats_of(person):
            if not self.live.is_hurried(seat, reading=reading):
                continue
            was_away = self.live.mark_present(seat, reading=reading)
            if was_away and self.session is None and self.state.phase == "lobby":
                await self.persistence.commit(SaveSeat(self.state.id, seat.record()))
            self.live.notify(set(self.state.everyone) if was_away else {seat.number})

    def _seats_of(self, person: Person) -> list[Seat]:
        """Return the seats in which a person answers: at most one of their own, and their guest's."""
        own, guest = self.state.answering_seat(person.user_id), self.state.guest_of(person.user_id)
        return [seat for seat in (own, guest) if seat is not None]

    @serialized
    async def start_day(self) -> None:
        """Tell the rules of a private match today's date (UTC): a new day allows more."""
        await self._answers.start_day()

    @serialized
    async def force_close(self, sentence: str) -> None:
        """Close at once: a running match is called off and stakes go back. `sentence` says why."""
        await self.lifecycle.force_close(sentence)

    # ---- the process

    async def resume(self) -> None:
        """Resume the stored match, or else show the last result again, before anything else happens."""
        if await self.persistence.match_is_of_older_rules():
            await self.lifecycle.call_off_older_rules()
        elif self.state.match_id is not None:
            await self.persistence.load_match()
        else:
            await self.persistence.load_last_match()
            self.lifecycle.gather_on()
        self.lifecycle.replace_old_strengths()
        self.start_timer()

    def start_timer(self) -> None:
        """Set the timer for the next due moment."""
        self.scheduler.set_timer()

    def set_visible(self, visible: bool) -> None:
        """Record whether the channel lets the bot show the table message."""
        if visible:
            self.live.unseen_since = None
        elif self.live.unseen_since is None:
            self.live.unseen_since = self.context.clock.now()
            self.start_timer()

    @property
    def followed_elsewhere(self) -> bool:
        """True while everyone at the table has it before them on another face than the chat."""
        followed, followers = False, self.live.followers
        for seat in self.state.seats.values():
            if seat.person is not None and not seat.left:
                if not followers[seat.person]:
                    return False
                followed = True
        return followed

    @contextmanager
    def followed_by(self, user_id: int) -> Iterator[None]:
        """Count a person as one who follows the table on another face than the chat."""
        self.live.followers[user_id] += 1
        try:
            yield
        finally:
            self.live.followers[user_id] -= 1

    def set_surroundings(self, surroundings: Surroundings) -> None:
        """Record the surroundings of the table message; the next paint uses them."""
        self.live.surroundings = surroundings

    async def wait_idle(self) -> None:
        """Wait until the table only waits for people."""
        await self.queue.idle()
        while self.scheduler.searches:
            await asyncio.wait(self.scheduler.searches)
            await self.queue.idle()

    async def stop(self) -> None:
        """Finish the commands in the queue, and stop the timer."""
        self.live.stopped = True
        await self.queue.idle()
        self.scheduler.stop()
