"""Processes that divide the shards of one PostgreSQL database, and the fence that keeps a late one from saving."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from db import AuditEntry, NotSaved, Store, StoreError, StoreLocked
from db.backend.database import Census, ShardLeases
from db.opening import open_store, shards_in_use
from db.postgres.connection import PostgresConnection, connect_writer
from db.postgres.leases import prepare
from db.postgres.saver import PostgresSaver
from db.postgres.shard_leases import IDENTIFY
from db.postgres.shard_leases import ShardLeases as ShardLeasesOnPostgres
from tests.helpers.postgres import server

SHARDS = 4


@pytest.fixture
async def one(url: str) -> AsyncIterator[Store]:
    async with await open_store(url, shards=SHARDS) as store:
        yield store


@pytest.fixture
async def two(url: str, one: Store) -> AsyncIterator[Store]:
    async with await open_store(url, shards=SHARDS) as store:
        yield store


@pytest.fixture
async def three(url: str, two: Store) -> AsyncIterator[Store]:
    async with await open_store(url, shards=SHARDS) as store:
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


async def test_a_process_that_freezes_in_mid_group_keeps_no_shard(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its transaction locks the rows of its leases: the server ends it before they could be taken anyway."""
    monkeypatch.setattr("db.postgres.connection.ABANDONED", "200ms")
    frozen = PostgresSaver(url, SHARDS)
    assert frozen.leases is not None
    await frozen.run(lambda db: prepare(db, SHARDS))
    await frozen.leases.take(SHARDS)

    def stops_after_the_fence(db: PostgresConnection) -> None:
        db.run("BEGIN")
        frozen.leases.check(db)  # type: ignore[union-attr]

    await frozen.run(stops_after_the_fence)
    run_out(url)
    other = PostgresSaver(url, SHARDS)
    assert other.leases is not None
    async with asyncio.timeout(20):
        while sorted(other.leases.held) != [0, 1, 2, 3]:
            await other.leases.take(SHARDS)
            await asyncio.sleep(0.05)
    await frozen.close()
    await other.close()


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
    assert (await leases(one).check_in())[:2] == (1, False)
    assert (await leases(two).check_in())[:2] == (2, False)
    run_out(url)
    assert (await leases(one).check_in())[:2] == (1, False)
    await leases(two).check_in()
    await leases(two).check_out()
    assert (await leases(one).check_in())[:2] == (1, False)


async def test_one_that_leaves_is_not_counted(one: Store, two: Store) -> None:
    await leases(one).check_in()
    assert await leases(two).check_in(leaving=True) == Census(living=1, replaced=False, running=2, silent=0)
    assert (await leases(two).check_in())[:2] == (2, False), "it has thought better of it"


async def test_a_process_takes_the_place_of_the_one_that_has_run_longest(
    one: Store, two: Store, three: Store, url: str
) -> None:
    assert not await leases(one).replace(), "there is none yet"
    assert await leases(two).replace()
    assert (await leases(one).check_in())[:2] == (1, True)
    assert await leases(three).replace(), "of those that stay: the second"
    assert (await leases(two).check_in())[:2] == (1, True)
    await leases(three).check_out()
    assert (await leases(two).check_in())[:2] == (1, False), "whoever was to come has gone"
    await leases(two).check_out()
    assert (await leases(one).check_in())[:2] == (1, False)


async def test_a_process_takes_over_what_one_that_died_was_about_to(
    one: Store, two: Store, three: Store, url: str
) -> None:
    """A new version that crashes is started again at once, before anyone knows that it has died."""
    await leases(one).check_in()
    assert await leases(two).replace()
    assert await leases(three).replace()
    db = connect_writer(url)
    db.execute(
        "UPDATE processes SET until = now() - interval '1 second' WHERE holder NOT IN"
        " (SELECT holder FROM processes ORDER BY begun DESC LIMIT 1)"
    )
    db.close()
    assert (await leases(one).check_in())[:2] == (1, True)
    assert (await leases(three).check_in())[:2] == (1, False)


async def test_a_process_takes_no_place_on_another_machine(one: Store, url: str) -> None:
    await leases(one).check_in()
    saver = PostgresSaver(url, SHARDS)
    elsewhere = ShardLeasesOnPostgres(saver, SHARDS, machine="elsewhere")
    assert not await elsewhere.replace()
    assert (await leases(one).check_in())[:2] == (2, False)
    await saver.close()


