"""The table messages: each is repainted when its table changes, with several changes in one edit.

`cogs.live.hand_panels` does the same for the private panels. Nothing here blocks play: a table whose message is gone
gets a new one; one whose channel has lost a permission plays on, and the next presser is told what is missing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import discord

from bot.app import App
from bot.discord_time import DiscordTime
from bot.face.table.outcome import find_outcome
from bot.face.text.templates import Renderer
from bot.language import N_, _, speaking
from bot.luck.deal import Deal
from bot.matches.records import last_record
from bot.members.languages import Languages
from bot.notices.service import NoticeService
from bot.pressed import pressed_message
from bot.requests.budget import RequestBudget, Turn, Urgency
from bot.tables.registry import TableRegistry
from bot.tables.state import Seat
from bot.tables.view import ShownTable, Surroundings, TableListener, TableView
from bot.user_errors import UserError
from cogs.live.background import BackgroundTasks
from cogs.live.chat_below import NEAR, SCREEN, ChatBelow
from cogs.live.drawing_queue import DrawingQueue
from cogs.live.hand_panels import HandPanels, PanelMessage, pressed_hand, sent_hand
from cogs.live.live_message import MOST_LOOKS, LiveMessage, LiveMessages
from cogs.live.message_channels import BotChannel, MessageChannel, TokenChannel
from cogs.live.notice_sender import NoticeSender
from cogs.live.plain_messages import bare_message, plain_message
from cogs.live.reminders import Reminders, TurnNotice
from cogs.live.table_pictures import MessageWithPicture, Paint, PictureCache
from cogs.requests import http
from cogs.requests.responder import Plain, Responder
from cogs.ui.components import AttachmentFile, Json, text
from cogs.ui.fair_play import announcement, published, record_sentence
from cogs.ui.hand.move_draft import NO_DRAFTS
from cogs.ui.table.host_menu import signpost
from cogs.ui.table.meanwhile import log_lines, meanwhile_words, since
from cogs.ui.table.table_message import closed_message, table_message
from db.errors import NotSaved, StoreAway
from games.engine.game import Demonstration
from games.engine.prompts import Answer
from games.engine.scene import RAIL, Line

log = logging.getLogger(__name__)

RACE_SPACING = 2.0
"""Seconds between two edits of a table message in a race, where every roll would be a reason to repaint (FB-R1)."""
OLD_AFTER = 3600.0
"""Seconds after which Discord counts a message as old: its edits are limited, to three in six seconds a channel."""
OLD_SPACING = 2.1
"""Seconds between two edits of a table message that is old."""
PANELS_SPACING = 3.0
"""Seconds between two edits of a table message while everyone who is asked has their hand panel before them."""
UNREAD_SPACING = 15.0
"""Seconds between two edits of a table message while everyone at the table has it before them elsewhere."""
STALE_AFTER = 86_400.0
"""Age in seconds at which the message of a match by letter is posted again with the next move: it is far up by then."""
PICTURE_LATER = 1.0
"""Seconds after which a new picture follows the answer to a press, unless another repaint brings it first."""
MOVES_APART = 60.0
"""Seconds between two automatic moves of a table message to the end of the chat."""


class TableMessage(LiveMessage):
    """The message of one table."""

    noun = N_("table message")
    way_back = N_("`/table repost` brings it back.")
    bare_words = N_(
        "Discord won't let me show this table. `/hand` shows where the game is, and what you can do."
    )

    def __init__(self, messages: TableMessages, table: ShownTable) -> None:
        self._messages, self.table = messages, table
        self.view: TableView | None = None
        """The table as the next paint shows it."""
        self.goodbye: str | None = None
        """The last payload, once the table has closed."""
        self.resting = True
        """True if no hand was being played at the last repaint."""
        self.moved = float("-inf")
        """When the message was last moved to the end of the chat automatically."""
        self.published = table.state.message_id is not None
        """True once the fingerprint of the table's luck is in the channel."""
        self.asleep = False
        """True if something has happened while no token could edit the message."""
        self.last_lines: tuple[Line, ...] | None = None
        """The end of the log that the message showed last, where only tokens can edit it."""
        self._told: str | None = None
        super().__init__(messages.live, f"table {table.state.id}", table.state.message_id)

    @property
    def message_id(self) -> int | None:
        """The id of the message, which is saved with the table."""
        return self.table.state.message_id

    @message_id.setter
    def message_id(self, message_id: int | None) -> None:
        self.table.state.message_id = message_id

    @property
    def channel(self) -> MessageChannel:
        """The channel of the message, which uses tokens where the bot is no member."""
        return self._messages.channel_of(self.table)

    def language(self) -> str:
        """Return the language of the table."""
        return self._messages.language_of(self.table)

    async def posted(self) -> None:
        """Save the id of the table's message."""
        assert self.message_id is not None
        # they go below it, in whatever order they and it were posted
        self._messages.panels.outdated(self.table, self.table.state.everyone)
        await self._messages.registry.save_message_id(self.table, self.message_id)

    def is_wanted(self) -> bool:
        """Return whether the table is open, or has a last payload to show."""
        return self.goodbye is not None or self.table.state.phase != "closed"

    def comes_back(self) -> bool:
        """Return whether the table is still open."""
        return self.goodbye is None

    def urgency(self) -> Urgency:
        """Return how urgent a repaint is: some members play without a hand panel."""
        if self.table.racing or all(self._panels_in_sight()):
            return Urgency.BOARD
        return Urgency.WAITED_FOR

    def spacing(self) -> float:
        """Return the seconds between two edits: the fewer people play through the message, the more."""
        if self.table.followed_elsewhere:
            return UNREAD_SPACING
        in_sight = [] if self.table.state.match_id is None else self._panels_in_sight()
        if in_sight and all(in_sight):
            # their panels show the whole table, and only spectators look here
            return PANELS_SPACING
        if self._is_old():
            return OLD_SPACING
        return RACE_SPACING if self.table.racing else super().spacing()

    def _panels_in_sight(self) -> list[bool]:
        """Return for each member who is asked something whether they have their hand panel before them."""
        table, panels = self.table, self._messages.panels
        return [
            panels.in_sight(table, seat.number)
            for seat in table.state.seats.values()
            if seat.user_id is not None and table.has_open_question(seat.number)
        ]

    def _is_old(self) -> bool:
        """Return whether Discord limits edits because of the message's age, which it doesn't do for edits by token."""
        if self.message_id is None or not self.table.state.place.has_bot:
            return False
        return self._messages.time.age(self.message_id) > OLD_AFTER

    # ---- painting

    async def look(self) -> None:
        """Look at the table as everyone may see it."""
        self._messages.look_around(self.table)
        self.view = await self.table.view()

    def moves(self) -> bool:
        """Return whether the message is posted again instead of edited."""
        assert self.view is not None
        if self.goodbye is not None:
            return False
        if self.should_move(self.view):
            self.moved = self.shared.clock.now()
            return True
        # Nobody is looking for a control on it just now, and a fresh one has no limit of edits.
        between_matches = self.table.state.match_id is None and self.last_lines is not None
        return self.moving or (between_matches and self._is_old())

    def should_move(self, view: TableView) -> bool:
        """Return whether a new hand begins more than a screen up the chat, or the message is stale."""
        begins = self.resting and not _is_resting(view)
        now = self.shared.clock.now()
        if now - self.moved < MOVES_APART or self.message_id is None:
            return False
        age = now - discord.utils.snowflake_time(self.message_id).timestamp()
        if self.table.state.settings.letter and self.table.state.place.has_bot and age >= STALE_AFTER:
            return True
        return begins and self._messages.below(self.table) >= SCREEN

    async def send(self, turn: Turn) -> None:
        """Post or repaint the message, with its picture; without, if Discord takes none."""
        assert self.view is not None
        pictures, view = self._messages.pictures, self.view
        new, pictured = self.message_id is None, self.plainness == 0
        for _look in range(MOST_LOOKS):
            self.view = view
            content = await pictures.dress(
                view,
                self._paint_of(view),
                is_new=new,
                pictured=pictured,
                is_wanted=partial(self._is_now, view),
            )
            if not content.follows or self._is_now(view):
                break
            # something else is to be seen by now
            view = await self.table.view()
        try:
            await self._deliver(content, turn)
        except discord.HTTPException as error:
            if content.file is None or error.status not in http.NO_PICTURE:
                raise
            with pictures.doing_without(view.table.id):
                bare = await pictures.dress(view, self._paint_of(view), is_new=new)
                await turn.another()
                await self._deliver(bare, turn)
            log.warning("%s goes without pictures: %s", self.label, error)
        self.note_painted(self.view)
        if content.follows:
            self.changed()

    def _is_now(self, view: TableView) -> bool:
        """Return whether a view is still what the table looks like."""
        return self.table.version == view.version

    def _paint_of(self, view: TableView) -> Paint:
        """Return the painter of the message, with a picture of the table or without."""
        goodbye = self.goodbye
        if goodbye is None:
            return painter(view)
        return lambda pictured: closed_message(view, goodbye, pictured=pictured)

    async def _deliver(self, content: MessageWithPicture, turn: Turn) -> None:
        table = self.table
        if self.message_id is None and not self.published and table.state.place.has_bot:
            # posted as a message that is never edited, before anyone can add a word, as proof that it came first
            await self._publish()
            await turn.another()
        with self._messages.pictures.sending(table.state.id, content):
            # an edit drops files that it doesn't list, and a closed table needs none
            payload = content.payload if self.goodbye is None else {"attachments": [], **content.payload}
            sent = await self.deliver(payload, content.file)
        if sent is None:
            return
        shown = self._messages.pictures.sent(table.state.id, content, sent.files)
        if self.sent is not None:
            self.sent = self.simplified(shown)
        if not self.published:
            # The answer to the command is the table itself, so the fingerprint follows; until then no word is taken.
            await turn.another()
            await self._publish()

    async def _publish(self) -> None:
        """Post the fingerprint of the table's luck."""
        state = self.table.state
        nonce = http.nonce_of("fingerprint", state.fingerprint, state.channel_id)
        await self.channel.post(
            published(state.fingerprint, await self._messages.record_in(state.channel_id)), nonce=nonce
        )
        self.published = True

    def note_painted(self, view: TableView) -> None:
        """Note that the message shows this payload."""
        self.resting = _is_resting(view)
        self.last_lines, self.asleep = log_lines(view), False

    async def unarchive(self) -> bool:
        """Open the thread of an open table again."""
        return self.goodbye is None and await http.unarchive(
            self._messages.client, self.table.state.channel_id
        )

    async def out_of_reach(self) -> None:
        """Let the table play on unseen, and remember the last lines that its message showed."""
        if self.goodbye is not None:
            self._messages.drop(self)
            return
        if self.last_lines is None:
            self.last_lines = log_lines(await self.table.view())
        self.asleep = True
        self._messages.look_around(self.table)

    def deleted(self) -> None:
        """Note that someone has deleted the message, with its picture."""
        self._messages.pictures.forget(self.table.state.id)
        super().deleted()

    def tried(self, error: Exception | None) -> None:
        """Close a table that can't be shown any more; stop its clocks while nobody can see it."""
        registry, state = self._messages.registry, self.table.state
        code = error.code if isinstance(error, discord.HTTPException) else None
        channel = self._messages.client.get_channel(state.channel_id)
        parent = channel.parent_id if isinstance(channel, discord.Thread) else None
        if self.goodbye is not None:
            self._messages.drop(self)
        elif error is None:
            self.table.set_visible(True)
        elif code in (http.ARCHIVED, http.LOCKED):
            self.shared.tasks.begin(registry.close_in_locked(state.channel_id, parent))
        elif code == http.UNKNOWN_CHANNEL:
            self.shared.tasks.begin(registry.close_in_channel(state.channel_id, parent))
        elif state.place.has_bot and code in (http.MISSING_ACCESS, http.MISSING_PERMISSION):
            self.table.set_visible(False)
            log.warning("%s can't be painted: %s", self.label, error)

    def note_trouble(self, trouble: str | None) -> None:
        """Repaint the hand panels too, which show the trouble."""
        super().note_trouble(trouble)
        if trouble != self._told:
            self._told = trouble
            self._messages.panels.outdated(self.table, [*self._messages.panels.of(self.table)])


