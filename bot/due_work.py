"""Work that is due at a moment, with one timer for all of it and another try after a fault.

What is due, and when, stands in the rows of a feature. Nothing is kept here: after a restart the feature schedules it
again from its rows, and what came due meanwhile is done at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from typing import NamedTuple

from bot.clock import DAY, Clock, Timer

log = logging.getLogger(__name__)

RETRY = 60.0
"""Seconds after which work is done again that has failed."""
LONGEST_TIMER = float(DAY)
"""Seconds after which the timer rings at the latest: a clock that was set right moves what is due."""

Work = Callable[[], Awaitable[None] | None]


class Due(NamedTuple):
    """Some work and its moment."""

    at: float
    work: Work


class Schedule:
    """Named work at a moment. Each name stands for one piece of work, which is never done twice at once."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._due: dict[Hashable, Due] = {}
        self._running: dict[Hashable, asyncio.Task[None]] = {}
        self._timer: Timer | None = None
        self._timer_at = 0.0
        self._stopped = False

    def at(self, name: Hashable, moment: float, work: Work) -> None:
        """Do some work at a moment, in place of what this name stood for until now."""
        self._due[name] = Due(moment, work)
        self._set_timer()

    def drop(self, name: Hashable) -> None:
        """Forget the work of this name; work that has begun is ended."""
        self._due.pop(name, None)

    def stop(self) -> None:
        """Begin nothing more."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def wait_idle(self) -> None:
        """Wait until all work that has begun is done."""
        while self._running:
            await asyncio.wait(self._running.values())

    def _set_timer(self) -> None:
        moments = [due.at for name, due in self._due.items() if name not in self._running]
        if self._stopped or not moments:
            return
        now = self._clock.now()
        at = min(*moments, now + LONGEST_TIMER)
        if self._timer is not None:
            if self._timer_at <= at:
                return  # an early ring does no harm: nothing is due, and the timer is set again
            self._timer.cancel()
        self._timer_at = at
        self._timer = self._clock.later(at - now, self._ring)

    def _ring(self) -> None:
        """Begin everything that is due now, the earliest first."""
        self._timer = None
        now = self._clock.now()
        for name, due in sorted(self._due.items(), key=lambda each: each[1].at):
            # one before it may have dropped it, or scheduled it again
            if due.at <= now and self._due.get(name) is due and name not in self._running:
                del self._due[name]
                self._begin(name, due.work)
        self._set_timer()

    def _begin(self, name: Hashable, work: Work) -> None:
        """Do some work; what takes time goes on beside the other."""
        try:
            going_on = work()
        except Exception:  # noqa: BLE001 - one that fails must not stop the others
            self._try_again(name, work)
        else:
            if going_on is not None:
                self._running[name] = asyncio.create_task(self._finish(name, work, going_on))

    async def _finish(self, name: Hashable, work: Work, going_on: Awaitable[None]) -> None:
        try:
            await going_on
        except Exception:  # noqa: BLE001 - tried again, whatever it was
            self._try_again(name, work)
        finally:
            del self._running[name]
            self._set_timer()

    def _try_again(self, name: Hashable, work: Work) -> None:
        log.exception("work that was due has failed, and is tried again: %s", name)
        self._due.setdefault(name, Due(self._clock.now() + RETRY, work))
