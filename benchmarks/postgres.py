"""Durable answers on PostgreSQL: 32 tables answering at once against a bare psycopg loop of the same statements.

Both write to the same schema on the same server, which waits for its disk: triggers, constraints and indexes cost both
alike. The peer is one thread that inserts prepared rows and commits 32 of them together, and so is the best case of our
own group commit. It names no units, takes none of them back, and finds out about no lost COMMIT.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.figures import Figure
from benchmarks.store import WRITERS, open_matches
from db import AppendRow
from db.opening import open_store
from db.postgres.connection import connect_writer
from tests.helpers.postgres import Server, programs


@contextmanager
def durable_server() -> Iterator[Server | None]:
    """Yield a server of its own that waits for the disk, or None where PostgreSQL is not installed."""
    found = programs()
    if found is None:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="dicenight-bench-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        server = Server(Path(folder) / "server", found)
        server.create(durable=True)
        try:
            yield server
        finally:
            server.stop("immediate")


async def _ours(url: str, seconds: float) -> float:
    async with await open_store(url) as store:
        matches = await open_matches(store, WRITERS)
        done = 0
        started = perf_counter()
        until = started + seconds

        async def answer(match: int) -> None:
            nonlocal done
            seq = 0
            while perf_counter() < until:
                seq += 1
                await store.commit(AppendRow(match, seq, seq, seq % 4, "0123456789ab", "call", "player"))
                done += 1

        async with asyncio.TaskGroup() as group:
            for match in matches:
                group.create_task(answer(match))
        return done / (perf_counter() - started)


async def _matches(url: str) -> list[int]:
    async with await open_store(url) as store:
        return await open_matches(store, WRITERS)


_INSERT = (
    b"INSERT INTO rows (match, seq, ask, seat, digest, answer, by, press, at, member) VALUES ($1, $2, $3, $4, $5,"
    b" $6, $7, $8, $9, CASE $7 WHEN 'player' THEN (SELECT member FROM matches JOIN seats ON seats.table_id ="
    b" matches.table_id WHERE matches.id = $1 AND seats.seat = $4) END)"
)


def _theirs(url: str, matches: list[int], seconds: float, together: int) -> float:
    """Insert rows as the store does, so many in each transaction."""
    with closing(connect_writer(url)) as db:
        raw, done, seq = db.raw, 0, 0
        started = perf_counter()
        while perf_counter() < started + seconds:
            seq += 1
            for first in range(0, len(matches), together):
                raw.execute(b"BEGIN")
                for match in matches[first : first + together]:
                    values = (match, seq, seq, seq % 4, "0123456789ab", '"call"', "player", None, started)
                    raw.execute(_INSERT, values)
                raw.execute(b"COMMIT")
                done += len(matches[first : first + together])
        return done / (perf_counter() - started)


def run(quick: bool) -> list[Figure]:
    """Measure durable answers a second on PostgreSQL, ours and the peers' in turns."""
    seconds, rounds = (0.5, 3) if quick else (2.0, 5)
    ours: list[float] = []
    grouped: list[float] = []
    single: list[float] = []
    with durable_server() as server:
        if server is None:
            return []
        with closing(server.connect()) as db:
            for number in range(rounds):
                for name in ("ours", "grouped", "single"):
                    db.execute(f"CREATE DATABASE {name}{number}")
        for number in range(rounds):
            ours.append(asyncio.run(_ours(server.url(f"ours{number}"), seconds)))
            for name, rates, together in (("grouped", grouped, WRITERS), ("single", single, 1)):
                url = server.url(f"{name}{number}")
                rates.append(_theirs(url, asyncio.run(_matches(url)), seconds, together))
    what = f"durable answers on PostgreSQL, {WRITERS} writers"
    return [
        Figure(
            what, "answers/s", median(ours), median(grouped), f"bare psycopg, {WRITERS} rows a commit", 0.6
        ),
        Figure(what, "answers/s", median(ours), median(single), "bare psycopg, a commit a row", 2),
    ]
