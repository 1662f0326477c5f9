"""The rows of features: exported, deleted and audited by a core that knows none of them."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.startup.load_rows import load_rows
from db import Refused, Store, Unknown, feature_rows
from db.backend.connection import Connection
from db.feature_rows import FeatureRows, selecting
from db.opening import Location
from tests.helpers.store import GUILD, raw

ROOT = Path(__file__).parent.parent.parent
ROWS = sorted((ROOT / "cogs").glob("*/rows.py"))

PEBBLES = FeatureRows(
    "pebbles",
    exports={"pebbles": selecting("SELECT colour, note FROM pebbles WHERE member = ? ORDER BY colour")},
    forgets=("pebbles",),
    bound=("SELECT 1 FROM pebbles WHERE member = ? AND colour = 'red'", "still holding a red pebble"),
    checks=(("account {} has a {} pebble", "SELECT member, colour FROM pebbles WHERE colour = 'plaid'"),),
    json_columns={"pebbles": ("note",)},
)


def add(db: Connection, member: int, colour: str, note: str = "{}") -> None:
    db.execute("INSERT INTO pebbles VALUES (?, ?, ?)", (member, colour, note))


@pytest.fixture
async def pebbles(store: Store, path: Location, monkeypatch: pytest.MonkeyPatch) -> int:
    """A feature that keeps pebbles of members; Ann and Bob have a blue one each."""
    monkeypatch.setattr(feature_rows, "_registered", dict(feature_rows._registered))
    feature_rows.register(PEBBLES)
    ann, bob = await store.member(GUILD, 1, "Ann"), await store.member(GUILD, 2, "Bob")
    with raw(path) as db:
        db.execute("CREATE TABLE pebbles (member INTEGER, colour TEXT, note TEXT)")
        add(db, ann, "blue")
        add(db, bob, "blue")
    return ann


async def test_an_export_has_them(store: Store, pebbles: int) -> None:
    assert (await store.export_member(GUILD, 1))["pebbles"] == [{"colour": "blue", "note": "{}"}]


async def test_they_go_with_a_member(store: Store, path: Location, pebbles: int) -> None:
    await store.delete_member(GUILD, 1)
    with raw(path) as db:
        assert db.execute("SELECT count(*) FROM pebbles").fetchone() == (1,)
    with pytest.raises(Unknown):
        await store.export_member(GUILD, 1)


async def test_they_may_bind_a_member(store: Store, path: Location, pebbles: int) -> None:
    with raw(path) as db:
        add(db, pebbles, "red")
    with pytest.raises(Refused, match="still holding a red pebble"):
        await store.delete_member(GUILD, 1)
    assert len((await store.export_member(GUILD, 1))["pebbles"]) == 2, "nothing of it was deleted"


async def test_the_audit_looks_at_them(store: Store, path: Location, pebbles: int) -> None:
    with raw(path) as db:
        add(db, pebbles, "plaid", "no JSON")
    assert await store.audit() == [
        f"account {pebbles} has a plaid pebble",
        "1 times pebbles.note is not JSON",
    ]


def test_those_of_every_feature_are_loaded_without_its_extension() -> None:
    loading = (
        "from bot.startup.load_rows import load_rows; from db import feature_rows; load_rows();"
        " print(*sorted(rows.feature for rows in feature_rows.registered()))"
    )
    printed = subprocess.run(
        [sys.executable, "-c", loading], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout
    registering = [path.parent.name for path in ROWS if "feature_rows.register(" in path.read_text("utf-8")]
    assert printed.split() == sorted(registering)
    assert len(registering) >= 5


@pytest.mark.only_on("sqlite")
async def test_the_doctor_of_the_terminal_looks_at_them(store: Store, path: Location) -> None:
    ann = await store.member(GUILD, 1, "Ann")
    await store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(
            "INSERT INTO daily_tries (member, day, answers, score) VALUES (?, 1, 'no JSON', 1)",
            (ann,),
        )
    found = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "bot", "doctor", "--offline", "--database", str(path)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert "daily_tries.answers is not JSON" in " ".join(found.stdout.split())
    assert found.returncode == 1


def test_the_core_names_no_table_of_a_feature() -> None:
    load_rows()
    inserted = {table for path in ROWS for table in re.findall(r"INSERT INTO (\w+)", path.read_text("utf-8"))}
    assert len(inserted) >= 10
    named = {
        f"{path.relative_to(ROOT)}: {table}"
        for path in (ROOT / "db").rglob("*.py")
        for table in re.findall(r"(?:FROM|INTO|JOIN|UPDATE) (\w+)", path.read_text("utf-8"))
        if table in inserted
    }
    assert not named
