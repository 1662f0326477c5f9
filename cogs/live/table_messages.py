"""The table messages: each is repainted when its table changes, several changes at once.

`cogs.live.hand_panels` does the same for the private panels. Nothing here blocks play: a table whose message is gone
gets a new one; one whose channel has lost a permission plays on, and the next presser is told what is missing.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import discord

from bot.app import App
from bot.clock import Timer
from bot.face.text.templates import Renderer
from bot.luck.deal import Deal
from bot.notices.service import NoticeService
from bot.requests.budget import RequestBudget, Turn, Urgency
from bot.tables.registry import TableRegistry
from bot.tables.state import Seat
from bot.tables.view import ShownTable, Surroundings, TableListener, TableView
from cogs.evening.painter import evening_message
from cogs.evening.service import tell_evening
from cogs.interactions import http
from cogs.interactions.responder import Responder
from cogs.live import retries
from cogs.live.background import BackgroundTasks
from cogs.live.chat_below import NEAR, SCREEN, ChatBelow
from cogs.live.hand_panels import HandPanels, pressed_hand, sent_hand
from cogs.live.notice_sender import NoticeSender
from cogs.live.reminders import Reminders, TurnNotice
from cogs.live.table_channels import BotChannel, TableChannel, TokenChannel
from cogs.live.table_pictures import MessageWithPicture, Paint, PictureCache
from cogs.ui.blocks.showdown import find_outcome
from cogs.ui.components import Json
from cogs.ui.fair_play import announcement, published
from cogs.ui.hand.move_draft import NO_DRAFTS
from cogs.ui.table.host_menu import signpost
from cogs.ui.table.meanwhile import log_lines, meanwhile_note, since
from cogs.ui.table.table_message import closed_message, demonstration, table_message
from games.engine import RAIL, Answer, Demonstration, Line

log = logging.getLogger(__name__)

SPACING = 1.1
"""Seconds between two edits of one table message; Discord allows about five requests in five seconds a channel."""
RACE_SPACING = 2.0
"""The same in a race, where every roll would be a reason to repaint (FB-R1)."""
SOON = 0.05
"""Seconds after which a table message follows what has happened: the answer to the press that did it goes first."""
OLD_AFTER = 3600.0
"""Seconds after which Discord counts a message as old: its edits are limited, to three in six seconds a channel."""
OLD_SPACING = 2.1
"""Seconds between two edits of a table message that is old."""
STALE_AFTER = 86_400.0
"""Seconds after which the message of a match by letter is posted afresh at the next move: it is far up by then."""
PICTURE_LATER = 1.0
"""Seconds after which a new picture follows the answer to a press, if no other repaint has brought it before."""
MOVES_APART = 60.0
"""Seconds between two moves of a table message to the end of the chat by itself."""


@dataclass(slots=True)
class _MessageState:
    """The state of one table message."""

    painted: int = -1
    last: float = 0.0
    task: asyncio.Task[None] | None = None
    trouble: str | None = None
    failures: int = 0
    """The tries in a row that failed for a while only."""
    retry: Timer | None = None
    """The next try, while the painter waits for it."""
    redraw: bool = False
    """The message is up to date, but its picture is not."""
    sent: Json | None = None
    """What the message shows, if that is known."""
    resting: bool = True
    """No hand was being played when the message was painted last."""
    moved: float = float("-inf")
    """When the message was last moved to the end of the chat by itself."""
    posting: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while the message is painted or posted, so that there is never a second one."""
    published: bool = False
    """The fingerprint of the table's luck stands in the channel, beside the message."""
    asleep: bool = False
    """Something has happened while no token reached the message."""
    last_lines: tuple[Line, ...] | None = None
    """The end of the log that the message showed last, where only tokens reach it."""


