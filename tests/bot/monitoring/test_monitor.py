"""Probes and sampled figures, with a clock that the test turns."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence

import pytest

from bot.monitoring.metrics import Metrics
from bot.monitoring.monitor import GATEWAY_GONE, REFUSALS_WINDOW, WEDGED, Health, Monitor, Source
from bot.monitoring.probe import ProbeFailed, probe
from bot.monitoring.server import MonitoringServer
from tests.helpers.lease_board import Board, MemoryLeases


class Watch:
    """A clock that stands still until it is turned."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def a_bot(
    tables: Sequence[tuple[str, int]] = (), latencies: Mapping[int, float] | None = None, servers: int = 0
) -> Source:
    return Source(lambda: tables, lambda: latencies or {}, lambda: servers)


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def monitor(watch: Watch) -> Monitor:
    monitor = Monitor(Metrics(), now=watch)
    monitor.watch(
        a_bot(tables=[("lobby", 0), ("playing", 2), ("playing", 5)], latencies={0: 0.25}, servers=3)
    )
    return monitor


@pytest.fixture
def server(monitor: Monitor) -> Iterator[MonitoringServer]:
    server = MonitoringServer(monitor, "127.0.0.1", 0)
    server.start()
    yield server
    server.stop()


def status(server: MonitoringServer, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{path}") as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.read().decode()


def figure(monitor: Monitor, name: str, **labels: str) -> float | None:
    return monitor.metrics.registry.get_sample_value(name, labels)


def test_a_gateway_that_is_gone_for_three_minutes_is_not_ready_but_alive(
    monitor: Monitor, server: MonitoringServer, watch: Watch
) -> None:
    monitor.look()
    assert status(server, "/readyz") == (503, "not connected yet\n")
    monitor.shard_connected(0)
    monitor.shard_connected(1)
    assert status(server, "/readyz")[0] == 200
    monitor.shard_lost(1)
    watch.now += GATEWAY_GONE - 1
    monitor.look()
    monitor.shard_lost(1)  # a try to reconnect that failed does not begin the time anew
    assert status(server, "/readyz")[0] == 200, "discord.py reconnects by itself"
    watch.now += 1
    monitor.look()
    assert status(server, "/readyz") == (503, "no connection to Discord: shard 1\n")
    assert status(server, "/livez")[0] == 200, "a restart would not help"
    monitor.shard_connected(1)
    assert status(server, "/readyz")[0] == 200


def test_a_loop_that_hangs_is_dead_and_says_so_itself(
    monitor: Monitor, server: MonitoringServer, watch: Watch
) -> None:
    monitor.shard_connected(0)
    monitor.look()
    watch.now += WEDGED - 1
    assert status(server, "/livez") == (200, "alive\n")
    watch.now += 1
    for path in ("/livez", "/readyz"):
        assert status(server, path) == (503, "the event loop has hung for 30 seconds\n")


def test_a_bot_that_stops_is_not_ready(monitor: Monitor, server: MonitoringServer) -> None:
    monitor.shard_connected(0)
    monitor.stopping = True
    assert status(server, "/readyz") == (503, "stopping\n")


def test_refusals_are_counted_for_ten_minutes(monitor: Monitor, watch: Watch) -> None:
    for code in (200, 204, 429, 403, 401, 404):
        monitor.request_ended(code)
    monitor.look()
    assert figure(monitor, "dicenight_discord_refused_10m") == 3
    watch.now += REFUSALS_WINDOW - 1
    monitor.request_ended(429)
    monitor.look()
    assert figure(monitor, "dicenight_discord_refused_10m") == 4
    watch.now += 1
    monitor.look()
    assert figure(monitor, "dicenight_discord_refused_10m") == 1
    assert figure(monitor, "dicenight_discord_requests_total", status="429") == 2


def test_tables_queues_and_shards_are_sampled(monitor: Monitor, server: MonitoringServer) -> None:
    monitor.look(0.5)
    assert figure(monitor, "dicenight_tables", phase="playing") == 2
    assert figure(monitor, "dicenight_table_queue_longest") == 5
    assert figure(monitor, "dicenight_table_queue_total") == 7
    assert figure(monitor, "dicenight_event_loop_lag_seconds") == 0.5
    assert figure(monitor, "dicenight_gateway_latency_seconds", shard="0") == 0.25
    code, text = status(server, "/metrics")
    assert code == 200
    assert "dicenight_servers 3.0" in text
    assert status(server, "/")[0] == 404


def test_a_phase_without_tables_is_no_longer_told(watch: Watch) -> None:
    tables = [("lobby", 0)]
    monitor = Monitor(Metrics(), now=watch)
    monitor.watch(a_bot(tables))
    monitor.look()
    tables[:] = [("playing", 0)]
    monitor.look()
    assert figure(monitor, "dicenight_tables", phase="lobby") is None


def test_bots_of_one_process_are_told_together(monitor: Monitor) -> None:
    other = a_bot(tables=[("lobby", 1)], servers=4)
    monitor.watch(other)
    monitor.look()
    assert figure(monitor, "dicenight_tables", phase="lobby") == 2
    assert figure(monitor, "dicenight_servers") == 7
    monitor.forget(other)
    monitor.forget(other)
    monitor.look()
    assert figure(monitor, "dicenight_servers") == 3


def test_a_shard_that_another_process_has_keeps_nobody_from_being_ready(
    monitor: Monitor, watch: Watch
) -> None:
    monitor.shard_connected(0)
    monitor.shard_connected(1)
    monitor.shard_lost(1)
    watch.now += GATEWAY_GONE
    monitor.look()
    assert not monitor.ready().ok
    monitor.shard_given_up(1)
    assert monitor.ready().ok
    assert figure(monitor, "dicenight_gateway_connected", shard="0") == 1
    assert figure(monitor, "dicenight_gateway_connected", shard="1") is None, "a 0 would wake the host"
    monitor.shard_given_up(1)


def test_the_latency_of_a_shard_goes_with_it(watch: Watch) -> None:
    latencies = {0: 0.25, 1: 0.5}
    monitor = Monitor(Metrics(), now=watch)
    monitor.watch(a_bot(latencies=latencies))
    monitor.look()
    assert figure(monitor, "dicenight_gateway_latency_seconds", shard="1") == 0.5
    del latencies[1]
    monitor.look()
    assert figure(monitor, "dicenight_gateway_latency_seconds", shard="1") is None


def test_leases_are_told_where_there_are_any(monitor: Monitor) -> None:
    assert figure(monitor, "dicenight_shards") is None
    leases = MemoryLeases(Board(8, Watch()), "one")
    monitor.metrics.watch_leases(leases)
    leases.held.update({0: 1, 3: 1})
    leases.claimed.add(5)
    assert figure(monitor, "dicenight_shards") == 8
    assert figure(monitor, "dicenight_shard_leases", state="held") == 2
    assert figure(monitor, "dicenight_shard_leases", state="claimed") == 1


async def test_it_looks_by_itself(watch: Watch) -> None:
    seen = asyncio.Event()

    def servers() -> int:
        seen.set()
        return 0

    monitor = Monitor(Metrics(), now=watch)
    monitor.watch(a_bot()._replace(servers=servers))
    await monitor.start()
    seen.clear()
    await asyncio.wait_for(seen.wait(), 30)
    await monitor.stop()


def test_a_spare_process_is_ready_so_that_a_rolling_update_goes_on(monitor: Monitor) -> None:
    monitor.spare = True
    assert monitor.ready() == Health(True, "spare")
    monitor.shard_connected(0)
    assert monitor.ready().ok
    monitor.spare = False
    monitor.shard_given_up(0)
    assert not monitor.ready().ok
    monitor.spare = monitor.stopping = True
    assert not monitor.ready().ok


def test_a_health_check_asks_the_port(monitor: Monitor, server: MonitoringServer, watch: Watch) -> None:
    probe("0.0.0.0", server.port)
    with pytest.raises(ProbeFailed, match="not connected yet"):
        probe("127.0.0.1", server.port, ready=True)
    watch.now += WEDGED
    with pytest.raises(ProbeFailed, match="has hung for 30 seconds"):
        probe("127.0.0.1", server.port)


def test_a_health_check_without_an_answer_is_a_sentence(monitor: Monitor) -> None:
    server = MonitoringServer(monitor, "127.0.0.1", 0)
    server.start()
    server.stop()
    with pytest.raises(ProbeFailed, match="No answer from"):
        probe("127.0.0.1", server.port)
