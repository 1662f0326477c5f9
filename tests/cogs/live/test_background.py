"""Work that is planned for a moment, and whoever waits for it."""

from __future__ import annotations

import asyncio
import time

from cogs.live.background import BackgroundTasks


async def test_planned_work_counts_until_it_is_done() -> None:
    tasks, done = BackgroundTasks(), list[str]()

    async def work() -> None:
        await asyncio.sleep(0)
        done.append("work")

    tasks.plan(time.monotonic(), lambda: tasks.begin(work()))
    await tasks.settled()
    assert done == ["work"]


async def test_work_that_is_called_off_never_begins_and_is_not_waited_for() -> None:
    tasks, begun = BackgroundTasks(), list[str]()
    planned = tasks.plan(time.monotonic() + 3600.0, lambda: begun.append("late"))
    assert planned is not None
    planned.cancel()
    soon = tasks.plan(time.monotonic(), lambda: begun.append("soon"))
    assert soon is not None
    soon.cancel()
    await tasks.settled()
    await asyncio.sleep(0)
    assert not begun


async def test_after_the_stop_nothing_begins() -> None:
    tasks, begun = BackgroundTasks(), list[str]()
    tasks.plan(time.monotonic(), lambda: begun.append("planned before"))
    await tasks.stop()
    assert tasks.plan(time.monotonic(), lambda: begun.append("planned after")) is None
    await asyncio.sleep(0)
    assert not begun
