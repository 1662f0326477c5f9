"""Shares of processes that come and go, with leases in memory."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest

from bot.shards.lease_keeper import AT_ONCE, LeaseKeeper, Overtaken
from db import StoreError


class Board:
    """The rows of leases, as the database has them."""

    def __init__(self, shards: int) -> None:
        self.holders: dict[int, str] = {}
        self.shards = shards
        self.living: set[str] = set()
        self.away = False


class Process:
    """A process: its leases, its keeper, and the shards that it serves."""

    def __init__(self, board: Board, name: str, wanted: frozenset[int] | None = None) -> None:
        self.board, self.name, self.shards = board, name, board.shards
        self.held: dict[int, int] = {}
        self.served: list[int] = []
        self.steps: list[str] = []
        self.keeper = LeaseKeeper(self, begin=self.begin, end=self.end, wanted=wanted)

    async def begin(self, shard: int) -> None:
        self.steps.append("begin")
        self.served.append(shard)

    async def end(self, shard: int) -> None:
        assert self.board.holders[shard] == self.name, "it is ended before it is given back"
        self.steps.append("end")
        self.served.remove(shard)

    async def check_in(self) -> int:
        if self.board.away:
            raise StoreError("away")
        self.board.living.add(self.name)
        return len(self.board.living)

    async def renew(self) -> list[int]:
        self.steps.append("renew")
        return [shard for shard in self.held if self.board.holders.get(shard) != self.name]

    async def take(self, most: int, wanted: frozenset[int] | None = None) -> list[int]:
        free = [
            n for n in range(self.shards) if n not in self.board.holders and (wanted is None or n in wanted)
        ]
        taken = free[: max(most, 0)]
        self.board.holders.update(dict.fromkeys(taken, self.name))
        self.held.update(dict.fromkeys(taken, 1))
        return taken

    async def release(self, shards: Iterable[int]) -> None:
        for shard in list(shards):
            assert shard not in self.served
            del self.board.holders[shard]
            del self.held[shard]

    async def check_out(self) -> None:
        await self.release(list(self.held))
        self.board.living.discard(self.name)

    async def take_identify_turn(self, bucket: int) -> bool:
        return True

    def dies(self) -> None:
        self.board.living.discard(self.name)
        for shard in self.held:
            del self.board.holders[shard]


async def rounds(*processes: Process) -> None:
    for _ in range(3):
        for process in processes:
            await process.keeper.step()


@pytest.mark.parametrize("shards", [1, 2, 5, 8])
async def test_the_living_share_all_shards_evenly(shards: int) -> None:
    board = Board(shards)
    one, two, three = (Process(board, name) for name in "abc")
    await rounds(one)
    assert one.served == list(range(shards))
    for living in ([one, two], [one, two, three]):
        await rounds(*living)
        assert sorted(shard for each in living for shard in each.served) == list(range(shards))
        sizes = [len(each.served) for each in living]
        assert max(sizes) <= -(-shards // len(living))
    two.dies()
    await rounds(one, three)
    assert sorted(one.served + three.served) == list(range(shards))
    await one.keeper.stop()
    assert one.served == []
    await rounds(three)
    assert sorted(three.served) == list(range(shards))


async def test_named_shards_are_served_and_no_others() -> None:
    board = Board(4)
    one, two = Process(board, "a", frozenset({2, 3})), Process(board, "b", frozenset({0, 1}))
    await rounds(one, two)
    assert (one.served, two.served) == ([2, 3], [0, 1])


async def test_a_process_that_was_overtaken_says_so() -> None:
    board = Board(2)
    one, two = Process(board, "a"), Process(board, "b")
    await rounds(one)
    one.dies()
    await rounds(two)
    with pytest.raises(Overtaken, match="shard 0, 1"):
        await one.keeper.step()


async def test_a_database_that_is_away_changes_nothing() -> None:
    board = Board(2)
    one = Process(board, "a")
    await rounds(one)
    board.away = True
    await one.keeper.step()
    assert one.served == [0, 1]


async def test_leases_are_renewed_after_every_shard_that_is_begun_or_ended() -> None:
    """A login takes a while, and twenty of them longer than a lease lasts."""
    board = Board(6)
    one, two = Process(board, "a"), Process(board, "b")
    await rounds(one)
    await rounds(two, one, two)
    await one.keeper.stop()
    for process in (one, two):
        pairs = pairwise(process.steps)
        assert all("renew" in pair for pair in pairs), process.steps
    assert one.steps.count("end") == 6


async def test_processes_that_start_together_take_a_few_shards_at_a_time() -> None:
    board = Board(10 * AT_ONCE)
    processes = [Process(board, name) for name in "abcd"]
    for process in processes:
        await process.keeper.step()
        assert len(process.served) == AT_ONCE
    for _ in range(3):
        await rounds(*processes)
    assert sorted(shard for each in processes for shard in each.served) == list(range(10 * AT_ONCE))
    assert sum(each.steps.count("end") for each in processes) == 0, "nothing was taken only to be given back"