class TableMessages(TableListener):
    """The messages of all tables, and the panels and notices that go with them."""

    def __init__(
        self,
        client: discord.Client,
        registry: TableRegistry,
        notices: NoticeService,
        budget: RequestBudget,
        *,
        pictures: bool = True,
    ) -> None:
        self.client = client
        self.registry = registry
        self.pictures = PictureCache(pictures)
        self.chat = ChatBelow()
        self.budget = budget
        self._pace = self.budget.requests
        self.sender = NoticeSender(client, self._pace, notices)
        self.reminders = Reminders(self.sender, registry.context)
        self._tasks = BackgroundTasks()
        self.panels = HandPanels(
            client, self._tasks, registry.context.clock, self.budget.hands, pictures=pictures
        )
        self._shown: dict[int, _MessageState] = {}
        self._channels: dict[int, TokenChannel] = {}
        self.followers: list[Callable[[ShownTable], None]] = []
        """Told of every change of a table, and of its end: other messages show something of it too."""

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside everything else; it is given up when the bot stops."""
        self._tasks.begin(work)

    def of(self, table: ShownTable) -> _MessageState:
        """Return the state of a table message."""
        state = table.state
        return self._shown.setdefault(state.id, _MessageState(published=state.message_id is not None))

    def channel_of(self, table: ShownTable) -> TableChannel:
        """Return the way to the table message: by tokens where the bot is no member."""
        state = table.state
        if state.place.has_bot:
            return BotChannel(self.client, state.channel_id)
        if state.id not in self._channels:
            clock, expired = self.registry.context.clock, partial(self._look_around, table)
            self._channels[state.id] = TokenChannel(self.client, clock, expired)
        return self._channels[state.id]

    # ---- asked by the tables

    def changed(self, table: ShownTable, seats: Collection[int], *, except_table: bool = False) -> None:
        """Repaint the table message and the panels of `seats` soon."""
        shown = self.of(table)
        if not table.state.place.has_bot:
            self._look_around(table)
        if except_table:
            # The press on the table message repaints it with its own answer.
            shown.painted = table.version
        self.panels.outdated(table, seats)
        self._wake(table, shown)
        self._tell_followers(table)

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
        """Tell the member whose turn it is, once, where the bot may post at any time."""
        if not table.state.place.has_bot:
            return
        far = self._messages_below(table) >= NEAR
        turn = TurnNotice(seat, question, due, restarted=restarted, far=far, secret=secret)
        self._tasks.begin(self.reminders.nudge(table, turn))

    def warn(self, table: ShownTable, seat: Seat, due: float, *, question: int) -> None:
        """Say that the default is near, without a second mention."""
        self._tasks.begin(self.reminders.warn(table, seat, due, question))

    def clear_nudge(self, table: ShownTable) -> None:
        """Take away the nudges whose questions are answered."""
        nudges = self.reminders.of(table).nudges
        for question in [question for question in nudges if not table.is_open(question)]:
            self._tasks.begin(self.reminders.clear_nudge(table, nudges.pop(question)))

    def demonstrate(self, table: ShownTable, rules: Sequence[Demonstration]) -> None:
        """Post the rules of the next game in place of the last ones, where the bot may post at any time."""
        if table.state.settings.private or not table.state.place.has_bot:
            return
        self._tasks.begin(self.reminders.demonstrate(table, demonstration(table.game, rules)))

    def announce_deal(self, table: ShownTable, deal: Deal) -> None:
        """Post the closed words of a deal and the round it waits for; Discord's time stands on the message."""
        self._tasks.begin(self._announce(table, deal))

    def closed(self, table: ShownTable, sentence: str) -> None:
        """Paint the table closed and forget it."""
        self._tasks.begin(self._closed(table, sentence))
        self._tell_followers(table)

    def _tell_followers(self, table: ShownTable) -> None:
        for follower in self.followers:
            follower(table)

    # ---- told by Discord

    def written(self, channel_id: int, message_id: int) -> None:
        """Note that a message was written in a channel."""
        table = self.registry.find_in_channel(channel_id)
        if table is not None:
            self.chat.note(channel_id, message_id)
            self._look_around(table)

    def deleted(self, channel_id: int, message_ids: Iterable[int]) -> None:
        """Note that messages of a channel are gone."""
        table = self.registry.find_in_channel(channel_id)
        if table is not None:
            self.chat.drop(channel_id, message_ids)
            self._look_around(table)

    def returned(self, guild_id: int) -> None:
        """Note that the channels of a server are known: what is said of a table's place may be painted wrong."""
        for table in self.registry.in_place(guild_id):
            shown = self.of(table)
            shown.redraw = True
            self._wake(table, shown)

    def _messages_below(self, table: ShownTable) -> int:
        return self.chat.below(table.state.channel_id, table.state.message_id)

    def _look_around(self, table: ShownTable) -> None:
        """Tell a table where its message is."""
        state = table.state
        if state.phase == "closed":
            return
        beside_chat = isinstance(self.client.get_channel(state.channel_id), discord.TextChannel)
        lost = not state.settings.private and not self.channel_of(table).reaches(state.message_id)
        table.set_surroundings(Surroundings(beside_chat, self._messages_below(table) >= SCREEN, lost))

    # ---- asked by the router

    async def show_panel(
        self,
        responder: Responder,
        view: TableView,
        *,
        lead: str = "",
        drafts: Mapping[int, Answer] = NO_DRAFTS,
        aside: bool = False,
    ) -> None:
        """Answer an interaction with a hand panel, which is from then on repainted when something changes.

        `aside`: in a private message of its own, whatever was pressed.
        """
        with self._tasks.counted():
            pressed = None if aside or responder.surface == "message" else responder.interaction.message
            has = pressed_hand(pressed) if pressed is not None else None
            painted = await self.panels.paint(view, lead=lead, drafts=drafts, has=has)
            if aside:
                await responder.whisper(painted.payload, painted.file, plain=painted.plain)
            else:
                await responder.show(painted.payload, painted.file, plain=painted.plain)
        if responder.went_plain and painted.file is not None:
            self.panels.refuse(view.table.id)
        table = self.registry.find(view.table.id)
        if table is not None and view.viewer != RAIL:
            fresh = aside or responder.surface == "message"
            hand = sent_hand(painted, responder.files) if not responder.went_plain else None
            self.panels.shown(table, view, responder.handle, fresh=fresh, hand=hand)
            if responder.went_plain and painted.unchanged is not None:
                # the picture that was to stay is no longer there: it has to be sent
                self.panels.outdated(table, [view.viewer])

    def painted_by_press(self, table: ShownTable, view: TableView) -> None:
        """The answer to a press showed `view` on the table message; what has changed since is painted after it."""
        shown = self.of(table)
        if self._should_move(table, shown, view):
            # the next paint posts it at the end of the chat
            self.outdated(table)
            return
        shown.painted, shown.sent, shown.resting = view.version, None, _is_resting(view)
        shown.last_lines, shown.asleep = log_lines(view), False
        if table.version != view.version:
            self._wake(table, shown)
        elif self.pictures.behind(view):
            asyncio.get_running_loop().call_later(PICTURE_LATER, self._redraw, table)

    def outdated(self, table: ShownTable) -> None:
        """Repaint or repost a table message that does not show what a press did, perhaps because it was deleted."""
        shown = self.of(table)
        shown.painted, shown.sent = -1, None
        self._wake(table, shown)

    def answer_to_press(self, view: TableView) -> Json | None:
        """The table message as the answer to a press on it; its picture follows. None if it is best left alone."""
        return self.pictures.picture_for_press(view, _painter(view))

    def is_published(self, table: ShownTable) -> bool:
        """Return whether the fingerprint of the table's luck stands in the channel."""
        return self.of(table).published

    def trouble(self, table: ShownTable) -> str | None:
        """Return the reason why the table message cannot be painted; None if it can."""
        return self.of(table).trouble

    async def answer_with_table(self, responder: Responder, table: ShownTable) -> None:
        """Answer a command with the table message, where the bot is no member: the answer's token repaints it."""
        channel = self.channel_of(table)
        assert isinstance(channel, TokenChannel)
        channel.answer_next(responder)
        with self._tasks.counted():
            await self.repost(table)
        self._look_around(table)
        self._wake(table, self.of(table))

    async def reached(self, table: ShownTable, responder: Responder) -> None:
        """Take the token of an answered press, where the bot is no member.

        If that was on an earlier message, which could not be taken away, one of the two is: the table's present one
        stays, unless it is out of reach.
        """
        channel, pressed = self.channel_of(table), responder.interaction.message
        if not isinstance(channel, TokenChannel):
            return
        if pressed is None or not responder.reaches_pressed or not responder.keeps_pressed:
            channel.take(responder.interaction.token)
            return
        channel.take(responder.interaction.token, pressed.id)
        present = table.state.message_id
        if present != pressed.id and present is not None and channel.reaches(present):
            self._tasks.begin(self._delete_old(table, pressed.id))
            self.outdated(table)
        elif present != pressed.id:
            with self._tasks.counted():
                await self.registry.save_message_id(table, pressed.id)
        self._look_around(table)
        self._wake(table, self.of(table))

    async def missed(self, table: ShownTable, responder: Responder) -> Json | None:
        """Return what happened while the table message was out of reach, once, for the presser who wakes it."""
        if responder.keeps_pressed:
            # the answer brings a token, so it need not offer another way to the table
            table.set_surroundings(Surroundings())
        shown = self._shown.get(table.state.id)
        if shown is None or not shown.asleep:
            return None
        view = await table.view()
        known, shown.last_lines, shown.asleep = shown.last_lines or (), log_lines(view), False
        news = since(known, shown.last_lines)
        return meanwhile_note(view, news) if news else None

    async def bring_down(self, table: ShownTable) -> bool:
        """Post the table message again at the end of the chat; return False if it is there, or nearly."""
        if self._is_near(table):
            return False
        # the turn before the lock, as in painting: nothing that holds the lock may wait for a turn
        async with self._pace.turn(Urgency.HAND) as turn, self.of(table).posting:
            if self._is_near(table):
                return False
            await self._repost(table, turn)
        return True

    def _is_near(self, table: ShownTable) -> bool:
        """Return whether the table message is at the end of the chat, or nearly, and can be repainted there."""
        return self._messages_below(table) < NEAR and self.channel_of(table).reaches(table.state.message_id)

    async def repost(self, table: ShownTable) -> None:
        """Post the table message again; the old one loses its controls."""
        async with self._pace.turn(Urgency.HAND) as turn, self.of(table).posting:
            await self._repost(table, turn)

    async def _repost(self, table: ShownTable, turn: Turn) -> None:
        state = table.state
        old = state.message_id
        view = await table.view()
        state.message_id = None
        try:
            await self._send(table, view, turn)
        except http.OutOfReach:
            state.message_id = old
            raise
        except http.FAILURES as error:
            if not retries.is_transient(error):
                raise
            log.info("table %s is posted again as soon as that works: %s", state.id, error)
            self.outdated(table)
        if old is not None:
            self._tasks.begin(self._delete_old(table, old))

    def dismiss(self, table: ShownTable, user_id: int, payload: Json) -> None:
        """Show a member without a seat something else in place of their hand panel."""
        self.panels.dismiss(table, user_id, payload)

    async def move(self, table: ShownTable, relocate: Callable[[], Awaitable[None]]) -> None:
        """Take a table to another channel by `relocate`, and post its message there.

        A signpost stays where it was, unless it has moved out of sight. Raises what `relocate` raises; then it stays.
        """
        state, shown = table.state, self.of(table)
        # nothing is painted meanwhile: it would find the channel of one place and the message of the other
        async with self._pace.turn(Urgency.HAND) as turn, shown.posting:
            channel_id, message_id = state.channel_id, state.message_id
            await relocate()
            self.pictures.forget(state.id)
            self.chat.forget(channel_id)
            self.reminders.forget(state.id)
            self.panels.clear(table)
            shown.sent, shown.published, shown.painted = None, False, -1
            try:
                await self._repost(table, turn)
            except http.FAILURES as error:
                log.info("table %s has moved, and is posted as soon as that works: %s", state.id, error)
                self.outdated(table)
        if message_id is not None:
            self._tasks.begin(self._leave_signpost(table, channel_id, message_id))
        self._wake(table, shown)

    async def _leave_signpost(self, table: ShownTable, channel_id: int, message_id: int) -> None:
        """Say in the place of an old table message where the table is; take it away if that is a secret."""
        view = await table.view()
        try:
            async with self._pace.turn(Urgency.OTHER):
                if view.table.settings.hidden_in is not None:
                    await http.delete(self.client, channel_id, message_id)
                else:
                    payload = {"attachments": [], **signpost(view, view.table.channel_id)}
                    await http.edit(self.client, channel_id, message_id, payload)
        except http.FAILURES as error:
            log.info("the old message of table %s stays: %s", table.state.id, error)

    async def wait_idle(self) -> None:
        """Wait until everything that was asked for has been shown."""
        await self._tasks.settled()

    async def stop(self) -> None:
        """Give up all that is not shown yet: the connection closes, and the next start repaints every table."""
        await self._tasks.stop()

    # ---- painting

    def _wake(self, table: ShownTable, shown: _MessageState) -> None:
        if table.state.phase == "closed" or table.state.settings.private:
            return
        if shown.retry is None and shown.task is None and (shown.redraw or shown.painted != table.version):
            shown.task = self._tasks.begin(self._paint_table(table, shown))

    def _redraw(self, table: ShownTable) -> None:
        shown = self._shown.get(table.state.id)
        if shown is not None and shown.painted == table.version:
            shown.redraw = True
            self._wake(table, shown)

    async def _paint_table(self, table: ShownTable, shown: _MessageState) -> None:
        """Repaint the table message until it is up to date, never faster than Discord likes."""
        try:
            await asyncio.sleep(SOON)
            while self._is_outdated(table, shown):
                if not self.channel_of(table).reaches(table.state.message_id):
                    await self._fall_asleep(table, shown)
                    return
                wait = shown.last + _spacing(table) - time.monotonic()
                if wait > 0:
                    await asyncio.sleep(wait)
                    continue
                outdated = partial(self._is_outdated, table, shown)
                async with self._pace.turn(self._urgency(table), outdated) as turn:
                    if not turn.wanted:
                        continue
                    # what is true at its turn: everything that has changed while it waited is in it
                    self._look_around(table)
                    async with shown.posting:
                        view = await table.view()
                        shown.last = time.monotonic()
                        shown.redraw = False
                        pause = await self._show(table, shown, view, turn)
                if pause is not None:
                    shown.redraw = True
                    shown.retry = self.registry.context.clock.later(pause, partial(self._retry, table, shown))
                    return
                shown.painted = view.version
        finally:
            shown.task = None

    async def _fall_asleep(self, table: ShownTable, shown: _MessageState) -> None:
        """Let the table play on unseen, and keep in mind what its message told last."""
        if shown.last_lines is None:
            shown.last_lines = log_lines(await table.view())
        shown.asleep = True
        self._look_around(table)

    def _is_outdated(self, table: ShownTable, shown: _MessageState) -> bool:
        return table.state.phase != "closed" and (shown.redraw or shown.painted != table.version)

    def _urgency(self, table: ShownTable) -> Urgency:
        """Return how urgent a table message is: a member may be playing by it alone."""
        if table.racing:
            return Urgency.BOARD
        for seat in table.state.seats.values():
            waits = seat.user_id is not None and table.has_open_question(seat.number)
            if waits and not self.panels.in_sight(table, seat.number):
                return Urgency.WAITED_FOR
        return Urgency.BOARD

    def _retry(self, table: ShownTable, shown: _MessageState) -> None:
        shown.retry = None
        if self._shown.get(table.state.id) is shown:
            self._wake(table, shown)

    async def _show(
        self, table: ShownTable, shown: _MessageState, view: TableView, turn: Turn
    ) -> float | None:
        """Paint the table message. Return the seconds after which it should be tried again, if it should."""
        try:
            between_matches = table.state.match_id is None and shown.painted >= 0
            if self._should_move(table, shown, view):
                shown.moved = self.registry.context.clock.now()
                await self._post_in_place_of_old(table, view, turn)
            elif between_matches and table.state.message_id is not None and _is_old(table):
                # Nobody is looking for a control on it just now, and a fresh one has no such limit.
                await self._post_in_place_of_old(table, view, turn)
            else:
                await self._send(table, view, turn)
            shown.resting = _is_resting(view)
            shown.last_lines, shown.asleep = log_lines(view), False
        except http.OutOfReach:
            # The token has died on the way: the next press brings another.
            await self._fall_asleep(table, shown)
            return None
        except http.FAILURES as error:
            try:
                if not isinstance(error, discord.HTTPException):
                    raise
                if retries.is_transient(error) and error.code != http.OLD_EDITS:
                    raise
                self.pictures.forget(table.state.id)
                if not await self._mend(table, shown, error, view, turn):
                    return None
            except http.FAILURES as error:
                if not retries.is_transient(error):
                    shown.trouble = _error_text(error)
                    return None
                shown.failures += 1
                pause = retries.pause(error, shown.failures)
                shown.trouble = retries.trouble(error, pause)
                log.info("table %s is painted again in %.0f s: %s", table.state.id, pause, error)
                return pause
        shown.trouble, shown.failures = None, 0
        table.set_visible(True)
        return None

    def _should_move(self, table: ShownTable, shown: _MessageState, view: TableView) -> bool:
        """Return whether a hand begins while the table message is more than a screen up, or whether it is stale."""
        begins = shown.resting and not _is_resting(view)
        now = self.registry.context.clock.now()
        if now - shown.moved < MOVES_APART or table.state.message_id is None:
            return False
        age = now - discord.utils.snowflake_time(table.state.message_id).timestamp()
        if table.state.settings.letter and table.state.place.has_bot and age >= STALE_AFTER:
            return True
        return begins and self._messages_below(table) >= SCREEN

    async def _mend(
        self,
        table: ShownTable,
        shown: _MessageState,
        error: discord.HTTPException,
        view: TableView,
        turn: Turn,
    ) -> bool:
        """Do what a refusal calls for. Return whether the table is shown after that."""
        state = table.state
        await turn.another()
        if error.code == http.OLD_EDITS:
            await self._post_in_place_of_old(table, view, turn)
            return True
        if error.code == http.UNKNOWN_MESSAGE:
            state.message_id = None
            await self._send(table, view, turn)
            return True
        if error.code == http.ARCHIVED and await http.unarchive(self.client, state.channel_id):
            await turn.another()
            await self._send(table, view, turn)
            return True
        if error.code in (http.ARCHIVED, http.LOCKED):
            self._tasks.begin(self.registry.close_in_locked(state.channel_id))
        elif error.code == http.UNKNOWN_CHANNEL:
            self._tasks.begin(self.registry.close_in_channel(state.channel_id))
        else:
            shown.trouble = _error_text(error)
            if state.place.has_bot and error.code in (http.MISSING_ACCESS, http.MISSING_PERMISSION):
                table.set_visible(False)
            log.warning("table %s cannot be painted: %s", state.id, error)
        return False

    async def _post_in_place_of_old(self, table: ShownTable, view: TableView, turn: Turn) -> None:
        """Post a fresh table message, then take the old one away with its controls."""
        state = table.state
        old, state.message_id = state.message_id, None
        try:
            await self._send(table, view, turn)
        except BaseException:
            state.message_id = old
            raise
        if old is not None:
            self._tasks.begin(self._delete_old(table, old))

    async def _delete_old(self, table: ShownTable, message_id: int) -> None:
        """Take away a table message in whose place another stands."""
        try:
            async with self._pace.turn(Urgency.OTHER):
                await self.channel_of(table).delete(message_id)
        except http.FAILURES as error:
            log.info("the old message of table %s stays: %s", table.state.id, error)

    async def _send(self, table: ShownTable, view: TableView, turn: Turn) -> None:
        """Post or repaint the table message, with its picture; without, if Discord takes none."""
        state = table.state
        content = await self.pictures.dress(view, _painter(view), is_new=state.message_id is None)
        try:
            await self._deliver(table, content, turn)
        except discord.HTTPException as error:
            if content.file is None or error.status not in http.NO_PICTURE:
                raise
            with self.pictures.doing_without(state.id):
                bare = await self.pictures.dress(view, _painter(view), is_new=state.message_id is None)
                await turn.another()
                await self._deliver(table, bare, turn)
            log.warning("table %s goes without pictures: %s", state.id, error)

    async def _deliver(self, table: ShownTable, content: MessageWithPicture, turn: Turn) -> None:
        state, shown, channel = table.state, self.of(table), self.channel_of(table)
        if state.message_id is not None and content.file is None and content.payload == shown.sent:
            # An edit that changes nothing would tell that a seat has answered in secret (TIM-R5).
            return
        shown.sent = None
        if state.message_id is None and not shown.published and state.place.has_bot:
            # in a message that is never edited, and before anyone can add a word
            await self._publish(table, channel)
            await turn.another()
        with self.pictures.sending(state.id, content):
            if state.message_id is not None:
                sent = await channel.edit(state.message_id, content.payload, content.file)
            else:
                sent = await channel.post(content.payload, content.file)
                state.message_id = sent.id
                await self.registry.save_message_id(table, state.message_id)
        shown.sent = self.pictures.sent(state.id, content, sent.files)
        if not shown.published:
            # The answer to the command is the table itself, so the fingerprint follows; until then no word is taken.
            await turn.another()
            await self._publish(table, channel)

    async def _publish(self, table: ShownTable, channel: TableChannel) -> None:
        """Post the fingerprint of the table's luck."""
        await channel.post(published(table.state.fingerprint, table.state.settings.chain))
        self.of(table).published = True

    async def _announce(self, table: ShownTable, deal: Deal) -> None:
        names = Renderer({number: seat.name for number, seat in table.state.seats.items()})
        try:
            async with self._pace.turn(Urgency.WAITED_FOR):
                await self.channel_of(table).post(announcement(deal, names))
        except http.FAILURES as error:
            log.info("a deal of table %s is not announced: %s", table.state.id, error)

    # ---- the end

    async def _closed(self, table: ShownTable, sentence: str) -> None:
        state = table.state
        shown = self._shown.pop(state.id, None)
        if shown is not None and shown.retry is not None:
            shown.retry.cancel()
        if shown is not None and shown.task is not None:
            await asyncio.wait([shown.task])
        await self.panels.forget(table)
        self.chat.forget(state.channel_id)
        try:
            await self._say_goodbye(table, sentence)
        finally:
            self._channels.pop(state.id, None)

    async def _say_goodbye(self, table: ShownTable, sentence: str) -> None:
        """Paint the table closed, and tell the story of its evening."""
        state = table.state
        if state.settings.private and sentence:
            await self.reminders.say(table, sentence)
        self.reminders.forget(state.id)
        if state.message_id is None:
            self.pictures.forget(state.id)
            return
        view = await table.view()
        content = await self.pictures.dress(
            view, lambda pictured: closed_message(view, sentence, pictured=pictured), is_new=False
        )
        self.pictures.forget(state.id)
        payload = {"attachments": [], **content.payload}
        try:
            async with self._pace.turn(Urgency.BOARD):
                await self.channel_of(table).edit(state.message_id, payload, content.file)
        except http.FAILURES as error:
            log.info("table %s closed without a last word: %s", state.id, error)
            return
        await self._tell_evening(table)

    async def _tell_evening(self, table: ShownTable) -> None:
        """Post the story of the evening at a table that has closed, if there is one."""
        evening = await tell_evening(self.registry.context.store, table.state.id)
        own_story = table.state.settings.private or table.state.settings.tournament is not None
        if evening is None or own_story:
            return
        payload, file = await evening_message(evening, drawn=self.pictures.on)
        try:
            async with self._pace.turn(Urgency.BOARD):
                await self.channel_of(table).post(payload, file)
        except http.FAILURES as error:
            log.info("the evening at table %s is not told: %s", table.state.id, error)


