"""Loss limits that members set for themselves: a daily cap, or a pause (GEN-R7).

The store enforces them in any case (`db.loss_limits`). The tables call `check` in advance, so that a press beyond a
limit is refused with a sentence, like any other that the member cannot afford. Only the member reads it.

Amounts are in pieces of copper worth. This module imports nothing of the tables, since they all depend on it.
"""

from __future__ import annotations

from bot.clock import DAY, Clock
from bot.user_errors import UserError
from db.errors import OverLimit
from db.loss_limits import LimitStatus
from db.store import Store

PAUSES = (1, 7, 30)
"""The possible lengths of a pause in days."""
CAPS = (25, 50, 100)
"""The caps that have a button."""
LARGEST_CAP = 1_000_000_000


def limit_error(over: OverLimit) -> UserError:
    """Return the error that tells a member about their own limit."""
    if over.paused_until is not None:
        return UserError("paused", when=f"<t:{int(over.paused_until)}:f>")
    return UserError("over_cap", cap=over.cap)


async def check(store: Store, member: int | None, stake: int | None = None) -> None:
    """Raise `UserError` if `member` has paused, or may not put `stake` more at risk today.

    `member` is a purse account, or None for a computer player, which has no limits. Without a `stake` only a pause
    counts.
    """
    if member is None:
        return
    limits = await store.limits(member)
    if limits.paused_until is not None:
        raise limit_error(OverLimit(member, paused_until=limits.paused_until))
    if limits.cap is not None and stake is not None:
        room = (await store.limit_status(member)).room
        if room is not None and room < stake:
            raise limit_error(OverLimit(member, cap=limits.cap))


class LossLimitService:
    """The changes that `/my limits` makes. `member` is a purse account; every command returns the new status."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def status(self, member: int) -> LimitStatus:
        """Return a member's limits, and the losses of today that count towards them."""
        return await self._store.limit_status(member)

    async def set_cap(self, member: int, cap: int | None) -> LimitStatus:
        """Cap the losses of a day. A higher cap, or None for no cap, applies a day later."""
        await self._store.cap_losses(member, cap)
        return await self._store.limit_status(member)

    async def pause(self, member: int, days: int) -> LimitStatus:
        """Let the member stake nothing for some days from now."""
        await self._store.pause(member, self._clock.now() + days * DAY)
        return await self._store.limit_status(member)

    async def end_pause(self, member: int) -> LimitStatus:
        """End the pause, a day from now."""
        await self._store.end_pause(member)
        return await self._store.limit_status(member)
