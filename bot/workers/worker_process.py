"""Another process for work that takes long, so that no press waits: threads would share one interpreter with it."""

from __future__ import annotations

import asyncio
import functools
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import forkserver
from multiprocessing.connection import wait
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

NICENESS = 10
"""The niceness of the process relative to the bot."""
# not fork: a copy of the bot would inherit its sockets, threads and locks. Windows has no fork server.
_METHOD = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"


def begin_fork_server(*modules: str) -> None:
    """Start a process that imports these modules now, and of which all later worker processes are copies.

    So they run the code that this process was started from, even if an update has put other files in its place.
    """
    if _METHOD == "forkserver":
        forkserver.set_forkserver_preload(list(modules))
        forkserver.ensure_running()


def _nothing() -> None:
    """Prepare nothing."""


class WorkerProcess:
    """A process that starts when first needed, runs below the bot's own priority, and ends with the bot.

    It does one job after the other; a job is a function of a module. `prepare` runs in it at its start.
    """

    def __init__(self, prepare: Callable[[], None] = _nothing) -> None:
        self._prepare = prepare
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a job returns.

        Raises `BrokenProcessPool` if the process has died; the next job starts another.
        """
        pool = self._begun()
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(pool, functools.partial(job, *args, **kwargs))
        except BrokenProcessPool:
            # several jobs may find the same broken pool, after one of them has started a new one
            if self._pool is pool:
                self.close()
            raise

    def _begun(self) -> ProcessPoolExecutor:
        """Return the process, started if it isn't running."""
        if self._pool is None:
            context = multiprocessing.get_context(_METHOD)
            self._pool = ProcessPoolExecutor(
                1, mp_context=context, initializer=_begin, initargs=(self._prepare,)
            )
        return self._pool

    def close(self) -> None:
        """Cancel the waiting jobs, and end the process after the present one."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


def _begin(prepare: Callable[[], None]) -> None:
    """Give the processor and the stop signals to the bot, and prepare for the jobs."""
    os.nice(NICENESS)
    # Ctrl-C reaches this process too, but the bot still needs it until its tables have stopped
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    prepare()


def _end_with_parent() -> None:
    """End this process when the bot has been killed, and could not tell it to end."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(0)
