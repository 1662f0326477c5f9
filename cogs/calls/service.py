"""Calls for players: at most one an hour in each channel, and the members that it reaches."""

from __future__ import annotations

from bot.clock import Clock
from bot.members.blocks import kept_apart
from bot.notices.service import APART, Audience, NoticeService, Recipient
from bot.serial_queue import SerialQueue, serialized
from bot.tables.hosting.admission import is_open_to
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from cogs.calls import rows as call_rows
from cogs.calls.rows import CallRecord, SaveCall
from db.store import Store

LASTS = 3_600.0
"""Seconds for which a call stays open."""
MOST_NAMES = 40
"""The most members that one call mentions."""
MOST_DMS = 10
"""Direct messages of one call. A bot that opens many conversations at once looks like spam to Discord."""


class CallService:
    """Decides whether a call may be made, and which members it reaches; `cogs.calls.messages` posts it."""

    def __init__(self, store: Store, clock: Clock, notices: NoticeService) -> None:
        self._store, self._clock, self.notices = store, clock, notices
        self.queue = SerialQueue()

    @serialized
    async def begin(self, table: TableActor, user_id: int, main_channel: int, role: int | None) -> CallRecord:
        """Save a new call for a table and return it, with the role if a call may mention it again.

        `main_channel` is the table's channel, or that of its thread. Raises `UserError` for someone without
        a seat, at a table that takes nobody, or less than an hour after the last call there.
        """
        state, now = table.state, self._clock.now()
        table.live.check_open()
        table.live.state.kind.check_hosted()
        if state.seat_of(user_id) is None:
            raise UserError("not_seated")
        high = table.game.limits(table.options)[1]
        if sum(not seat.left for seat in state.seats.values()) >= high:
            raise UserError("full", n=high)
        last = await self._store.read(call_rows.last_call, main_channel)
        if last is not None and now - last.at < APART:
            raise UserError("called_lately", when=f"<t:{int(last.at + APART)}:R>")
        if state.access.open_to == "invited" or (
            state.access.open_to == "role" and state.access.role != role
        ):
            role = None  # most of its members would find no seat
        if role is not None:
            # its members are not known to us one by one, so it counts as one reader on the whole server
            mentioned = await self._store.read(call_rows.last_role_call, state.place_key, role)
            role = None if mentioned is not None and now - mentioned < APART else role
        call = CallRecord(
            main_channel, state.place_key, state.channel_id, state.id, None, role, now, now + LASTS
        )
        await self._store.commit(SaveCall(call))
        return call

    async def choose_recipients(self, table: TableActor) -> Audience:
        """Return the members that a call reaches; their notice of this hour is spent."""
        asked = await self.notices.asked_for(table.state.place_key, table.state.game)
        free = [each for each in asked if await self._may_come(table, each)]
        return await self.notices.choose(free, most_mentioned=MOST_NAMES, most_written=MOST_DMS)

    async def _may_come(self, table: TableActor, each: Recipient) -> bool:
        """Return True for a member who could sit down there. A pause or a block is not told to anyone."""
        state, now = table.state, self._clock.now()
        access = state.access
        if state.answering_seat(each.user_id) is not None or access.bars.get(each.user_id, 0.0) > now:
            return False
        # nobody's roles are known here, so a table for a role calls those whom the host has invited
        if not is_open_to(access, each.user_id, roles=()):
            return False
        if (await self._store.limits(each.member)).paused_until is not None:
            return False
        return not await kept_apart(self._store, state.place_key, each.user_id, state.company())

    @serialized
    async def posted(self, call: CallRecord, message_id: int) -> CallRecord:
        """Save where a call was posted."""
        call = call._replace(message_id=message_id)
        await self._store.commit(SaveCall(call))
        return call

    @serialized
    async def take_back(self, call: CallRecord) -> None:
        """Take back a call that could not be posted, so that the next one needn't wait an hour."""
        await self._store.commit(SaveCall(call._replace(at=0.0, role=None, over=True)))

    @serialized
    async def end(self, call: CallRecord) -> None:
        """Save that a call is over, unless another has taken its place."""
        last = await self._store.read(call_rows.last_call, call.main_channel)
        if last is not None and last.at == call.at:
            await self._store.commit(SaveCall(call._replace(over=True)))
