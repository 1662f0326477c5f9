"""Work that is given to threads. Only one thread of a world runs at a time, and the world says which.

A job may pause in the middle of its work, which is how a statement waits for a lock, or for a server that stands still.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from typing import Any

from bot.simulation.host.loop import Process, WorldLoop, context_of, process_of
from bot.simulation.host.machine import MACHINE

LOOK_AGAIN = 0.05
"""Seconds between two looks of a job whether what it waits for has come."""


class Killed(BaseException):
    """The process of this thread has been killed."""


class Worker:
    """A thread that does jobs, one after the other, each time it is given the turn."""

    def __init__(self) -> None:
        self.job: Job | None = None
        self._mine, self._back = threading.Lock(), threading.Lock()
        self._mine.acquire()
        self._back.acquire()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while True:
            self._mine.acquire()
            job = self.job
            if job is None:
                return
            job.work()
            self._back.release()

    def give_turn(self) -> None:
        """Let the thread run, until it pauses or its job is done."""
        self._mine.release()
        self._back.acquire()

    def give_back(self) -> None:
        """Pause, from within the thread, until it is given the turn again."""
        self._back.release()
        self._mine.acquire()

    def end(self) -> None:
        """End the thread."""
        self.job = None
        self._mine.release()
        self._thread.join()


class Job:
    """A function on its way through a thread."""

    def __init__(
        self,
        jobs: Jobs,
        executor: Any,
        call: Callable[[], Any],
        future: asyncio.Future[Any],
        context: Context,
    ) -> None:
        self.jobs, self.executor, self.call, self.future, self.context = jobs, executor, call, future, context
        self.process: Process = process_of(context)
        self.worker: Worker | None = None
        self.is_killed = False
        self.is_done = False

    def work(self) -> None:
        """Do the work, in the thread."""
        try:
            result = self.context.run(self.call)
        except Killed:
            self.is_done = True
            return
        except BaseException as fault:  # noqa: BLE001 - it is the caller's, and is handed to them
            self._answer(fault, failed=True)
        else:
            self._answer(result, failed=False)
        self.is_done = True

    def _answer(self, result: Any, *, failed: bool) -> None:
        if self.future.done():
            return
        if failed:
            self.future.set_exception(result)
        else:
            self.future.set_result(result)

    def pause(self, seconds: float) -> None:
        """Let others run, from within the thread."""
        assert self.worker is not None
        self.jobs.loop.call_at(MACHINE.at + seconds, self.jobs.go_on, self, context=context_of(self.process))
        self.jobs.running = None
        self.worker.give_back()
        if self.is_killed:
            raise Killed


class Jobs:
    """The jobs of a world."""

    def __init__(self, loop: WorldLoop) -> None:
        self.loop = loop
        self.running: Job | None = None
        self._idle: list[Worker] = []
        self._busy: dict[int, int] = {}
        self._queues: dict[int, deque[Job]] = {}
        self._open: list[Job] = []
        self._buried: list[Any] = []

    def submit(self, executor: Any, func: Callable[..., Any], args: tuple[Any, ...]) -> asyncio.Future[Any]:
        """Give a function to a thread of an executor."""
        future: asyncio.Future[Any] = self.loop.create_future()
        context = copy_context()
        job = Job(self, executor, lambda: func(*args), future, context)
        self._queues.setdefault(id(executor), deque()).append(job)
        if executor is not None:
            self._buried.append(executor)  # so that its id is not given to another one
        self.loop.call_soon(self._next, executor, context=context_of(job.process))
        return future

    def _next(self, executor: Any) -> None:
        threads = executor._max_workers if isinstance(executor, ThreadPoolExecutor) else 64
        queue, busy = self._queues[id(executor)], self._busy.setdefault(id(executor), 0)
        if not queue or busy >= threads:
            return
        job = queue.popleft()
        if job.future.done():  # cancelled
            self._next(executor)
            return
        self._busy[id(executor)] = busy + 1
        job.worker = self._idle.pop() if self._idle else Worker()
        job.worker.job = job
        self._open.append(job)
        self.go_on(job)

    def go_on(self, job: Job) -> None:
        """Give a job the turn."""
        assert job.worker is not None
        if job.is_done:
            return
        self.running = job
        job.worker.give_turn()
        self.running = None
        if job.is_done:
            self._open.remove(job)
            self._idle.append(job.worker)
            self._busy[id(job.executor)] -= 1
            if self._queues[id(job.executor)]:
                self.loop.call_soon(self._next, job.executor, context=context_of(job.process))

    def sleep(self, seconds: float) -> None:
        """Wait, in a job or outside of one."""
        if self.running is not None:
            self.running.pause(seconds)
        else:
            MACHINE.pass_time(seconds)

    def kill(self, process: Process) -> None:
        """End the jobs of a process that has been killed; one that runs just now ends itself."""
        for job in list(self._open):
            if job.process is process:
                job.is_killed = True
                if job is not self.running:
                    running = self.running
                    self.go_on(job)
                    self.running = running

    @property
    def are_open(self) -> bool:
        """True while a job has begun and not ended."""
        return bool(self._open)

    def end(self) -> None:
        """End all threads; each has done its job."""
        for worker in self._idle:
            worker.end()
        self._idle.clear()
