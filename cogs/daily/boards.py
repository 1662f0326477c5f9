"""The boards of the table of the day: posted at each place's hour, filled as members finish, closed with the day.

`DailyBoards` does what is due, by one piece of work a place: it closes the boards whose day has ended, posts the next
one where the place has an event, and writes to members who asked to be told. Everything it needs is in the rows, so
after a stop it goes on with whatever is due by then.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial

import discord

from bot.app import App
from bot.due_work import Schedule
from bot.face.art.drawing import Drawing
from bot.language import N_
from bot.notices.service import NoticeService, Recipient
from bot.places.place import Place
from bot.requests.budget import Turn
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.daily import rows as daily_rows
from cogs.daily.board_picture import alts_of, board_pictures, file_of
from cogs.daily.days import PlaceDay, open_day
from cogs.daily.painter import board_message, new_files, opens_letter, streak_letter
from cogs.daily.rows import BoardRecord, DailyEvent, DailyTry, EndEvent, OpenBoard, SaveBoard, SetEvent
from cogs.daily.service import DailyTables, DayOfPlace
from cogs.live.live_message import LiveMessage
from cogs.live.message_channels import BotChannel, MessageChannel
from cogs.live.notice_sender import NoticeSender
from cogs.live.table_messages import TableMessages
from cogs.requests import http
from db.store import Store

log = logging.getLogger(__name__)

WARN_BEFORE = 3 * 3_600.0
"""Seconds before the end of a day at which members are told that their streak ends with it."""


class BoardMessage(LiveMessage):
    """The board of one day in one channel."""

    noun = N_("board of the day")
    way_back = N_("*Share* after your try brings it back.")
    bare_words = N_("Discord won't let me show the table of the day as it should look. `/today` plays it.")

    def __init__(self, boards: DailyBoards, record: BoardRecord) -> None:
        super().__init__(
            boards.live, f"the board of day {record.day} in {record.channel_id}", record.message_id
        )
        self._boards, self.record = boards, record
        self.closing = False
        """True once the next paint shows the end of the day, and at last how it was played."""
        self._shown: DayOfPlace | None = None
        self._sent_pictures = list[tuple[Drawing, str]]()
        """The pictures that the message has, and Discord's ids of their files."""
        self._without_picture = not boards.bot.pictures

    @property
    def channel(self) -> MessageChannel:
        """The channel of the board."""
        return BotChannel(self._boards.bot, self.record.channel_id)

    def language(self) -> str:
        """Return the language of the day's place, which may be a conversation."""
        return self.shared.languages.of_place(Place.from_key(self.record.guild_id))

    async def look(self) -> None:
        """Look at the day as its place has played it so far."""
        self.record = await self._boards.read(self.record)
        self.closing = self.closing or self.shared.clock.now() >= self.record.ends
        day = PlaceDay(self.record.day, self.record.ends)
        self._shown = await self._boards.daily.board(self.record.guild_id, day, over=self.closing)

    async def send(self, turn: Turn) -> None:
        """Post or repaint the board, with a new picture if it shows anything else by now."""
        assert self._shown is not None
        plain = board_message(self._shown, over=self.closing)
        if self._without_picture or self.plainness:
            await self.deliver(plain)
        else:
            drawn = partial(self._send_drawn, self._shown)
            self._without_picture = not await self.deliver_drawn(drawn, plain, turn)

    async def _send_drawn(self, shown: DayOfPlace) -> None:
        drawn = board_pictures(shown, over=self.closing)
        alts = alts_of(drawn)
        payload = board_message(shown, over=self.closing, alts=alts)
        has = [drawing for drawing, _file in self._sent_pictures]
        if self.message_id is not None and has == [each.drawing for each in drawn]:
            # an edit drops the files that it doesn't list
            files = zip(self._sent_pictures, alts.items(), strict=True)
            present = [
                {"id": file_id, "filename": name, "description": alt}
                for (_drawing, file_id), (name, alt) in files
            ]
            await self.deliver({**payload, "attachments": present})
            return
        self._sent_pictures = []
        content = await asyncio.to_thread(file_of, drawn)
        sent = await self.deliver({**payload, "attachments": new_files(alts)}, content)
        if sent is not None and all(each.name in sent.files for each in drawn):
            self._sent_pictures = [(each.drawing, sent.files[each.name]) for each in drawn]

    async def posted(self) -> None:
        """Save where the board is."""
        await self._boards.save(self, message_id=self.message_id)

    def close(self) -> None:
        """Show the end of the day; a board that was never posted just ends."""
        self.closing = True
        if self.message_id is None:
            self.end()
        else:
            self.changed()

    def comes_back(self) -> bool:
        """Return whether the day is still open."""
        return not self.closing

    async def unarchive(self) -> bool:
        """Open the thread of a day that goes on again."""
        return not self.closing and await http.unarchive(self._boards.bot, self.record.channel_id)

    def tried(self, error: Exception | None) -> None:
        """Forget a board that has shown the moves of its day; end the event of a channel that is gone."""
        code = error.code if isinstance(error, discord.HTTPException) else None
        if code == http.UNKNOWN_CHANNEL:
            self.shared.tasks.begin(self._boards.channel_gone(self.record))
            self.end()
        elif self.closing and self._has_told():
            self.end()

    def _has_told(self) -> bool:
        shown = self._shown
        return shown is None or shown.tells or len(shown.results) < 2

    def end(self) -> None:
        """Mark the board as closed."""
        if not self.over:
            super().end()
            self.shared.tasks.begin(self._boards.closed(self))


