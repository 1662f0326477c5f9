"""Discord's rate limits: a bucket for each kind of route in each place, and one for all requests.

Each answer carries the headers from which a client learns its bucket. A request above the limit gets 429, with the
seconds to wait.
"""

from __future__ import annotations

import hashlib
from collections import deque
from dataclasses import dataclass, field

from playground.world.clock import Clock

BUCKETS: dict[str, tuple[int, float]] = {
    "messages": (5, 5.0),
    "edits": (5, 5.0),
    "deletes": (5, 1.0),
    "webhook": (5, 2.0),
    "typing": (5, 5.0),
    "threads": (10, 30.0),
    "reactions": (1, 0.25),
    "other": (50, 1.0),
}
"""The requests of each kind allowed in a number of seconds, for each place (channel, guild, token)."""


@dataclass(slots=True)
class _Window:
    ends: float
    left: int


@dataclass(slots=True)
class Verdict:
    """The verdict on one request. `wait` is None if it may pass, else the seconds to wait."""

    headers: dict[str, str] = field(default_factory=dict)
    wait: float | None = None
    everywhere: bool = False


class RateLimits:
    """The counter of requests.

    Takes the clock. `enabled` switches the limits on; `limits` (by default `BUCKETS`) may be changed; `per_second` is
    the limit for all requests together; `refusals` counts the answers of 429.
    """

    def __init__(self, clock: Clock, *, enabled: bool = True) -> None:
        self.clock = clock
        self.enabled = enabled
        self.limits = dict(BUCKETS)
        self.per_second = 50
        self.refusals = 0
        self._windows: dict[tuple[str, str], _Window] = {}
        self._recent: deque[float] = deque()

    def check(self, kind: str | None, place: str) -> Verdict:
        """Count a request of `kind` in `place`. A kind of None has no limit."""
        if not self.enabled or kind is None:
            return Verdict()
        now = self.clock()
        # Discord leaves webhooks, and so answers to interactions, out of the limit for all requests.
        if kind != "webhook" and (wait := self._overall(now)) is not None:
            return self._refuse(Verdict({}, wait, everywhere=True))
        limit, seconds = self.limits[kind]
        key = (kind, place)
        window = self._windows.get(key)
        if window is None or now >= window.ends:
            if len(self._windows) > 10_000:  # each token of an interaction opens a window
                self._forget(now)
            window = self._windows[key] = _Window(now + seconds, limit)
        after = window.ends - now
        passes = window.left > 0
        window.left -= passes
        headers = {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(window.left),
            "X-RateLimit-Reset": f"{window.ends:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": _bucket_name(kind),
        }
        if passes:
            return Verdict(headers)
        return self._refuse(Verdict(headers, after))

    def _overall(self, now: float) -> float | None:
        while self._recent and now - self._recent[0] >= 1.0:
            self._recent.popleft()
        if len(self._recent) >= self.per_second:
            return 1.0 - (now - self._recent[0])
        self._recent.append(now)
        return None

    def _refuse(self, verdict: Verdict) -> Verdict:
        self.refusals += 1
        return verdict

    def _forget(self, now: float) -> None:
        self._windows = {key: each for key, each in self._windows.items() if each.ends > now}


def _bucket_name(kind: str) -> str:
    return hashlib.blake2s(kind.encode(), digest_size=16).hexdigest()
