"""What the monitor asks the database, and how it tells of a copy."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.monitoring.database_watch import DatabaseWatch
from bot.monitoring.metrics import Metrics
from bot.settings import backup_stamp
from db import NotSaved, Store
from db.opening import open_store
from tests.bot.conftest import Typed


def figure(metrics: Metrics, name: str) -> float | None:
    return metrics.registry.get_sample_value(f"dicenight_{name}")


async def test_a_database_that_answers_tells_its_size_and_one_that_is_away_is_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await open_store(tmp_path / "night.db") as store:
        metrics = Metrics()
        watch = DatabaseWatch(store, metrics, backup_stamp(tmp_path / "night.db"))
        await watch.look()
        assert figure(metrics, "database_up") == 1
        assert figure(metrics, "database_bytes") == (tmp_path / "night.db").stat().st_size

        async def away(self: Store) -> int:
            raise NotSaved("the database is away")

        monkeypatch.setattr(Store, "size", away)
        await watch.look()
        assert figure(metrics, "database_up") == 0
        assert figure(metrics, "backup_last_success_timestamp_seconds") == 0, "none was made here"


def test_a_good_copy_is_a_figure_of_the_bot_and_a_damaged_one_is_not(
    dicenight: Callable[..., Typed], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert dicenight("migrate", "--create", "--database", "night.db")[0] == 0
    assert dicenight("backup", "copies", "--keep", 2, "--database", "night.db")[0] == 0
    stamp = backup_stamp(Path("night.db"))
    os.utime(stamp, (1000, 1000))
    with monkeypatch.context() as damaged:
        damaged.setattr("db.sqlite.care.faults_of_copy", lambda copy, look: ["page 3 is damaged"])
        assert dicenight("backup", "copies", "--keep", 2, "--database", "night.db")[0] == 1
    assert stamp.stat().st_mtime == 1000
    assert dicenight("backup", "copies", "--keep", 2, "--database", "night.db")[0] == 0
    assert stamp.stat().st_mtime > 1000
