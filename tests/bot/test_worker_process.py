"""The process beside the bot: each job gets its own outcome, whoever has left or died meanwhile."""

from __future__ import annotations

import asyncio
import os
import threading
from contextlib import closing

import pytest

from bot.workers.worker_process import MOST_AT_ONCE, WorkerDied, WorkerProcess


def wait_for(path: str) -> str:
    """Wait until there is a line in a pipe of that name, and return it."""
    with open(path, encoding="utf-8") as pipe:
        return pipe.readline()


def repeated(text: str, times: int) -> str:
    return text * times


def refuses(text: str) -> None:
    raise ValueError(text)


def cannot_be_sent() -> object:
    return threading.Lock()


def ends() -> None:
    os._exit(1)


async def test_the_outcome_of_a_job_that_nobody_waits_for_goes_to_no_other(
    tmp_path: os.PathLike[str],
) -> None:
    pipe = os.path.join(tmp_path, "pipe")
    os.mkfifo(pipe)
    with closing(WorkerProcess()) as worker:
        left = asyncio.create_task(worker.run(wait_for, pipe))
        given_up = asyncio.create_task(worker.run(ends))
        next_one = asyncio.create_task(worker.run(repeated, "next", 1))
        await asyncio.sleep(0)
        left.cancel()
        given_up.cancel()
        await asyncio.wait([left, given_up])
        await asyncio.to_thread(write_line, pipe)
        assert await next_one == "next"


def write_line(path: str) -> None:
    with open(path, "w", encoding="utf-8") as pipe:
        pipe.write("first\n")


async def test_a_job_may_be_large_and_have_a_large_outcome() -> None:
    with closing(WorkerProcess()) as worker:
        for times in (0, 1, MOST_AT_ONCE - 1, MOST_AT_ONCE, 20):
            assert await worker.run(repeated, "x" * MOST_AT_ONCE, min(times, 20)) == "x" * MOST_AT_ONCE * min(
                times, 20
            )
            assert await worker.run(repeated, "x", times) == "x" * times


async def test_what_a_job_raises_is_raised_with_the_place() -> None:
    with closing(WorkerProcess()) as worker:
        with pytest.raises(ValueError, match="no such theme") as raised:
            await worker.run(refuses, "no such theme")
        assert "in refuses" in raised.value.__notes__[0]
        with pytest.raises(TypeError, match="pickle"):
            await worker.run(cannot_be_sent)
        assert await worker.run(repeated, "on", 1) == "on"


async def test_a_job_that_ends_its_process_fails_alone() -> None:
    with closing(WorkerProcess()) as worker:
        first, second = worker.run(ends), worker.run(os.getpid)
        outcomes = await asyncio.gather(first, second, return_exceptions=True)
        assert isinstance(outcomes[0], WorkerDied)
        assert outcomes[1] not in (os.getpid(), None)


async def test_jobs_that_wait_are_cancelled_by_a_close_and_the_present_one_is_done(
    tmp_path: os.PathLike[str],
) -> None:
    pipe = os.path.join(tmp_path, "pipe")
    os.mkfifo(pipe)
    worker = WorkerProcess()
    present = asyncio.create_task(worker.run(wait_for, pipe))
    waiting = asyncio.create_task(worker.run(os.getpid))
    await asyncio.sleep(0)
    worker.close()
    await asyncio.to_thread(write_line, pipe)
    assert await present == "first\n"
    with pytest.raises(asyncio.CancelledError):
        await waiting
