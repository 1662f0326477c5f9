"""Copies of a database on the command line: checked before they count, and made before an update."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from benchmarks.tables import new_registry, open_table, press
from bot.settings import backup_stamp
from db.errors import NotSaved
from db.opening import open_store
from db.sqlite.migrate import known_steps, migrate
from tests.bot.conftest import Typed
from tests.bot.test_deploy import DEPLOY


def test_a_file_is_copied_before_it_is_migrated(
    dicenight: Callable[..., Typed], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One copy of each version of the schema, however often it is tried; the newest three stay."""
    newest = known_steps()[-1].number
    folder = tmp_path / "before-updates"
    for before in range(newest - 5, newest):
        Path("night.db").unlink(missing_ok=True)
        migrate(Path("night.db"), known_steps()[:before])
        for _ in range(2):
            with monkeypatch.context() as failing:
                failing.setattr("bot.cli.database.migrate_store", refuse)
                assert dicenight("migrate", "--database", "night.db")[0] == 1
        status, out, _ = dicenight("migrate", "--database", "night.db")
        assert (status, f"As it was before: before-updates/night-{before:04}.db." in out) == (0, True)
    kept = [folder / f"night-{before:04}.db" for before in range(newest - 3, newest)]
    assert sorted(folder.iterdir()) == kept
    assert kept[-1].stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(kept[-1])) as copy:
        assert copy.execute("PRAGMA user_version").fetchone() == (newest - 1,)
    assert "As it was" not in dicenight("migrate", "--database", "night.db")[1]
    assert "As it was" not in dicenight("migrate", "--create", "--database", "new.db")[1]


async def refuse(location: object) -> tuple[int, int]:
    raise NotSaved("the disk is full")


def test_a_file_that_cannot_be_copied_is_not_migrated(
    dicenight: Callable[..., Typed], monkeypatch: pytest.MonkeyPatch
) -> None:
    migrate(Path("night.db"), known_steps()[:-1])
    before = Path("night.db").read_bytes()
    with monkeypatch.context() as damaged:
        damaged.setattr("db.sqlite.care.faults_of_copy", lambda copy, look: ["page 3 is damaged"])
        status, _, err = dicenight("migrate", "--database", "night.db")
    assert (status, err) == (2, "night.db is damaged (page 3 is damaged); restore a backup.\n")
    with monkeypatch.context() as full:
        full.setattr("db.sqlite.care.copy_to", no_space)
        status, _, err = dicenight("migrate", "--database", "night.db")
    assert (status, err.count("\n")) == (1, 1)
    assert err.startswith("before-updates/night-")
    assert list(Path("before-updates").iterdir()) == []
    assert Path("night.db").read_bytes() == before
    assert dicenight("migrate", "--no-copy", "--database", "night.db")[0] == 0


def no_space(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_copy_counts_only_if_a_table_can_be_taken_up_from_it(dicenight: Callable[..., Typed]) -> None:
    """One is enough, since a match that no rules fit is suspended; where all are refused the copy is no good."""
    first, second = asyncio.run(in_play(Path("night.db")))

    def spoil(match: int) -> None:
        with closing(sqlite3.connect("night.db")) as db, db:
            db.execute("UPDATE matches SET header = json_remove(header, '$.ring') WHERE id = ?", (match,))

    spoil(second)
    assert dicenight("backup", "copy.db", "--database", "night.db")[0] == 0
    good = Path("copy.db").read_bytes()
    spoil(first)
    status, _, err = dicenight("backup", "copy.db", "--database", "night.db")
    assert (status, err.count("\n")) == (1, 1)
    assert f"Match {second} cannot be taken up again" in err
    assert Path("copy.db").read_bytes() == good


async def in_play(path: Path) -> list[int]:
    """Leave two matches in play in a file."""
    async with await open_store(path) as store:
        registry = new_registry(store)
        tables = [await open_table(registry, number) for number in (1, 2)]
        for table in tables:
            await press(table)
        return [table.session.id for table in tables if table.session is not None]


def test_the_doctor_says_how_old_the_last_good_copy_is(dicenight: Callable[..., Typed]) -> None:
    def found(status: int) -> Any:
        answered, out, _ = dicenight("doctor", "--offline", "--json", "--database", "night.db")
        assert answered == status
        return {each["name"]: (each["ok"], each["sentence"]) for each in json.loads(out)}["Backup"]

    assert dicenight("migrate", "--create", "--database", "night.db")[0] == 0
    ok, words = found(0)
    assert (ok, "No good copy was made" in words) == (None, True)
    assert dicenight("backup", "copy.db", "--database", "night.db")[0] == 0
    assert found(0) == (True, "The last good copy was made 0 hours ago.")
    [hours] = re.findall(
        r"last_success\S+ > 0\) > (\d+) \* 3600", (DEPLOY / "prometheus/alerts.yml").read_text("utf-8")
    )
    old = time.time() - (int(hours) * 3600 + 60)
    os.utime(backup_stamp(Path("night.db")), (old, old))
    assert found(1) == (False, f"The last good copy was made {hours} hours ago.")