async def test_a_claim_is_made_on_what_is_beyond_the_share(one: Store, two: Store, three: Store) -> None:
    for each in (one, two, three):
        await leases(each).check_in()
    await leases(one).take(SHARDS)
    assert await leases(two).claim(SHARDS, 3) == [3]
    assert await leases(three).claim(SHARDS, 3) == [], "it is claimed already"
    assert await leases(three).claim(1, 2) == [2]
    assert await leases(three).claim(SHARDS, 2) == []
    assert await leases(one).claims_here() == {2: False, 3: False}
    await leases(two).drop_claims([3])
    assert await leases(three).claim(SHARDS, 2, frozenset({0, 3})) == [0, 3], (
        "those it was told, from any other"
    )


async def test_nothing_is_claimed_from_a_process_that_serves_what_it_was_told(one: Store, two: Store) -> None:
    leases(one).named = True
    await leases(one).check_in()
    await leases(two).check_in()
    await leases(one).take(SHARDS, frozenset(range(SHARDS)))
    assert await leases(two).claim(SHARDS, 0) == []
    assert await leases(two).claim(SHARDS, 0, frozenset({0})) == []
    await leases(one).check_in(leaving=True)
    assert await leases(two).claim(SHARDS, SHARDS) == [0, 1, 2, 3]


async def test_a_shard_is_given_with_what_was_taken(one: Store, two: Store, three: Store) -> None:
    await leases(one).check_in(leaving=True)
    await leases(one).take(2)
    assert await leases(two).claim(SHARDS, SHARDS) == [0, 1]
    assert await leases(two).receive([0]) == {}
    await leases(two).say_connected(0)
    assert await leases(one).claims_here() == {0: True, 1: False}
    await leases(two).say_connected(1)
    await leases(one).give(0, [7, 8])
    assert set(leases(one).held) == {1}
    assert await leases(three).take(1) == [2], "the given one is nobody else's"
    assert await leases(one).claims_here() == {1: False}, "one after the other"
    assert await leases(two).receive([0]) == {0: [7, 8]}
    assert set(leases(two).held) == {0}
    await saves(two)
    await saves(one)
    await leases(two).drop_claims([0])
    assert await leases(one).claims_here() == {1: True}
    assert leases(two).claimed == {1}


async def test_a_claimed_shard_that_runs_out_is_its_successors(
    one: Store, two: Store, three: Store, url: str
) -> None:
    await leases(one).check_in(leaving=True)
    await leases(one).take(1)
    await leases(two).claim(1, 1)
    await leases(two).say_connected(0)
    run_out(url)
    assert await leases(three).take(1, frozenset({0})) == []
    assert await leases(two).receive([0], expired=False) == {}, "it was not given"
    assert await leases(two).receive([0]) == {0: []}
    with pytest.raises(NotSaved, match="another process has taken shard 0"):
        await saves(one)


async def test_a_claim_that_ran_out_is_anybodys(one: Store, two: Store, three: Store, url: str) -> None:
    await leases(one).check_in(leaving=True)
    await leases(one).take(1)
    await leases(two).claim(1, 1)
    await leases(two).say_connected(0)
    db = connect_writer(url)
    db.execute("UPDATE shard_claims SET until = now() - interval '1 second'")
    db.close()
    assert await leases(one).claims_here() == {}
    assert await leases(three).claim(1, 1) == [0]
    assert await leases(two).renew_claims() == [0]
    assert leases(two).claimed == set()
    assert await leases(three).renew_claims() == []
    assert await leases(one).claims_here() == {0: False}, "the new one is not connected yet"


def fall_silent(url: str) -> None:
    """Let three seconds pass in which nobody renews."""
    db = connect_writer(url)
    for table in ("shard_leases", "processes", "shard_claims"):
        db.execute(f"UPDATE {table} SET until = until - interval '3 seconds'")
    db.close()


async def test_the_shards_of_a_silent_process_are_claimed_early(one: Store, two: Store, url: str) -> None:
    await leases(one).check_in()
    await leases(one).take(2)
    assert (await leases(two).check_in()).silent == 0
    assert await leases(two).claim(SHARDS, SHARDS, of_silent=True) == []
    fall_silent(url)
    assert await leases(two).check_in() == Census(living=2, replaced=False, running=2, silent=1)
    assert await leases(two).claim(SHARDS, SHARDS) == [], "unless it is asked for"
    assert await leases(two).claim(SHARDS, SHARDS, of_silent=True) == [0, 1]
    assert await leases(two).receive([0, 1]) == {}, "its leases last"
    run_out(url)
    assert await leases(two).receive([0]) == {0: []}