class TableMessages(TableListener):
    """The messages of all tables, and the panels and notices that go with them."""

    def __init__(
        self,
        client: discord.Client,
        registry: TableRegistry,
        notices: NoticeService,
        budget: RequestBudget,
        drawings: DrawingQueue,
        time: DiscordTime,
        languages: Languages,
        *,
        pictures: bool = True,
    ) -> None:
        self.client, self.time, self.languages = client, time, languages
        self.registry = registry
        registry.refuge = self.take_refuge
        self.pictures = PictureCache(pictures, drawings, registry.context.clock)
        self.chat = ChatBelow()
        self.budget = budget
        self._pace = self.budget.requests
        self._tasks = BackgroundTasks()
        clock = registry.context.clock
        self.live = LiveMessages(clock, self._pace, self._tasks, languages)
        """All live messages of the bot except hand panels; features add theirs."""
        self.sender = NoticeSender(client, self._pace, notices, languages)
        self.reminders = Reminders(self.sender, self.live, registry.context)
        hands = LiveMessages(clock, self.budget.hands, self._tasks, languages)
        self.panels = HandPanels(
            client, hands, self.lasting_trouble, self.chat, drawings if pictures else None
        )
        self._messages: dict[int, TableMessage] = {}
        self._channels: dict[int, TokenChannel] = {}
        self.followers: list[Callable[[ShownTable], None]] = []
        """Called at every change of a table, and at its end, for other messages that show something of it."""

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a background task, which is cancelled when the bot stops."""
        self._tasks.begin(work)

    def of(self, table: ShownTable) -> TableMessage:
        """Return the message of a table."""
        found = self._messages.get(table.state.id)
        if found is None:
            found = self._messages[table.state.id] = TableMessage(self, table)
        return found

    def drop(self, message: TableMessage) -> None:
        """Forget the message of a table that has closed."""
        state = message.table.state
        message.end()
        self.pictures.forget(state.id)
        self._messages.pop(state.id, None)
        self._channels.pop(state.id, None)

    def channel_of(self, table: ShownTable) -> MessageChannel:
        """Return the channel of a table message, which uses tokens where the bot is no member."""
        state = table.state
        if state.place.has_bot:
            return BotChannel(self.client, state.channel_id)
        if state.id not in self._channels:
            clock, expired = self.registry.context.clock, partial(self.look_around, table)
            self._channels[state.id] = TokenChannel(self.client, clock, expired)
        return self._channels[state.id]

    def language_of(self, table: ShownTable) -> str:
        """Return the language of what everyone at a table reads."""
        return self.languages.of_place(table.state.place, table.state.settings.language)

    # ---- asked by the tables

    def changed(self, table: ShownTable, seats: Collection[int], *, except_table: bool = False) -> None:
        """Repaint the table message and the panels of `seats` soon."""
        if not table.state.place.has_bot:
            self.look_around(table)
        # every panel shows the whole table
        self.panels.outdated(table, [*self.panels.of(table)])
        if except_table:
            # The press on the table message repaints it with its own answer.
            self.of(table).skip()
        else:
            self._repaint(table)
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
        """Tell a member once that it's their turn, if the bot may post in the channel."""
        if not table.state.place.has_bot:
            return
        turn = TurnNotice(seat, question, due, restarted=restarted, secret=secret)
        self._tasks.begin(self.reminders.nudge(table, turn))

    def warn(self, table: ShownTable, seat: Seat, due: float, *, question: int) -> None:
        """Say that time is running out, without a second mention."""
        self._tasks.begin(self.reminders.warn(table, seat, due, question))

    def clear_nudge(self, table: ShownTable) -> None:
        """Delete the nudges whose questions are answered."""
        self.reminders.clear_nudges(table)

    def demonstrate(self, table: ShownTable, rules: Sequence[Demonstration]) -> None:
        """Name the rules that are new in the next game in all panels; *More…* explains them."""
        named = [rule.title for rule in rules if rule.title != table.game.title]
        self.panels.tell(table.state.id, named)

    def announce_deal(self, table: ShownTable, deal: Deal) -> None:
        """Post the final words of a deal and the beacon's round it waits for; Discord's timestamp is the proof."""
        self._tasks.begin(self._announce(table, deal))

    async def record_in(self, channel_id: int) -> str:
        """Return the sentence about the record of a channel's last match; it is left out if it can't be read now."""
        with suppress(NotSaved, StoreAway):
            last = await last_record(self.registry.context.store, channel_id)
            return "" if last is None else record_sentence(*last)
        return ""

    def closed(self, table: ShownTable, sentence: str) -> None:
        """Show the table as closed, and forget it."""
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
            self.look_around(table)

    def deleted(self, channel_id: int, message_ids: Iterable[int]) -> None:
        """Note that messages of a channel were deleted; live ones are posted again."""
        self.live.deleted(message_ids)
        table = self.registry.find_in_channel(channel_id)
        if table is not None:
            self.chat.drop(channel_id, message_ids)
            self.look_around(table)

    def returned(self, guild_id: int) -> None:
        """Show the tables of a server that is known now: links to them were wrong, and pages found no table."""
        for table in self.registry.in_place(guild_id):
            self.registry.listener.changed(table, set())

    def _repaint(self, table: ShownTable) -> None:
        """Repaint a table message soon; a private table has none."""
        if table.state.kind.in_channel:
            self.of(table).changed()

    def below(self, table: ShownTable) -> int:
        """Return the number of messages below a table's."""
        return self.chat.below(table.state.channel_id, table.state.message_id)

    def look_around(self, table: ShownTable) -> None:
        """Tell a table how far up its message is."""
        state = table.state
        if state.phase == "closed":
            return
        beside_chat = isinstance(self.client.get_channel(state.channel_id), discord.TextChannel)
        lost = state.kind.in_channel and not self.channel_of(table).reaches(state.message_id)
        out_of_sight = self.below(table) >= SCREEN or self.of(table).stays_away
        table.set_surroundings(Surroundings(beside_chat, out_of_sight, lost))

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
        """Answer an interaction with a hand panel, and repaint it from now on when something changes.

        `aside`: in a private message of its own, whatever was pressed.
        """
        table = self.registry.find(view.table.id)
        # below the hand they would hide it
        lead, responder.news = "\n".join(filter(None, (responder.news, lead))), ""
        reply = lead
        apart = responder.surface == "update" and not aside and table is not None
        if apart and table is not None and self.panels.is_out_of_sight(table, view.viewer):
            # its owner has pressed it further up, and looks at the end of the chat from now on
            aside = True
        edits_done = self.panels.edits_done(table, view.viewer) if table is not None else 0
        with self._tasks.counted():
            pressed = (
                None if aside or responder.surface == "message" else pressed_message(responder.interaction)
            )
            has = pressed_hand(pressed) if pressed is not None else None
            known = self.panels.lead(table, view) if table is not None else ""
            trouble = self.trouble(table) if table is not None else None
            lead = "\n".join(filter(None, (lead, trouble if trouble not in known.split("\n") else "", known)))
            painted = await self.panels.paint(
                view,
                lead=lead,
                drafts=drafts,
                has=has,
                is_pressed=True,
                is_wanted=lambda: table is None or table.version == view.version,
            )
            if aside:
                await responder.whisper(painted.payload, painted.file, plainer=painted.plainer)
                shown = True
            else:
                shown = await responder.show(painted.payload, painted.file, plainer=painted.plainer)
        if responder.went_plain == 1 and painted.file is not None:
            self.panels.refuse(view.table.id)
        table = self.registry.find(view.table.id)
        # else the panel that its owner had goes on
        if table is not None and view.viewer != RAIL and responder.stands:
            fresh = aside or responder.surface == "message"
            hand = sent_hand(painted, responder.files) if not responder.went_plain else None
            if drafts:
                # only the next step shows them again
                painted = painted._replace(follows=False)
            self.panels.shown(
                table,
                view,
                responder.handle,
                at=_place_of(responder, fresh=fresh),
                fresh=fresh,
                hand=hand,
                painted=painted if shown and not responder.went_plain else None,
                reply=reply,
                edits_done=edits_done,
                plainness=painted.plainness(responder.went_plain),
            )
            if responder.went_plain and painted.unchanged is not None:
                # the picture that the edit refers to is gone, so it must be sent again
                self.panels.outdated(table, [view.viewer])

    async def show_page(
        self,
        responder: Responder,
        view: TableView,
        payload: Json,
        file: AttachmentFile | None = None,
        *,
        plainer: Sequence[Plain] = (),
    ) -> None:
        """Answer with a page in the hand's place: in the panel that was pressed, or in a new one.

        A panel that was pressed out of sight comes to the end of the chat, with the page.
        """
        table = self.registry.find(view.table.id)
        plainer = [
            *plainer,
            partial(plain_message, payload),
            partial(bare_message, payload, _(LiveMessage.bare_words)),
        ]
        trouble = None if table is None else self.trouble(table)
        if trouble is not None:
            payload = _beginning(trouble, payload)
            plainer = [partial(_plain_beginning, trouble, each) for each in plainer]
        edits_done = self.panels.edits_done(table, view.viewer) if table is not None else 0
        fresh = responder.surface == "message"
        shown = payload if file is not None else {**payload, "attachments": []}
        if not fresh and table is not None and self.panels.is_out_of_sight(table, view.viewer):
            fresh = True
            await responder.whisper(payload, file, plainer=plainer)
        else:
            await responder.show(payload if fresh else shown, file, plainer=plainer)
        if table is not None and view.viewer != RAIL and responder.stands:
            at, page = _place_of(responder, fresh=fresh), PanelMessage(shown, file)
            self.panels.shown(
                table, view, responder.handle, at=at, fresh=fresh, edits_done=edits_done, page=page
            )

    def painted_by_press(self, table: ShownTable, view: TableView, *, races: bool) -> None:
        """Note that the answer to a press showed `view` on the table message; later changes are painted after it.

        `races`: another edit was under way beside it, and may have come last.
        """
        message = self.of(table)
        if message.should_move(view):
            # the next paint posts it at the end of the chat
            message.spoiled()
            return
        message.note_painted(view)
        message.painted_by_press(outdated=races or table.version != view.version)
        if self.pictures.on:
            asyncio.get_running_loop().call_later(PICTURE_LATER, self._follow_with_picture, message, view)

    def _follow_with_picture(self, message: TableMessage, view: TableView) -> None:
        """Repaint a message whose picture is outdated, unless something else has happened and repaints it anyway."""
        if message.table.version == view.version and not message.over and self.pictures.behind(view):
            message.changed()

    def outdated(self, table: ShownTable) -> None:
        """Repaint or repost a table message that does not show what a press did, perhaps because it was deleted."""
        self.of(table).spoiled()

    def answer_to_press(self, view: TableView) -> Json | None:
        """Return the table message as the answer to a press on it; its picture follows. None to leave it as it is."""
        message, table = self._messages.get(view.table.id), view.table
        # everyone reads it, not the presser alone
        with speaking(self.languages.of_place(table.place, table.settings.language)):
            answer = self.pictures.picture_for_press(view, painter(view))
        return answer if message is None or answer is None else message.simplified(answer)

    def is_published(self, table: ShownTable) -> bool:
        """Return whether the fingerprint of the table's luck stands in the channel."""
        return self.of(table).published

    def trouble(self, table: ShownTable) -> str | None:
        """Return the reason why the table message isn't as it should be; None if it is."""
        return self.of(table).trouble

    def lasting_trouble(self, table: ShownTable) -> str | None:
        """Return the trouble, unless it will pass within seconds."""
        return self.of(table).lasting_trouble

    async def answer_with_table(self, responder: Responder, table: ShownTable) -> None:
        """Answer a command with the table message, where the bot is no member: the answer's token repaints it."""
        channel = self.channel_of(table)
        assert isinstance(channel, TokenChannel)
        channel.answer_next(responder)
        with self._tasks.counted():
            await self.repost(table)
        self.look_around(table)
        self.of(table).changed()

    async def reached(self, table: ShownTable, responder: Responder) -> None:
        """Take the token of an answered press, where the bot is no member.

        If the press was on an earlier message that couldn't be deleted, one of the two is deleted now: the current one
        stays, unless no token can edit it.
        """
        channel, pressed = self.channel_of(table), pressed_message(responder.interaction)
        if not isinstance(channel, TokenChannel):
            return
        if pressed is None or not responder.reaches_pressed or not responder.keeps_pressed:
            channel.take(responder.interaction.token)
            return
        channel.take(responder.interaction.token, pressed.id)
        present = table.state.message_id
        if present != pressed.id and present is not None and channel.reaches(present):
            self.of(table).take_away(pressed.id)
            self.outdated(table)
        elif present != pressed.id:
            with self._tasks.counted():
                await self.registry.save_message_id(table, pressed.id)
        self.look_around(table)
        self.of(table).wake()

    async def missed(self, table: ShownTable, responder: Responder) -> str:
        """Return what happened while no token could edit the table message, once, for the presser who brings one."""
        if responder.keeps_pressed:
            # the answer brings a token, so it need not offer another way to the table
            table.set_surroundings(Surroundings())
        message = self._messages.get(table.state.id)
        if message is None or not message.asleep:
            return ""
        view = await table.view()
        known, message.last_lines, message.asleep = message.last_lines or (), log_lines(view), False
        news = since(known, message.last_lines)
        return meanwhile_words(view, news) if news else ""

    async def bring_down(self, table: ShownTable) -> bool:
        """Post the table message again at the end of the chat; return False if it is near the end already."""
        if self._is_near(table):
            return False
        message = self.of(table)
        async with message.at_once() as turn:
            if self._is_near(table):
                return False
            await message.repost_now(turn)
        return True

    def _is_near(self, table: ShownTable) -> bool:
        """Return whether the table message is near the end of the chat and can be edited there."""
        message_id = table.state.message_id
        near = message_id is not None and self.below(table) < NEAR
        return near and self.channel_of(table).reaches(message_id)

    async def repost(self, table: ShownTable) -> None:
        """Post the table message again; the old one loses its controls."""
        message = self.of(table)
        async with message.at_once() as turn:
            await message.repost_now(turn)

    def dismiss(self, table: ShownTable, user_id: int, payload: Json) -> None:
        """Show a member without a seat something else in place of their hand panel."""
        self.panels.dismiss(table, user_id, payload)

    async def move(self, table: ShownTable, relocate: Callable[[], Awaitable[None]]) -> None:
        """Take a table to another channel by `relocate`, and post its message there.

        A signpost stays where it was, unless it has moved out of sight. Raises what `relocate` raises; then it stays.
        """
        state, message = table.state, self.of(table)
        # nothing is painted meanwhile: it would find the channel of one place and the message of the other
        async with message.at_once() as turn:
            channel_id, message_id = state.channel_id, state.message_id
            await relocate()
            self.pictures.forget(state.id)
            self.chat.forget(channel_id)
            self.reminders.forget(state.id)
            self.panels.clear(table)
            message.published, message.nonce = False, None
            message.spoiled()
            with suppress(UserError, *http.FAILURES):
                # the failure is in the log, and the message follows
                await message.repost_now(turn)
        if message_id is not None:
            await self._leave_signpost(table, channel_id, message_id)
        self._let_rest(channel_id)

    async def open_thread(self, table: ShownTable, channel_id: int, *, private: bool) -> int:
        """Begin a thread in a channel for a table and everyone at it. Raises one of `http.FAILURES`."""
        with speaking(self.language_of(table)):
            name = _(table.game.title)
        async with self.budget.requests.turn(Urgency.HAND):
            thread = await http.start_thread(self.client, channel_id, name, private=private)
        await self.let_in(thread, sorted(table.state.company()))
        return thread

    async def let_in(self, thread: int, people: Iterable[int]) -> None:
        """Add people to the thread of a table; if Discord refuses, moderators can do it."""
        for user_id in people:
            try:
                async with self.budget.requests.turn(Urgency.HAND):
                    await http.add_to_thread(self.client, thread, user_id)
            except http.FAILURES as error:
                log.info("user %s is not let into thread %s: %s", user_id, thread, error)

    async def take_refuge(self, table: ShownTable, channel_id: int) -> bool:
        """Take a table to the channel above its thread; return False if it can't be shown there either.

        A private table, or one above whose thread another is played, gets a new thread there.
        """
        channel, registry = self.client.get_channel(channel_id), self.registry
        if not isinstance(channel, discord.TextChannel):
            return False
        allowed, private = channel.permissions_for(channel.guild.me), table.state.access.hidden_in is not None
        actor, place = registry.get(table.state.id), channel_id
        if private or not registry.is_free(channel_id):
            may_begin = allowed.create_private_threads if private else allowed.create_public_threads
            if not (may_begin and allowed.send_messages_in_threads):
                return False
            try:
                place = await self.open_thread(table, channel_id, private=private)
            except http.FAILURES as refusal:
                log.warning("no other thread for table %s: %s", table.state.id, refusal)
                return False
        elif not (allowed.view_channel and allowed.send_messages):
            return False
        log.warning(
            "the thread of table %s is locked or gone: it goes on in channel %s", table.state.id, place
        )
        with suppress(UserError):
            hidden_in = channel_id if private else None
            await self.move(table, lambda: registry.take_refuge(actor, place, hidden_in))
            return True
        return False

    def _let_rest(self, channel_id: int) -> None:
        """Let a thread that the bot has made for a table be archived soon, now that the table is gone from it."""
        if is_own_thread(self.client.get_channel(channel_id)):
            request = partial(http.rest_soon, self.client, channel_id)
            self.live.until_done(request, Urgency.OTHER, f"thread {channel_id} stays open for a week")

    async def _leave_signpost(self, table: ShownTable, channel_id: int, message_id: int) -> None:
        """Replace an old table message with a link to the table, or delete it if the new place is secret."""
        view = await table.view()
        about = f"the old message of table {table.state.id} stays"
        if view.table.access.hidden_in is not None:
            request = partial(http.delete, self.client, channel_id, message_id)
            self.live.until_done(request, Urgency.OTHER, about)
        else:
            with speaking(self.language_of(table)):
                payload = {"attachments": [], **signpost(view, view.table.channel_id)}
            edit = partial(http.edit, self.client, channel_id, message_id, payload)
            self.live.until_done(edit, Urgency.OTHER, about)

    async def wait_idle(self) -> None:
        """Wait until every requested repaint is done."""
        await self._tasks.settled()

    async def stop(self) -> None:
        """Cancel all repaints: the connection closes, and the next start repaints every table."""
        await self._tasks.stop()

    async def _announce(self, table: ShownTable, deal: Deal) -> None:
        names = Renderer({number: seat.name for number, seat in table.state.seats.items()})
        number, channel = table.state.id, self.channel_of(table)
        with speaking(self.language_of(table)):
            words = announcement(deal, names, await self.record_in(table.state.channel_id))
        nonce = http.nonce_of("deal", number, deal.index)
        about = f"deal {deal.index} of table {number} has no announcement"
        self.live.until_done(partial(channel.post, words, nonce=nonce), Urgency.WAITED_FOR, about)

    # ---- the end

    async def _closed(self, table: ShownTable, sentence: str) -> None:
        """Show the final state of a closed table on its message, if it has one."""
        state, message = table.state, self.of(table)
        await message.finished()
        await self.panels.forget(table)
        self.chat.forget(state.channel_id)
        if not state.kind.in_channel and sentence:
            with speaking(self.language_of(table)):
                words = _(sentence)
            await self.reminders.say(table, words)
        self.reminders.forget(state.id)
        self._let_rest(state.channel_id)
        if state.message_id is None:
            self.drop(message)
        else:
            message.goodbye = sentence
            message.changed()
            message.retry_now()


