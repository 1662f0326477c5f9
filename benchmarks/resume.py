"""After a stop: a thousand half-played tables, from the start of a process until all can be played."""

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
import bot.run  # all that the bot loads
from benchmarks.tables import new_floor
from db import Store

async def main(path):
    process = psutil.Process()
    loaded = time.time()
    async with await Store.open(path) as store:
        gc.collect()
        before = process.memory_info().rss
        floor = new_floor(store)
        count = await floor.resume()
        playable = time.time()
        assert all(table.playing is not None and table.playing.match.open for table in floor)
        gc.collect()
        grown = process.memory_info().rss - before
    print(json.dumps({"loaded": loaded, "playable": playable, "count": count, "grown": grown}))

asyncio.run(main(Path(sys.argv[1])))
"""


def run(quick: bool) -> list[Figure]:
    """Seconds to be back, and memory a table."""
    tables = 200 if quick else TABLES
    with tempfile.TemporaryDirectory(prefix="dicenight-bench-") as folder:
        path = Path(folder) / "half.db"
        asyncio.run(fill(path, tables, ANSWERS))
        started = time()
        done = subprocess.run(
            [sys.executable, "-c", CHILD, str(path)], check=True, capture_output=True, text=True
        )
    told = json.loads(done.stdout)
    if told["count"] != tables:
        raise RuntimeError(f"{told['count']} of {tables} tables came back")
    return [
        Figure(
            f"{tables} half-played tables playable again", "s from process start", told["playable"] - started
        ),
        Figure("of that, taking up the tables", "s", told["playable"] - told["loaded"]),
        Figure("memory of an idle table in a match", "kB", told["grown"] / tables / 1000),
    ]
