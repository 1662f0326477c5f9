"""Reads that are shared: one for all who ask at once, fresh again after some seconds."""

from __future__ import annotations

import asyncio

import pytest

from cogs.interactions.shared_reads import MOST, SharedReads
from tests.e2e.conftest import HandClock


class Reader:
    """Counts how often it was asked, and answers when it is let go on."""

    def __init__(self) -> None:
        self.asked, self.go_on = 0, asyncio.Event()

    async def read(self) -> int:
        self.asked += 1
        n = self.asked
        await self.go_on.wait()
        if n == 1:
            raise OSError("the first one fails")
        return n


async def test_whoever_asks_meanwhile_or_shortly_after_gets_the_same() -> None:
    clock, reader = HandClock(), Reader()
    reads: SharedReads[str, int] = SharedReads(lambda: clock, 5)
    first = [asyncio.create_task(reads.get("a", reader.read)) for _ in range(20)]
    await asyncio.sleep(0)
    reader.go_on.set()
    assert [str(each) for each in await asyncio.gather(*first, return_exceptions=True)] == [
        "the first one fails"
    ] * 20
    assert reader.asked == 1
    assert await reads.get("a", reader.read) == 2, "what failed is not kept"
    clock.advance(4.9)
    assert await reads.get("a", reader.read) == 2
    assert await reads.get("b", reader.read) == 3
    clock.advance(0.1)
    assert await reads.get("a", reader.read) == 4


async def test_a_reader_who_gives_up_takes_nobodys_answer_away() -> None:
    clock, reader = HandClock(), Reader()
    reader.asked = 1
    reads: SharedReads[str, int] = SharedReads(lambda: clock, 5)
    gone, stays = [asyncio.create_task(reads.get("a", reader.read)) for _ in range(2)]
    await asyncio.sleep(0)
    gone.cancel()
    reader.go_on.set()
    assert await stays == 2
    with pytest.raises(asyncio.CancelledError):
        await gone


async def test_no_more_answers_are_kept_than_agreed() -> None:
    clock, reader = HandClock(), Reader()
    reader.asked = 1
    reader.go_on.set()
    reads: SharedReads[int, int] = SharedReads(lambda: clock, 5)
    for key in range(MOST + 9):
        await reads.get(key, reader.read)
    assert len(reads._reads) == MOST
    assert await reads.get(MOST + 8, reader.read) == MOST + 10
