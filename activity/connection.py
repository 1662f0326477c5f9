"""One open page: it is sent the view of its member whenever that changes, and its presses are taken.

Two tasks share the socket. One reads, and handles one message after another. The other waits until something has
changed, and sends the difference to what the page has. While a slow page is still being sent something, changes add up
to one: it gets the newest state next, and a socket never holds more than one frame.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, ExitStack
from typing import Any, Protocol

import msgspec
from aiohttp import WSMsgType, web

from activity.blocks import Json
from activity.controls import past_matches, rules_page
from activity.effects import ControlPress, do
from activity.frames import PageState
from activity.identity import Session
from activity.messages import MOST_BYTES, Again, Do, MemberPace, Press, press_number, read
from activity.shared_views import SharedViews
from activity.side_views import Past, ShownLesson, lesson_at, past_of
from activity.view import Sections, without_table
from bot.app import App
from bot.face.help.greeting import greeting_of
from bot.face.text.runs import Runs, runs_of
from bot.handling import Handling
from bot.language import N_, _, speaking
from bot.matches.access import Reader
from bot.matches.played_match import load_played
from bot.members.languages import Languages
from bot.monitoring.monitor import Monitor
from bot.person import Person
from bot.places.command_rights import check_command
from bot.places.place import Place
from bot.places.settings import load_place_settings
from bot.pressed import is_private_thread
from bot.tables.registry import TableRegistry
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError, sentence_of
from db import journal
from db.store import Store

log = logging.getLogger(__name__)

MOST_MALFORMED = 10
"""Messages that no page of ours sends, after which the socket is closed."""
MALFORMED = N_("That isn't something this table understands. Open it again.")
LISTED = 25
"""The latest matches among which a member chooses one to look back at."""
LOOKING_BACK, COSTS_TO_LOOK_BACK = frozenset({"look_back", "step", "matches"}), 5
"""What replays or lists matches, and as how many presses that counts."""
REPEATED = ("passed", "done_already", "not_seated", "in_next_hand")
"""Refusals of an answer that may have counted already, before the connection was lost."""

_encode = msgspec.json.Encoder().encode


class Socket(Protocol):
    """The part of a WebSocket that a page is sent to."""

    async def send_frame(self, message: bytes, opcode: WSMsgType) -> None:
        """Send a message, once there is room for it."""


class Taken(Protocol):
    """The presses that were taken lately, for those that are sent again."""

    async def once(self, number: int, take: Callable[[], Awaitable[bytes]]) -> bytes:
        """Return the answer to a press: the one that was given, or what `take` returns."""


class Connection:
    """The page of one member in one instance, in the channel of their session."""

    def __init__(
        self,
        app: App,
        session: Session,
        socket: Socket,
        taken: Taken,
        pace: MemberPace,
        views: SharedViews,
        shown: PageState,
    ) -> None:
        self.app, self._socket, self._taken, self._pace, self._views = app, socket, taken, pace, views
        self._registry = app.service(TableRegistry)
        self.vouched(session)
        self._shown = shown
        self._changed = asyncio.Event()
        self._changed.set()
        self._follows: TableActor | None = None
        self._following = ExitStack()
        self._as_guest = False
        """The view is that of the guest whom the member plays beside their own seat."""
        self._sets = False
        """The settings of the table are open in the page."""
        self._past: Past | None = None
        """The step of a match at which the member looks back, in place of the table as it is."""
        self._lesson: ShownLesson | None = None
        """The step of a lesson that the member takes, in place of the table as it is."""
        self._apart_from: int | None = None
        """The match that was played when they turned to that; the next one calls them back."""

    def vouched(self, session: Session) -> None:
        """Know the member by this session from now on."""
        self.session = session
        self.person = Person(session.user_id, session.name, roles=frozenset(session.roles))

    def wake(self) -> None:
        """Note that the table may look different now."""
        self._changed.set()

    # ---- sending

    async def write(self) -> None:
        """Send the view whenever it has changed, until this is cancelled."""
        try:
            while True:
                await self._changed.wait()
                self._changed.clear()
                with self.in_language():
                    frame = self._shown.frame(await self._sections(), self._now())
                if frame is not None:
                    await self._send(frame)
        finally:
            self._following.close()

    def in_language(self) -> AbstractContextManager[None]:
        """Say everything within in the member's language."""
        return speaking(self.app.service(Languages).of_person(self.person.user_id))

    async def _sections(self) -> Sections:
        table = self.table()
        self._follow(table)
        apart = self._past or self._lesson
        if apart is not None:
            if table is None or table.state.match_id in (None, self._apart_from):
                return apart.sections
            self._past = self._lesson = None
        if table is None:
            return without_table()
        viewer = await table.viewer_for(self.person.user_id)
        guest = table.state.guest_of(self.person.user_id) if self._as_guest else None
        return await self._views.of(table, viewer if guest is None else guest.number, settings=self._sets)

    def _follow(self, table: TableActor | None) -> None:
        """Let the table know that its member has it before them here."""
        if table is self._follows:
            return
        self._following.close()
        self._follows = table
        if table is not None:
            self._following.enter_context(table.followed_by(self.person.user_id))

    async def _send(self, frame: bytes) -> None:
        await self._socket.send_frame(frame, WSMsgType.TEXT)

    def _now(self) -> float:
        return self._registry.context.clock.now()

    # ---- the table

    def table(self) -> TableActor | None:
        """Return the table of the session's channel, if it has one."""
        table = self._registry.find_in_channel(self.session.channel_id)
        # a channel's number alone proves no place: money must not leave its own
        if table is None or table.state.place != self._place():
            return None
        # being kicked from a private thread is the end of watching, too
        return None if table.state.access.hides_from(self.person.user_id) else table

    def _place(self) -> Place:
        return self.app.place_of(self.session.guild_id, self.session.channel_id)

    # ---- reading

    async def listen(self, socket: web.WebSocketResponse) -> None:
        """Handle messages until the page goes, or sends too much that no page of ours sends."""
        malformed = 0
        async for message in socket:
            if not await self.take(message.data if message.type is WSMsgType.TEXT else ""):
                malformed += 1
                if malformed >= MOST_MALFORMED:
                    await self._send(gone(MALFORMED, "never"))
                    return

    async def take(self, text: str) -> bool:
        """Handle one message; return False if it is none."""
        message = read(text) if len(text) <= MOST_BYTES else None
        looks_back = isinstance(message, Do) and message.what in LOOKING_BACK
        await self._pace.turn(self.person.user_id, COSTS_TO_LOOK_BACK if looks_back else 1)
        match message:
            case Again():
                self._shown.forget()
                self.wake()
            case Press() | Do():
                number = press_number(self.person.user_id, message.press)
                with self.in_language():
                    answer = await self._taken.once(number, lambda: self._answer(message, number))
                await self._send(answer)
            case _:
                return False
        return True

    async def _answer(self, message: Press | Do, number: int) -> bytes:
        """Do what was pressed, and return the frame that says what became of it."""
        presses = self.app.service(Monitor).metrics.presses
        if isinstance(message, Press) and self._lesson is not None:
            return self._learn(self._lesson, message)
        with self.app.service(Handling):
            try:
                if self.app.stopping or self.app.is_cut_off:
                    raise UserError("restarting")
                refusal = self.app.refusal_of(self.person.user_id, self.session.guild_id)
                if refusal is not None:
                    return refused(message.press, runs_of(refusal))
                if isinstance(message, Press):
                    frame = await self._press(message, number)
                else:
                    frame = await self._do(message)
                presses.labels("answered").inc()
                return _encode({"t": "taken", "press": message.press, **frame})
            except UserError as no:
                if await self._counts_already(message, number, no):
                    return _encode({"t": "taken", "press": message.press, "words": []})
                presses.labels("refused").inc()
                return refused(message.press, runs_of(no.sentence))
            except Exception as error:  # noqa: BLE001 - the boundary of all presses
                presses.labels("failed").inc()
                return refused(message.press, runs_of(sentence_of(error)))

    async def _press(self, press: Press, number: int) -> Json:
        """Answer a question, as a press in the chat does."""
        table = self._table_here()
        await table.present(self.person, reading=False)
        await table.press(self.person, press.match, press.ask, press.answer, number)
        return _said("")

    async def _do(self, control: Do) -> Json:
        """Do what a control says, and return what its presser reads."""
        match control.what:
            case "guest_hand" | "own_hand":
                self._as_guest = control.what == "guest_hand"
            case "lesson" | "lesson_do" | "lesson_stop":
                await self._teach(control.what)
            case "matches":
                return {"words": [], "choose": await self._matches()}
            case "settings":
                self._sets = control.given.get("open") is True
            case "look_back" | "step":
                await self._look_back(control)
            case "present":
                self._past = None
            case "open":
                await self._open_table(control)
                return await self._greeted("")
            case "rules":
                return {"words": [], "page": rules_page(self._table_here().game)}
            case _:
                table = self._table_here()
                await table.present(self.person)
                words = await do(control.what, ControlPress(self.app, table, self.person, control.given))
                return await self._greeted(words) if control.what == "sit" else _said(words)
        self.wake()
        return _said("")

    async def _greeted(self, words: str) -> Json:
        """Return what a member reads who has just sat down: a welcome if all is new to them."""
        table = self._table_here()
        view = await table.view_for(self.person.user_id)
        greeting = (await greeting_of(self.app, view, self.person)).at(view, on_page=True)
        lines = greeting.split("\n") if greeting else []
        return {**_said(words), "greeting": [runs_of(line) for line in lines]}

    # ---- lessons, and matches of the past

    async def _teach(self, what: str) -> None:
        """Begin the lesson of this table's game, go on in it, or come back from it."""
        if what == "lesson_stop":
            self._lesson = None
        elif what == "lesson_do":
            if self._lesson is None:
                raise UserError("passed")
            self._lesson = self._lesson.after()
        else:
            table = self._table_here()
            # who learns is there
            await table.present(self.person, reading=True)
            game = table.game if self._lesson is None else self._lesson.step.game
            self._lesson, self._past = lesson_at(game, 0, self.session.name), None
            self._apart_from = table.state.match_id

    def _learn(self, lesson: ShownLesson, press: Press) -> bytes:
        """Go on in a lesson if this is the press that it is about."""
        other = lesson.judged(press.ask, press.answer)
        if other:
            return refused(press.press, runs_of(other))
        self._lesson = lesson.after()
        self.wake()
        return _encode({"t": "taken", "press": press.press, "words": []})

    async def _matches(self) -> Json:
        """Return the control that looks back at one of the member's latest matches."""
        store = self.app.service(Store)
        member = await store.find_member(self._place().key, self.person.user_id)
        found = [] if member is None else await store.read(journal.matches_of_member, member, LISTED)
        if not found:
            raise UserError("no_matches")
        return past_matches(found)

    async def _look_back(self, control: Do) -> None:
        """Look back at a match of this place: the table's last one, a chosen one, or another step of it.

        Whether they may see it is asked again at each step.
        """
        store, past = self.app.service(Store), self._past
        step = None if past is None or control.what == "look_back" else control.given.get("step")
        if past is None or control.what == "look_back":
            number = await self._match_to_look_at(control.given.get("match"))
        elif type(step) is int:
            number = past.played.number
        else:
            raise UserError("passed")
        # a page is in one channel: its member reads that, and no other that we know of
        reader = Reader(self.person.user_id, lambda channel: channel == self.session.channel_id)
        played = await load_played(store, self._place().key, number, reader)
        if step is None:
            table = self.table()
            self._lesson, self._apart_from = None, None if table is None else table.state.match_id
            step = played.next_decision(-1) or 0
        self._past = await past_of(played, step)

    async def _match_to_look_at(self, chosen: object) -> int:
        """Return the number of the chosen match, or else of the table's last one."""
        if isinstance(chosen, str) and chosen.isdecimal() and len(chosen) <= 15:
            return int(chosen)
        last = await self.app.service(Store).read(journal.last_match_at, self._table_here().state.id)
        if last is None:
            raise UserError("passed")
        return last.id

    async def _open_table(self, control: Do) -> None:
        """Open a table in the channel, with the member as its host, who may use the command for it there."""
        session = self.session
        await check_command(self.app, self.person, session.guild_id, session.channel_id, "table")
        place = self._place()
        place_settings = await load_place_settings(self.app.service(Store), place.key)
        await self._registry.open(
            place.key,
            self.session.channel_id,
            self.person,
            str(control.given.get("game")),
            settings={
                "buy_in": place_settings.usual_buy_in,
                "base": place_settings.start_base,
                "fits": True,
            },
            place_settings=place_settings,
            parent_id=self.app.parent_of(self.session.channel_id),
            hidden=is_private_thread(self.app.get_channel(self.session.channel_id)),
        )

    def _table_here(self) -> TableActor:
        table = self.table()
        if table is None:
            raise UserError("no_table")
        return table

    async def _counts_already(self, message: Press | Do, number: int, refusal: UserError) -> bool:
        """Return whether an answer that is refused now was saved before: the page has not heard of it."""
        if not isinstance(message, Press) or refusal.key not in REPEATED:
            return False
        return await self.app.service(Store).read(journal.is_pressed, number)


def _said(words: str) -> Json:
    return {"words": runs_of(words)}


def gone(sentence: str, then: str) -> bytes:
    """Return the last frame of a connection: `then` says what the page may do about it."""
    return _encode({"t": "gone", "words": runs_of(_(sentence)), "then": then})


def refused(press: str, words: Runs) -> bytes:
    """Return the frame that says that a press did nothing."""
    frame: dict[str, Any] = {"t": "refused", "press": press, "words": words}
    return _encode(frame)
