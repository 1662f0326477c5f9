"""Acknowledged units survive `kill -9`, once; other units are saved whole or not at all.

DICENIGHT_SOAK multiplies the number of kills.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import db
from db.opening import Location, open_store
from tests.helpers.store import raw

ROOT = Path(db.__file__).parent.parent
KILLS = 3 * int(os.environ.get("DICENIGHT_SOAK", "1"))
WRITERS = 8


def killed_after(path: Location, units: int, run: int) -> list[str]:
    """Let a child play, kill it after it has acknowledged `units`, and return the keys of all acknowledged units."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.helpers.crash_child", str(path), str(WRITERS), str(run)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
    ) as child:
        assert child.stdout is not None
        lines = [child.stdout.readline() for _ in range(units)]
        child.kill()
        lines += child.stdout.readlines()
    assert child.returncode != 0
    # A line that the kill cut short acknowledges nothing.
    return [line.decode().strip() for line in lines if line.endswith(b"\n")]


@pytest.mark.timeout(60 + 20 * KILLS)
@pytest.mark.parametrize("seed", [1, 2] if KILLS > 3 else [1])
async def test_what_was_acknowledged_survives(path: Location, seed: int) -> None:
    moments = random.Random(seed)
    acknowledged: list[str] = []
    for run in range(KILLS):
        keys = killed_after(path, moments.randint(1, 400), run)
        assert len(keys) > 0
        acknowledged += keys
        async with await open_store(path) as store:
            assert await store.audit() == []
        with raw(path) as file:
            paid = [key for (key,) in file.execute("SELECT key FROM transfers WHERE kind = 'pass'")]
            rows = [row.strip('"') for (row,) in file.execute("SELECT answer FROM rows")]
        assert len(set(paid)) == len(paid)
        assert sorted(paid) == sorted(rows)
        assert set(acknowledged) <= set(paid)