class DailyBoards:
    """The boards of all places, and what is due there."""

    def __init__(self, bot: App, messages: TableMessages, daily: DailyTables) -> None:
        self.bot, self.daily, self.live = bot, daily, messages.live
        self.sender: NoticeSender = messages.sender
        self._store, self._notices = bot.service(Store), bot.service(NoticeService)
        self._shards = bot.service(TableRegistry).context.shards
        self._clock, self._schedule = daily.clock, bot.service(Schedule)
        self._messages: dict[tuple[int, int], BoardMessage] = {}
        self._planned = set[int]()
        """The places for which work is scheduled."""

    # ---- start and stop

    async def resume(self) -> None:
        """Take up the open boards and the places with an event, and work out the signs that a stop has left undone."""
        places = set[int]()
        for record in await self._store.read(daily_rows.open_boards):
            if self._shards.has(record.guild_id):
                self._message_of(record).changed()
                places.add(record.guild_id)
        for event in await self._store.read(daily_rows.events):
            if self._shards.has(event.guild_id):
                places.add(event.guild_id)
        for place_key in places:
            self._do_at(place_key, self._clock.now())
        for place_key, own in await self.daily.unmeasured():
            if self._shards.has(place_key):
                self.live.tasks.begin(self._measure(own))

    def stop(self) -> None:
        """Start nothing further."""
        for place_key in self._planned:
            self._schedule.drop(self._work(place_key))

    # ---- asked by the cog

    async def set_event(self, event: DailyEvent) -> PlaceDay:
        """Post the day's board in a channel from now on, each day at its hour; return the day that is open now.

        Raises `UserError` if Discord or the network refuses the first one.
        """
        before = await self.daily.day_of(event.guild_id)
        # a place never goes back to a day that it has seen, whatever its hour is now
        day = open_day(self._clock.now(), event.hour, before.number)
        await self._store.commit(
            SetEvent(*event), OpenBoard(event.channel_id, day.number, event.guild_id, day.ends)
        )
        for record in await self._store.read(daily_rows.boards, event.guild_id, day.number):
            await self._store.commit(SaveBoard(record.channel_id, record.day, ends=day.ends))
        await self._repaint(event.guild_id, day.number)
        if await self.show_in(event.guild_id, event.channel_id, day) is None:
            raise UserError("daily_lost")
        await self.do_due(event.guild_id)
        return day

    async def end_event(self, place_key: int) -> None:
        """Post no further boards in a place; the open one stays until its end."""
        await self._store.commit(EndEvent(place_key))
        await self._plan(place_key)

    async def show_in(self, place_key: int, channel_id: int, day: PlaceDay) -> BoardRecord | None:
        """Post the board of a day in a channel, if it isn't there yet, and return it; None if Discord refuses."""
        await self._store.commit(OpenBoard(channel_id, day.number, place_key, day.ends))
        record = await self._store.read(daily_rows.board, channel_id, day.number)
        assert record is not None
        if record.message_id is None:
            message = self._message_of(record)
            message.welcome()
            async with message.at_once() as turn:
                error = await message.show_now(turn)
            if error is not None:
                log.info("%s is not posted: %s", message.label, error)
                return None
        await self._plan(place_key)
        return await self._store.read(daily_rows.board, channel_id, day.number)

    async def finished(self, place_key: int, own: DailyTry) -> None:
        """Show a try that has just ended on the boards of its place, and work out its signs."""
        await self._repaint(place_key, own.day)
        self.live.tasks.begin(self._measure(own))

    async def entered(self, place_key: int, day: int) -> None:
        """Show a try that was shared on the boards of a place."""
        await self._repaint(place_key, day)

    # ---- what is due

    def _work(self, place_key: int) -> tuple[str, int]:
        return "daily", place_key

    def _do_at(self, place_key: int, moment: float) -> None:
        """Do what is due in a place at a moment."""
        self._planned.add(place_key)
        self._schedule.at(self._work(place_key), moment, partial(self.do_due, place_key))

    async def _plan(self, place_key: int) -> None:
        """Schedule what a place asks for next: the warning of streaks, the end of its day, or telling its moves."""
        now, day = self._clock.now(), await self.daily.day_of(place_key)
        moments = list[float]()
        for board in await self._store.read(daily_rows.open_boards):
            if board.guild_id == place_key:
                moments += [at for at in (board.ends, await self.daily.told_at(board.day)) if at > now]
        if await self.daily.event(place_key) is not None:
            moments += [day.ends] + [at for at in (day.ends - WARN_BEFORE,) if at > now]
        if moments:
            self._do_at(place_key, min(moments))

    async def do_due(self, place_key: int) -> None:
        """Close the days that are over, open the present one, and tell those who asked for it."""
        if not self.bot.is_in_server(place_key):
            # the bot was removed: an outage would leave the server listed
            await self._forget(place_key)
            return
        now, day = self._clock.now(), await self.daily.day_of(place_key)
        event = await self.daily.event(place_key)
        for record in await self._store.read(daily_rows.open_boards):
            if record.guild_id == place_key and (record.ends <= now or record.day < day.number):
                self._message_of(record).close()
        if event is not None:
            await self._open(event, day)
        await self._plan(place_key)

    async def _open(self, event: DailyEvent, day: PlaceDay) -> None:
        """Post the board of a day for an event, once, and tell those who wait for it."""
        record = await self._store.read(daily_rows.board, event.channel_id, day.number)
        if record is None:
            await self._store.commit(OpenBoard(event.channel_id, day.number, event.guild_id, day.ends))
            record = BoardRecord(event.channel_id, day.number, event.guild_id, None, day.ends, False)
        if record.message_id is None and not record.over:
            self._message_of(record).changed()
        await self._tell(event, record, day)

    async def _forget(self, place_key: int) -> None:
        writes: list[EndEvent | SaveBoard] = [EndEvent(place_key)]
        for record in await self._store.read(daily_rows.open_boards):
            if record.guild_id == place_key:
                writes.append(SaveBoard(record.channel_id, record.day, over=True))
        await self._store.commit(*writes)

    async def channel_gone(self, record: BoardRecord) -> None:
        """End the event of a channel that was deleted."""
        event = await self.daily.event(record.guild_id)
        if event is not None and event.channel_id == record.channel_id:
            await self._store.commit(EndEvent(record.guild_id))

    # ---- reminders

    async def _tell(self, event: DailyEvent, record: BoardRecord, day: PlaceDay) -> None:
        """Write to members who asked to hear of a new table, or of a streak that ends soon; each once a day."""
        late = self._clock.now() >= day.ends - WARN_BEFORE
        state: DayOfPlace | None = None
        for each in await self._notices.recipients(event.guild_id):
            if each.choices.today not in (("both", "streak") if late else ("both", "opens")):
                continue
            if each.choices.dm_closed or each.choices.is_quiet(self._clock.now()):
                continue
            state = state or await self.daily.board(event.guild_id, day)
            await self._write(each, event, record, state, late=late)

    async def _write(
        self, each: Recipient, event: DailyEvent, record: BoardRecord, board: DayOfPlace, *, late: bool
    ) -> None:
        streak, done = await self.daily.streak_of(each.user_id, board.day.number)
        if done or (late and streak.played < 1):
            return
        if not await self._notices.claim_turn(
            each.member, f"today:{board.day.number}:{'late' if late else 'new'}"
        ):
            return
        letter = (
            partial(streak_letter, board, record, streak) if late else partial(opens_letter, board, record)
        )
        self.live.tasks.begin(
            self.sender.write_to([each], event.guild_id, event.channel_id, letter, aside=None)
        )

    # ---- messages

    def _message_of(self, record: BoardRecord) -> BoardMessage:
        """Return the message of a board; those of days that are over are forgotten."""
        key = record.channel_id, record.day
        found = self._messages.get(key)
        if found is None:
            found = self._messages[key] = BoardMessage(self, record)
        return found

    async def _repaint(self, place_key: int, day: int) -> None:
        """Repaint the boards of a day in a place."""
        if not self._shards.has(place_key) or not self.bot.is_in_server(place_key):
            return
        for record in await self._store.read(daily_rows.boards, place_key, day):
            if not record.over:
                self._message_of(record).changed()

    async def _measure(self, own: DailyTry) -> None:
        """Work out the signs of a try, and show them."""
        for place_key in await self.daily.measure(own):
            await self._repaint(place_key, own.day)

    async def read(self, record: BoardRecord) -> BoardRecord:
        """Return a board as it is saved now."""
        return await self._store.read(daily_rows.board, record.channel_id, record.day) or record

    async def save(self, message: BoardMessage, *, message_id: int | None) -> None:
        """Save where a board is."""
        record = message.record
        await self._store.commit(SaveBoard(record.channel_id, record.day, message_id=message_id))

    async def closed(self, message: BoardMessage) -> None:
        """Save that a board has shown the end of its day, and forget it."""
        record = message.record
        self._messages.pop((record.channel_id, record.day), None)
        await self._store.commit(SaveBoard(record.channel_id, record.day, over=True))
