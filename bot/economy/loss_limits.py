"""Care: the limits that members set for themselves, at tables and for `/limits` (GEN-R7).

The store keeps them whatever happens (`db.loss_limits`); this module asks before, so that a press beyond
them is refused like
any other that cannot be afforded, and says it in words. Nobody but the member is ever told.
"""

from __future__ import annotations

from bot.clock import DAY, Clock
from bot.guilds.settings import get_or_create_purse
from bot.person import Person
from bot.user_errors import UserError
from db import LimitStatus, OverLimit, Store

PAUSES = (1, 7, 30)
"""Days that a pause may last."""
CAPS = (25, 50, 100)
"""Caps that are one press away, in pieces of copper, other bases by their worth."""
MOST = 1_000_000_000


def own_limit(over: OverLimit) -> UserError:
    """What a member reads who would go over their own limit."""
    if over.paused_until is not None:
        return UserError("paused", when=f"<t:{int(over.paused_until)}:f>")
    return UserError("over_cap", cap=over.cap)


async def may_owe(store: Store, member: int | None, worth: int) -> bool:
    """Whether a debt of this worth (copper) may be collected, or is written off for the sake of the member's limit."""
    try:
        await check(store, member, worth)
    except UserError:
        return False
    return True


async def check(store: Store, member: int | None, stake: int | None = None) -> None:
    """Raise `UserError` if `member` has paused, or may not put `stake` more at risk today.

    `stake` is worth in copper pieces; None is nothing.

    Computer players have no member and no limits.
    """
    if member is None:
        return
    limits = await store.limits(member)
    if limits.paused_until is not None:
        raise own_limit(OverLimit(member, paused_until=limits.paused_until))
    if limits.cap is not None and stake is not None:
        room = (await store.standing(member)).room
        if room is not None and room < stake:
            raise own_limit(OverLimit(member, cap=limits.cap))


class LossLimitService:
    """What `/limits` does. Each coroutine gives where the member stands then."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def look(self, guild_id: int, person: Person) -> LimitStatus:
        """Limits, and what today has brought."""
        return await self._store.standing(
            await get_or_create_purse(self._store, guild_id, person.user_id, person.name)
        )

    async def cap(self, guild_id: int, person: Person, cap: int | None) -> LimitStatus:
        """Lose at most so much a day; more, or None for no cap, binds in a day."""
        member = await get_or_create_purse(self._store, guild_id, person.user_id, person.name)
        await self._store.cap_losses(member, cap)
        return await self._store.standing(member)

    async def pause(self, guild_id: int, person: Person, days: int) -> LimitStatus:
        """Stake nothing for so many days from now."""
        member = await get_or_create_purse(self._store, guild_id, person.user_id, person.name)
        await self._store.pause(member, self._clock.now() + days * DAY)
        return await self._store.standing(member)

    async def resume(self, guild_id: int, person: Person) -> LimitStatus:
        """End the pause, a day from now."""
        member = await get_or_create_purse(self._store, guild_id, person.user_id, person.name)
        await self._store.end_pause(member)
        return await self._store.standing(member)
