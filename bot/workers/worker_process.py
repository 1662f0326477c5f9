"""Another process for work that takes long, so that no press waits: threads would share one interpreter with it."""

from __future__ import annotations

import asyncio
import functools
import logging
import multiprocessing
import os
import pickle
import signal
import socket
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from multiprocessing import forkserver, resource_tracker
from multiprocessing.connection import wait
from typing import Any, ParamSpec, TypeVar

from bot.workers import program_files

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

NICENESS = 10
"""The niceness of the process relative to the bot."""
HEAD = 4
"""The bytes before a job and before its outcome that say how long it is."""
MOST_AT_ONCE = 65_536
"""The most bytes of an outcome that are read at once."""
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


class WorkerDied(Exception):
    """The process has ended in the middle of a job, or could not start."""


class WorkerProcess:
    """A process that starts when first needed, runs below the bot's own priority, and ends with the bot.

    It does one job after the other; a job is a function of a module. `prepare` runs in it at its start. Where it cannot
    start again with the files of this bot, a thread of the bot does the jobs from then on.

    Jobs and outcomes go through one socket. A `ProcessPoolExecutor` has two threads of the bot between, and costs it
    three times as much.
    """

    def __init__(self, prepare: Callable[[], None] = _nothing) -> None:
        self._prepare = prepare
        self._socket: socket.socket | None = None
        """Our end of the socket to the process, if it runs."""
        self._turn = asyncio.Lock()
        """Held while a job is in the process, even if nobody waits for it any more."""
        self._closed = False
        self._thread: ThreadPoolExecutor | None = None

    async def run(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a job returns.

        Raises `WorkerDied` if the process has died; the next job starts another.
        """
        work = functools.partial(job, *args, **kwargs)
        if self._thread is None:
            try:
                outcome: T = await self._run_elsewhere(work)
            except (WorkerDied, OtherVersion) as fault:
                if isinstance(fault, WorkerDied) and program_files.fingerprint() == program_files.FOUND:
                    raise
            else:
                return outcome
        if self._thread is None:
            log.error(
                "a process beside the bot has ended, and the program's files are of another version by now: searches "
                "and pictures slow the bot down until it is started again"
            )
            self._thread = ThreadPoolExecutor(1, "in place of a worker process")
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def _run_elsewhere(self, work: Callable[[], Any]) -> Any:
        """Do a job in the process, when its turn comes."""
        job = _framed((program_files.FOUND, work))
        await self._turn.acquire()
        if self._closed:
            self._turn.release()
            raise asyncio.CancelledError
        exchange = asyncio.create_task(self._exchange(job))
        # its caller may be gone when it fails
        exchange.add_done_callback(lambda done: done.cancelled() or done.exception())
        failed, outcome = await asyncio.shield(exchange)
        if not failed:
            return outcome
        if isinstance(outcome, OtherVersion):
            self._let_go()
        raise outcome

    async def _exchange(self, job: bytes) -> tuple[bool, Any]:
        """Exchange a job for its outcome: whether it has failed, and what it has returned or raised."""
        loop, come = asyncio.get_running_loop(), bytearray()
        connection = self._socket
        try:
            if connection is None:
                connection = self._socket = self._begun()
            await loop.sock_sendall(connection, job)
            while len(come) < HEAD or len(come) < HEAD + int.from_bytes(come[:HEAD], "big"):
                more = await loop.sock_recv(connection, MOST_AT_ONCE)
                if not more:
                    raise EOFError("it has ended")
                come += more
        except (OSError, EOFError) as fault:
            # where none could start, the fork server has died
            self._let_go()
            raise WorkerDied(str(fault)) from fault
        finally:
            self._turn.release()
            if connection is not None and connection is not self._socket:
                connection.close()
        outcome: tuple[bool, Any] = pickle.loads(memoryview(come)[HEAD:])
        return outcome

    def _begun(self) -> socket.socket:
        """Start the process, and return our end of its socket."""
        context: Any = multiprocessing.get_context(_METHOD)
        ours, theirs = socket.socketpair()
        with closing(theirs):
            what = theirs, program_files.FOUND, self._prepare
            try:
                context.Process(target=_serve, args=what, daemon=True).start()
            except BaseException:
                ours.close()
                raise
        ours.setblocking(False)
        return ours

    def _let_go(self) -> None:
        """End the process after the present job, whose outcome is still received."""
        connection, self._socket = self._socket, None
        if connection is None:
            return
        if self._turn.locked():
            with suppress(OSError):
                connection.shutdown(socket.SHUT_WR)
        else:
            connection.close()

    def close(self) -> None:
        """Cancel the waiting jobs, and end the process after the present one."""
        self._closed = True
        self._let_go()
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.shutdown(wait=False, cancel_futures=True)


def _framed(content: object) -> bytes:
    """Return what goes through the socket for an object."""
    body = pickle.dumps(content)
    return len(body).to_bytes(HEAD, "big") + body


def _begin(found: str, prepare: Callable[[], None]) -> None:
    """Give the processor and the stop signals to the bot, and prepare for the jobs."""
    os.nice(NICENESS)
    # where there is no fork server, whose copies have it blocked
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if found == program_files.FOUND:
        prepare()


def _serve(connection: socket.socket, found: str, prepare: Callable[[], None]) -> None:
    """Do the jobs that come through a socket, until the bot closes it."""
    _begin(found, prepare)
    with connection, connection.makefile("rwb") as stream:
        while head := stream.read(HEAD):
            wanted, job = pickle.loads(stream.read(int.from_bytes(head, "big")))
            try:
                if wanted != program_files.FOUND:
                    raise OtherVersion
                answer = _framed((False, job()))
            except Exception as fault:  # noqa: BLE001 - it is the caller's, and goes to them
                fault.add_note(f"in the process beside the bot:\n{traceback.format_exc()}")
                answer = _framed((True, fault))
            stream.write(answer)
            stream.flush()


def _end_with_parent() -> None:
    """End this process when the bot has been killed, and could not tell it to end."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(0)
