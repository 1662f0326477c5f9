"""The clock that services get passed in, so that tests can replace it.

Deadlines are journalled in seconds since the epoch; waiting goes by the event loop's own clock.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol

HOUR, DAY = 3_600, 86_400
"""Seconds of a day; days are counted in UTC."""


def day_words(at: float) -> str:
    """Return the day of a moment as people read it, in UTC: `2 Jan 2026`."""
    day = datetime.fromtimestamp(at, UTC)
    return f"{day.day} {day:%b %Y}"


class Timer(Protocol):
    """A call that will happen unless it is cancelled."""

    def cancel(self) -> None:
        """Drop the call."""


class Clock(Protocol):
    """A source of time for the tables."""

    def now(self) -> float:
        """Return the seconds since the epoch."""

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call `call` after `seconds`, on the running loop."""


class SystemClock:
    """The machine's clock. Waiting goes by the loop's monotonic one, so a clock that jumps moves no deadline."""

    def now(self) -> float:
        """Return the seconds since the epoch."""
        return time.time()

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call `call` after `seconds`, on the running loop."""
        return asyncio.get_running_loop().call_later(max(seconds, 0.0), call)
