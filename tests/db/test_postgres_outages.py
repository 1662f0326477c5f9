"""PostgreSQL goes away: nothing acknowledged is lost, nothing refused is kept, and play goes on when it is back."""

from __future__ import annotations

import asyncio
import os
import random
import sys
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from db import NotSaved, SaveSetting, Store, StoreAway, StoreLocked, Unknown, members
from db.backend.connection import Connection
from db.backend.unit_of_work import Unit
from db.errors import StoreHeld
from db.opening import migrate_store, open_store
from db.postgres import saver as saving
from db.postgres.connection import connect
from db.postgres.database import READERS, ReaderPool
from db.postgres.lock import alone
from db.postgres.saver import PostgresSaver
from tests.helpers.lossy_socket import COMMIT, Loss, LossySocket
from tests.helpers.postgres import Server, own_server, server
from tests.helpers.store import GUILD, held, make_club, pay, raw, writer_of

KILLS = 2 * int(os.environ.get("DICENIGHT_SOAK", "1"))


@pytest.fixture
async def socket(url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LossySocket]:
    """A socket before the server's that can lose connections."""
    monkeypatch.setattr(saving, "PAUSE", 0.01)
    with TemporaryDirectory() as folder:
        async with LossySocket(Path(folder), server().folder) as socket:
            yield socket


@pytest.fixture
async def store(url: str, socket: LossySocket) -> AsyncIterator[Store]:
    async with await open_store(socket.url(url)) as store:
        yield store


def saver_of(store: Store) -> PostgresSaver:
    saver = writer_of(store).saver
    assert isinstance(saver, PostgresSaver)
    return saver


def reader_of(store: Store) -> ReaderPool:
    database: Any = store._database
    assert isinstance(database.reader, ReaderPool)
    return database.reader


def kept(url: str) -> set[str]:
    """The settings that are in the database, seen past the socket."""
    with raw(url) as db:
        return {key for (key,) in db.execute("SELECT key FROM settings").fetchall()}


