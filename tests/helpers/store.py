"""Shared by the tests of the store: a clock that stands still, and a table ready to be played."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from db import Move, OpenMatch, SaveSeat, SeatRecord, Store, TableRecord, Transfer
from db.backend.connection import Connection
from db.backend.group_commit import Writer
from db.backend.names import Name
from db.opening import Location
from db.postgres.address import is_postgres
from db.postgres.connection import connect
from db.sqlite.connection import SqliteConnection

GUILD = 100
CHANNEL = 500
SEED = "5eed" * 16
NOON = 1_700_000_000 // 86_400 * 86_400 + 43_200.0
DAY = 86_400.0


def on_sqlite(statement: str) -> ParameterSet:
    """A parameter of a test, in words that SQLite alone knows."""
    return pytest.param(statement, marks=pytest.mark.only_on("sqlite"))


def on_postgres(statement: str) -> ParameterSet:
    """A parameter of a test, in words that PostgreSQL alone knows."""
    return pytest.param(statement, marks=pytest.mark.only_on("postgres"))


class Clock:
    """A clock that moves only when a test sets it."""

    def __init__(self, now: float = NOON) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@dataclass
class Club:
    """Two members, and a table in the first one's name at which both sit, in the midst of a match."""

    ann: int
    bob: int
    table: TableRecord
    stakes: tuple[int, int]
    match: int


async def make_club(store: Store, channel: int = CHANNEL) -> Club:
    """Create two members and seat them at a table with an open match."""
    ann = await store.member(GUILD, 1, "Ann")
    bob = await store.member(GUILD, 2, "Bob")
    table = await store.create_table(GUILD, channel, ann, "highest", {"wild": True}, {"base": "copper"}, SEED)
    stakes = (
        await store.new_account("stake", GUILD, ann),
        await store.new_account("stake", GUILD, bob),
    )
    match = await store.next_match_id()
    await store.commit(
        SaveSeat(table.id, SeatRecord(0, Name("Ann"), ann, 1, stakes[0])),
        SaveSeat(table.id, SeatRecord(1, Name("Bob"), bob, 2, stakes[1])),
        OpenMatch(match, table.id, "highest", 1, {"ring": [0, 1], "seed": SEED}),
    )
    return Club(ann, bob, await store.table(table.id), stakes, match)


def pay(key: str, giver: int, taker: int, amount: int = 1, unit: str = "copper.piece") -> Transfer:
    """A transfer of one move."""
    return Transfer(key, "test", [Move(giver, taker, unit, amount)])


async def purse_with(store: Store, user_id: int, **units: int) -> int:
    """A member who holds the welcome set and, from the mint, so many pieces of each base."""
    purse = await store.member(GUILD, user_id, f"user {user_id}")
    mint = await store.mint(GUILD)
    moves = [Move(mint, purse, f"{base}.piece", amount) for base, amount in units.items()]
    await store.commit(Transfer(f"gift:{purse}", "gift", moves))
    return purse


def raw(location: Location) -> closing[Connection]:
    """Open the database without the store: a plain connection, with foreign keys checked."""
    if is_postgres(location):
        return closing(connect(str(location)))
    db = sqlite3.connect(location, isolation_level=None, timeout=0, factory=SqliteConnection)
    db.execute("PRAGMA foreign_keys = ON")
    return closing(db)


def on_disk(path: Location) -> bytes:
    """Return all bytes of a store that is closed."""
    return Path(path).read_bytes()


@asynccontextmanager
async def held(store: Store) -> AsyncIterator[None]:
    """Keep the writer busy with a unit in the block; other units gather behind it."""
    loop = asyncio.get_running_loop()
    busy, go_on = asyncio.Event(), threading.Event()

    def wait(db: Connection) -> bool:
        loop.call_soon_threadsafe(busy.set)
        return go_on.wait(60)

    holding = asyncio.ensure_future(store._database.writer.do(wait))
    try:
        await busy.wait()
        yield
    finally:
        go_on.set()
        await holding


# ---- troubles


async def fill_disk(store: Store, location: Location) -> None:
    """Leave no room for further answers: a SQLite file cannot grow, a PostgreSQL server has no space for a row."""
    if is_postgres(location):
        with raw(location) as db:
            db.execute(
                "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$"
                " BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full'; END $$"
            )
            db.execute("CREATE TRIGGER no_room BEFORE INSERT ON rows EXECUTE FUNCTION no_room()")
    else:
        await store._database.writer.do(_allow_pages, 1)


async def clear_disk(store: Store, location: Location) -> None:
    """Make room again."""
    if is_postgres(location):
        with raw(location) as db:
            db.execute("DROP FUNCTION no_room CASCADE")
    else:
        await store._database.writer.do(_allow_pages, 1_000_000)


def _allow_pages(db: Connection, most: int) -> None:
    db.execute(f"PRAGMA max_page_count = {most}").fetchone()


def hold(location: Location) -> Connection:
    """Hold the journal as a foreign program does, until ROLLBACK; it can be read meanwhile."""
    if is_postgres(location):
        other: Connection = connect(str(location))
        other.execute("BEGIN")
        other.execute("LOCK TABLE rows IN EXCLUSIVE MODE")
    else:
        other = sqlite3.connect(location, isolation_level=None, factory=SqliteConnection)
        other.execute("BEGIN IMMEDIATE")
    return other


def writer_of(store: Store) -> Writer:
    """The queue of a store that has its database to itself."""
    writer = store._database.writer
    assert isinstance(writer, Writer)
    return writer
