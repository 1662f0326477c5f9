"""The last events of a shard that another process still serves."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

LATEST = 3.0
"""Seconds that an event is kept. Discord waits no longer for an answer, and its member has seen the failure."""


class KeptEvents:
    """Keeps Discord's events for a bot that stands by, until the shard is given to it.

    `now` is a monotonic clock.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._waiting: deque[tuple[float, Callable[[], object]]] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def keep(self, handle: Callable[[], object]) -> None:
        """Keep an event, given as the call that would handle it."""
        self._forget_old()
        self._waiting.append((self._now(), handle))

    def handle(self) -> None:
        """Handle the events that are not too old, oldest first."""
        self._forget_old()
        while self._waiting:
            _, handle = self._waiting.popleft()
            handle()

    def _forget_old(self) -> None:
        while self._waiting and self._now() - self._waiting[0][0] > LATEST:
            self._waiting.popleft()
