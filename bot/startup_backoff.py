"""Starts that fail hold back the next one: a crash loop must not use up the day's identifies."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

log = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 5.0, 600.0
"""Seconds between two starts after a first failure; it doubles with each further one, up to the longest."""


class StartupBackoff:
    """Remembers, beside the database, how many starts in a row have failed."""

    def __init__(self, path: Path, now: Callable[[], float] = time.time) -> None:
        self.path, self.now = path, now
        self._before = self._read()

    def wait(self) -> float:
        """For how many seconds to hold back now."""
        failures, at = self._before
        if not failures:
            return 0.0
        pause = float(min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(failures - 1, 20)))
        return min(pause, max(0.0, at + pause - self.now()))

    def begin(self) -> None:
        """A start begins; it counts as a failure until `well` is called."""
        self._write(self._before[0] + 1, self.now())

    def well(self) -> None:
        """The start was a good one, or the stop was meant."""
        self._write(0, self.now())

    def never_mind(self) -> None:
        """This start did not reach the gateway: as if it had not been."""
        self._write(*self._before)

    def _read(self) -> tuple[int, float]:
        try:
            kept = json.loads(self.path.read_text("utf-8"))
            return int(kept["failures"]), float(kept["at"])
        except (OSError, ValueError, KeyError, TypeError):
            return 0, 0.0

    def _write(self, failures: int, at: float) -> None:
        try:
            self.path.write_text(json.dumps({"failures": failures, "at": at}), "utf-8")
        except OSError as fault:
            log.warning("%s cannot be written, so failed starts are not counted: %s", self.path, fault)


async def wait_before_start(starts: StartupBackoff, stop: asyncio.Event) -> bool:
    """Wait if the last starts failed; gives whether `stop` was set meanwhile."""
    seconds = starts.wait()
    if not seconds:
        return False
    log.warning("the last start failed; waiting %.0f s, so that Discord's daily limit lasts", seconds)
    with suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), seconds)
    return stop.is_set()
