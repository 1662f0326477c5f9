"""A watchdog that ends a process whose event loop hangs, so that whatever started it starts it again.

It works under systemd, Compose and Kubernetes alike, and writes where the process hung.
"""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import os
import sys
import threading
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from threading import Timer

from bot.tasks import end_task

log = logging.getLogger(__name__)

HUNG = 120.0
"""Seconds without a turn of the loop after which the process ends with status 1."""
EVERY = 10.0
"""Seconds between two signs of life."""
LAST_WORDS = 10.0
"""Seconds for saying so; after them it ends without a word."""


@asynccontextmanager
async def ended_if_hung(
    hung: float = HUNG, every: float = EVERY, last_words: float = LAST_WORDS
) -> AsyncIterator[None]:
    """End the process if the event loop does not come round for so long during the block.

    A thread says so in the log and ends it. Where that thread cannot run either, because something holds the
    interpreter's lock or the log's, one of the interpreter itself ends the process a little later, and needs no lock.
    """
    loop_thread = threading.get_ident()

    def end() -> None:
        place = traceback.extract_stack(sys._current_frames()[loop_thread])[-1]
        log.critical(
            "the event loop has hung for %.0f seconds, in %s, line %s: the process ends, to be started again",
            hung,
            place.filename,
            place.lineno,
        )
        os._exit(1)

    async def keep_alive() -> None:
        while True:
            # the real one, whatever stands in its place
            faulthandler.dump_traceback_later(hung + last_words, exit=True, file=sys.__stderr__ or sys.stderr)
            timer = Timer(hung, end)
            timer.daemon = True
            timer.start()
            try:
                await asyncio.sleep(every)
            finally:
                timer.cancel()

    alive = asyncio.create_task(keep_alive(), name="watchdog")
    try:
        yield
    finally:
        await end_task(alive)
        faulthandler.cancel_dump_traceback_later()
