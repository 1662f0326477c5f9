"""Group commit: units beside each other, and what a disk that refuses does to them."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from db import AlreadyDone, NotEnough, NotSaved, Refused, SaveSetting, Store, Write
from db.backend.connection import Connection
from db.backend.group_commit import GROUP, Writer
from db.opening import open_store
from db.sqlite.connection import SqliteConnection, WorkerConnection, connect_writer
from db.sqlite.database import SqliteDatabase
from db.sqlite.writer import SqliteSaver
from tests.helpers.store import GUILD, held, pay, purse_with, raw, writer_of


async def behind(store: Store, *units: Sequence[Write]) -> list[Any]:
    """Commit units while the writer is busy, and return their results and errors."""
    async with held(store):
        waiting = [asyncio.ensure_future(store.commit(*unit)) for unit in units]
        await store.settings(GUILD)  # meanwhile they all stand in the queue
    return await asyncio.gather(*waiting, return_exceptions=True)


async def test_units_that_wait_are_saved_in_one_group(store: Store) -> None:
    before = store.stats()
    await behind(store, *([SaveSetting(GUILD, f"k{n}", n)] for n in range(50)))
    after = store.stats()
    assert after.largest == 50
    assert after.units - before.units == 51  # with the unit that held the writer
    assert after.groups - before.groups == 2
    assert len(await store.settings(GUILD)) == 50


async def test_a_crowd_groups_by_itself(store: Store) -> None:
    before = store.stats()

    async def play(seat: int) -> None:
        for n in range(10):
            await store.commit(SaveSetting(GUILD, f"{seat}.{n}", n))

    await asyncio.gather(*(play(seat) for seat in range(32)))
    after = store.stats()
    assert after.units - before.units == 320
    assert after.groups - before.groups < 80


async def test_a_group_has_an_end(store: Store) -> None:
    await behind(store, *([SaveSetting(GUILD, str(n), n)] for n in range(GROUP + 7)))
    assert store.stats().largest == GROUP
    assert len(await store.settings(GUILD)) == GROUP + 7


async def test_a_refused_unit_falls_alone(store: Store) -> None:
    ann, bob = await purse_with(store, 1, copper=10), await purse_with(store, 2)
    good, poor, twice, big, last = await behind(
        store,
        [SaveSetting(GUILD, "good", 1), pay("k", ann, bob, 8)],
        [SaveSetting(GUILD, "poor", 1), pay("l", ann, bob, 3)],
        [SaveSetting(GUILD, "twice", 1), pay("k", ann, bob, 1)],
        [SaveSetting(GUILD, "big", 1), SaveSetting(2**80, "big", 1)],
        [SaveSetting(GUILD, "last", 1), pay("m", ann, bob, 2)],
    )
    assert (good, last) == (None, None)
    assert isinstance(poor, NotEnough)
    assert isinstance(twice, AlreadyDone)
    assert isinstance(big, Refused)
    assert await store.settings(GUILD) == {"good": 1, "last": 1}
    assert "copper.piece" not in await store.balances(ann)
    assert store.stats().refused == 3
    assert await store.audit() == []


async def test_nobody_reads_what_is_not_saved(store: Store) -> None:
    seen: list[Any] = []

    def half_done(db: Connection) -> None:
        db.execute("INSERT INTO settings VALUES (?, 'half', '1')", (GUILD,))
        reading = asyncio.run_coroutine_threadsafe(store.settings(GUILD), loop)
        seen.append(reading.result(timeout=30))

    loop = asyncio.get_running_loop()
    await store._database.writer.do(half_done)
    assert seen == [{}]
    assert await store.settings(GUILD) == {"half": 1}


@pytest.mark.only_on("sqlite")
async def test_the_reading_connection_cannot_write(store: Store) -> None:
    assert isinstance(store._database, SqliteDatabase)

    def delete(db: Connection) -> None:
        db.execute("DELETE FROM settings")

    assert await store._database.reader.run(lambda db: db.execute("PRAGMA query_only").fetchall()) == [(1,)]
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        await store._database.reader.run(delete)
    await store._database.reader.run(lambda db: db.execute("PRAGMA query_only = OFF").close())
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        await store._database.reader.run(delete)


@pytest.mark.only_on("sqlite")
async def test_the_writing_connection_is_durable_and_wary(store: Store) -> None:
    def pragmas(db: Connection) -> dict[str, Any]:
        names = ("journal_mode", "synchronous", "foreign_keys", "trusted_schema")
        return {name: db.execute(f"PRAGMA {name}").fetchone()[0] for name in names}

    assert await store._database.writer.do(pragmas) == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "trusted_schema": 0,
    }


# ---- the disk refuses


@pytest.mark.only_on("sqlite")
async def test_a_full_disk_keeps_nothing_of_the_group_and_all_goes_on(store: Store) -> None:
    ann, bob = await purse_with(store, 1, copper=10), await purse_with(store, 2)

    async def allow(pages: int) -> None:
        saver = writer_of(store).saver
        assert isinstance(saver, SqliteSaver)
        await saver.connection.run(lambda db: db.execute(f"PRAGMA max_page_count = {pages}"))

    await allow(1)  # SQLite keeps at least what is there
    answers = await behind(
        store,
        [pay("k", ann, bob)],
        [SaveSetting(GUILD, "long", "x" * 1_000_000)],
        [pay("l", ann, bob)],
    )
    assert [type(answer) for answer in answers] == [NotSaved] * 3
    assert isinstance(answers[0].__cause__, sqlite3.OperationalError)
    assert len({id(answer) for answer in answers}) == 3
    assert await store.settings(GUILD) == {}
    assert (await store.balances(ann))["copper.piece"] == 10
    assert store.stats().failed == 3

    await allow(2**30)
    await store.commit(pay("k", ann, bob), SaveSetting(GUILD, "long", "x" * 1_000_000))
    assert (await store.balances(ann))["copper.piece"] == 9
    assert await store.audit() == []


@pytest.mark.only_on("sqlite")
async def test_a_file_that_another_program_holds_is_not_saved(store: Store, path: Path) -> None:
    with raw(path) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotSaved, match="locked"):
            await store.commit(SaveSetting(GUILD, "x", 1))
        with pytest.raises(NotSaved):
            await store.member(GUILD, 1, "Ann")
        assert await store.settings(GUILD) == {}
        other.execute("ROLLBACK")
    await store.commit(SaveSetting(GUILD, "x", 1))
    assert await store.settings(GUILD) == {"x": 1}


class _FailingCommit(SqliteConnection):
    """A connection whose COMMIT, and as often as told its ROLLBACK, meets a bad disk."""

    commits_to_fail = 0
    rollbacks_to_fail = 0

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        if sql == "COMMIT" and self.commits_to_fail:
            self.commits_to_fail -= 1
            raise sqlite3.OperationalError("disk I/O error")
        if sql == "ROLLBACK" and self.rollbacks_to_fail:
            self.rollbacks_to_fail -= 1
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(sql, *parameters)


@pytest.mark.only_on("sqlite")
@pytest.mark.parametrize("rollbacks", [0, 1, 2])
async def test_a_commit_that_fails_keeps_nothing_and_all_goes_on(path: Path, rollbacks: int) -> None:
    connect_writer(path).close()
    db: list[_FailingCommit] = []

    def connect() -> SqliteConnection:
        db.append(sqlite3.connect(path, isolation_level=None, factory=_FailingCommit))
        return db[0]

    writer = Writer(SqliteSaver(await WorkerConnection.open(connect)))
    await writer.do(lambda db: db.execute("CREATE TABLE t (x INTEGER)").fetchall())
    db[0].commits_to_fail, db[0].rollbacks_to_fail = 1, rollbacks
    for _ in range(max(1, rollbacks)):
        with pytest.raises(NotSaved, match="I/O"):
            await writer.do(lambda db: db.execute("INSERT INTO t VALUES (1)").fetchall())
    await writer.do(lambda db: db.execute("INSERT INTO t VALUES (2)").fetchall())
    assert await writer.do(lambda db: db.execute("SELECT x FROM t").fetchall()) == [(2,)]
    await writer.close()


async def test_a_fault_of_ours_is_told_and_the_writer_goes_on(store: Store) -> None:
    def broken(db: Connection) -> None:
        db.execute("INSERT INTO settings VALUES (?, 'half', '1')", (GUILD,))
        raise RuntimeError("a slip")

    with pytest.raises(NotSaved, match="a slip"):
        await store._database.writer.do(broken)
    await store.commit(SaveSetting(GUILD, "x", 1))
    assert await store.settings(GUILD) == {"x": 1}


# ---- callers that go away, and the end


async def test_a_caller_that_gave_up_before_its_turn_leaves_no_trace(store: Store) -> None:
    async with held(store):
        leaving = asyncio.ensure_future(store.commit(SaveSetting(GUILD, "gone", 1)))
        staying = asyncio.ensure_future(store.commit(SaveSetting(GUILD, "here", 1)))
        await store.settings(GUILD)
        leaving.cancel()
    await staying
    with pytest.raises(asyncio.CancelledError):
        await leaving
    assert await store.settings(GUILD) == {"here": 1}


async def test_a_caller_that_gives_up_midway_harms_nobody(store: Store) -> None:
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    def slow(db: Connection) -> None:
        loop.call_soon_threadsafe(begun.set)
        db.execute("INSERT INTO settings VALUES (?, 'slow', '1')", (GUILD,))

    leaving = asyncio.ensure_future(store._database.writer.do(slow))
    await begun.wait()
    leaving.cancel()
    await store.commit(SaveSetting(GUILD, "x", 1))
    assert await store.settings(GUILD) == {"slow": 1, "x": 1}


async def test_closing_saves_what_waits_and_refuses_what_comes(path: Path) -> None:
    store = await open_store(path)
    async with held(store):
        waiting = asyncio.ensure_future(store.commit(SaveSetting(GUILD, "x", 1)))
        await store.settings(GUILD)
        closing = asyncio.create_task(writer_of(store).close())
        await store.settings(GUILD)
        with pytest.raises(NotSaved, match="closed"):
            await store.commit(SaveSetting(GUILD, "late", 1))
    await waiting
    await closing
    await store.close()
    await store.close()
    async with await open_store(path) as again:
        assert await again.settings(GUILD) == {"x": 1}


@pytest.mark.only_on("sqlite")
async def test_a_closed_store_is_one_file(store: Store, path: Path) -> None:
    await store.commit(SaveSetting(GUILD, "x", 1))
    await store.close()
    assert sorted(os.listdir(path.parent)) == ["store.db", "store.db.lock"]