async def test_a_server_that_goes_away_while_a_store_is_opened_is_away(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def goes_away(unit: Unit) -> None:
        unit.db.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    monkeypatch.setattr(members, "purge_forgotten", goes_away)
    with pytest.raises(StoreAway, match="cannot be opened"):
        await open_store(url)


async def test_a_lock_of_another_process_is_no_absence_of_the_server(url: str) -> None:
    """Who waits for it need not leave expired leases to their holders: these could renew them meanwhile."""
    await (await open_store(url)).close()
    with raw(url) as db:
        db.execute("BEGIN")
        db.execute("LOCK TABLE writers")
        with pytest.raises(StoreHeld, match="lock timeout"):
            await open_store(url)


async def test_a_lone_unit_takes_four_trips_to_the_server(store: Store, socket: LossySocket) -> None:
    await store.commit(SaveSetting(GUILD, "one", 1))
    trips: list[bytes] = []

    def note(sent: bytes) -> float:
        trips.append(sent)
        return 0.0

    socket.hold = note
    await store.commit(SaveSetting(GUILD, "two", 1))
    assert [
        word in sent
        for word, sent in zip((b"BEGIN; SAVEPOINT", b"settings", b"writers", COMMIT), trips, strict=True)
    ] == [True] * 4


# ---- a lost connection


@pytest.mark.parametrize("loss", ["before", "after"])
async def test_a_connection_lost_between_groups_costs_nothing(
    store: Store, socket: LossySocket, url: str, loss: Loss
) -> None:
    await store.commit(SaveSetting(GUILD, "one", 1))
    socket.lose_the_next(b"BEGIN;", loss)
    await store.commit(SaveSetting(GUILD, "two", 1))
    assert socket.lost == 1
    assert kept(url) == {"one", "two"}


@pytest.mark.parametrize("loss", ["before", "after"])
async def test_a_connection_lost_in_mid_group_keeps_nothing_of_it(
    store: Store, socket: LossySocket, url: str, loss: Loss
) -> None:
    socket.lose_the_next(b"INTO writers", loss)
    with pytest.raises(NotSaved):
        await store.commit(SaveSetting(GUILD, "gone", 1))
    await store.commit(SaveSetting(GUILD, "kept", 1))
    assert kept(url) == {"kept"}


async def test_a_commit_that_arrived_without_an_answer_is_saved(
    store: Store, socket: LossySocket, url: str
) -> None:
    socket.lose_the_next(COMMIT, "after")
    ann = await store.member(GUILD, 1, "Ann")
    assert socket.lost == 1
    assert await store.find_member(GUILD, 1) == ann, "and its caller has the result of the first time"
    with raw(url) as db:
        assert db.execute("SELECT count(*) FROM members").fetchone() == (1,)


async def test_a_commit_that_never_arrived_is_not_saved(store: Store, socket: LossySocket, url: str) -> None:
    socket.lose_the_next(COMMIT, "before")
    with pytest.raises(NotSaved, match="before the group was committed"):
        await store.commit(SaveSetting(GUILD, "gone", 1))
    await store.commit(SaveSetting(GUILD, "kept", 1))
    assert kept(url) == {"kept"}


@pytest.mark.parametrize("loss", ["before", "after"])
async def test_while_a_commit_is_in_doubt_its_callers_wait_and_others_are_told(
    store: Store, socket: LossySocket, url: str, loss: Loss
) -> None:
    socket.lose_the_next(COMMIT, loss)
    socket.refuses = True  # the connections that are open stay, and no new one comes to be
    waiting = asyncio.ensure_future(store.commit(SaveSetting(GUILD, "doubtful", 1)))
    await socket.losing.wait()
    with pytest.raises(NotSaved):
        await store.commit(SaveSetting(GUILD, "late", 1))
    assert not waiting.done()
    socket.refuses = False
    if loss == "after":
        await waiting
        assert kept(url) == {"doubtful"}
    else:
        with pytest.raises(NotSaved):
            await waiting
        assert kept(url) == set()
    await store.commit(SaveSetting(GUILD, "on", 1))
    assert "on" in kept(url)


async def test_a_stop_while_a_commit_is_in_doubt_tells_nobody_anything(
    store: Store, socket: LossySocket
) -> None:
    socket.lose_the_next(COMMIT, "after")
    socket.refuses = True
    waiting = asyncio.ensure_future(store.commit(SaveSetting(GUILD, "doubtful", 1)))
    await socket.losing.wait()
    await asyncio.wait_for(writer_of(store).close(), 30)
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_acknowledged_is_saved_and_refused_is_not_whatever_is_lost(
    store: Store, socket: LossySocket, url: str
) -> None:
    """Eight writers, and a connection that is lost at any message, with or without its answer."""
    luck = random.Random(7)

    def decide(message: bytes) -> Loss | None:
        chance = 0.25 if COMMIT in message else 0.02
        return luck.choice(["before", "after"]) if luck.random() < chance else None

    acknowledged: set[str] = set()
    refused = 0
    club = await make_club(store)

    async def play(writer: int) -> None:
        nonlocal refused
        for n in range(12):
            key = f"{writer}:{n}"
            try:
                await store.commit(SaveSetting(GUILD, key, 1))
                acknowledged.add(key)
            except NotSaved:
                refused += 1
            with pytest.raises((NotSaved, Unknown)):  # a payment to nobody, refused by the books
                await store.commit(SaveSetting(GUILD, f"not {key}", 1), pay(key, club.ann, 10**6))

    socket.decide = decide
    await asyncio.gather(*(play(writer) for writer in range(8)))
    socket.decide = lambda _: None
    assert socket.lost > 5
    assert acknowledged
    assert refused
    assert kept(url) == acknowledged
    assert await store.audit() == []


async def test_a_read_over_a_lost_connection_is_done_again(store: Store, socket: LossySocket) -> None:
    await store.commit(SaveSetting(GUILD, "x", 1))
    assert await store.settings(GUILD) == {"x": 1}
    socket.lose_the_next(b"FROM settings", "after")
    assert await store.settings(GUILD) == {"x": 1}
    assert socket.lost == 1


# ---- a server that goes


@pytest.fixture(scope="module", name="own_server")
def started_server() -> Iterator[Server]:
    """A server that a test may stop."""
    with own_server() as own:
        yield own


async def stop_in_mid_group(store: Store, own: Server, how: str, waiting: list[asyncio.Task[None]]) -> None:
    """Stop the server while one unit is being done and others wait."""
    async with held(store):
        waiting += [asyncio.ensure_future(store.commit(SaveSetting(GUILD, f"k{n}", n))) for n in range(3)]
        await asyncio.to_thread(own.stop, how)


@pytest.mark.parametrize("how", ["fast", "immediate"])
async def test_a_server_that_stops_in_mid_group(
    own_server: Server, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saving, "PAUSE", 0.01)
    with closing(own_server.connect()) as db:
        db.execute(f"CREATE DATABASE {how}")
    async with await open_store(own_server.url(how)) as store:
        await store.commit(SaveSetting(GUILD, "before", 1))
        waiting: list[asyncio.Task[None]] = []
        with pytest.raises(NotSaved):
            await stop_in_mid_group(store, own_server, how, waiting)
        answers = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(answer) for answer in answers] == [NotSaved] * 3
        for asking in (
            store.commit(SaveSetting(GUILD, "meanwhile", 1)),
            store.settings(GUILD),
            store.audit(),
        ):
            with pytest.raises(NotSaved):
                await asking
        await asyncio.to_thread(own_server.start)
        assert await store.settings(GUILD) == {"before": 1}
        await store.commit(SaveSetting(GUILD, "after", 1))
        assert await store.settings(GUILD) == {"before": 1, "after": 1}
        assert await store.audit() == []


