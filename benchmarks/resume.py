"""Start-up time with a thousand half-played tables: from the start of the process until all can be played again."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from time import time

from benchmarks.figures import Figure
from benchmarks.tables import fill

TABLES = 1000
ANSWERS = 6

CHILD = """
import asyncio, gc, json, os, sys, time
from pathlib import Path
import psutil
import bot.startup.run  # all that the bot loads
from benchmarks.tables import new_registry
from db import Store

async def main(path):
    process = psutil.Process()
    loaded = time.time()
    async with await open_store(path) as store:
        gc.collect()
        before = process.memory_info().rss
        registry = new_registry(store)
        count = await registry.resume()
        playable = time.time()
        assert all(table.session is not None and table.session.match.open for table in registry)
        gc.collect()
        grown = process.memory_info().rss - before
    print(json.dumps({"loaded": loaded, "playable": playable, "count": count, "grown": grown}))

asyncio.run(main(Path(sys.argv[1])))
"""


def run(quick: bool) -> list[Figure]:
    """Measure the seconds until all tables can be played, and the memory of a table."""
    tables = 200 if quick else TABLES
    with tempfile.TemporaryDirectory(prefix="dicenight-bench-") as folder:
        path = Path(folder) / "half.db"
        asyncio.run(fill(path, tables, ANSWERS))
        started = time()
        done = subprocess.run(
            [sys.executable, "-c", CHILD, str(path)], check=True, capture_output=True, text=True
        )
    report = json.loads(done.stdout)
    if report["count"] != tables:
        raise RuntimeError(f"{report['count']} of {tables} tables came back")
    return [
        Figure(
            f"{tables} half-played tables playable again",
            "s from process start",
            report["playable"] - started,
        ),
        Figure("of that, taking up the tables", "s", report["playable"] - report["loaded"]),
        Figure("memory of an idle table in a match", "kB", report["grown"] / tables / 1000),
    ]
