"""Work with a deadline: what is refused never begins, and what has begun is cut, whoever still waits for it."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, cast

import pytest

from db.postgres.connection import PostgresConnection
from db.postgres.deadline import Deadline, run_within


class SlowToBegin(Executor):
    """A thread that has taken its work, but is held up before it begins."""

    def __init__(self) -> None:
        self.goes_on = threading.Event()
        self.ended = threading.Event()

    def submit(self, work: Any, /, *_: Any, **__: Any) -> Future[Any]:
        """Take the work, so that it can't be cancelled any longer."""
        future = Future[Any]()
        future.set_running_or_notify_cancel()

        def run() -> None:
            self.goes_on.wait()
            try:
                future.set_result(work())
            except TimeoutError as fault:
                future.set_exception(fault)
            self.ended.set()

        threading.Thread(target=run).start()
        return future


class Session:
    """A connection to a server that answers nothing until it is cut."""

    def __init__(self) -> None:
        self.began = threading.Event()
        self.is_cut = threading.Event()

    def cut(self) -> None:
        """End the wait for the server."""
        self.is_cut.set()

    def wait(self, until: Deadline) -> None:
        """Wait for the server."""
        until.uses(cast("PostgresConnection", self))
        self.began.set()
        self.is_cut.wait()


async def test_refused_work_never_begins_though_its_thread_had_taken_it() -> None:
    thread, calls = SlowToBegin(), list[Deadline]()
    with pytest.raises(TimeoutError, match="no connection"):
        await run_within(thread, 1.0, calls.append, patience=0.01)
    thread.goes_on.set()
    await asyncio.to_thread(thread.ended.wait)
    assert not calls


async def test_work_is_cut_in_time_though_nobody_waits_for_it_any_longer() -> None:
    session = Session()
    with ThreadPoolExecutor(1) as threads:
        asking = asyncio.ensure_future(run_within(threads, 0.1, session.wait))
        await asyncio.to_thread(session.began.wait)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        # without the cut this thread would never be free again
        await asyncio.get_running_loop().run_in_executor(threads, int)
    assert session.is_cut.is_set()
