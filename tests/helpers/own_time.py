"""A clock that stands still while this process waits for its turn on the machine."""

from __future__ import annotations

import asyncio
import time

STEP = 0.01
"""Seconds between two looks at the machine's clock."""
MOST = 2 * STEP
"""Seconds that count of one step: for the rest of a longer one the process had no turn."""


class OwnTime:
    """The seconds since 1970, as far as this process has lived through them since `run` began.

    None pass while it works without a pause. What has to happen within seconds is judged by this clock where the
    machine may be busy with other things.
    """

    def __init__(self) -> None:
        self._now, self._last = time.time(), time.monotonic()

    def __call__(self) -> float:
        """Return the seconds since 1970."""
        return self._now + min(time.monotonic() - self._last, MOST)

    async def run(self) -> None:
        """Let time pass, until this is cancelled."""
        while True:
            self._now, self._last = self(), time.monotonic()
            await asyncio.sleep(STEP)
