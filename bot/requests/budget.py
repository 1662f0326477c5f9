"""One pace for all requests of the process that are not an interaction's answer.

Discord allows a bot 50 requests a second in all; answers to interactions are exempt, and so are the edits of what they
showed. Above that it refuses, and ten thousand refusals in ten minutes ban the address. So each request waits for a
turn. The most urgent goes first, but none waits forever: a request is late after a fixed time, and the one that is late
first goes first. A table paints its current state at its turn, so under load several changes share one request, and its
edits come less often.

A rate alone is not enough: whatever stalls on the way, this process, the network or Discord, may hold up requests that
had their turns long ago, and let them arrive together. So a turn lasts until its request is answered, and only a few
turns last at a time. What arrives within any second had its turn before that second and was not answered yet
(`IN_FLIGHT` at most), or has had it within the second (`PER_SECOND` and what a burst adds): 47 requests at most. The
rest of the 50 is for the few that discord.py sends by itself at the start, and those that it sends again.

Several processes of one bot divide all of this: each has an equal part, however busy it is. The bots of one process,
one for each of its shards, share that.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from bot.clock import Timer

PER_SECOND = 36.0
"""Requests a second in the long run, if Discord allows the bot no more than any other."""
BURST = 2
"""Requests that may go at once after a quiet moment."""
IN_FLIGHT = 10
"""Requests that may be on their way at once: enough for the rate as long as Discord answers within a quarter second."""
HANDS_PER_SECOND = 150.0
"""Unasked repaints of hand panels a second. Discord does not count them, but they must leave time for answers."""
HANDS_BURST = 15
"""Repaints of hand panels that go together, ten times a second.

One that goes alone finds the processor's caches cold, and takes twice as long. A busy process repaints less: turns that
it could not give in time are not made up for.
"""
HANDS_IN_FLIGHT = 30
ASK_AGAIN = 0.2
"""Seconds between two questions whether requests may be sent again."""

Later = Callable[[float, Callable[[], None]], Timer]


def always() -> bool:
    """Say yes: for what is wanted however long it takes."""
    return True


class Urgency(Enum):
    """The urgency of a request: the seconds after which it is late."""

    HAND = 0.0
    """A member's own panel, or a message that a member asked for."""
    WAITED_FOR = 1.0
    """A table message through which a member plays: they are asked, and have no panel open."""
    BOARD = 8.0
    """Any other table message."""
    OTHER = 30.0
    """Uploads, and the removal of messages that are no longer needed."""


@dataclass(slots=True, order=True)
class _Waiter:
    late_at: float
    order: int
    turn: asyncio.Future[bool] = field(compare=False)
    is_wanted: Callable[[], bool] = field(compare=False)
    has_place: bool = field(compare=False)


class Turn:
    """The right to send one request, inside of `async with`. It ends when that is answered, or another follows it."""

    __slots__ = ("_is_wanted", "_pace", "_urgency", "wanted")

    def __init__(self, pace: Pace, urgency: Urgency, is_wanted: Callable[[], bool]) -> None:
        self._pace, self._urgency, self._is_wanted = pace, urgency, is_wanted
        self.wanted = False
        """False if the request was no longer wanted when its turn came; then it must not be sent."""

    async def __aenter__(self) -> Turn:
        self.wanted = await self._pace.wait(self._pace.now() + self._urgency.value, self._is_wanted)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.wanted:
            self._pace.leave()

    async def another(self) -> None:
        """Wait until another request may follow the answered one, in its place."""
        await self._pace.wait(float("-inf"), always, has_place=True)


