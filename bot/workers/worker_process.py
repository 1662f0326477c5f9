"""Another process for work that takes long, so that no press waits: threads would share one interpreter with it."""

from __future__ import annotations

import asyncio
import functools
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import forkserver, resource_tracker
from multiprocessing.connection import wait
from typing import ParamSpec, TypeVar

from bot.workers import program_files

log = logging.getLogger(__name__)

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
    if _METHOD != "forkserver":
        return
    forkserver.set_forkserver_preload(list(modules))
    # Ctrl-C and a closed terminal reach all processes of a terminal, and the bot still needs these until its tables
    # have stopped. The signals stay blocked in whatever is started now; here they wait for a moment.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGHUP,))
    try:
        resource_tracker.ensure_running()  # ignores Ctrl-C, and its start lets that through again
        signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _nothing() -> None:
    """Prepare nothing."""


class OtherVersion(Exception):
    """The process has loaded files that an update has put in the place of the bot's own."""


class WorkerProcess:
    """A process that starts when first needed, runs below the bot's own priority, and ends with the bot.

    It does one job after the other; a job is a function of a module. `prepare` runs in it at its start. Where it cannot
    start again with the files of this bot, a thread of the bot does the jobs from then on.
    """

    def __init__(self, prepare: Callable[[], None] = _nothing) -> None:
        self._prepare = prepare
        self._pool: ProcessPoolExecutor | None = None
        self._thread: ThreadPoolExecutor | None = None

    async def run(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a job returns.

        Raises `BrokenProcessPool` if the process has died; the next job starts another.
        """
        loop = asyncio.get_running_loop()
        work = functools.partial(job, *args, **kwargs)
        if self._thread is not None:
            return await loop.run_in_executor(self._thread, work)
        pool = self._begun()
        try:
            try:
                answer = loop.run_in_executor(pool, _do, program_files.FOUND, work)
            except (OSError, EOFError) as fault:  # the fork server has died, and no other can start
                raise BrokenProcessPool("it cannot start") from fault
            return await answer
        except (BrokenProcessPool, OtherVersion) as fault:
            # several jobs may find the same broken pool, after one of them has started a new one
            if self._pool is pool:
                self.close()
            if isinstance(fault, BrokenProcessPool) and program_files.fingerprint() == program_files.FOUND:
                raise
        if self._thread is None:
            log.error(
                "a process beside the bot has ended, and the program's files are of another version by now: searches "
                "and pictures slow the bot down until it is started again"
            )
            self._thread = ThreadPoolExecutor(1, "in place of a worker process")
        return await loop.run_in_executor(self._thread, work)

    def _begun(self) -> ProcessPoolExecutor:
        """Return the process, started if it isn't running."""
        if self._pool is None:
            context = multiprocessing.get_context(_METHOD)
            self._pool = ProcessPoolExecutor(
                1, mp_context=context, initializer=_begin, initargs=(program_files.FOUND, self._prepare)
            )
        return self._pool

    def close(self) -> None:
        """Cancel the waiting jobs, and end the process after the present one."""
        pool, self._pool = self._pool, None
        thread, self._thread = self._thread, None
        for executor in (pool, thread):
            if executor is not None:
                executor.shutdown(wait=False, cancel_futures=True)


def _begin(found: str, prepare: Callable[[], None]) -> None:
    """Give the processor and the stop signals to the bot, and prepare for the jobs."""
    os.nice(NICENESS)
    # where there is no fork server, whose copies have it blocked
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if found == program_files.FOUND:
        prepare()


def _do(found: str, job: Callable[[], T]) -> T:
    """Do a job for the bot whose files were these. Raises `OtherVersion`."""
    if found != program_files.FOUND:
        raise OtherVersion
    return job()


def _end_with_parent() -> None:
    """End this process when the bot has been killed, and could not tell it to end."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(0)
