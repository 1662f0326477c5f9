"""A watchdog that ends a process whose event loop hangs, so that whatever started it starts it again.

It works under systemd, Compose and Kubernetes alike, and writes where each thread hung.
"""

from __future__ import annotations

import asyncio
import faulthandler
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.tasks import end_task

HUNG = 120.0
"""Seconds without a turn of the loop after which the process ends with status 1."""
EVERY = 10.0
"""Seconds between two signs of life."""


@asynccontextmanager
async def ended_if_hung(hung: float = HUNG, every: float = EVERY) -> AsyncIterator[None]:
    """End the process if the event loop does not come round for so long during the block.

    A thread of the interpreter itself keeps the time, which needs no lock of ours and no turn of the loop.
    """

    async def keep_alive() -> None:
        while True:
            # the real one, whatever stands in its place
            faulthandler.dump_traceback_later(hung, exit=True, file=sys.__stderr__ or sys.stderr)
            await asyncio.sleep(every)

    alive = asyncio.create_task(keep_alive(), name="watchdog")
    try:
        yield
    finally:
        await end_task(alive)
        faulthandler.cancel_dump_traceback_later()
