"""A watchdog that ends a process whose event loop hangs, so that whatever started it starts it again.

It works under systemd, Compose and Kubernetes alike, and writes where the process hung. To systemd it gives a sign of
life too, and a process that cannot end itself, because it is stopped or waits for a dead disk, is ended by that.
"""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import os
import socket
import sys
import threading
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from threading import Timer

from bot.tasks import end_task

log = logging.getLogger(__name__)

HUNG = 120.0
"""Seconds without a turn of the loop after which the process ends with status 1."""
EVERY = 10.0
"""Seconds between two signs of life."""
LAST_WORDS = 10.0
"""Seconds for saying so; after them it ends without a word."""


def sign_of_life() -> None:
    """Tell systemd, if that started the process, that it lives: `WatchdogSec` of the unit ends one that does not."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address or sys.platform == "win32":
        return
    with suppress(OSError), closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as notify:
        notify.setblocking(False)  # a systemd that does not read must not hold the loop up
        # "@" stands for the zero byte with which an address without a file begins
        notify.sendto(b"WATCHDOG=1", f"\0{address[1:]}" if address.startswith("@") else address)


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
            sign_of_life()
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
