"""One loop for all processes of a world, and its playground: time jumps to the next timer."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import random
from asyncio import events
from collections import deque
from collections.abc import Callable
from contextvars import Context, ContextVar, copy_context
from typing import TYPE_CHECKING, Any

from bot.simulation.host.machine import MACHINE

if TYPE_CHECKING:
    from bot.fleet.fleet import Fleet

STEP = 1e-5
"""Seconds that a step takes, so that one that waits for another without a pause comes to an end."""
MOST_STEPS = 3_000_000
"""A world with more steps than this goes round in circles."""
TURN = 6
"""The most steps that a process does before another one has its turn."""


class Stuck(Exception):
    """Nothing can happen in a world any more, or it never ends."""


class Process:
    """A process on the loop: its waiting steps, and whether it lives. What it begins belongs to it too."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.ready: deque[events.Handle] = deque()
        self.is_alive = True
        self.frozen_until = 0.0
        self.steps = 0
        """The steps that it has done: one for each await that went on."""
        self.begun_steps = 0
        """Its steps up to this one were due already when it was frozen last."""
        self.frozen_at = 0.0
        self.before_step: Callable[[], None] | None = None
        """Called before each step; it may end or freeze the process."""
        self.when_killed: list[Callable[[], None]] = []
        self.tasks: list[asyncio.Task[Any]] = []
        """Its tasks, kept so that none is closed and goes through its `finally` after the process has been killed."""
        self.fleet: Fleet | None = None
        """Its bots, once it has begun."""

    def __repr__(self) -> str:
        return f"<{self.name}>"

    @property
    def is_frozen(self) -> bool:
        """True while the operating system gives it no time."""
        return self.frozen_until > MACHINE.at

    @property
    def can_run(self) -> bool:
        """True if it has something to do, and may do it."""
        return bool(self.ready) and self.is_alive and not self.is_frozen

    def freeze(self, seconds: float) -> None:
        """Give it no time for some seconds, as SIGSTOP does."""
        self.frozen_until = max(self.frozen_until, MACHINE.at + seconds)
        self.begun_steps, self.frozen_at = self.steps + len(self.ready), MACHINE.at

    def thaw(self) -> None:
        """Let it go on, as SIGCONT does."""
        self.frozen_until = 0.0

    def kill(self) -> None:
        """End it at once, as SIGKILL does: nothing of it runs, not even what would tidy up."""
        if not self.is_alive:
            return
        self.is_alive = False
        self.ready.clear()
        for task in self.tasks:
            task._log_destroy_pending = False  # type: ignore[attr-defined]
        for end in self.when_killed:
            end()


NOBODY = Process("world")
"""The world itself: the playground, its people, the faults."""
_PROCESS: ContextVar[Process] = ContextVar("process", default=NOBODY)


def process_of(context: Context) -> Process:
    """Return the process that a context belongs to."""
    return context.get(_PROCESS, NOBODY)


def current_process() -> Process:
    """Return the process of the running step."""
    return _PROCESS.get()


def context_of(process: Process) -> Context:
    """Return a context in which everything belongs to a process."""
    context = copy_context()
    context.run(_PROCESS.set, process)
    return context


class _NoSelector:
    """Stands where a loop has the selector of its sockets: there are none."""

    def close(self) -> None:
        pass


