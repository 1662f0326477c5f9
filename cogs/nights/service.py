"""Planned nights: their answers, and their next due steps."""

from __future__ import annotations

from datetime import tzinfo
from typing import Literal, NamedTuple

from bot.clock import DAY, Clock
from bot.members.names import name_in_text
from bot.serial_queue import SerialQueue, serialized
from bot.user_errors import UserError
from cogs.nights import rows as night_rows
from cogs.nights.rows import AnswerNight, NewNight, NightAnswer, NightRecord, SaveNight
from cogs.nights.when import week_later
from db.errors import Refused, Unknown
from db.places import AuditEntry
from db.store import Store

SOONEST = 300.0
"""Seconds from now to the earliest beginning of a night."""
FURTHEST = 60.0 * DAY
"""Seconds from now to the latest one."""
REMIND_BEFORE = 3_900.0
"""Seconds before its beginning at which those who come are reminded: a notice an hour leaves room for the next one."""
POST_BEFORE = 6.0 * DAY
"""Seconds before its beginning at which the message of a repeated night is posted."""
LATE = 7_200.0
"""Seconds after its beginning for which a night still begins, if the bot was away."""
MOST = 20
"""The most planned nights of a server."""
MOST_OF_A_MEMBER = 5
"""The most of them that one member has planned: so nobody fills the calendar of all. Admins may."""

Answer = Literal["yes", "maybe", "no"]
Step = Literal["post", "remind", "begin", "miss"]


class NightView(NamedTuple):
    """A night with its answers, in the order in which they were given."""

    night: NightRecord
    answers: tuple[NightAnswer, ...] = ()

    def names(self, answer: Answer) -> list[str]:
        """Return the names of those who gave an answer."""
        return [each.name for each in self.answers if each.answer == answer]

    def coming(self) -> list[NightAnswer]:
        """Return the members who said yes, the planner first."""
        yes = [each for each in self.answers if each.answer == "yes"]
        return sorted(yes, key=lambda each: each.member != self.night.planner)


def check_may_call_off(night: NightRecord, member: int, *, admin: bool) -> None:
    """Raise `UserError` unless a member may call a night off: its planner may, and an admin."""
    if night.state != "planned":
        raise UserError("night_over")
    if night.planner != member and not admin:
        raise UserError("not_planner", who=name_in_text(night.name or "the planner"))


class NightService:
    """Plans nights and takes answers. It tells nobody and opens nothing: `cogs.nights.messages` does."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self.queue = SerialQueue()

    async def view(self, night_id: int) -> NightView:
        """Return a night with its answers. Raises `UserError` if there is none."""
        try:
            night = await self._store.read(night_rows.night, night_id)
        except Unknown as unknown:
            raise UserError("passed") from unknown
        return NightView(night, tuple(await self._store.read(night_rows.night_answers, night_id)))

    async def planned(self) -> list[NightRecord]:
        """Return the nights still to come, the next one first."""
        return await self._store.read(night_rows.planned_nights)

    async def lately_over(self) -> list[NightRecord]:
        """Return the nights of yesterday and later that are over: their messages may not say so yet after a stop."""
        return await self._store.read(night_rows.nights_over, self._clock.now() - DAY)

    @serialized
    async def plan(
        self,
        guild_id: int,
        channel_id: int,
        planner: int,
        game: str,
        starts: float,
        weekly: bool,
        *,
        admin: bool = False,
    ) -> NightView:
        """Plan a night whose planner comes. Raises `UserError` for a time that won't do, or if there are too many."""
        now = self._clock.now()
        if starts < now + SOONEST:
            raise UserError("night_soon", when=f"<t:{int(starts)}:F>")
        if starts > now + FURTHEST:
            raise UserError("night_far", days=int(FURTHEST // DAY))
        here = [night for night in await self.planned() if night.guild_id == guild_id]
        if len(here) >= MOST:
            raise UserError("nights_full", n=MOST)
        if not admin and sum(night.planner == planner for night in here) >= MOST_OF_A_MEMBER:
            raise UserError("nights_of_yours", n=MOST_OF_A_MEMBER)
        if any(night.channel_id == channel_id and abs(night.starts - starts) < LATE / 2 for night in here):
            raise UserError("night_here", when=f"<t:{int(starts)}:F>")
        # members who answer within the last hour need no reminder
        reminded = starts - now <= REMIND_BEFORE
        new = NewNight(guild_id, channel_id, planner, game, starts, weekly, reminded)
        night = await self._store.run(night_rows.plan_night, new)
        return await self.view(night.id)

    @serialized
    async def answer(self, night_id: int, member: int, answer: Answer) -> NightView:
        """Save whether a member comes. Raises `UserError` for a night that has begun or is off."""
        try:
            await self._store.commit(AnswerNight(night_id, member, answer))
        except Refused as refused:
            raise UserError("night_over") from refused
        return await self.view(night_id)

    @serialized
    async def call_off(self, night_id: int, member: int, *, admin: bool) -> NightView:
        """Call a night off, and all that would follow it. An admin who calls off another's is in the audit log."""
        night = (await self.view(night_id)).night
        check_may_call_off(night, member, admin=admin)
        own = night.planner == member
        detail = {"member": night.planner, "night": night_id}
        entries = [] if own else [AuditEntry(night.guild_id, member, "night called off", detail)]
        await self._save(SaveNight(night_id, state="off"), *entries)
        return await self.view(night_id)

    async def drop(self, night_id: int) -> None:
        """Drop a night whose place is gone, or whose message was never posted."""
        await self._save(SaveNight(night_id, state="off"))

    async def save_message(self, night_id: int, message_id: int) -> None:
        """Save where a night's message is."""
        await self._save(SaveNight(night_id, message_id=message_id))

    async def save_event(self, night_id: int, event_id: int) -> None:
        """Save the id of a night's scheduled event on Discord."""
        await self._save(SaveNight(night_id, event_id=event_id))

    async def save_reminded(self, night_id: int) -> None:
        """Save that those who come have been reminded."""
        await self._save(SaveNight(night_id, reminded=True))

    @serialized
    async def end(self, night: NightRecord, state: Literal["begun", "missed"], zone: tzinfo) -> None:
        """Save that a night has begun or was missed; a weekly one is planned again in the same unit.

        `zone` is that of its planner's clock, by which it keeps its hour.
        """
        writes: list[SaveNight | NewNight] = [SaveNight(night.id, state=state)]
        if night.weekly:
            starts = week_later(night.starts, zone)
            while starts <= self._clock.now():
                starts = week_later(starts, zone)
            writes.append(
                NewNight(
                    night.guild_id,
                    night.channel_id,
                    night.planner,
                    night.game,
                    starts,
                    weekly=True,
                    reminded=False,
                    event_id=night.event_id,
                )
            )
        await self._store.commit(*writes)

    async def _save(self, *writes: SaveNight | AuditEntry) -> None:
        try:
            await self._store.commit(*writes)
        except Refused as refused:
            raise UserError("night_over") from refused

    # ---- what is due

    def next_step(self, night: NightRecord) -> tuple[float, Step]:
        """Return what a night asks for next, and from which moment on."""
        now = self._clock.now()
        if now < night.starts and night.message_id is None:
            return night.starts - POST_BEFORE, "post"
        if now < night.starts and not night.reminded:
            return night.starts - REMIND_BEFORE, "remind"
        return night.starts, "begin" if now < night.starts + LATE else "miss"
