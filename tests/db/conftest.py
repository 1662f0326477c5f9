from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from db import Store
from db.opening import Location, open_store
from tests.helpers.postgres import fresh_location
from tests.helpers.store import Clock, Club, make_club


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", "postgres"], scope="session")
def engine(request: pytest.FixtureRequest) -> str:
    """The database that a test runs on: each in turn."""
    name: str = request.param
    return name


@pytest.fixture
def path(engine: str) -> Iterator[Location]:
    """The place of a store that nobody has opened yet."""
    with fresh_location(engine) as location:
        yield location


@pytest.fixture
async def store(path: Location, clock: Clock) -> AsyncIterator[Store]:
    async with await open_store(path, clock=clock, patience=0) as store:
        yield store


@pytest.fixture
async def club(store: Store) -> Club:
    return await make_club(store)