class WorldLoop(asyncio.BaseEventLoop):
    """A loop whose order follows from its luck. `jobs` runs what is given to threads, `network` connects."""

    luck: random.Random

    _stopping: bool
    _scheduled: list[Any]
    _timer_cancelled_count: int

    def __init__(self) -> None:
        super().__init__()
        self._selector = _NoSelector()
        self.numbers = itertools.count(1)
        """The numbers of tasks and futures."""
        self.steps = 0
        self.jobs: Any = None
        self.network: Any = None
        self._waiting: list[Process] = [NOBODY]
        """The processes that may have something to do, in the order in which they were first seen."""
        self.faults: list[str] = []
        """What ended badly without anybody who waits for it."""
        self.set_task_factory(_keep_task)

    def create_future(self) -> asyncio.Future[Any]:
        """Return a new future."""
        return NumberedFuture(loop=self)

    # ---- time and order

    def time(self) -> float:
        """Return the seconds of the world."""
        return MACHINE.at

    def _call_soon(self, callback: Any, args: Any, context: Any) -> events.Handle:
        handle = events.Handle(callback, args, self, context)
        self._enqueue(handle)
        return handle

    def _enqueue(self, handle: events.Handle) -> None:
        process = process_of(handle._context)  # type: ignore[attr-defined]
        if process.is_alive:
            if not process.ready and process not in self._waiting:
                self._waiting.append(process)
            process.ready.append(handle)

    def call_soon_threadsafe(self, callback: Any, *args: Any, context: Any = None) -> events.Handle:  # type: ignore[override]
        """Call a function soon: only one thread runs at a time."""
        return self._call_soon(callback, args, context)

    def _run_once(self) -> None:
        runnable = [process for process in self._waiting if process.can_run]
        if not runnable:
            self._to_next_timer()
            return
        process = runnable[0] if len(runnable) == 1 else runnable[self.luck.randrange(len(runnable))]
        for _ in range(self.luck.randrange(TURN) + 1):
            if not process.can_run:
                break
            if process.before_step is not None:
                process.before_step()
                if not process.can_run:
                    break
            handle = process.ready.popleft()
            if handle._cancelled:
                continue
            process.steps += 1
            self.steps += 1
            MACHINE.at += STEP
            handle._run()
            if self._stopping:
                break
        if self.steps > MOST_STEPS:
            raise Stuck(f"{self.steps} steps, and no end")
        self._ring()

    def _to_next_timer(self) -> None:
        self._drop_cancelled()
        thaws = [process.frozen_until for process in self._waiting if process.is_frozen and process.ready]
        moments = [*thaws, *(handle._when for handle in self._scheduled[:1])]
        if not moments:
            raise Stuck("all wait for another")
        MACHINE.at = max(MACHINE.at, min(moments))
        self._ring()

    def _drop_cancelled(self) -> None:
        while self._scheduled and self._scheduled[0]._cancelled:
            self._timer_cancelled_count -= 1
            heapq.heappop(self._scheduled)._scheduled = False

    def _ring(self) -> None:
        while self._scheduled and (self._scheduled[0]._cancelled or self._scheduled[0]._when <= MACHINE.at):
            handle = heapq.heappop(self._scheduled)
            handle._scheduled = False
            if handle._cancelled:
                self._timer_cancelled_count -= 1
            else:
                self._enqueue(handle)

    def _write_to_self(self) -> None:
        pass

    def _process_events(self, event_list: Any) -> None:
        pass

    def default_exception_handler(self, context: dict[str, Any]) -> None:
        """Note what went wrong unseen."""
        self.faults.append(f"{context.get('message')}: {context.get('exception')!r}")

    # ---- threads and connections

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Run a function in a thread of an executor, one thread of the world at a time."""
        future: asyncio.Future[Any] = self.jobs.submit(executor, func, args)
        return future

    async def shutdown_default_executor(self, *args: Any) -> None:
        """Do nothing: there is none."""

    async def create_connection(
        self, protocol_factory: Any, host: Any = None, port: Any = None, *, sock: Any = None, **_: Any
    ) -> Any:
        """Connect to a server of this world."""
        return self.network.connect(protocol_factory, port if sock is None else self.network.port_of(sock))

    async def sock_connect(self, sock: Any, address: Any) -> None:
        """Choose the server that a socket will be connected to. Raises OSError if nobody listens there."""
        self.network.choose(sock, address)

    async def create_server(self, protocol_factory: Any, host: Any = None, port: Any = None, **_: Any) -> Any:
        """Listen on a port of this world."""
        return self.network.listen(protocol_factory, port)


class NumberedTask(asyncio.Task[Any]):
    """A task whose place in a set follows from its number, and not from its address in memory."""

    def __init__(self, work: Any, *, loop: Any, **named: Any) -> None:
        self._number: int = next(loop.numbers)
        super().__init__(work, loop=loop, **named)

    def __hash__(self) -> int:
        return self._number


class NumberedFuture(asyncio.Future[Any]):
    """A future whose place in a set follows from its number."""

    def __init__(self, *, loop: Any) -> None:
        self._number: int = next(loop.numbers)
        super().__init__(loop=loop)

    def __hash__(self) -> int:
        return self._number


def _keep_task(loop: asyncio.AbstractEventLoop, work: Any, **named: Any) -> asyncio.Task[Any]:
    task: asyncio.Task[Any] = NumberedTask(work, loop=loop, **named)
    process = process_of(named["context"]) if named.get("context") is not None else current_process()
    process.tasks.append(task)
    return task


def start(process: Process, work: Callable[[], Any], loop: WorldLoop) -> asyncio.Task[Any]:
    """Begin a process with a coroutine."""
    context = context_of(process)
    return context.run(lambda: loop.create_task(work(), name=process.name, context=context))
