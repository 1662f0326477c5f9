"""One pace for all requests of the process that are not an interaction's answer.

Discord allows a bot 50 requests a second in all; answers to interactions are exempt, and so are the edits of what they
showed. Above that it refuses, and ten thousand refusals in ten minutes ban the address. So each request waits for a
turn. The most urgent goes first, but none waits for ever: turns go by when a request would be too late. A table paints
what is true at its turn, so under load several changes share one request, and the spacing of its edits grows.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from bot.clock import Timer

PER_SECOND = 36.0
"""Requests a second in the long run; the rest of Discord's 50 is for bursts, retries and start-up."""
BURST = 8
"""Requests that may go at once after a quiet moment."""
HANDS_PER_SECOND = 150.0
"""Unasked repaints of hand panels a second, so that they leave time for answers. Discord counts none of them."""
HANDS_BURST = 30

Later = Callable[[float, Callable[[], None]], Timer]


class Urgency(Enum):
    """The urgency of a request: the seconds after which it would be late."""

    HAND = 0.0
    """Something of a member's own, or a message that a member asked for."""
    WAITED_FOR = 1.0
    """A table message by which a member plays: they are asked, and have no panel before their eyes."""
    BOARD = 8.0
    """Any other table message."""
    OTHER = 30.0
    """Uploads, and the taking away of what is no longer needed."""


@dataclass(slots=True, order=True)
class _Waiter:
    late_at: float
    order: int
    turn: asyncio.Future[bool] = field(compare=False)
    is_wanted: Callable[[], bool] = field(compare=False)


class Pace:
    """A queue of requests that go at a steady rate, the most urgent first.

    `per_second` and `burst` say how fast; `now` and `later` are a monotonic clock and its timers.
    """

    def __init__(
        self,
        per_second: float,
        burst: int,
        *,
        now: Callable[[], float] = time.monotonic,
        later: Later | None = None,
    ) -> None:
        self._gap = 1.0 / per_second
        self._credit = (burst - 1) * self._gap
        self._now = now
        self._later = later
        self._next = float("-inf")
        self._waiting: list[_Waiter] = []
        self._order = itertools.count()
        self._timer: Timer | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    async def turn(self, urgency: Urgency, is_wanted: Callable[[], bool] = lambda: True) -> bool:
        """Wait until a request may go. Return False if by then `is_wanted` says that it need not."""
        if not self._waiting and self._spend():
            return True
        turn: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        late_at = self._now() + urgency.value
        heapq.heappush(self._waiting, _Waiter(late_at, next(self._order), turn, is_wanted))
        self._arm()
        return await turn

    def _spend(self) -> bool:
        """Take a turn if there is one now."""
        now = self._now()
        due = max(self._next, now - self._credit)
        if due > now:
            return False
        self._next = due + self._gap
        return True

    def _arm(self) -> None:
        if self._timer is None:
            later = self._later or asyncio.get_running_loop().call_later
            self._timer = later(max(self._next - self._now(), 0.0), self._serve)

    def _serve(self) -> None:
        """Give every turn that is due."""
        self._timer = None
        while self._waiting:
            first = self._waiting[0]
            if not first.turn.done():
                wanted = first.is_wanted()
                if wanted and not self._spend():
                    break
                first.turn.set_result(wanted)
            heapq.heappop(self._waiting)
        if self._waiting:
            self._arm()


class RequestBudget:
    """The paces of one process."""

    def __init__(self) -> None:
        self.requests = Pace(PER_SECOND, BURST)
        """Everything that Discord counts."""
        self.hands = Pace(HANDS_PER_SECOND, HANDS_BURST)
        """Unasked repaints of hand panels, which wait for no table message."""
