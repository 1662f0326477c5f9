"""The auditor finds what is wrong with the books, whichever database holds them."""

from __future__ import annotations

import asyncio

import pytest

from db import AppendRow, SaveSetting, Store
from db.opening import Location
from db.postgres.address import is_postgres
from tests.helpers.store import GUILD, Club, pay, purse_with, raw


async def test_the_auditor_finds_nothing_where_all_is_well(store: Store, club: Club) -> None:
    await store.commit(
        AppendRow(club.match, 1, 1, 0, None, 1, "player"),
        pay("k", club.ann, club.stakes[0], 1, "copper.g4"),
    )
    assert await store.audit() == []


def do_harm(place: Location, harm: str) -> None:
    """Run statements with every guard of the schema off."""
    with raw(place) as db:
        if is_postgres(place):
            checks = db.execute(
                "SELECT CAST(conrelid::regclass AS TEXT), conname FROM pg_constraint"
                " WHERE contype = 'c' AND conrelid > 0 AND CAST(? AS TEXT) LIKE '%= -3%'",
                (harm,),
            )
            for table, name in checks.fetchall():
                db.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
            db.execute("SET session_replication_role = replica")
        else:
            db.execute("PRAGMA ignore_check_constraints = ON")
            db.execute("PRAGMA foreign_keys = OFF")
            for (trigger,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
                db.execute(f"DROP TRIGGER {trigger}")
        for statement in harm.split(";"):
            db.execute(statement)


@pytest.mark.parametrize(
    ("harm", "found"),
    [
        ("UPDATE balances SET amount = amount + 1 WHERE unit = 'copper.g4'", "add up to zero"),
        ("UPDATE balances SET amount = amount + 1 WHERE unit = 'copper.g4'", "its legs say"),
        ("UPDATE balances SET amount = -3 WHERE may_owe = 0", "below zero"),
        ("UPDATE accounts SET closed = 1 WHERE kind = 'member'", "is closed and holds"),
        (
            "UPDATE matches SET state = 'ended'; UPDATE tables SET phase = 'closed', closed = 1",
            "of closed table",
        ),
        ("UPDATE accounts SET guild_id = 7 WHERE kind = 'member'", "another server"),
        ("DELETE FROM rows WHERE seq = 2", "3 rows numbered"),
        ("DELETE FROM rows WHERE seq < 3", "numbered from 3"),
        (
            "INSERT INTO archives (folder, file, at) VALUES ('/old', 'old.db', 1);"
            "UPDATE matches SET archive = (SELECT id FROM archives)",
            "has left for an archive, and 4 of its rows are here",
        ),
        ("UPDATE matches SET state = 'ended'", "names match"),
        ("DELETE FROM legs WHERE unit = 'copper.g8'", "its legs say"),
        ("DELETE FROM matches", "not there"),
        ("UPDATE settings SET value = 'oops'", "is not JSON"),
    ],
)
async def test_the_auditor_finds_a_planted_fault(
    store: Store, club: Club, path: Location, harm: str, found: str
) -> None:
    rows = [AppendRow(club.match, seq, 1, 0, None, 1, "player") for seq in range(1, 5)]
    await store.commit(*rows, pay("k", club.ann, club.stakes[0], 1, "copper.g4"), SaveSetting(GUILD, "x", 1))
    do_harm(path, harm)
    assert any(found in fault for fault in await store.audit())


async def test_the_auditor_does_not_keep_others_waiting(store: Store) -> None:
    await purse_with(store, 1, gold=5)
    auditing = asyncio.create_task(store.audit())
    await store.commit(SaveSetting(GUILD, "x", 1))
    assert await store.settings(GUILD) == {"x": 1}
    assert await auditing == []
