"""Time, injected: deadlines are journalled in seconds since the epoch, waiting is on the loop's own clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

DAY = 86_400
"""Seconds; days are counted in UTC."""


class Timer(Protocol):
    """Something that will happen unless it is cancelled."""

    def cancel(self) -> None:
        """Let it not happen."""


class Clock(Protocol):
    """What the tables need of time."""

    def now(self) -> float:
        """Seconds since the epoch."""

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call `call` in so many seconds, on the running loop."""


class SystemClock:
    """The machine's clock; waiting goes by the loop's monotonic one, so that a bad clock moves no deadline."""

    def now(self) -> float:
        """Seconds since the epoch."""
        return time.time()

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call `call` in so many seconds, on the running loop."""
        return asyncio.get_running_loop().call_later(max(seconds, 0.0), call)
