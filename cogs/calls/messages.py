"""The calls for players: each is posted once, follows its table, and ends with a word."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import partial

import discord

from bot.app import App
from bot.clock import Timer
from bot.notices.service import Recipient
from bot.requests.budget import Urgency
from bot.tables.registry import TableRegistry
from bot.tables.table_actor import TableActor
from bot.tables.view import ShownTable
from cogs.calls.painter import (
    CallMentions,
    Ending,
    call_message,
    closed_dm_call,
    direct_call,
    ended_call,
)
from cogs.calls.service import CallService
from cogs.interactions import http
from cogs.live.table_messages import TableMessages
from cogs.ui.components import Json
from db import CallRecord, Store
from games.registry import find_game

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _OpenCall:
    """A call that stands in a channel."""

    record: CallRecord
    called: CallMentions
    sent: Json | None = None
    painting: bool = False
    timer: Timer | None = None


class CallMessages:
    """Posts calls, repaints them as seats are taken, and takes their controls away at the end."""

    def __init__(self, bot: App, messages: TableMessages, calls: CallService) -> None:
        self.bot = bot
        self.calls = calls
        self.sender = messages.sender
        self._messages = messages
        self._pace = messages.budget.requests
        self._open: dict[int, _OpenCall] = {}
        messages.followers.append(self.changed)

    async def resume(self) -> None:
        """Take up the calls that stood when the bot stopped."""
        for record in await self.bot.service(Store).open_calls():
            shards = self.bot.service(TableRegistry).context.shards
            if record.table in self._open or not shards.has(record.guild_id):
                continue
            if record.message_id is None:
                await self.calls.end(record)
                continue
            # the members that it mentioned are not kept, only the role
            self._follow(record, CallMentions(record.role))
            self._wake(record.table)

    async def call(
        self, table: TableActor, user_id: int, main_channel: int, role: int | None
    ) -> CallMentions | None:
        """Call players to a table, and return whom the call mentions; None if it could not be posted.

        Raises `UserError` where `CallService.begin` does. Direct messages follow by themselves.
        """
        record = await self.calls.begin(table, user_id, main_channel, role)
        named, written = await self.calls.choose_recipients(table)
        called = CallMentions(record.role, [each.user_id for each in named])
        view = await table.view()
        payload = call_message(view, record.ends, called)
        message_id = await self.sender.post(record.channel_id, payload, urgency=Urgency.HAND)
        if message_id is None:
            await self.calls.take_back(record)
            return None
        record = await self.calls.posted(record, message_id)
        self._follow(record, called, payload)
        if written:
            self._messages.begin(self._write(table, record, written))
        return called._replace(users=[*called.users, *(each.user_id for each in written)])

    def changed(self, table: ShownTable) -> None:
        """Follow a table that has changed or closed."""
        self._wake(table.state.id)

    # ---- direct messages

    async def _write(self, table: TableActor, record: CallRecord, written: list[Recipient]) -> None:
        """Write to those who chose direct messages, and mention those whose are closed in the channel, once."""
        guild = self.bot.get_guild(record.guild_id)
        if guild is None or record.message_id is None:
            return
        place = (record.guild_id, record.channel_id, record.message_id)
        closed: list[int] = []
        for each in written:
            if not await self._sees(guild, record, each):
                continue
            payload = direct_call(await table.view(), guild.name, place)
            if not await self.sender.by_dm(each.member, each.user_id, payload):
                closed.append(each.user_id)
        if closed:
            await self.sender.post(record.channel_id, closed_dm_call(closed))

    async def _sees(self, guild: discord.Guild, record: CallRecord, each: Recipient) -> bool:
        """Return True if a member is still here, sees the channel, and has not read the call by their role."""
        member = await self.sender.find(guild, record.channel_id, each.user_id)
        if member is None:
            return False
        return record.role is None or member.get_role(record.role) is None

    # ---- following the table

    def _follow(self, record: CallRecord, called: CallMentions, sent: Json | None = None) -> None:
        clock = self.bot.service(TableRegistry).context.clock
        old = self._open.pop(record.table, None)
        if old is not None:
            self._messages.begin(self._replace(old))
        call = self._open[record.table] = _OpenCall(record, called, sent)
        call.timer = clock.later(record.ends - clock.now(), partial(self._wake, record.table))

    def stop(self) -> None:
        """Let time run no more: the next start ends the calls that ran out meanwhile."""
        for call in self._open.values():
            if call.timer is not None:
                call.timer.cancel()

    async def _replace(self, call: _OpenCall) -> None:
        """End a call in whose place another stands."""
        async with self._pace.turn(Urgency.BOARD):
            await self._finish(call, "over")

    def _wake(self, table_id: int) -> None:
        call = self._open.get(table_id)
        if call is not None and not call.painting:
            call.painting = True
            self._messages.begin(self._paint(table_id, call))

    async def _paint(self, table_id: int, call: _OpenCall) -> None:
        """Show what is true once it is this request's turn; several changes share one."""
        async with self._pace.turn(Urgency.BOARD):
            call.painting = False
            await self._repaint(table_id, call)

    async def _repaint(self, table_id: int, call: _OpenCall) -> None:
        if self._open.get(table_id) is not call:
            return
        table, record = self.bot.service(TableRegistry).find(table_id), call.record
        reason: Ending | None = None
        if table is None:
            reason = "closed"
        elif table.state.channel_id != record.channel_id:
            reason = "moved"
        elif self.bot.service(TableRegistry).context.clock.now() >= record.ends:
            reason = "over"
        if table is None or reason is not None:
            del self._open[table_id]
            await self._finish(call, reason or "closed")
        else:
            await self._show(call, call_message(await table.view(), record.ends, call.called))

    async def _finish(self, call: _OpenCall, reason: Ending) -> None:
        """Take the controls of a call away, with a last word."""
        if call.timer is not None:
            call.timer.cancel()
        await self.calls.end(call.record)
        game = find_game((await self.bot.service(Store).table(call.record.table)).game)
        await self._show(call, ended_call(game, reason))

    async def _show(self, call: _OpenCall, payload: Json) -> None:
        """Repaint a call, unless nothing of it has changed."""
        record = call.record
        if payload == call.sent or record.message_id is None:
            return
        call.sent = payload
        try:
            await http.edit(self.bot, record.channel_id, record.message_id, payload)
        except http.FAILURES as error:
            log.info("the call for table %s is not repainted: %s", record.table, error)
