"""Durable answers: 32 tables answering at once against raw SQLite with one commit a row.

Both write to a disk with `synchronous=FULL`: what has returned is kept whatever happens. The raw peer is the best case
of doing it plainly: one thread, one prepared INSERT into a table without triggers, one COMMIT.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.figures import Figure
from db import AppendRow, OpenMatch, Store
from db.opening import open_store

WRITERS = 32
GUILD = 1


async def open_matches(store: Store, count: int) -> list[int]:
    """Open `count` tables with a match each, and return the matches' numbers."""
    host = await store.member(GUILD, 1, "Ann")
    matches = []
    for channel in range(count):
        table = await store.create_table(GUILD, channel, host, "threes", {}, {}, f"seed {channel}")
        matches.append(await store.next_match_id())
        await store.commit(OpenMatch(matches[-1], table.id, "threes", 1, {"seed": {}}))
    return matches


async def _ours(path: Path, seconds: float) -> float:
    async with await open_store(path) as store:
        matches = await open_matches(store, WRITERS)
        until = perf_counter() + seconds
        done = 0

        async def answer(match: int) -> None:
            nonlocal done
            seq = 0
            while perf_counter() < until:
                seq += 1
                await store.commit(AppendRow(match, seq, seq, seq % 4, "0123456789ab", "call", "player"))
                done += 1

        started = perf_counter()
        async with asyncio.TaskGroup() as group:
            for match in matches:
                group.create_task(answer(match))
        return done / (perf_counter() - started)


def raw(path: Path) -> sqlite3.Connection:
    """Open a plain database with the journal's columns."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute(
        "CREATE TABLE rows (match INTEGER, seq INTEGER, ask INTEGER, seat INTEGER, digest TEXT, answer TEXT,"
        " by TEXT, at REAL, PRIMARY KEY (match, seq)) STRICT, WITHOUT ROWID"
    )
    return db


def raw_commits(db: sqlite3.Connection, seconds: float) -> list[float]:
    """Commit single rows for `seconds`, and return the duration of each commit."""
    taken: list[float] = []
    first = perf_counter()
    while (started := perf_counter()) < first + seconds:
        row = (1, len(taken), len(taken), 0, "0123456789ab", '"call"', "player", started)
        db.execute("BEGIN")
        db.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        db.execute("COMMIT")
        taken.append(perf_counter() - started)
    return taken


def raw_commit() -> float:
    """Return the median time of one raw commit, in seconds."""
    with (
        tempfile.TemporaryDirectory(prefix="dicenight-bench-") as folder,
        closing(raw(Path(folder) / "raw.db")) as db,
    ):
        return median(raw_commits(db, 1.0))


def run(quick: bool) -> list[Figure]:
    """Measure durable answers a second, ours and the peer's in turns."""
    seconds, rounds = (0.5, 3) if quick else (2.0, 5)
    ours, theirs = [], []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory(prefix="dicenight-bench-") as folder:
            ours.append(asyncio.run(_ours(Path(folder) / "store.db", seconds)))
            with closing(raw(Path(folder) / "raw.db")) as db:
                theirs.append(len(raw_commits(db, seconds)) / seconds)
    return [
        Figure(
            f"durable answers, {WRITERS} writers",
            "answers/s",
            median(ours),
            median(theirs),
            "raw sqlite3, a commit a row",
            2,
        )
    ]