async def test_a_server_that_stands_still_refuses_in_time(
    own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its connections stay open, so no error ever comes: saves and reads have a deadline of their own."""
    monkeypatch.setattr(saving, "PAUSE", 0.01)
    with closing(own_server.connect()) as db:
        db.execute("CREATE DATABASE still")
    async with await open_store(own_server.url("still")) as store:
        await store.commit(SaveSetting(GUILD, "before", 1))
        assert await store.settings(GUILD) == {"before": 1}
        with own_server.frozen(), monkeypatch.context() as short:
            short.setattr(saving, "DEADLINE", 0.3)
            short.setattr("db.postgres.database.READ_DEADLINE", 0.3)
            short.setattr("db.postgres.connection.PATIENCE", {"connect_timeout": "2"})
            for asking in (store.commit(SaveSetting(GUILD, "meanwhile", 1)), store.settings(GUILD)):
                with pytest.raises(NotSaved):
                    await asking
        await store.commit(SaveSetting(GUILD, "after", 1))
        assert await store.settings(GUILD) == {"before": 1, "after": 1}


@pytest.mark.parametrize("statement", [b"default_transaction_read_only", b"synchronous_commit"])
async def test_a_new_connection_that_is_kept_waiting_is_cut_in_time(
    store: Store, socket: LossySocket, monkeypatch: pytest.MonkeyPatch, statement: bytes
) -> None:
    """PgBouncer lets a client in by itself, and keeps its first statement until the server is back."""

    def ask() -> Awaitable[object]:
        reads = statement == b"default_transaction_read_only"
        return store.settings(GUILD) if reads else store.commit(SaveSetting(GUILD, "meanwhile", 1))

    waiting = list[bytes]()

    def hold(sent: bytes) -> float:
        if statement not in sent:
            return 0.0
        waiting.append(sent)
        return 3600.0

    socket.refuses = True
    socket.cut()
    with pytest.raises(NotSaved):
        await ask()
    socket.refuses = False
    monkeypatch.setattr(saving, "DEADLINE", 0.3)
    monkeypatch.setattr(reader_of(store), "_deadline", 0.3)
    socket.hold = hold
    with pytest.raises(NotSaved):
        await ask()
    assert waiting, "it was the new connection that waited"


async def test_a_read_that_gets_no_connection_is_refused_in_time(
    store: Store, socket: LossySocket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_of(store), "_deadline", 0.3)
    socket.hold = lambda sent: 3600.0
    asking = [asyncio.ensure_future(store.settings(GUILD)) for _ in range(3 * READERS)]
    answers = await asyncio.gather(*asking, return_exceptions=True)
    assert {type(answer) for answer in answers} == {NotSaved}
    assert any("no connection" in str(answer.__cause__) for answer in answers if isinstance(answer, NotSaved))


@pytest.mark.timeout(60 + 20 * KILLS)
async def test_what_was_acknowledged_survives_a_server_that_is_killed(own_server: Server) -> None:
    """`kill -9` of the server and all its sessions, again and again, while a process of its own plays on."""
    moments = random.Random(3)
    with closing(own_server.connect()) as db:
        db.execute("CREATE DATABASE killed")
    url = own_server.url("killed")
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.helpers.crash_child", url, "8", "1", stdout=asyncio.subprocess.PIPE
    )
    assert child.stdout is not None
    acknowledged = []
    for _ in range(KILLS):
        for _ in range(moments.randint(1, 200)):
            acknowledged.append((await child.stdout.readline()).decode().strip())
        own_server.kill()
        await asyncio.to_thread(own_server.start)
    for _ in range(50):
        acknowledged.append((await child.stdout.readline()).decode().strip())
    child.kill()
    rest = (await child.stdout.read()).decode()
    acknowledged += rest[: rest.rfind("\n") + 1].split()
    await child.wait()
    async with await open_store(url) as store:
        assert await store.audit() == []
    with raw(url) as db:
        paid = [key for (key,) in db.execute("SELECT key FROM transfers WHERE kind = 'pass'").fetchall()]
        rows = [row.strip('"') for (row,) in db.execute("SELECT answer FROM rows").fetchall()]
    assert sorted(paid) == sorted(rows)
    assert all(acknowledged)
    assert len(set(acknowledged)) == len(acknowledged)
    assert set(acknowledged) <= set(paid)


# ---- a server that refuses


def refusing(state: str, *, at_commit: bool) -> tuple[str, str]:
    """Statements after which the settings are refused with an error of the server's own kind."""
    when = "CONSTRAINT TRIGGER refuses AFTER INSERT ON settings DEFERRABLE INITIALLY DEFERRED"
    return (
        "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$"
        f" BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '{state}'; END $$",
        f"CREATE {when if at_commit else 'TRIGGER refuses BEFORE INSERT ON settings'}"
        " FOR EACH ROW EXECUTE FUNCTION no_room()",
    )


@pytest.mark.parametrize("at_commit", [False, True], ids=["statement", "commit"])
@pytest.mark.parametrize(
    "state",
    ["53100", "40001", "40P01", "55P03", "42501"],
    ids=["full", "serialization", "deadlock", "lock", "rights"],
)
async def test_a_server_that_refuses_keeps_nothing_of_the_group_and_all_goes_on(
    url: str, state: str, at_commit: bool
) -> None:
    async with await open_store(url) as store:
        club = await make_club(store)
        before = await store.balances(club.ann)
        with raw(url) as db:
            for statement in refusing(state, at_commit=at_commit):
                db.execute(statement)
        async with held(store):
            units = [
                store.commit(pay("k", club.ann, club.bob, 1, "copper.g4")),
                store.commit(SaveSetting(GUILD, "x", 1)),
                store.commit(pay("l", club.ann, club.bob, 1, "copper.g6")),
            ]
            waiting = [asyncio.ensure_future(unit) for unit in units]
            await store.settings(GUILD)
        answers: list[Any] = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(answer) for answer in answers] == [NotSaved] * 3
        assert await store.balances(club.ann) == before
        with raw(url) as db:
            db.execute("DROP FUNCTION no_room CASCADE")
        await store.commit(pay("k", club.ann, club.bob, 1, "copper.g4"), SaveSetting(GUILD, "x", 1))
        assert await store.settings(GUILD) == {"x": 1}
        assert await store.audit() == []


