"""The file itself: migrations, the lock, backups, and the auditor."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import db
from db import (
    SaveSetting,
    Store,
    StoreError,
    StoreLocked,
    StoreTooNew,
)
from db.backend.steps import Step
from db.opening import migrate_store, open_store
from db.sqlite.migrate import known_steps, migrate
from db.sqlite.quick_check import quick_check
from tests.helpers.litestream import replicate
from tests.helpers.store import GUILD, raw

pytestmark = pytest.mark.only_on("sqlite")

ROOT = Path(db.__file__).parent.parent


def version(path: Path) -> int:
    with raw(path) as file:
        number: int = file.execute("PRAGMA user_version").fetchone()[0]
        return number


# ---- migrations


def test_the_steps_are_numbered_from_one_without_gaps() -> None:
    steps = known_steps()
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))


async def test_a_new_file_is_brought_to_the_present(path: Path) -> None:
    newest = known_steps()[-1].number
    assert await migrate_store(path) == (0, newest)
    assert await migrate_store(path) == (newest, newest)
    async with await open_store(path) as store:
        assert await store.audit() == []


async def test_a_file_that_litestream_saw_first_is_a_new_one(path: Path) -> None:
    replicate(path)
    await opens(path)
    with raw(path) as file:
        file.execute("CREATE TABLE theirs (x)")
        file.execute("PRAGMA application_id = 0")
    with pytest.raises(StoreError, match="another program"):
        await open_store(path)


async def opens(path: Path) -> None:
    """The store opens, and its books are right."""
    async with await open_store(path) as store:
        assert await store.audit() == []


def test_a_file_that_was_emptied_is_not_taken_for_a_new_one(path: Path) -> None:
    asyncio.run(opens(path))
    path.write_bytes(b"")
    for opening in (open_store, migrate_store):
        with pytest.raises(StoreError, match=r"is empty, but it was a database.*restore a backup"):
            asyncio.run(opening(path))
    assert path.stat().st_size == 0
    path.unlink()
    path.with_name(f"{path.name}.lock").unlink()
    asyncio.run(opens(path))


def test_an_empty_file_may_be_a_new_one(path: Path) -> None:
    path.touch()
    asyncio.run(opens(path))


async def test_an_older_file_keeps_what_is_in_it(path: Path) -> None:
    async with await open_store(path) as store:
        await store.commit(SaveSetting(GUILD, "x", 1))
    newest = known_steps()[-1].number
    further = [
        Step(newest + 1, "a", "ALTER TABLE settings ADD COLUMN note TEXT;"),
        Step(newest + 2, "b", "UPDATE settings SET note = 'kept';"),
    ]
    assert migrate(path, known_steps() + further) == (newest, newest + 2)
    with raw(path) as file:
        assert file.execute("SELECT * FROM settings").fetchall() == [(GUILD, "x", "1", "kept")]


async def test_a_step_that_fails_leaves_the_last_good_one(path: Path) -> None:
    newest = known_steps()[-1].number
    further = [
        Step(newest + 1, "good", "CREATE TABLE good (x INTEGER) STRICT;"),
        Step(newest + 2, "bad", "CREATE TABLE half (x INTEGER) STRICT; INSERT INTO nowhere VALUES (1);"),
    ]
    with pytest.raises(StoreError, match="bad failed"):
        migrate(path, known_steps() + further)
    assert version(path) == newest + 1
    with raw(path) as file:
        names = {name for (name,) in file.execute("SELECT name FROM sqlite_schema")}
    assert "good" in names
    assert "half" not in names


async def test_a_file_from_a_later_version_is_refused_untouched(path: Path) -> None:
    await migrate_store(path)
    with raw(path) as file:
        file.execute("PRAGMA user_version = 9999")
    with pytest.raises(StoreTooNew, match="later version"):
        await open_store(path)
    assert version(path) == 9999


async def test_a_file_of_another_program_is_refused_untouched(path: Path) -> None:
    with raw(path) as file:
        file.execute("CREATE TABLE theirs (x)")
    with pytest.raises(StoreError, match="another program"):
        await open_store(path)


def test_a_file_that_is_no_database_is_refused_untouched(path: Path) -> None:
    path.write_bytes(b"no database at all, but long enough to look at " * 50)
    with pytest.raises(StoreError, match="not a file"):
        asyncio.run(open_store(path))
    assert path.read_bytes().startswith(b"no database")


async def opened_once(path: Path) -> None:
    async with await open_store(path):
        pass


def test_a_damaged_file_is_refused_with_a_sentence(path: Path) -> None:
    asyncio.run(opened_once(path))
    pages = bytearray(path.read_bytes())
    size = int.from_bytes(pages[16:18], "big")
    # the first page of a table's tree, past the schema: its header becomes nonsense
    for page in range(4, 40):
        pages[page * size : page * size + 12] = b"\xff" * 12
    path.write_bytes(pages)
    with pytest.raises(StoreError, match="restore a backup"):
        asyncio.run(opened_once(path))
    assert path.read_bytes() == bytes(pages), "untouched"


async def test_the_look_at_the_start_is_bounded_in_time(path: Path) -> None:
    async with await open_store(path) as store:
        for number in range(50):
            await store.commit(SaveSetting(GUILD, f"key {number}", "x" * 5_000))
    assert quick_check(path)
    assert not quick_check(path, 0.0), "what wasn't reached counts as whole"
    assert quick_check(path.with_name("none.db"))


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for place in (tmp_path / "file" / "store.db", tmp_path):
        with pytest.raises(StoreError):
            asyncio.run(open_store(place))


@pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")
def test_the_file_is_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "store.db"

    async def main() -> None:
        async with await open_store(path) as store:
            await store.backup(tmp_path / "copy.db")

    asyncio.run(main())
    for file in (path, tmp_path / "copy.db"):
        assert file.stat().st_mode & 0o077 == 0


async def test_a_refused_file_can_be_opened_once_it_is_put_right(path: Path) -> None:
    await migrate_store(path)
    with raw(path) as file:
        right = file.execute("PRAGMA user_version").fetchone()[0]
        file.execute("PRAGMA user_version = 9999")
    with pytest.raises(StoreTooNew):
        await open_store(path)
    with raw(path) as file:
        file.execute(f"PRAGMA user_version = {right}")
    async with await open_store(path) as store:
        assert await store.live_tables() == []


# ---- the lock


@contextmanager
def another_process(path: Path) -> Iterator[subprocess.Popen[str]]:
    """A second process that has the store open until its input ends."""
    program = (
        "import asyncio, sys\n"
        "from db.opening import open_store\n"
        "async def main():\n"
        "    async with await open_store(sys.argv[1]):\n"
        "        print('open', flush=True)\n"
        "        sys.stdin.read()\n"
        "asyncio.run(main())\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path)],
        cwd=ROOT,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield process


async def test_a_second_process_is_turned_away(path: Path) -> None:
    with another_process(path):
        with pytest.raises(StoreLocked, match="another process"):
            await open_store(path)
        with pytest.raises(StoreLocked):
            await migrate_store(path)
    async with await open_store(path) as store:
        assert await store.audit() == []


async def test_a_process_that_was_killed_locks_nobody_out(path: Path) -> None:
    with another_process(path) as process:
        process.kill()
    async with await open_store(path) as store:
        assert await store.audit() == []


def test_a_process_that_forgets_to_close_ends_all_the_same(path: Path) -> None:
    program = (
        "import asyncio, sys\n"
        "from db import SaveSetting\nfrom db.opening import open_store\n"
        "async def main():\n"
        "    global store\n"
        "    store = await open_store(sys.argv[1])\n"
        "    await store.commit(SaveSetting(1, 'x', 1))\n"
        "asyncio.run(main())\n"
    )
    subprocess.run([sys.executable, "-c", program, str(path)], cwd=ROOT, timeout=60, check=True)

    async def reopened() -> dict[str, object]:
        async with await open_store(path) as store:
            return await store.settings(1)

    assert asyncio.run(reopened()) == {"x": 1}


async def test_a_second_store_in_the_same_process_is_turned_away(store: Store, path: Path) -> None:
    with pytest.raises(StoreLocked):
        await open_store(path)
    await store.close()
    async with await open_store(path):
        pass


@pytest.mark.skipif(os.name != "posix", reason="links as POSIX has them")
async def test_a_second_path_to_the_file_does_not_let_a_second_process_in(path: Path) -> None:
    folder = path.parent / "folder"
    folder.symlink_to(path.parent)
    link = path.parent / "link.db"
    link.symlink_to(path)
    with another_process(path):
        for other in (link, folder / path.name, path.parent / "." / "folder" / "link.db"):
            with pytest.raises(StoreLocked, match=r"store\.db is in use"):
                await open_store(other)
    async with await open_store(link) as store:
        assert await store.audit() == []


@pytest.mark.skipif(os.name != "posix", reason="links as POSIX has them")
async def test_a_file_with_a_second_name_is_refused(store: Store, path: Path) -> None:
    link = path.parent / "link.db"
    os.link(path, link)
    for _ in range(2):  # the refusal keeps no lock
        with pytest.raises(StoreError, match="second name"):
            await open_store(link)
    link.unlink()
    await store.close()
    async with await open_store(path):
        pass


# ---- backups


async def test_a_store_is_not_backed_up_onto_itself(store: Store, path: Path) -> None:
    with pytest.raises(ValueError, match="itself"):
        await store.backup(path)


def test_an_old_sqlite_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 30, 0))
    with pytest.raises(StoreError, match="too old"):
        asyncio.run(open_store(path))
