"""Start-up time with a thousand half-played tables: from the start of the process until all can be played again.

`DICENIGHT_RESUME_TABLES` is the number of tables. The program is compiled before, as an installed one is. Told are its
processor time and memory before any table too: what it takes only to load the program.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import time

from benchmarks.figures import Figure
from benchmarks.tables import fill

TABLES = int(os.environ.get("DICENIGHT_RESUME_TABLES", "1000"))
ANSWERS = 6
MOST_SECONDS, MOST_MEMORY = 0.7, 75.0
"""The processor's seconds and the megabytes that it should take to load the program."""

CHILD = """
import time
begun = time.process_time()
import gc, importlib
gc.disable()  # as bot.__main__ does
import bot.startup.run
from cogs import EXTENSIONS
for name in EXTENSIONS:
    importlib.import_module(name)
gc.freeze()
gc.enable()
took = time.process_time() - begun
import psutil
memory = psutil.Process().memory_info().rss
import asyncio, json, sys
from pathlib import Path
from statistics import median
from benchmarks.tables import new_registry, press
from bot.startup.run import spare_collector
from db.opening import open_store

async def main(path):
    process = psutil.Process()
    loaded, worked = time.time(), time.process_time()
    async with await open_store(path) as store:
        gc.collect()
        before = process.memory_info().rss
        registry = new_registry(store)
        count = await registry.resume()
        playable, worked = time.time(), time.process_time() - worked
        assert all(table.session is not None and table.session.match.open for table in registry)
        gc.collect()
        grown = process.memory_info().rss - before
        whole = process.memory_info().rss
        spare_collector()
        tables = list(registry)
        first, *later = [await press(table) for table in tables[:: max(1, count // 200)]]
    report = {"loaded": loaded, "playable": playable, "count": count, "grown": grown, "first": first}
    report |= {"worked": worked, "whole": whole, "later": median(later)}
    print(json.dumps({**report, "took": took, "memory": memory}))

asyncio.run(main(Path(sys.argv[1])))
"""


def run(quick: bool) -> list[Figure]:
    """Measure the seconds until all tables can be played, and the memory of a table."""
    tables = 200 if quick else TABLES
    with tempfile.TemporaryDirectory(prefix="dicenight-bench-") as folder:
        path = Path(folder) / "half.db"
        asyncio.run(fill(path, tables, ANSWERS))
        compiled = {**os.environ, "PYTHONPYCACHEPREFIX": f"{folder}/compiled"}
        compiled.pop("PYTHONDONTWRITEBYTECODE", None)
        subprocess.run([sys.executable, "-c", CHILD.partition("async def")[0]], check=True, env=compiled)
        started = time()
        done = subprocess.run(
            [sys.executable, "-c", CHILD, str(path)], check=True, capture_output=True, text=True, env=compiled
        )
    report = json.loads(done.stdout)
    if report["count"] != tables:
        raise RuntimeError(f"{report['count']} of {tables} tables came back")
    loading, memory = report["took"], report["memory"] / 1e6
    return [
        Figure("loading the program: processor", "s", loading, MOST_SECONDS, "the aim", 1.0, "at most"),
        Figure("  its memory", "MB", memory, MOST_MEMORY, "the aim", 1.0, "at most"),
        Figure(
            f"{tables} half-played tables playable again",
            "s from process start",
            report["playable"] - started,
        ),
        Figure("of that, taking up the tables", "s", report["playable"] - report["loaded"]),
        Figure("  a processor's part of it", "s", report["worked"]),
        Figure("  the first answer after that", "ms", report["first"] * 1000),
        Figure("  the median of 200 answers", "ms", report["later"] * 1000),
        Figure("memory of an idle table in a match", "kB", report["grown"] / tables / 1000),
        Figure("  of the whole process", "MB", report["whole"] / 1e6),
    ]
