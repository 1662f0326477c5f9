"""The figures of a process, as Prometheus reads them. No label names a person, a server or a channel."""

from __future__ import annotations

from importlib.metadata import version

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from bot.tables.hooks import Hooks
from db.backend.database import ShardLeases
from db.store import Store

ANSWER_BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0)
"""Seconds. Discord waits three for a first answer."""

OUTCOMES = ("answered", "refused", "failed", "unanswered")
"""How a press may end."""


class Metrics:
    """The counters and gauges of one bot, in a registry of its own, so that several bots fit into one process."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.presses = Counter(
            "dicenight_presses", "Presses and modals, by how they ended.", ["outcome"], registry=registry
        )
        # from 0 on: Prometheus sees no increase in a figure that begins with the first fault
        self.presses_by = {outcome: self.presses.labels(outcome) for outcome in OUTCOMES}
        self.first_answer = Histogram(
            "dicenight_first_answer_seconds",
            "Seconds from taking an interaction to its first answer.",
            buckets=ANSWER_BUCKETS,
            registry=registry,
        )
        self.requests = Counter(
            "dicenight_discord_requests", "Requests to Discord, by status.", ["status"], registry=registry
        )
        self.unreadable_events = Counter(
            "dicenight_unreadable_events",
            "Events of the gateway that could not be read and were dropped, by name.",
            ["event"],
            registry=registry,
        )
        self.matches = Counter(
            "dicenight_matches_ended",
            "Matches that were played to their end, by game.",
            ["game"],
            registry=registry,
        )
        self.replay_failures = Counter(
            "dicenight_replay_failures",
            "Journals that the rules of this release do not fit.",
            registry=registry,
        )
        self.tables = Gauge("dicenight_tables", "Open tables, by phase.", ["phase"], registry=registry)
        self.queue_longest = Gauge(
            "dicenight_table_queue_longest", "Commands that wait at the busiest table.", registry=registry
        )
        self.queue_total = Gauge(
            "dicenight_table_queue_total", "Commands that wait at all tables together.", registry=registry
        )
        self.loop_lag = Gauge(
            "dicenight_event_loop_lag_seconds", "Seconds that the event loop came late.", registry=registry
        )
        self.refused = Gauge(
            "dicenight_discord_refused_10m",
            "Requests that Discord refused (401, 403, 429) in the last ten minutes; it bans at 10,000.",
            registry=registry,
        )
        self.gateway = Gauge(
            "dicenight_gateway_connected", "1 while a shard is connected.", ["shard"], registry=registry
        )
        self.latency = Gauge(
            "dicenight_gateway_latency_seconds",
            "Seconds that a shard's heartbeat takes there and back.",
            ["shard"],
            registry=registry,
        )
        self.servers = Gauge("dicenight_servers", "Servers that have the bot.", registry=registry)
        self.logged_faults = Counter(
            "dicenight_logged_faults",
            "Lines of the log that tell of a fault, wherever it was met.",
            registry=registry,
        )
        self.database_up = Gauge(
            "dicenight_database_up", "1 if the database answered when it was last asked.", registry=registry
        )
        self.database_size = Gauge(
            "dicenight_database_bytes", "Bytes that the database takes.", registry=registry
        )
        self.last_backup = Gauge(
            "dicenight_backup_last_success_timestamp_seconds",
            "When `dicenight backup` last made a copy and found it whole; 0 if it never has here.",
            registry=registry,
        )
        # processor, memory and open files of the process, and which release it is
        ProcessCollector(registry=registry)
        Info("dicenight_release", "The release that runs.", registry=registry).info(
            {"version": version("dicenight")}
        )

    def watch_store(self, store: Store) -> None:
        """Export the figures of the store from now on."""
        self.registry.register(StoreCollector(store))

    def watch_tables(self, hooks: Hooks) -> None:
        """Count ended matches, and journals that do not fit these rules, from now on."""
        hooks.match_ended.append(lambda match: self.matches.labels(match.game.key).inc())
        hooks.replay_failed.append(self.replay_failures.inc)

    def watch_leases(self, leases: ShardLeases) -> None:
        """Export the shards of this process from now on. A process that has all of them to itself has no leases."""
        self.registry.register(LeaseCollector(leases))


class StoreCollector(Collector):
    """Reads the counts that the store keeps itself."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def collect(self) -> list[Metric]:
        """Return the figures of group commit."""
        stats = self._store.stats()
        groups = CounterMetricFamily("dicenight_commit_groups", "Groups of units that were committed.")
        groups.add_metric([], stats.groups)
        seconds = CounterMetricFamily("dicenight_commit_seconds", "Seconds that commits of groups took.")
        seconds.add_metric([], stats.seconds)
        units = CounterMetricFamily("dicenight_commit_units", "Units, by how they ended.", labels=["outcome"])
        units.add_metric(["saved"], stats.units)
        units.add_metric(["refused"], stats.refused)
        units.add_metric(["failed"], stats.failed)
        oldest = GaugeMetricFamily(
            "dicenight_oldest_unsaved_seconds", "Seconds that the oldest unit has waited to be saved."
        )
        oldest.add_metric([], stats.oldest)
        return [groups, seconds, units, oldest]


class LeaseCollector(Collector):
    """Reads the leases of this process."""

    def __init__(self, leases: ShardLeases) -> None:
        self._leases = leases

    def collect(self) -> list[Metric]:
        """Return the number of shards, and of those that this process serves or waits for."""
        shards = GaugeMetricFamily("dicenight_shards", "Shards into which all servers are divided.")
        shards.add_metric([], self._leases.shards)
        leases = GaugeMetricFamily(
            "dicenight_shard_leases",
            "Shards of this process: held, or claimed from another one.",
            labels=["state"],
        )
        leases.add_metric(["held"], len(self._leases.held))
        leases.add_metric(["claimed"], len(self._leases.claimed))
        return [shards, leases]