async def test_a_silent_process_that_lives_takes_the_claims_away(one: Store, two: Store, url: str) -> None:
    await leases(one).check_in()
    await leases(one).take(2)
    fall_silent(url)
    await leases(two).claim(SHARDS, SHARDS, of_silent=True)
    await leases(two).say_connected(0)
    assert await leases(one).renew() == []
    assert await leases(one).claims_here() == {}
    assert await leases(two).renew_claims() == [0, 1]
    assert leases(two).claimed == set()


async def test_a_claim_that_is_not_renewed_is_soon_anybodys(
    one: Store, two: Store, three: Store, url: str
) -> None:
    await leases(one).check_in(leaving=True)
    await leases(one).take(2)
    assert await leases(two).claim(1, 1) == [0]
    fall_silent(url)
    assert await leases(three).claim(1, 1) == [0]
    assert await leases(two).claim(1, 1) == [1]
    fall_silent(url)
    run_out(url)
    assert sorted(await leases(three).take(2)) == [0, 1]


async def test_a_group_that_is_saved_while_a_shard_is_given_is_saved(one: Store, two: Store) -> None:
    """The presses of other shards must not suffer from it."""
    await leases(one).take(2)
    giving = asyncio.create_task(leases(one).release([0]))
    await asyncio.gather(giving, *(saves(one) for _ in range(20)))
    assert len(await one.audit_log(1)) == 20


async def test_a_shard_that_could_not_be_given_is_still_held(
    one: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await leases(one).take(1)

    def away(*_: object) -> None:
        raise NotSaved("away")

    monkeypatch.setattr("db.postgres.leases.release", away)
    with pytest.raises(NotSaved):
        await leases(one).release([0])
    assert set(leases(one).held) == {0}


async def test_one_at_a_time_identifies_in_a_bucket(one: Store, two: Store, url: str) -> None:
    assert await leases(one).take_identify_turn(0) is None
    left = await leases(two).take_identify_turn(0)
    assert left is not None
    assert 0.0 < left <= IDENTIFY
    assert await leases(two).take_identify_turn(1) is None
    run_out(url)
    assert await leases(two).take_identify_turn(0) is None


async def test_numbers_of_matches_are_given_once(one: Store, two: Store) -> None:
    numbers = [await store.next_match_id() for store in (one, two, one, two)]
    assert len(set(numbers)) == 4


async def test_sharing_and_having_it_alone_exclude_each_other(one: Store, url: str) -> None:
    with pytest.raises(StoreLocked):
        await open_store(url, patience=0)


async def test_it_cannot_be_divided_in_two_ways_at_once(one: Store, url: str) -> None:
    await leases(one).take(1)
    with pytest.raises(StoreError, match="into 4 shards, not 8"):
        await open_store(url, shards=8)
    run_out(url)
    async with await open_store(url, shards=8) as store:
        assert len(await leases(store).take(8)) == 8


async def test_a_process_that_joins_can_ask_how_it_is_divided(url: str, tmp_path: Path) -> None:
    server().drop(url)
    with closing(server().connect()) as db:
        db.execute(f"CREATE DATABASE {url.partition('@/')[2].partition('?')[0]}")
    assert await asyncio.to_thread(shards_in_use, url) == 0, "there is no house yet"
    async with await open_store(url, shards=SHARDS) as store:
        assert await asyncio.to_thread(shards_in_use, url) == 0
        await leases(store).take(1)
        assert await asyncio.to_thread(shards_in_use, url) == SHARDS
        run_out(url)
        assert await asyncio.to_thread(shards_in_use, url) == 0
    assert await asyncio.to_thread(shards_in_use, tmp_path / "night.db") == 0


async def test_a_file_belongs_to_one_process(tmp_path: str) -> None:
    with pytest.raises(StoreError, match="several need PostgreSQL"):
        await open_store(f"{tmp_path}/night.db", shards=2)


async def test_a_machine_that_was_suspended_knows_that_its_leases_may_be_gone(
    one: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The monotonic clock stands still meanwhile, but the one on the wall does not."""
    await leases(one).renew()
    assert leases(one).is_current
    now = time.time()
    monkeypatch.setattr("time.time", lambda: now + 60.0)
    assert not leases(one).is_current
    await leases(one).renew()
    assert leases(one).is_current
