"""Faults of our own strike a bot that is played on: its own figures raise one alert, and nothing is lost."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from prometheus_client.exposition import generate_latest

from bot.due_work import Schedule
from bot.monitoring.database_watch import DatabaseWatch
from bot.monitoring.logs import CountFaults
from bot.monitoring.metrics import Metrics
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, acting, at_play, play_out
from tests.helpers.promtool import check_served

GAME = "rogues_and_warriors"


async def figures_of(evening: Evening, folder: Path) -> str:
    """Return what the bot serves to Prometheus."""
    monitor = evening.bot.monitor
    monitor.look()
    await DatabaseWatch(evening.store, monitor.metrics, folder / "backed-up").look()
    return generate_latest(monitor.metrics.registry).decode()


@pytest.fixture
def counted_faults() -> Iterator[Callable[[Metrics], None]]:
    """Count logged faults in figures, as the start of a process arranges it."""
    added: list[CountFaults] = []

    def count_in(metrics: Metrics) -> None:
        added.append(CountFaults(metrics.logged_faults.inc))
        logging.getLogger().addHandler(added[-1])

    yield count_in
    for handler in added:
        logging.getLogger().removeHandler(handler)


async def fault_in_a_press(evening: Evening, players: list[Player], patch: pytest.MonkeyPatch) -> str:
    """A press meets a fault of ours."""

    async def breaks(*_: object, **__: object) -> None:
        raise RuntimeError("the chandelier came down")

    with patch.context() as broken:
        broken.setattr("bot.tables.table_actor.TableActor.press", breaks)
        reply = await acting(evening, players).press("Check")
        await evening.quiet()
    assert "Something went wrong on my side, but nothing is lost." in reply.text
    return "DicenightFaults"


async def fault_in_the_background(evening: Evening, players: list[Player], patch: pytest.MonkeyPatch) -> str:
    """Work that was due fails."""

    async def breaks() -> None:
        raise RuntimeError("the chandelier came down")

    schedule = evening.bot.service(Schedule)
    schedule.at("a fault", evening.clock.now(), breaks)
    evening.clock.advance(1)
    await evening.quiet()
    await schedule.wait_idle()
    schedule.drop("a fault")
    return "DicenightFaultsOutsidePresses"


Inject = Callable[[Evening, list[Player], pytest.MonkeyPatch], Awaitable[str]]


@pytest.mark.parametrize("inject", [fault_in_a_press, fault_in_the_background])
async def test_a_fault_raises_its_alert_alone_and_loses_nothing(
    evening: Evening,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    counted_faults: Callable[[Metrics], None],
    inject: Inject,
) -> None:
    counted_faults(evening.bot.monitor.metrics)
    players = await at_play(evening, GAME)
    for player in players:
        await player.opens_hand()
    before = await figures_of(evening, tmp_path)
    expected = await inject(evening, players, monkeypatch)
    check_served(expected, before, await figures_of(evening, tmp_path))
    for player in players:
        await player.opens_hand()
    await play_out(evening, players)
    assert (await evening.store.match(1)).state == "ended"
    assert await evening.store.audit() == []
