"""Processes that divide the shards of one PostgreSQL database, and the fence that keeps a late one from saving."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from db import AuditEntry, NotSaved, Store, StoreError, StoreLocked
from db.backend.database import ShardLeases
from db.postgres.connection import connect_writer
from tests.helpers.postgres import fresh_database

SHARDS = 4


@pytest.fixture
def url() -> Iterator[str]:
    with fresh_database() as url:
        yield url


@pytest.fixture
async def one(url: str) -> AsyncIterator[Store]:
    async with await Store.open(url, shards=SHARDS) as store:
        yield store


@pytest.fixture
async def two(url: str, one: Store) -> AsyncIterator[Store]:
    async with await Store.open(url, shards=SHARDS) as store:
        yield store


def leases(store: Store) -> ShardLeases:
    assert store.leases is not None
    return store.leases


def run_out(url: str) -> None:
    """Let all leases and turns run out, as time would."""
    db = connect_writer(url)
    db.execute("UPDATE shard_leases SET until = now() - interval '1 second' WHERE until IS NOT NULL")
    db.execute("UPDATE processes SET until = now() - interval '1 second'")
    db.execute("UPDATE identify_buckets SET until = now() - interval '1 second'")
    db.close()


async def saves(store: Store) -> None:
    await store.commit(AuditEntry(1, None, "a word", {}))


async def test_each_shard_is_taken_once(one: Store, two: Store) -> None:
    assert await leases(one).take(3) == [0, 1, 2]
    assert await leases(two).take(3) == [3]
    assert await leases(two).take(3) == []
    assert await leases(one).renew() == []
    await leases(one).release([1])
    assert await leases(two).take(3) == [1]
    assert set(leases(one).held) == {0, 2}


async def test_named_shards_are_taken_and_no_others(one: Store, two: Store) -> None:
    assert await leases(one).take(SHARDS, frozenset({2, 3})) == [2, 3]
    assert await leases(two).take(SHARDS, frozenset({0, 3})) == [0]


async def test_a_lease_that_ran_out_is_anybodys(one: Store, two: Store, url: str) -> None:
    await leases(one).take(SHARDS)
    run_out(url)
    assert await leases(two).take(1) == [0]
    assert await leases(one).renew() == [0], "what nobody has taken is still held"
    assert await leases(two).take(SHARDS) == []


async def test_a_process_that_was_away_too_long_saves_nothing(one: Store, two: Store, url: str) -> None:
    await leases(one).take(SHARDS)
    await saves(one)
    run_out(url)
    await saves(one)  # nobody has taken them: it may go on
    await leases(two).take(1)
    with pytest.raises(NotSaved, match="another process has taken shard 0"):
        await saves(one)
    await saves(two)
    assert len(await two.audit_log(1)) == 3


async def test_an_epoch_is_never_used_again(one: Store, two: Store, url: str) -> None:
    """A shard that went away and came back is another lease: what was begun under the first one is refused."""
    await leases(one).take(1)
    first = dict(leases(one).held)
    run_out(url)
    await leases(two).take(1)
    await leases(two).release([0])
    await leases(one).take(1)
    assert leases(one).held[0] == first[0] + 2
    leases(one).held.update(first)
    with pytest.raises(NotSaved):
        await saves(one)


async def test_the_living_are_counted(one: Store, two: Store, url: str) -> None:
    assert await leases(one).check_in() == 1
    assert await leases(two).check_in() == 2
    run_out(url)
    assert await leases(one).check_in() == 1
    await leases(two).check_in()
    await leases(two).check_out()
    assert await leases(one).check_in() == 1


async def test_one_at_a_time_identifies_in_a_bucket(one: Store, two: Store, url: str) -> None:
    assert await leases(one).take_identify_turn(0)
    assert not await leases(two).take_identify_turn(0)
    assert await leases(two).take_identify_turn(1)
    run_out(url)
    assert await leases(two).take_identify_turn(0)


async def test_numbers_of_matches_are_given_once(one: Store, two: Store) -> None:
    numbers = [await store.next_match_id() for store in (one, two, one, two)]
    assert len(set(numbers)) == 4


async def test_sharing_and_having_it_alone_exclude_each_other(one: Store, url: str) -> None:
    with pytest.raises(StoreLocked):
        await Store.open(url, patience=0)


async def test_it_cannot_be_divided_in_two_ways_at_once(one: Store, url: str) -> None:
    await leases(one).take(1)
    with pytest.raises(StoreError, match="into 4 shards, not 8"):
        await Store.open(url, shards=8)
    run_out(url)
    async with await Store.open(url, shards=8) as store:
        assert len(await leases(store).take(8)) == 8


async def test_a_file_belongs_to_one_process(tmp_path: str) -> None:
    with pytest.raises(StoreError, match="several need PostgreSQL"):
        await Store.open(f"{tmp_path}/night.db", shards=2)
