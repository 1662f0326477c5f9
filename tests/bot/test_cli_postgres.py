"""The commands for the database, on PostgreSQL; and the way there from a file."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cogs.leaderboard.rows import leaderboard
from db.backend.connection import Connection
from db.opening import Location, open_store
from db.postgres import care
from db.postgres.store_tables import Table, rows_of
from tests.bot.conftest import Typed
from tests.bot.test_cli import folded
from tests.helpers.litestream import replicate
from tests.helpers.store import raw


async def balances(place: Location) -> dict[str, dict[str, int]]:
    """All that Ann and Bob hold, and the journal's length."""
    async with await open_store(place) as store:
        assert await store.audit() == []
        page = await store.report(leaderboard, 1, "worth")
        return {line.name: await store.owned(line.member) for line in page.lines}


async def test_a_night_on_postgresql_is_exported_verified_and_told(
    dicenight: Callable[..., Typed], url: str
) -> None:
    match = await asyncio.to_thread(asyncio.run, folded(url))
    assert (await asyncio.to_thread(dicenight, "export", match, "--database", url, "-o", "match.json"))[
        0
    ] == 0
    status, out, _ = await asyncio.to_thread(dicenight, "verify", "match.json", "--json")
    assert (status, json.loads(out)["ok"]) == (0, True)
    status, out, _ = await asyncio.to_thread(dicenight, "replay", match, "--database", url)
    assert status == 0
    assert out.startswith(f"Match {match}, Rogues and Warriors, as a spectator saw it\n\n")
    status, out, _ = await asyncio.to_thread(dicenight, "deeds", "--database", url)
    assert (status, out[:1]) == (0, "1")


def test_a_backup_is_a_file_that_plays_on(dicenight: Callable[..., Typed], url: str) -> None:
    match = asyncio.run(folded(url))
    before = asyncio.run(balances(url))
    status, out, _ = dicenight("backup", "copies", "--keep", 2, "--database", url)
    assert status == 0
    (copy,) = Path("copies").iterdir()
    assert copy.name in out
    assert copy.stat().st_mode & 0o077 == 0, "for its owner only"
    assert asyncio.run(balances(copy)) == before
    assert (
        dicenight("replay", match, "--database", copy)[1] == dicenight("replay", match, "--database", url)[1]
    )
    assert asyncio.run(folded(copy)) == match + 1


