"""The queue of a table: what becomes of work whose caller has left."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.serial_queue import SerialQueue
from bot.user_errors import UserError
from db.errors import NotSaved, StoreAway


async def told_of(fault: Exception) -> list[Any]:
    """What the loop is told of when work fails with this after its caller has left."""
    told = list[Any]()
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: told.append(context["exception"]))
    queue, goes_on = SerialQueue(), asyncio.Event()

    async def work() -> None:
        await goes_on.wait()
        raise fault

    queue.post(work).cancel()
    goes_on.set()
    await queue.idle()
    return told


async def test_a_fault_is_told_even_if_the_caller_has_left() -> None:
    fault = RuntimeError("broken")
    assert await told_of(fault) == [fault]


@pytest.mark.parametrize(
    "fault",
    [NotSaved("another process has taken shard 0"), StoreAway("it is starting"), UserError("restarting")],
)
async def test_a_refusal_and_what_was_not_saved_are_no_faults_of_the_work(fault: Exception) -> None:
    """The first is for the caller alone; the others happen to every process that was away for too long."""
    assert await told_of(fault) == []
