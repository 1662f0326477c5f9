from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db import Store
from tests.helpers.store import Clock, Club, make_club


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
async def store(path: Path, clock: Clock) -> AsyncIterator[Store]:
    async with await Store.open(path, clock=clock, patience=0) as store:
        yield store


@pytest.fixture
async def club(store: Store) -> Club:
    return await make_club(store)
