"""Sampling the process each second: figures, and whether it is alive and ready."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import prometheus_client

from bot.monitoring.metrics import Metrics
from bot.tasks import end_task

EVERY = 1.0
"""Seconds between two samples."""
WEDGED = 30.0
"""Seconds without a sample after which the event loop counts as hung, and the process as dead."""
GATEWAY_GONE = 180.0
"""Seconds without a connection after which the process is not ready; discord.py usually reconnects earlier."""
REFUSALS_WINDOW = 600.0
"""Seconds in which Discord counts refused requests."""
REFUSED = frozenset({401, 403, 429})
"""Statuses that count towards Discord's ban of an address."""


@dataclass(frozen=True, slots=True)
class Health:
    """An answer to a probe: whether all is well, and a sentence."""

    ok: bool
    sentence: str


class Source(NamedTuple):
    """A bot of the process, as the monitor sees it."""

    tables: Callable[[], Iterable[tuple[str, int]]]
    """The phase of each open table, and the number of its waiting commands."""
    latencies: Callable[[], Mapping[int, float]]
    """The heartbeat latency of each shard, in seconds."""
    servers: Callable[[], int]
    """The number of servers."""


class Monitor:
    """Samples figures on the event loop; any thread may ask it for the health of the process.

    `now` is a monotonic clock.
    """

    def __init__(self, metrics: Metrics, *, now: Callable[[], float] = time.monotonic) -> None:
        self.metrics = metrics
        self.stopping = False
        self.spare = False
        """True while other processes serve all shards, and this one waits for one of them to leave."""
        self._now = now
        self._sources: list[Source] = []
        self._seen = now()
        self._late = 0.0
        metrics.loop_lag.set_function(self.lag)
        self._lost: dict[int, float | None] = {}
        """The moment at which each shard lost its connection; None while it has one."""
        self._refusals: deque[float] = deque()
        self._by_status: dict[int, prometheus_client.Counter] = {}
        """The counters of responses: to find one by its label costs more than to count."""
        self._task: asyncio.Task[None] | None = None

    # ---- what it is told

    def watch(self, source: Source) -> None:
        """Sample a bot from now on."""
        self._sources.append(source)

    def forget(self, source: Source) -> None:
        """Stop sampling a bot. May be called twice."""
        if source in self._sources:
            self._sources.remove(source)

    def shard_given_up(self, shard: int) -> None:
        """Forget a shard that belongs to another process now."""
        self._lost.pop(shard, None)
        # a 0 would look like a shard that no process serves
        self.metrics.gateway.remove(str(shard))

    def request_ended(self, status: int) -> None:
        """Count a response of Discord."""
        counter = self._by_status.get(status)
        if counter is None:
            counter = self._by_status[status] = self.metrics.requests.labels(str(status))
        counter.inc()
        if status in REFUSED:
            self._refusals.append(self._now())

    def shard_connected(self, shard: int) -> None:
        """Record that a shard has its session."""
        self._lost[shard] = None
        self.metrics.gateway.labels(str(shard)).set(1)

    def shard_lost(self, shard: int) -> None:
        """Record that a shard has lost its connection."""
        if self._lost.get(shard) is None:
            self._lost[shard] = self._now()
        self.metrics.gateway.labels(str(shard)).set(0)

    # ---- what it says

    def lag(self) -> float:
        """Return how many seconds the event loop comes late: the last time, or now if it hangs."""
        return max(self._late, self._now() - self._seen - EVERY)

    def live(self) -> Health:
        """Return True if the event loop still runs; if not, only a restart helps."""
        silent = self._now() - self._seen
        if silent >= WEDGED:
            return Health(False, f"the event loop has hung for {silent:.0f} seconds")
        return Health(True, "alive")

    def ready(self) -> Health:
        """Return True if members are served: connected, and not about to stop."""
        if self.stopping:
            return Health(False, "stopping")
        if not self._lost:
            return Health(self.spare, "spare" if self.spare else "not connected yet")
        now = self._now()
        gone = [
            shard for shard, since in self._lost.items() if since is not None and now - since >= GATEWAY_GONE
        ]
        if gone:
            return Health(False, f"no connection to Discord: shard {', '.join(map(str, sorted(gone)))}")
        return self.live()

    # ---- looking

    def look(self, late: float = 0.0) -> None:
        """Sample all figures that are not counted as they change; `late` is the delay of the loop."""
        now, metrics = self._now(), self.metrics
        self._seen, self._late = now, late
        while self._refusals and now - self._refusals[0] >= REFUSALS_WINDOW:
            self._refusals.popleft()
        metrics.refused.set(len(self._refusals))
        metrics.servers.set(sum(source.servers() for source in self._sources))
        metrics.latency.clear()
        for source in self._sources:
            for shard, seconds in source.latencies().items():
                metrics.latency.labels(str(shard)).set(seconds)
        phases: Counter[str] = Counter()
        longest = total = 0
        for source in self._sources:
            for phase, waiting in source.tables():
                phases[phase] += 1
                longest, total = max(longest, waiting), total + waiting
        metrics.queue_longest.set(longest)
        metrics.queue_total.set(total)
        metrics.tables.clear()
        for phase, count in phases.items():
            metrics.tables.labels(phase).set(count)

    async def start(self) -> None:
        """Sample each second from now on."""
        self.look()
        self._task = asyncio.create_task(self._run(), name="monitor")

    async def stop(self) -> None:
        """Stop sampling."""
        if self._task is not None:
            await end_task(self._task)

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + EVERY
            await asyncio.sleep(EVERY)
            self.look(max(0.0, loop.time() - due))
