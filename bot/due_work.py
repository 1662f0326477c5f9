"""Work that is due at a moment, with one timer for all of it and a retry after a fault.

A feature's rows say which work is due, and when. Nothing is stored here: after a restart the feature schedules it again
from its rows, and work that came due in the meantime is done at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from typing import NamedTuple

from bot.clock import DAY, Clock, Timer
from db.errors import NotSaved, StoreAway

log = logging.getLogger(__name__)

RETRY = 60.0
"""Seconds before failed work is retried."""
SOON = 5.0
"""Seconds before work is retried that only the store or the network has kept from being done."""
LONGEST_TIMER = float(DAY)
"""The longest wait of the timer, since a corrected system clock changes what is due."""

STOP_PATIENCE = 1.0
"""Seconds for running work to end when the bot stops: less than a process that takes over waits."""

Work = Callable[[], Awaitable[None] | None]


class Due(NamedTuple):
    """Work, and the moment at which it is due."""

    at: float
    work: Work


class Schedule:
    """Named work at given moments. The work of one name never runs twice at once."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._due: dict[Hashable, Due] = {}
        self._running: dict[Hashable, asyncio.Task[None]] = {}
        self._timer: Timer | None = None
        self._timer_at = 0.0
        self._stopped = False

    def at(self, name: Hashable, moment: float, work: Work) -> None:
        """Do work at a moment, replacing earlier work of this name."""
        self._due[name] = Due(moment, work)
        self._set_timer()

    def drop(self, name: Hashable) -> None:
        """Remove the work of this name, unless it is running already."""
        self._due.pop(name, None)

    async def stop(self) -> None:
        """Start nothing further, and let running work end, or cut it short: the next start does it again."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._running:
            _ended, late = await asyncio.wait(self._running.values(), timeout=STOP_PATIENCE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def wait_idle(self) -> None:
        """Wait until all running work is done."""
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
        """Start all work that is due now, the earliest first."""
        self._timer = None
        now = self._clock.now()
        for name, due in sorted(self._due.items(), key=lambda each: each[1].at):
            # earlier work may have dropped or rescheduled it
            if due.at <= now and self._due.get(name) is due and name not in self._running:
                del self._due[name]
                self._begin(name, due.work)
        self._set_timer()

    def _begin(self, name: Hashable, work: Work) -> None:
        """Run some work, concurrently with the rest."""
        try:
            going_on = work()
        except Exception as fault:  # noqa: BLE001 - one that fails must not stop the others
            self._try_again(name, work, fault)
        else:
            if going_on is not None:
                self._running[name] = asyncio.create_task(self._finish(name, work, going_on))

    async def _finish(self, name: Hashable, work: Work, going_on: Awaitable[None]) -> None:
        try:
            await going_on
        except Exception as fault:  # noqa: BLE001 - tried again, whatever it was
            self._try_again(name, work, fault)
        finally:
            del self._running[name]
            self._set_timer()

    def _try_again(self, name: Hashable, work: Work, fault: Exception) -> None:
        log.exception("work that was due has failed, and is tried again: %s", name)
        # setdefault: the feature may have scheduled this name again, and its own moment counts
        self._due.setdefault(name, Due(self._clock.now() + pause_after(fault), work))


def pause_after(fault: Exception) -> float:
    """Return the seconds after which work that has failed with this is tried again."""
    return SOON if isinstance(fault, StoreAway | NotSaved | OSError) else RETRY
