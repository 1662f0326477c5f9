"""Backups: one SQLite file, from either database, complete as of one moment."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from db import AppendRow, NotSaved, Store
from db.opening import open_store
from tests.helpers.store import Club, pay


async def test_a_backup_taken_while_writing_is_whole(store: Store, club: Club, tmp_path: Path) -> None:
    copies = [tmp_path / f"copy{n}.db" for n in range(3)]

    async def play() -> None:
        for seq in range(1, 201):
            giver, taker = (club.ann, club.bob) if seq % 2 else (club.bob, club.ann)
            await store.commit(
                AppendRow(club.match, seq, 1, 0, None, seq, "player"),
                pay(f"k{seq}", giver, taker, 1, "copper.g100"),
            )

    async def copy() -> None:
        for path in copies:
            await store.backup(path)

    await asyncio.gather(play(), copy())
    await store.backup(copies[0])
    for path in copies:
        async with await open_store(path) as copied:
            assert await copied.audit() == []
            rows = len((await copied.match(club.match)).rows)
            paid = [x for x in await copied.history(club.ann, limit=999) if x.kind == "test"]
            assert len(paid) == rows
    async with await open_store(copies[0]) as copied:
        assert len((await copied.match(club.match)).rows) == 200


@pytest.fixture
def occupied(tmp_path: Path) -> Path:
    """A folder where a backup is wanted."""
    (tmp_path / "occupied" / "inside").mkdir(parents=True)
    return tmp_path / "occupied"


async def test_a_backup_that_cannot_be_written_leaves_nothing(store: Store, occupied: Path) -> None:
    with pytest.raises(NotSaved):
        await store.backup(occupied.parent / "no such folder" / "copy.db")
    with pytest.raises(NotSaved):
        await store.backup(occupied)
    assert [name for name in os.listdir(occupied.parent) if "part" in name] == []
