"""How fast a member may press on pages: Discord holds back who presses too often in a chat, but not here."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

AT_ONCE = 30
"""Presses that a member may make at once, on all their pages together."""
A_SECOND = 10.0
"""Presses a second that a member may go on with: more than a hand can."""
LEAST_WAIT = 0.001
"""Seconds; what is less is no wait, but the error of a sum."""
MOST_REMEMBERED = 1_000
"""Members after whom those who have not pressed lately are forgotten."""


class MemberPace:
    """Lets what comes too fast wait: a page's next message is not read before, so its sender is held back.

    `now` is a monotonic clock in seconds.
    """

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._now, self._sleep = now, sleep
        self._paid: dict[int, float] = {}
        """The moment by which each member has made up for what they pressed, at `A_SECOND`."""

    async def turn(self, user_id: int, presses: int = 1) -> None:
        """Wait until a member may do what counts as so many presses."""
        now = self._now()
        paid = max(self._paid.get(user_id, now), now) + presses / A_SECOND
        if len(self._paid) >= MOST_REMEMBERED:
            self._paid = {each: until for each, until in self._paid.items() if until > now}
        self._paid[user_id] = paid
        early = paid - now - AT_ONCE / A_SECOND
        if early > LEAST_WAIT:
            await self._sleep(early)
