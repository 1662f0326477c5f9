"""Limits in the books: tighter at once, looser in a day, and no transfer round them."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from db import Limits, Move, OverLimit, Store, Transfer, loss_limits
from db.backend.connection import Connection
from db.backend.unit_of_work import Unit
from db.members import member_hash
from tests.helpers.store import DAY, GUILD, NOON, Clock

pytestmark = pytest.mark.rule("GEN-R7")


def test_a_tighter_cap_binds_at_once_and_a_looser_one_a_day_later() -> None:
    limits = Limits().with_cap(100, 0.0)
    assert limits.cap == 100
    tighter = limits.with_cap(40, 1.0)
    assert tighter.cap == 40
    looser = tighter.with_cap(90, 2.0)
    assert (looser.cap, looser.later_cap, looser.later_at) == (40, 90, 2.0 + DAY)
    assert looser.in_force(1.0 + DAY).cap == 40
    assert looser.in_force(2.0 + DAY) == Limits(90)
    assert looser.with_cap(30, 3.0) == Limits(30), "a tighter one takes the place of what waits"
    assert tighter.with_cap(None, 5.0).in_force(5.0 + DAY) == Limits()


def test_a_pause_grows_at_once_and_shrinks_to_a_day() -> None:
    week = Limits().with_pause(7 * DAY, 0.0)
    assert week.with_pause(DAY, 0.0) == week
    assert week.with_pause(30 * DAY, 0.0).paused_until == 30 * DAY
    assert week.with_pause_ending(100.0).paused_until == 100.0 + DAY
    assert week.with_pause_ending(6.5 * DAY).paused_until == 7 * DAY, "what would end sooner does"
    assert week.in_force(7 * DAY) == Limits()
    assert Limits().with_pause_ending(5.0) == Limits()


class Bank:
    """Ann, her purse of a full set, and two stakes of hers."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock, self.keys = store, clock, 0

    async def open(self) -> Bank:
        self.ann = await self.store.member(GUILD, 1, "Ann")
        self.bob = await self.store.member(GUILD, 2, "Bob")
        self.stakes = [await self.store.new_account("stake", GUILD, self.ann) for _ in range(2)]
        return self

    async def move(self, giver: int, taker: int, unit: str, kind: str = "set aside") -> None:
        self.keys += 1
        await self.store.commit(Transfer(f"t{self.keys}", kind, [Move(giver, taker, unit, 1)]))


@pytest.fixture
async def bank(store: Store, clock: Clock) -> Bank:
    return await Bank(store, clock).open()


async def test_all_stakes_together_stay_under_the_cap(bank: Bank) -> None:
    await bank.store.cap_losses(bank.ann, 21)
    await bank.move(bank.ann, bank.stakes[0], "copper.g12")
    with pytest.raises(OverLimit) as over:
        await bank.move(bank.ann, bank.stakes[1], "copper.g10")
    assert over.value.cap == 21
    await bank.move(bank.ann, bank.stakes[1], "copper.g8")
    assert (await bank.store.limit_status(bank.ann)).room == 1
    assert "copper.g10" in await bank.store.balances(bank.ann)


