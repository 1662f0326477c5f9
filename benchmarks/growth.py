"""Cost of a press with a thousand tables open, and late in a long match: neither should be higher."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.figures import Figure
from benchmarks.tables import new_registry, open_table, press
from db import Store

TABLES = 1000
LATE = 1000


async def _many(path: Path, tables: int, presses: int) -> tuple[float, float]:
    """Return the median press at one table, before and after the others are opened; the second in a fresh match."""
    async with await Store.open(path) as store:
        registry = new_registry(store)
        alone = await open_table(registry, 0)
        before = [await press(alone) for _ in range(presses)]
        for channel in range(1, tables):
            await open_table(registry, channel)
        among = await open_table(registry, tables)
        after = [await press(among) for _ in range(presses)]
        return median(before), median(after)


async def _long(path: Path, matches: int, late: int) -> tuple[float, float]:
    """Return the median press around the 10th and around the last answer of some long matches."""
    early_ones, late_ones = [], []
    async with await Store.open(path) as store:
        registry = new_registry(store)
        for channel in range(matches):
            table = await open_table(registry, channel)
            taken = [await press(table) for _ in range(late + 5)]
            early_ones += taken[4:15]
            late_ones += taken[-11:]
    return median(early_ones), median(late_ones)


def run(quick: bool) -> list[Figure]:
    """Measure two ratios that should be near one."""
    tables, presses, matches, late = (200, 100, 3, 300) if quick else (TABLES, 300, 10, LATE)
    with tempfile.TemporaryDirectory(prefix="dicenight-bench-") as folder:
        one, many = asyncio.run(_many(Path(folder) / "many.db", tables, presses))
        early, last = asyncio.run(_long(Path(folder) / "long.db", matches, late))
    return [
        Figure(
            f"a press with {tables} tables", "ms", many * 1000, one * 1000, "with one table", 1.5, "at most"
        ),
        Figure(
            f"the {late}th answer of a match", "ms", last * 1000, early * 1000, "the 10th", 1.5, "at most"
        ),
    ]
