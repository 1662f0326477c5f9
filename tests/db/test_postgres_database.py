"""A PostgreSQL database itself: its migrations, its address, and those that are not ours."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from db import SaveSetting, StoreError, StoreTooNew
from db.backend.steps import Step
from db.opening import migrate_store, open_store
from db.postgres import connection
from db.postgres.address import database_of, without_password
from db.postgres.connection import translate
from db.postgres.migrate import known_steps, migrate, version
from tests.helpers.postgres import server
from tests.helpers.store import GUILD, raw


@pytest.fixture
def bare() -> Iterator[str]:
    """The address of a database in which nothing is yet."""
    address = server().fresh("template0")
    yield address
    server().drop(address)


async def test_a_new_database_is_brought_to_the_present(bare: str) -> None:
    newest = known_steps()[-1].number
    assert await migrate_store(bare) == (0, newest)
    assert await migrate_store(bare) == (newest, newest)
    async with await open_store(bare) as store:
        assert await store.audit() == []


async def test_each_house_has_secrets_of_its_own(bare: str, url: str) -> None:
    await migrate_store(bare)
    found = []
    for place in (bare, url):
        with raw(place) as db:
            found += [value for (value,) in db.execute("SELECT value FROM secrets").fetchall()]
    assert len(set(found)) == 4
    assert all(len(value) == 32 for value in found)


async def test_a_step_that_fails_leaves_the_last_good_one(bare: str) -> None:
    newest = known_steps()[-1].number
    further = [
        Step(newest + 1, "good", "CREATE TABLE good (x BIGINT);"),
        Step(newest + 2, "bad", "CREATE TABLE half (x BIGINT); INSERT INTO nowhere VALUES (1);"),
    ]
    with closing(connection.connect_writer(bare)) as db:
        with pytest.raises(StoreError, match="bad failed"):
            migrate(db, known_steps() + further)
        assert version(db) == newest + 1
        names = {name for (name,) in db.execute("SELECT tablename FROM pg_tables").fetchall()}
    assert "good" in names
    assert "half" not in names
    with pytest.raises(StoreTooNew, match="later version"):
        await open_store(bare)


async def test_a_database_of_another_program_is_refused_untouched(bare: str) -> None:
    with raw(bare) as db:
        db.execute("CREATE TABLE theirs (x BIGINT)")
    with pytest.raises(StoreError, match="another program"):
        await open_store(bare)
    with raw(bare) as db:
        tables = db.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert tables == [("theirs",)]


async def test_an_old_server_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "OLDEST_SERVER", 99)
    with pytest.raises(StoreError, match="too old, 99 or later"):
        await open_store(url)


async def test_a_database_that_lacks_letters_is_refused() -> None:
    name = "latin"
    with closing(server().connect()) as db:
        db.execute(f"DROP DATABASE IF EXISTS {name}")
        db.execute(f"CREATE DATABASE {name} ENCODING 'LATIN1' TEMPLATE template0")
    with pytest.raises(StoreError, match="LATIN1"):
        await open_store(server().url(name))
    server().drop(server().url(name))


async def test_names_of_old_processes_are_thrown_away(url: str) -> None:
    with raw(url) as db:
        db.execute("INSERT INTO writers VALUES ('old', 'x', 1), ('new', 'x', ?)", (time.time(),))
    async with await open_store(url) as store:
        await store.commit(SaveSetting(GUILD, "x", 1))
    with raw(url) as db:
        names = {name for (name,) in db.execute("SELECT id FROM writers").fetchall()}
    assert "old" not in names
    assert "new" in names
    assert len(names) == 2


@pytest.mark.parametrize(
    ("sql", "text", "names"),
    [
        ("SELECT ?, ?", "SELECT $1, $2", ()),
        ("SELECT ?2, ?1, ?2", "SELECT $2, $1, $2", ()),
        ("SELECT :b, :a, :b", "SELECT $1, $2, $1", ("b", "a")),
        ("SELECT '?', \"?\", ':a', 'it''s ?', ?", "SELECT '?', \"?\", ':a', 'it''s ?', $1", ()),
        ("SELECT x::text, :y", "SELECT x::text, $1", ("y",)),
    ],
)
def test_placeholders_are_translated(sql: str, text: str, names: tuple[str, ...]) -> None:
    assert translate(sql) == (text.encode(), names)


@pytest.mark.parametrize(
    ("url", "shown", "database"),
    [
        ("postgresql://ann:secret@host:5432/house", "postgresql://ann:...@host:5432/house", "house"),
        ("postgresql://ann@host/house?password=secret", "postgresql://ann@host/house?password=...", "house"),
        ("postgresql://host", "postgresql://host", "dicenight"),
    ],
)
def test_an_address_is_shown_without_its_password(url: str, shown: str, database: str) -> None:
    assert without_password(url) == shown
    assert database_of(url) == database
