"""Pictures are drawn once for all who want them, skipped when nobody does, and never waited for too long."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator

import pytest

from bot.face.art.drawing import Drawing, draw
from bot.workers.worker_process import WorkerProcess
from cogs.live.drawing_queue import DrawingQueue

ONE, TWO, THREE = (Drawing(40, (), wide=wide) for wide in (40, 50, 60))


class Easel:
    """Draws only while it is free, and remembers what."""

    def __init__(self) -> None:
        self.drawn: list[Drawing] = []
        self.free = threading.Event()

    def draw(self, drawing: Drawing) -> bytes:
        self.free.wait(60)
        self.drawn.append(drawing)
        return draw(drawing)


@pytest.fixture
def easel(monkeypatch: pytest.MonkeyPatch) -> Iterator[Easel]:
    """Where the queue of a test draws."""
    found = Easel()
    monkeypatch.setattr("cogs.live.drawing_queue.draw", found.draw)
    yield found
    found.free.set()


async def test_equal_drawings_are_drawn_once(easel: Easel) -> None:
    queue = DrawingQueue()
    asked = [asyncio.create_task(queue.drawn(each)) for each in (ONE, TWO, ONE._replace())]
    await asyncio.sleep(0)
    easel.free.set()
    first, second, third = await asyncio.gather(*asked)
    assert first == third == draw(ONE)
    assert second == draw(TWO)
    assert await queue.drawn(ONE) == first
    assert easel.drawn == [ONE, TWO]


async def test_what_nobody_wants_any_more_is_not_drawn(easel: Easel) -> None:
    queue = DrawingQueue()
    wanted = {TWO: True}
    first = asyncio.create_task(queue.drawn(ONE))
    stale = asyncio.create_task(queue.drawn(TWO, is_wanted=lambda: wanted[TWO]))
    await asyncio.sleep(0)
    wanted[TWO] = False
    easel.free.set()
    assert await stale is None
    assert await first is not None
    assert easel.drawn == [ONE]


async def test_what_one_of_two_still_wants_is_drawn_for_both(easel: Easel) -> None:
    queue = DrawingQueue()
    asked = [
        asyncio.create_task(queue.drawn(each, is_wanted=lambda wanted=wanted: wanted))  # type: ignore[misc]
        for each, wanted in ((ONE, True), (TWO, False), (TWO, True))
    ]
    await asyncio.sleep(0)
    easel.free.set()
    assert None not in await asyncio.gather(*asked)


async def test_who_has_no_time_goes_on_and_finds_the_picture_later(easel: Easel) -> None:
    queue = DrawingQueue()
    assert await queue.drawn(ONE, patience=0) is None
    easel.free.set()
    file = await queue.drawn(ONE)
    assert await queue.drawn(ONE, patience=0) == file
    assert easel.drawn == [ONE]


async def test_the_answer_to_a_press_is_drawn_next(easel: Easel) -> None:
    queue = DrawingQueue()
    asked = [asyncio.create_task(queue.drawn(each)) for each in (ONE, TWO)]
    # the first is being drawn by now
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    asked.append(asyncio.create_task(queue.drawn(THREE, at_once=True)))
    await asyncio.sleep(0)
    easel.free.set()
    await asyncio.gather(*asked)
    assert easel.drawn == [ONE, THREE, TWO]


async def test_a_drawing_that_fails_fails_for_who_waits_and_no_other(
    easel: Easel, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = DrawingQueue()

    def fails(drawing: Drawing) -> bytes:
        if drawing == ONE:
            raise ValueError("no such theme")
        return easel.draw(drawing)

    easel.free.set()
    monkeypatch.setattr("cogs.live.drawing_queue.draw", fails)
    with pytest.raises(ValueError, match="no such theme"):
        await queue.drawn(ONE)
    assert await queue.drawn(TWO) == draw(TWO)


async def test_nobody_waits_for_a_queue_that_is_closed(easel: Easel) -> None:
    queue = DrawingQueue()
    asked = [asyncio.create_task(queue.drawn(each)) for each in (ONE, TWO)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    queue.close()
    assert await asyncio.gather(*asked) == [None, None]
    easel.free.set()  # the thread, too, for which the loop waits at its end


async def test_a_process_draws_the_same_and_is_replaced_when_it_dies(
    caplog: pytest.LogCaptureFixture,
) -> None:
    worker = WorkerProcess()
    queue = DrawingQueue(worker)
    try:
        queue.begin()
        assert await queue.drawn(ONE) == draw(ONE)
        first = await worker.run(os.getpid)
        assert first != os.getpid()
        os.kill(first, 9)
        assert await queue.drawn(TWO) == draw(TWO)
        assert "the process that draws has died" in caplog.text
        assert await queue.drawn(THREE) == draw(THREE)
        assert await worker.run(os.getpid) not in (first, os.getpid())
    finally:
        queue.close()
        worker.close()