def test_the_doctor_looks_a_database_through(
    dicenight: Callable[..., Typed], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(folded(url))

    def found() -> tuple[int, dict[str, str]]:
        status, out, _ = dicenight("doctor", "--offline", "--json", "--database", url)
        return status, {check["name"]: check["sentence"] for check in json.loads(out)}

    status, checks = found()
    assert status == 1, "the server of the tests does not wait for its disk"
    assert "fsync" in checks["Database"]
    monkeypatch.setattr(care, "NEEDED", ())
    status, checks = found()
    assert status == 0
    assert checks["Database"] == f"{url}: all books add up."
    with raw(url) as db:
        db.execute("UPDATE balances SET amount = amount + 1 WHERE may_owe = 1")
    status, checks = found()
    assert status == 1
    assert "legs say" in checks["Database"]


async def test_the_doctor_and_a_running_bot(dicenight: Callable[..., Typed], url: str) -> None:
    async with await open_store(url):
        words = ("doctor", "--offline", "--json", "--database", url)
        assert "In use" in (await asyncio.to_thread(dicenight, *words))[1]
        status, _, err = await asyncio.to_thread(dicenight, "migrate", "--database", url)
        assert (status, "in use by another process" in err) == (2, True)


def test_migrate_says_from_where_to_where(dicenight: Callable[..., Typed], url: str) -> None:
    status, out, _ = dicenight("migrate", "--database", url)
    assert (status, out.endswith("already.\n")) == (0, True)


def test_a_server_that_is_not_there_is_one_sentence(dicenight: Callable[..., Typed], tmp_path: Path) -> None:
    nowhere = f"postgresql://ann:hunter2@/house?host={tmp_path}"
    for words in (["migrate"], ["backup", "copy.db"], ["export", "1"], ["deeds"]):
        status, out, err = dicenight(*words, "--database", nowhere)
        assert (status, out) == (1, ""), "it may go better the next time"
        assert "hunter2" not in err
        assert "Traceback" not in err
    status, out, _ = dicenight("doctor", "--offline", "--database", nowhere)
    assert (status, "hunter2" in out) == (1, False)


def test_a_house_without_the_driver_is_told_what_to_install(
    dicenight: Callable[..., Typed], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith(("psycopg", "db.postgres."))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    status, _, err = dicenight("migrate", "--database", "postgresql://nowhere/x")
    assert status == 2
    assert "pip install 'dicenight[postgres]'" in err


# ---- from a file to PostgreSQL


def test_a_house_moves_and_is_the_same(dicenight: Callable[..., Typed], url: str) -> None:
    match = asyncio.run(folded(Path("night.db")))
    before = asyncio.run(balances(Path("night.db")))
    told = dicenight("replay", match, "--database", "night.db")[1]
    status, out, err = dicenight("move", "night.db", url)
    assert (status, err) == (0, "")
    assert "Each row is the same in both, and all books add up." in out
    assert asyncio.run(balances(url)) == before
    assert dicenight("replay", match, "--database", url)[1] == told
    assert asyncio.run(folded(url)) == match + 1, "and play goes on"
    status, _, err = dicenight("move", "night.db", url)
    assert status == 2
    assert "was carried over before" in err


def test_nobody_plays_on_in_a_file_that_has_moved(
    dicenight: Callable[..., Typed], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(folded(Path("night.db")))
    assert dicenight("move", "night.db", url)[0] == 0
    monkeypatch.setenv("DICENIGHT_TOKEN", "a.b.c")
    monkeypatch.setenv("DICENIGHT_DATABASE", "night.db")
    for command in (["migrate"], ["run", "--discord"]):
        status, _, err = dicenight(*command)
        assert status == 2
        assert "night.db was carried over to PostgreSQL" in err
    status, out, _ = dicenight("doctor", "--offline")
    assert (status, "was carried over to PostgreSQL" in out) == (1, True)
    assert dicenight("backup", "copy.db")[0] == 0, "reading is free"
    status, _, err = dicenight("migrate", "--database", "copy.db")
    assert (status, "carried over" in err) == (2, True), "and a copy of it has moved too"
    assert dicenight("move", "night.db")[0] == 2
    assert dicenight("move", "night.db", url, "--undo")[0] == 2
    assert dicenight("move", "night.db", "--undo")[0] == 0
    assert dicenight("migrate")[0] == 0
    status, _, err = dicenight("move", "night.db", "--undo")
    assert (status, "was not carried over" in err) == (2, True)
    status, _, err = dicenight("move", "night.db", url)
    assert (status, "is a store in" in err) == (2, True)


def test_a_house_that_litestream_replicates_moves_too(dicenight: Callable[..., Typed], url: str) -> None:
    asyncio.run(folded(Path("night.db")))
    replicate(Path("night.db"))
    status, out, err = dicenight("move", "night.db", url)
    assert (status, err) == (0, "")
    assert "Each row is the same in both" in out


def test_a_move_that_fails_leaves_an_empty_house(dicenight: Callable[..., Typed], url: str) -> None:
    asyncio.run(folded(Path("night.db")))
    with closing(sqlite3.connect("night.db")) as file:
        file.execute("UPDATE balances SET amount = amount + 1 WHERE unit = 'copper.g4'")
        file.commit()
    status, _, err = dicenight("move", "night.db", url)
    assert status == 2
    assert "the books are wrong" in err
    with raw(url) as db:
        assert db.execute("SELECT count(*) FROM accounts").fetchone() == (0,)
        assert db.execute("SELECT count(*) FROM secrets").fetchone() == (2,)


@pytest.mark.parametrize("harm", ["changed", "lost"])
def test_a_move_that_copies_a_journal_wrongly_leaves_an_empty_house(
    dicenight: Callable[..., Typed], url: str, monkeypatch: pytest.MonkeyPatch, harm: str
) -> None:
    asyncio.run(folded(Path("night.db")))

    def harmed(db: Connection, table: Table) -> Iterator[tuple[Any, ...]]:
        if table.name != "rows":
            yield from rows_of(db, table)
            return
        *found, last = rows_of(db, table)
        yield from found
        if harm == "changed":
            at = table.columns.index("seat")
            yield (*last[:at], last[at] + 1, *last[at + 1 :])

    monkeypatch.setattr("db.postgres.copy_in.rows_of", harmed)
    status, _, err = dicenight("move", "night.db", url)
    assert status == 2
    assert "of rows is not the same in both" in err
    with raw(url) as db:
        assert db.execute("SELECT count(*) FROM accounts").fetchone() == (0,)


async def test_nobody_moves_a_house_that_is_open(dicenight: Callable[..., Typed], url: str) -> None:
    async with await open_store(Path("night.db")):
        status, _, err = await asyncio.to_thread(dicenight, "move", "night.db", url)
        assert (status, "in use" in err) == (2, True)
    async with await open_store(url):
        status, _, err = await asyncio.to_thread(dicenight, "move", "night.db", url)
        assert (status, "in use" in err) == (2, True)


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["none.db", "postgresql://x/y"], "there is no file"),
        (["none.db", "other.db"], "begins with postgresql://"),
    ],
)
def test_a_move_from_or_to_nowhere(dicenight: Callable[..., Typed], words: list[str], error: str) -> None:
    status, _, err = dicenight("move", *words)
    assert status == 2
    assert error in err.lower() or error in err