def is_own_thread(channel: object) -> bool:
    """Return whether a channel is a thread that the bot has made."""
    return isinstance(channel, discord.Thread) and channel.owner_id == channel.guild.me.id


def _beginning(words: str, payload: Json) -> Json:
    """Return a message that begins with these words."""
    return {**payload, "components": [text(words), *payload["components"]]}


def _plain_beginning(words: str, plain: Plain) -> Json:
    return _beginning(words, plain())


def _place_of(responder: Responder, *, fresh: bool) -> int:
    """Return the place in the chat of the private message that answers an interaction."""
    pressed = pressed_message(responder.interaction)
    if not fresh and pressed is not None:
        return pressed.id
    posted = responder.handle.message
    return int(posted) if posted.isdecimal() else responder.interaction.id


def painter(view: TableView) -> Paint:
    """Return the painter of the table message, with a picture of the table or without."""
    return lambda pictured: table_message(view, pictured=pictured)


def _is_resting(view: TableView) -> bool:
    """Return whether no hand is being played: a view of a lobby, a result or the pause between two games."""
    return view.scene is None or view.scene.over or view.revealing or find_outcome(view.scene) is not None


def table_messages(bot: App) -> TableMessages:
    """Return the bot's table messages; the extension `cogs.table_messages` must be loaded."""
    return bot.service(TableMessages)