async def test_what_was_lost_today_counts_and_what_was_won_too(bank: Bank) -> None:
    await bank.store.cap_losses(bank.ann, 20)
    await bank.move(bank.ann, bank.stakes[0], "copper.g12")
    await bank.move(bank.stakes[0], bank.bob, "copper.g12", "result")
    standing = await bank.store.limit_status(bank.ann)
    assert (standing.lost, standing.at_risk, standing.room) == (12, 0, 8)
    with pytest.raises(OverLimit):
        await bank.move(bank.ann, bank.stakes[0], "copper.g10")
    await bank.move(bank.bob, bank.stakes[0], "copper.g6", "result")
    assert (await bank.store.limit_status(bank.ann)).lost == 6
    bank.clock.now = (NOON // DAY + 1) * DAY
    assert (await bank.store.limit_status(bank.ann)).lost == 0
    await bank.move(bank.ann, bank.stakes[1], "copper.g10")


@pytest.mark.parametrize("kind", ["gift", "claim", "grant", "donation"])
async def test_gifts_are_no_play(bank: Bank, kind: str) -> None:
    await bank.move(bank.bob, bank.ann, "copper.g20", kind)
    await bank.move(bank.ann, bank.bob, "copper.g100", kind)
    assert (await bank.store.limit_status(bank.ann)).lost == 0


async def test_a_finer_base_counts_at_its_worth(bank: Bank) -> None:
    mint = await bank.store.mint(GUILD)
    await bank.move(mint, bank.ann, "silver.g4", "grant")
    await bank.store.cap_losses(bank.ann, 39)
    with pytest.raises(OverLimit):
        await bank.move(bank.ann, bank.stakes[0], "silver.g4")


async def test_two_stakes_at_the_same_moment_cannot_both_have_the_last_of_it(bank: Bank) -> None:
    await bank.store.cap_losses(bank.ann, 12)
    both = await asyncio.gather(
        bank.move(bank.ann, bank.stakes[0], "copper.g12"),
        bank.move(bank.ann, bank.stakes[1], "copper.g10"),
        return_exceptions=True,
    )
    assert sum(isinstance(each, OverLimit) for each in both) == 1


async def test_a_pause_holds_stakes_back_and_lets_winnings_and_gifts_pass(bank: Bank) -> None:
    await bank.move(bank.ann, bank.stakes[0], "copper.g4")
    await bank.store.pause(bank.ann, NOON + DAY)
    with pytest.raises(OverLimit) as over:
        await bank.move(bank.ann, bank.stakes[0], "copper.g6")
    assert over.value.paused_until == NOON + DAY
    await bank.move(bank.bob, bank.stakes[0], "copper.g6", "result")
    await bank.move(bank.stakes[0], bank.ann, "copper.g4", "cash out")
    await bank.move(bank.ann, bank.bob, "copper.g8", "gift")
    bank.clock.now = NOON + DAY
    await bank.move(bank.ann, bank.stakes[0], "copper.g10")


async def test_deleting_ones_data_is_no_way_round(bank: Bank) -> None:
    await bank.store.cap_losses(bank.ann, 5)
    await bank.store.pause(bank.ann, NOON + 7 * DAY)
    assert (await bank.store.export_member(GUILD, 1))["limits"]["cap"] == 5
    await bank.store.delete_member(GUILD, 1)
    again = await bank.store.member(GUILD, 1, "Ann")
    limits = await bank.store.limits(again)
    assert (limits.cap, limits.paused_until) == (5, NOON + 7 * DAY)
    bank.clock.now = NOON + DAY
    assert (await bank.store.limits(again)).cap is None, "a cap ends a day after it was asked for"
    assert (await bank.store.limits(again)).paused_until == NOON + 7 * DAY


async def test_nobody_elses_limits_are_touched(bank: Bank) -> None:
    await bank.store.pause(bank.ann, NOON + DAY)
    assert await bank.store.limits(bank.bob) == Limits()
    stake = await bank.store.new_account("stake", GUILD, bank.bob)
    await bank.move(bank.bob, stake, "copper.g4")


async def test_limits_bind_a_member_who_was_known_to_have_none(bank: Bank) -> None:
    assert await bank.store.limits(bank.ann) == Limits()
    await bank.store.cap_losses(bank.ann, 20)
    assert (await bank.store.limits(bank.ann)).cap == 20
    assert await bank.store.limits(bank.bob) == Limits()
    await bank.store.pause(bank.bob, NOON + DAY)
    assert (await bank.store.limits(bank.bob)).paused_until == NOON + DAY


async def test_limits_that_are_set_while_they_are_asked_for_are_not_missed(bank: Bank) -> None:
    read, saved = asyncio.Event(), asyncio.Event()
    database = bank.store._database

    class Slow:
        """The database, which answers only after the limits have changed."""

        async def read(self, *args: Any) -> Any:
            found = await database.read(*args)
            read.set()
            await saved.wait()
            return found

    bank.store._database = cast("Any", Slow())
    asked = asyncio.create_task(bank.store.limits(bank.ann))
    await read.wait()
    bank.store._database = database
    await bank.store.cap_losses(bank.ann, 20)
    saved.set()
    assert await asked == Limits(), "as they were when it was asked"
    assert (await bank.store.limits(bank.ann)).cap == 20


async def test_a_limit_set_by_an_earlier_release_still_binds(store: Store) -> None:
    """It stands under a hash of server and user, and moves to the person with the next change."""
    ann = await store.member(GUILD, 1, "Ann")

    def as_it_was(unit: Unit) -> None:
        unit.db.execute("INSERT INTO limits (who, cap) VALUES (?, 30)", (member_hash(unit.db, GUILD, 1),))

    await store.run(as_it_was)
    assert (await store.limits(ann)).cap == 30
    await store.cap_losses(ann, 20)
    elsewhere = await store.member(GUILD + 1, 1, "Ann")
    assert (await store.limits(ann)).cap == (await store.limits(elsewhere)).cap == 20


async def test_who_deletes_their_data_in_one_place_keeps_the_cap_of_the_others(
    store: Store, clock: Clock
) -> None:
    ann = await store.member(GUILD, 1, "Ann")
    elsewhere = await store.member(GUILD + 1, 1, "Ann")
    await store.cap_losses(ann, 20)
    await store.delete_member(GUILD, 1)
    clock.now += 3 * DAY
    assert (await store.limits(elsewhere)).cap == 20


async def test_what_was_lost_before_ones_data_was_deleted_counts_until_the_day_is_over(
    bank: Bank,
) -> None:
    await bank.store.cap_losses(bank.ann, 8)
    await bank.move(bank.ann, bank.stakes[0], "copper.g8")
    await bank.move(bank.stakes[0], bank.bob, "copper.g8", "result")
    assert (await bank.store.limit_status(bank.ann)).room == 0
    await bank.store.delete_member(GUILD, 1)
    for place in (GUILD, GUILD + 1):
        again = await bank.store.member(place, 1, "Ann")
        assert (await bank.store.limit_status(again)).room == 0
    stake = await bank.store.new_account("stake", GUILD + 1, again)
    with pytest.raises(OverLimit):
        await bank.move(again, stake, "copper.g4")
    bank.clock.now = (NOON // DAY + 1) * DAY
    assert (await bank.store.limit_status(again)).room == 8
    await bank.store.run(loss_limits.purge_expired)
    assert await bank.store.read(kept_losses) == 0


async def test_losses_of_each_place_that_forgets_a_member_add_up(bank: Bank) -> None:
    await bank.store.cap_losses(bank.ann, 20)
    for place, size in ((GUILD, "g8"), (GUILD + 1, "g6")):
        ann, bob = await bank.store.member(place, 1, "Ann"), await bank.store.member(place, 2, "Bob")
        stake = await bank.store.new_account("stake", place, ann)
        await bank.move(ann, stake, f"copper.{size}")
        await bank.move(stake, bob, f"copper.{size}", "result")
    third = await bank.store.member(GUILD + 2, 1, "Ann")
    for place in (GUILD, GUILD + 1):
        await bank.store.delete_member(place, 1)
        status = await bank.store.limit_status(third)
        assert (status.lost, status.room) == (14, 6)


async def test_nothing_lost_is_kept_of_someone_without_a_cap(bank: Bank) -> None:
    await bank.move(bank.ann, bank.stakes[0], "copper.g8")
    await bank.move(bank.stakes[0], bank.bob, "copper.g8", "result")
    await bank.store.delete_member(GUILD, 1)
    assert await bank.store.read(kept_losses) == 0


def kept_losses(db: Connection) -> int:
    """The number of people whose losses are kept."""
    count: int = db.execute("SELECT count(*) FROM kept_losses").fetchone()[0]
    return count
