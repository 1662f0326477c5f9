"""Back-off at the start: while the database or Discord is away, and after failed starts.

A crash loop must not use up the identifies that Discord allows in a day.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

log = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 5.0, 600.0
"""Seconds between two starts after a first failure. They double with each further one, up to the longest."""

SHORTEST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
"""Seconds between two attempts to reach a database or Discord that is away at the start."""

T = TypeVar("T")


class StartupBackoff:
    """A file beside the database that counts failed starts in a row."""

    def __init__(self, path: Path, now: Callable[[], float] = time.time) -> None:
        self.path, self.now = path, now
        self._before = self._read()
        """Failures before this start, and the time of the last."""

    def wait_time(self) -> float:
        """Return the seconds to wait before a start now."""
        failures, failed_at = self._before
        if not failures:
            return 0.0
        pause = float(min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(failures - 1, 20)))
        # at most the pause itself: a clock that was set back must not stop the bot for days
        return min(pause, max(0.0, failed_at + pause - self.now()))

    def mark_start(self) -> None:
        """Count the start that begins now as a failure, until `mark_success` or `undo_start` is called."""
        self._write(self._before[0] + 1, self.now())

    def mark_success(self) -> None:
        """Forget all failures: the start was good, or the stop was wanted."""
        self._write(0, self.now())

    def undo_start(self) -> None:
        """Undo `mark_start`, for a start that used no identify since it did not reach the gateway."""
        self._write(*self._before)

    def _read(self) -> tuple[int, float]:
        try:
            saved = json.loads(self.path.read_text("utf-8"))
            return int(saved["failures"]), float(saved["at"])
        except (OSError, ValueError, KeyError, TypeError):
            return 0, 0.0

    def _write(self, failures: int, failed_at: float) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(json.dumps({"failures": failures, "at": failed_at}), "utf-8")
        except OSError as fault:
            log.warning("%s cannot be written, so failed starts are not counted: %s", self.path, fault)


async def once_back(begin: Callable[[], Awaitable[T]], passes: type[Exception], stop: asyncio.Event) -> T:
    """Call `begin` until it raises no error that passes, with longer and longer pauses.

    Raises the error all the same if `stop` is set meanwhile.
    """
    pause = SHORTEST_PAUSE
    while True:
        try:
            return await begin()
        except passes as fault:
            if stop.is_set():
                raise
            log.warning("%s; trying again in %.0f s", str(fault).rstrip("."), pause)
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), pause)
            pause = min(2 * pause, LONGEST_PAUSE)


async def wait_before_start(starts: StartupBackoff, stop: asyncio.Event) -> bool:
    """Wait if the last starts failed, and return True if `stop` was set in the meantime."""
    seconds = starts.wait_time()
    if not seconds:
        return False
    log.warning("the last start failed; waiting %.0f s, so that Discord's daily limit lasts", seconds)
    with suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), seconds)
    return stop.is_set()
