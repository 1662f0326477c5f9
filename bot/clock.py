"""The clock that services receive as an argument, so that tests can replace it.

Deadlines are saved in seconds since the epoch; waiting uses the event loop's own clock.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol

from bot.language import date_words

HOUR, DAY = 3_600, 86_400
"""Seconds of a day; days are counted in UTC."""


def day_words(at: float) -> str:
    """Return the day of a moment in everyday words, in UTC: `2 Jan 2026`."""
    day = datetime.fromtimestamp(at, UTC)
    return date_words(day, "yMMMd", f"{day.day} {day:%b %Y}")


class Timer(Protocol):
    """A scheduled call, which can be cancelled."""

    def cancel(self) -> None:
        """Cancel the call."""


class Clock(Protocol):
    """A source of time for the tables."""

    def now(self) -> float:
        """Return the seconds since the epoch."""

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call `call` after `seconds`, on the running loop."""


class SystemClock:
    """The machine's clock. Waiting uses the loop's monotonic clock, so that a clock that jumps moves no deadline."""

    def now(self) -> float:
        """Return the seconds since the epoch."""
        return time.time()

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call `call` after `seconds`, on the running loop."""
        return asyncio.get_running_loop().call_later(max(seconds, 0.0), call)
