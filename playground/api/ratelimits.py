"""Discord's rate limits: a bucket a route and place, and one for everything.

Each answer carries the headers from which a client learns its bucket; who asks for more gets 429 and is told how
long to wait.
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
    "other": (50, 1.0),
}
"""How many requests of each kind may be made in how many seconds, for each place (channel, guild, token)."""


@dataclass(slots=True)
class _Window:
    ends: float
    left: int


@dataclass(slots=True)
class Verdict:
    """What the limits say about one request. `wait` is None if it may pass, else the seconds to wait."""

    headers: dict[str, str] = field(default_factory=dict)
    wait: float | None = None
    everywhere: bool = False


class RateLimits:
    """Counts requests.

    Takes the clock. `enabled` switches it off; `limits` (by default `BUCKETS`) may be changed; `per_second` is the
    limit for all requests together.
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
        """Count a request of `kind` at `place`. A kind of None is only looked at, never limited."""
        if not self.enabled or kind is None:
            return Verdict()
        now = self.clock()
        if kind != "webhook" and (wait := self._overall(now)) is not None:
            return self._refuse(Verdict({"X-RateLimit-Global": "true"}, wait, everywhere=True))
        limit, seconds = self.limits[kind]
        key = (kind, place)
        window = self._windows.get(key)
        if window is None or now >= window.ends:
            if len(self._windows) > 10_000:
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
        verdict.headers |= {
            "X-RateLimit-Scope": "global" if verdict.everywhere else "user",
            "Retry-After": str(max(1, round(verdict.wait or 0))),
            # Clients take a 429 without this for a ban by the proxy before the API.
            "Via": "1.1 playground",
        }
        return verdict

    def _forget(self, now: float) -> None:
        self._windows = {key: each for key, each in self._windows.items() if each.ends > now}


def _bucket_name(kind: str) -> str:
    return hashlib.blake2s(kind.encode(), digest_size=16).hexdigest()