def _painter(view: TableView) -> Paint:
    """Return what paints the table message, with a picture of the table or without."""
    return lambda pictured: table_message(view, pictured=pictured)


def _spacing(table: ShownTable) -> float:
    """Return the seconds between two edits of a table message."""
    if table.state.message_id is not None and _is_old(table):
        return OLD_SPACING
    return RACE_SPACING if table.racing else SPACING


def _is_resting(view: TableView) -> bool:
    """Return whether a view shows a lobby, a result or the pause between two games, and no hand being played."""
    return view.scene is None or view.scene.over or view.revealing or find_outcome(view.scene) is not None


def _is_old(table: ShownTable) -> bool:
    """Return whether Discord limits the edits of the table message, because of its age: not those by a token."""
    if not table.state.place.has_bot:
        return False
    posted = discord.utils.snowflake_time(table.state.message_id or 0)
    return (discord.utils.utcnow() - posted).total_seconds() > OLD_AFTER


def _error_text(error: Exception) -> str:
    """Return Discord's own words for a refusal."""
    return f"{error.text} ({error.code})" if isinstance(error, discord.HTTPException) else str(error)


def table_messages(bot: App) -> TableMessages:
    """Return the bot's table messages; the extension `cogs.table_messages` must be loaded."""
    listener = bot.service(TableRegistry).context.listener
    assert isinstance(listener, TableMessages), "load cogs.table_messages first"
    return listener