async def test_a_table_that_another_program_holds_is_not_saved(url: str) -> None:
    async with await open_store(url) as store:
        with raw(url) as other:
            other.execute("BEGIN")
            other.execute("LOCK TABLE settings")
            with pytest.raises(NotSaved, match="lock timeout"):
                await store.commit(SaveSetting(GUILD, "x", 1))
            other.execute("ROLLBACK")
        await store.commit(SaveSetting(GUILD, "x", 1))


# ---- one process at a time


async def test_a_second_process_is_turned_away(url: str) -> None:
    async with await open_store(url):
        with pytest.raises(StoreLocked, match="another process"):
            await open_store(url, patience=0)
        with pytest.raises(StoreLocked):
            await migrate_store(url)
    async with await open_store(url) as store:
        assert await store.audit() == []


def test_a_migration_that_stands_still_is_not_waited_for_without_end(url: str) -> None:
    with closing(connect(url)) as first, closing(connect(url)) as second, alone(first):
        late = alone(second, patience=0.05)
        with pytest.raises(StoreLocked, match="another process has been bringing this database up to date"):
            late.__enter__()


async def test_a_process_that_lost_the_lock_commits_nothing_more(
    store: Store, socket: LossySocket, url: str
) -> None:
    socket.refuses = True
    socket.lose_the_next(b"BEGIN;", "before")
    with pytest.raises(NotSaved):
        await store.commit(SaveSetting(GUILD, "old", 1))
    with closing(server().connect()) as db:
        assert db.execute("SELECT 1").fetchone() == (1,)
    async with await open_store(url) as other:
        socket.refuses = False
        with pytest.raises(NotSaved, match="another process"):
            await store.commit(SaveSetting(GUILD, "old", 1))
        await other.commit(SaveSetting(GUILD, "new", 1))
    await store.commit(SaveSetting(GUILD, "old again", 1))
    assert kept(url) == {"new", "old again"}


# ---- the connections


async def test_the_writing_connection_is_durable_and_the_others_cannot_write(url: str) -> None:
    with raw(url) as db:
        (name,) = db.execute("SELECT current_database()").fetchall()[0]
        db.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    try:
        async with await open_store(url) as store:

            def value(db: Connection) -> Any:
                return db.execute("SHOW synchronous_commit").fetchone()

            def write(db: Connection) -> None:
                db.execute("DELETE FROM settings")

            assert await store._database.writer.do(value) == ("on",)
            for read in (store._database.read, store._database.report, store._database.read_aside):
                with pytest.raises(Exception, match="read-only transaction"):
                    await read(write)
    finally:
        with raw(url) as db:
            db.execute(f"ALTER DATABASE {name} RESET synchronous_commit")