class Pace:
    """A queue of requests that go at a steady rate, the most urgent first, and only a few at a time.

    `per_second` and `burst` set the rate, `in_flight` is the most requests that wait for their answers at once; `now`
    and `later` are a monotonic clock and its timers. Nothing is sent while `may_send` returns False. `in_bursts`: turns
    are given a whole burst at a time, not one by one; after a quiet moment the first of them comes at once.
    """

    def __init__(
        self,
        per_second: float,
        burst: int,
        in_flight: int,
        *,
        now: Callable[[], float] = time.monotonic,
        later: Later | None = None,
        may_send: Callable[[], bool] = always,
        in_bursts: bool = False,
    ) -> None:
        self._in_bursts = in_bursts
        self._set_rate(per_second, burst)
        self._in_flight = self._places = in_flight
        self.now = now
        self._later = later
        self._may_send = may_send
        self._next = self._served = float("-inf")
        self._waiting: list[_Waiter] = []
        self._order = itertools.count()
        self._timer: Timer | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    def _set_rate(self, per_second: float, burst: int) -> None:
        self._gap = 1.0 / per_second
        # a little less than a whole turn more, so that rounding takes none from a burst
        self._credit = (burst - (0.5 if self._in_bursts else 1)) * self._gap
        self._beat = burst * self._gap if self._in_bursts else 0.0

    def change(self, per_second: float, burst: int, in_flight: int) -> None:
        """Change the rate from the next turn on; running turns keep their places."""
        self._set_rate(per_second, burst)
        self._places += in_flight - self._in_flight
        self._in_flight = in_flight
        if self._waiting:
            self._arm()

    def turn(self, urgency: Urgency, is_wanted: Callable[[], bool] = always) -> Turn:
        """Wait until a request may be sent, and send it inside. `is_wanted` is asked once its turn has come."""
        return Turn(self, urgency, is_wanted)

    async def wait(self, late_at: float, is_wanted: Callable[[], bool], *, has_place: bool = False) -> bool:
        """Wait for a turn, and for a place unless the caller has one. Return False if it is no longer wanted."""
        # what asks at the same moment is to go in the same burst, so the first waits until the loop comes round
        if not self._waiting and not self._in_bursts and self._enter(has_place):
            return True
        turn: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, _Waiter(late_at, next(self._order), turn, is_wanted, has_place))
        self._arm()
        try:
            return await turn
        except asyncio.CancelledError:
            # it may have been cancelled at the very moment of its turn
            if not has_place and turn.done() and not turn.cancelled() and turn.result():
                self.leave()
            raise

    def _enter(self, has_place: bool) -> bool:
        """Take a turn, and a place if needed, if both are free now."""
        now = self.now()
        due = max(self._next, now - self._credit)
        if due > now or not self._may_send() or not (has_place or self._places > 0):
            return False
        self._next = due + self._gap
        if not has_place:
            self._places -= 1
        return True

    def leave(self) -> None:
        """Free a place for a waiting request."""
        self._places += 1
        if self._waiting:
            self._arm()

    def _arm(self) -> None:
        if self._timer is None and (self._places > 0 or self._waiting[0].has_place):
            later = self._later or asyncio.get_running_loop().call_later
            due = max(self._next, self._served + self._beat)
            wait = max(due - self.now(), 0.0)
            self._timer = later(wait if self._may_send() else max(wait, ASK_AGAIN), self._serve)

    def _serve(self) -> None:
        """Give all turns that are due."""
        self._timer = None
        self._served = self.now()
        while self._waiting:
            first = self._waiting[0]
            if not first.turn.done():
                # an unwanted request leaves the queue without using up a turn
                wanted = first.is_wanted()
                if wanted and not self._enter(first.has_place):
                    break
                first.turn.set_result(wanted)
            heapq.heappop(self._waiting)
        if self._waiting:
            self._arm()


class Part(NamedTuple):
    """The share of one process in the limits of all."""

    per_second: float
    burst: int
    in_flight: int


def part_of(total: float, processes: int) -> Part:
    """Return the share of each of several processes in `total` requests a second."""
    in_flight = int(IN_FLIGHT * total / PER_SECOND)
    if processes == 1:
        return Part(total, BURST, max(in_flight, 1))
    # a second may hold one turn more than its rate, in each process
    rate = max(total - processes, total / 2) / processes
    return Part(rate, 1, max(in_flight // processes, 1))


class RequestBudget:
    """The paces of one process; `total` is the rate of all processes of the bot together.

    Nothing is sent while `may_send` returns False: another process may serve in place of this one.
    """

    def __init__(self, total: float | None = None, may_send: Callable[[], bool] = always) -> None:
        self._total = PER_SECOND if total is None else total
        self._processes = 1
        self.requests = Pace(*part_of(self._total, 1), may_send=may_send)
        """Everything that Discord counts."""
        self.hands = Pace(HANDS_PER_SECOND, HANDS_BURST, HANDS_IN_FLIGHT, may_send=may_send, in_bursts=True)
        """Unasked repaints of hand panels, which wait for no table message."""

    def divide(self, processes: int) -> None:
        """Use the share of one of `processes` processes from now on."""
        if processes != self._processes:
            self._processes = processes
            self.requests.change(*part_of(self._total, processes))
