"""The clock, and the ids made from its time.

Everything in the playground that depends on time (deadlines of interactions, life of tokens, windows of
rate limits, age of messages) reads one callable that returns seconds since 1970. A test that wants three
seconds to pass hands in a `ManualClock` and moves it; nothing sleeps.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable

Clock = Callable[[], float]

PATIENCE = 60.0
"""Seconds of this machine's time that a test waits for the bot: long, since it may be busy with other things."""

DISCORD_EPOCH_MS = 1_420_070_400_000
"""The first millisecond that a snowflake can hold: 1 January 2015, UTC."""


class ManualClock:
    """A clock that moves only when it is told to.

    Takes the seconds since 1970 to start at. Call it to read it.
    """

    def __init__(self, start: float = 1_800_000_000.0) -> None:
        self.now = start

    def __call__(self) -> float:
        """Return the seconds since 1970."""
        return self.now

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass. Raises ValueError if they are negative."""
        if seconds < 0:
            raise ValueError(f"a clock does not run backwards, asked for {seconds}")
        self.now += seconds


class Snowflakes:
    """A source of Discord's ids, which are unique and rise.

    An id carries the millisecond at which it was made, as Discord's do; bots read the age of a message from it.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def __call__(self) -> int:
        """Return the next id."""
        # The low 22 bits are a counter, as at Discord: two ids of one millisecond differ there.
        now = (int(self._clock() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last = max(now, self._last + 1)
        return self._last


def iso(seconds: float) -> str:
    """Return seconds since 1970 as the ISO 8601 time that Discord writes."""
    moment = datetime.datetime.fromtimestamp(seconds, datetime.UTC)
    return moment.isoformat(timespec="microseconds")
