"""The host's bad day: a fault strikes a bot that is played on, its own figures raise one alert, and nothing is lost."""

from __future__ import annotations

import asyncio
import logging
import math
import re
import shutil
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.due_work import Schedule
from bot.monitoring.database_watch import DatabaseWatch
from bot.monitoring.logs import CountFaults
from bot.monitoring.metrics import Metrics
from playground import Playground
from tests.bot.test_alerts import PROMTOOL, RULES
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.clicking import Player, acting, at_play, play_out
from tests.helpers.postgres import location_for, own_server
from tests.helpers.store import clear_disk, fill_disk

GAME = "rogues_and_warriors"
BEFORE, AFTER = 180, 3
"""Minutes of an ordinary evening, and those after the fault until somebody is to be woken."""

Figures = dict[str, float]


class Watch:
    """The figures of a live bot, as Prometheus scrapes them."""

    def __init__(self, evening: Evening, folder: Path) -> None:
        self._monitor = evening.bot.monitor
        self._database = DatabaseWatch(evening.store, self._monitor.metrics, folder / "backed-up")

    async def figures(self) -> Figures:
        """Return all figures by the names of their series."""
        self._monitor.look()
        await self._database.look()
        return {
            _series(sample.name, sample.labels): sample.value
            for family in self._monitor.metrics.registry.collect()
            for sample in family.samples
            if sample.name.startswith("dicenight_")
        }


def _series(name: str, labels: dict[str, str]) -> str:
    told = "".join(f",{label}={value!r}".replace("'", '"') for label, value in sorted(labels.items()))
    return f'{name}{{instance="a"{told}}}'


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


def alerts_of(before: Figures, after: Figures, folder: Path) -> list[str]:
    """Return the alerts that fire some minutes after figures have changed, by Prometheus' own program."""

    def written(value: float | None) -> str:
        return "_" if value is None or math.isnan(value) else f"{value:.6f}"

    series = [
        {"series": name, "values": f"{written(before.get(name))}x{BEFORE} {written(after[name])}x60"}
        for name in after
        if math.isfinite(after[name])
    ]
    series.append({"series": 'up{job="dicenight",instance="a"}', "values": f"1x{BEFORE + 60}"})
    test = {
        "interval": "1m",
        "input_series": series,
        "promql_expr_test": [
            {
                "expr": 'count by (alertname) (ALERTS{alertstate="firing"})',
                "eval_time": f"{BEFORE + AFTER}m",
                "exp_samples": [],
            }
        ],
    }
    shutil.copy(RULES, folder / "alerts.yml")
    (folder / "tests.yml").write_text(
        yaml.safe_dump({"rule_files": ["alerts.yml"], "evaluation_interval": "1m", "tests": [test]}), "utf-8"
    )
    assert PROMTOOL is not None
    done = subprocess.run(
        [PROMTOOL, "test", "rules", "tests.yml"], cwd=folder, capture_output=True, text=True, check=False
    )
    told = done.stdout + done.stderr
    fired = re.findall(r'alertname="(\w+)"', told)
    assert fired or done.returncode == 0, told
    return fired


async def full_disk(evening: Evening, players: list[Player], patch: pytest.MonkeyPatch) -> str:
    """Presses read that nothing was saved; there is room again afterwards."""
    await fill_disk(evening.store, location_for(evening.path))
    told = ""
    while "That wasn't saved. Press again." not in told:
        if evening.table(players[0].channel).session is None:
            for player in players:
                await player.press("Again")
        else:
            await acting(evening, players).acts()
        await evening.quiet()
        told = "".join(m.text for p in players for m in p.person.ephemerals(p.channel))
    await clear_disk(evening.store, location_for(evening.path))
    if evening.table(players[0].channel).session is None:
        for player in players:
            await player.press("Again")
    return "DicenightNotSaved"


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


@pytest.mark.skipif(PROMTOOL is None, reason="promtool is not here; DICENIGHT_PROMTOOL names it")
@pytest.mark.parametrize("inject", [full_disk, fault_in_a_press, fault_in_the_background])
async def test_a_fault_raises_its_alert_alone_and_loses_nothing(
    evening: Evening,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    counted_faults: Callable[[Metrics], None],
    inject: Inject,
) -> None:
    counted_faults(evening.bot.monitor.metrics)
    players = await at_play(evening, GAME)
    watch = Watch(evening, tmp_path)
    for player in players:
        await player.opens_hand()
    before = await watch.figures()
    expected = await inject(evening, players, monkeypatch)
    assert alerts_of(before, await watch.figures(), tmp_path) == [expected]
    for player in players:
        await player.opens_hand()
    await play_out(evening, players)
    assert (await evening.store.match(1)).state == "ended"
    assert await evening.store.audit() == []


@pytest.mark.skipif(PROMTOOL is None, reason="promtool is not here; DICENIGHT_PROMTOOL names it")
async def test_a_database_that_is_away_raises_one_alert(
    playground: Playground, tmp_path: Path, counted_faults: Callable[[Metrics], None]
) -> None:
    with own_server() as server:
        with closing(server.connect()) as db:
            db.execute("CREATE DATABASE night")
        clock = HandClock()
        async with bot_on(playground, server.url("night"), clock) as bot:
            evening = Evening(playground, Path("night"), clock, bot)
            counted_faults(bot.monitor.metrics)
            players: list[Any] = await at_play(evening, GAME)
            watch = Watch(evening, tmp_path)
            before = await watch.figures()
            who = acting(evening, players)
            await asyncio.to_thread(server.stop, "fast")
            reply = await who.press("Check")
            await evening.quiet()
            assert "That wasn't saved. Press again." in reply.text + "".join(
                m.text for m in who.person.ephemerals(who.channel)
            )
            after = await watch.figures()
            await asyncio.to_thread(server.start)
            assert alerts_of(before, after, tmp_path) == ["DicenightDatabaseAway"]
            await who.press("Check")
            await evening.quiet()
            for player in players:
                await player.opens_hand()
            await play_out(evening, players)
            assert await evening.store.audit() == []
