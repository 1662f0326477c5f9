"""The messages of calls for players: each is posted once, follows its table, and ends with a closing line."""

from __future__ import annotations

from functools import partial

from bot.app import App
from bot.due_work import Schedule
from bot.language import N_, speaking
from bot.requests.budget import Urgency
from bot.tables.registry import TableRegistry
from bot.tables.table_actor import TableActor
from bot.tables.view import ShownTable
from cogs.calls import rows as call_rows
from cogs.calls.painter import (
    CallMentions,
    Ending,
    call_message,
    closed_dm_call,
    direct_call,
    ended_call,
)
from cogs.calls.rows import CallRecord
from cogs.calls.service import CallService
from cogs.live.live_message import LiveMessage, LiveMessages
from cogs.live.message_channels import BotChannel, MessageChannel
from cogs.live.notice_sender import NoticeSender
from cogs.ui.components import Json
from db.store import Store
from games.registry import find_game


class _OpenCall(LiveMessage):
    """The message of a call, until its closing line is shown. If it is deleted, it isn't posted again."""

    noun = N_("call")

    def __init__(self, calls: CallMessages, record: CallRecord, called: CallMentions) -> None:
        super().__init__(calls.live, f"the call for table {record.table}", record.message_id)
        self.calls, self.record, self.called = calls, record, called
        self.work = ("call", record.table, record.at)
        calls.schedule.at(self.work, record.ends, self.changed)
        self.replaced = False
        """True once a newer call of the same table has replaced it."""
        self.ending: Ending | None = None

    @property
    def channel(self) -> MessageChannel:
        """The channel of the call."""
        return BotChannel(self.calls.bot, self.record.channel_id)

    async def payload(self) -> Json:
        """Return the call, or its closing line."""
        bot, record = self.calls.bot, self.record
        table = bot.service(TableRegistry).find(record.table)
        self.ending = self._find_ending(table)
        if table is not None and self.ending is None:
            return call_message(await table.view(), record.ends, self.called)
        game = find_game((await bot.service(Store).table(record.table)).game)
        return ended_call(game, self.ending or "closed")

    def _find_ending(self, table: TableActor | None) -> Ending | None:
        """Return the reason why the call is over; None while it is open."""
        if table is None:
            return "closed"
        if table.state.channel_id != self.record.channel_id:
            return "moved"
        return "over" if self.replaced or self.shared.clock.now() >= self.record.ends else None

    def comes_back(self) -> bool:
        """Return False: whether a moderator or the caller deleted it, they don't want it there."""
        return False

    def tried(self, error: Exception | None) -> None:
        """End a call once its closing line is shown, or can't be."""
        if self.ending is not None:
            self.end()

    def end(self) -> None:
        """Mark the call as over."""
        if not self.over:
            super().end()
            self.calls.schedule.drop(self.work)
            self.calls.ended(self)


class CallMessages:
    """Posts calls, repaints them as seats are taken, and takes their controls away at the end."""

    def __init__(self, bot: App, sender: NoticeSender, live: LiveMessages, calls: CallService) -> None:
        self.bot = bot
        self.calls = calls
        self.sender = sender
        self.live = live
        self.schedule = bot.service(Schedule)
        self._open: dict[int, _OpenCall] = {}

    async def resume(self) -> None:
        """Resume the calls that were open when the bot stopped."""
        for record in await self.bot.service(Store).read(call_rows.open_calls):
            shards = self.bot.service(TableRegistry).context.shards
            if record.table in self._open or not shards.has(record.guild_id):
                continue
            if record.message_id is None:
                await self.calls.end(record)
                continue
            # the members that it mentioned are not kept, only the role
            self._follow(record, CallMentions(record.role)).changed()

    async def call(
        self, table: TableActor, user_id: int, main_channel: int, role: int | None
    ) -> CallMentions | None:
        """Call players to a table, and return the mentions of the call; None if it could not be posted.

        Raises `UserError` where `CallService.begin` does. Direct messages follow by themselves.
        """
        record = await self.calls.begin(table, user_id, main_channel, role)
        audience = await self.calls.choose_recipients(table)
        called = CallMentions(record.role, [each.user_id for each in audience.mentioned])
        view = await table.view()
        with speaking(self.live.languages.of_server(record.guild_id)):
            payload = call_message(view, record.ends, called)
        message_id = await self.sender.post(record.channel_id, payload, urgency=Urgency.HAND)
        if message_id is None:
            await self.calls.take_back(record)
            return None
        record = await self.calls.posted(record, message_id)
        self._follow(record, called).sent = payload
        guild = self.bot.get_guild(record.guild_id)
        if audience.written and guild is not None:
            place = (record.guild_id, record.channel_id, message_id)
            self.live.tasks.begin(
                self.sender.write_to(
                    audience.written,
                    record.guild_id,
                    record.channel_id,
                    partial(direct_call, view, guild.name, place),
                    aside=closed_dm_call,
                    # they have read the call already, by the mention of their role
                    except_role=record.role,
                )
            )
        return called._replace(users=[*called.users, *(each.user_id for each in audience.written)])

    def changed(self, table: ShownTable) -> None:
        """Follow a table that has changed or closed."""
        call = self._open.get(table.state.id)
        if call is not None:
            call.changed()

    # ---- following the table

    def _follow(self, record: CallRecord, called: CallMentions) -> _OpenCall:
        old = self._open.get(record.table)
        call = self._open[record.table] = _OpenCall(self, record, called)
        if old is not None:
            old.replaced = True
            old.changed()
        return call

    def ended(self, call: _OpenCall) -> None:
        """Forget a call that is over; only now, so that a restart before this still shows its closing line."""
        if self._open.get(call.record.table) is call:
            del self._open[call.record.table]
        self.live.tasks.begin(self._save_end(call.record))

    async def _save_end(self, record: CallRecord) -> None:
        await self.calls.end(record)

    def stop(self) -> None:
        """Stop all timers. The next start ends the calls that ran out meanwhile."""
        for call in self._open.values():
            self.schedule.drop(call.work)
