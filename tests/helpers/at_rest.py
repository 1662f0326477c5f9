"""A loop at rest: all that runs on it waits for people, for the clock or for another process.

No time has to pass for it, so that a busy machine is no other than a quiet one. The bot and the playground share the
loop: bytes that one sends the other can read at the loop's next turn, and what threads and a PostgreSQL server do for
it is counted.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any
from weakref import WeakKeyDictionary

import aiosqlite
import psycopg
from psycopg.abc import PQGen

from playground import Playground
from playground.world.clock import PATIENCE

TURNS = 4
"""Turns of the loop without anything to do after which it is at rest."""
SOON = 0.05
"""A timer that rings within these seconds is work, not waiting."""

_jobs: WeakKeyDictionary[asyncio.AbstractEventLoop, Counter[str]] = WeakKeyDictionary()
"""What threads and servers do for each loop."""
_execute = aiosqlite.Connection._execute
_wait = psycopg.AsyncConnection.wait
_run_in_executor = asyncio.BaseEventLoop.run_in_executor


def _jobs_of(loop: asyncio.AbstractEventLoop) -> Counter[str]:
    return _jobs.setdefault(loop, Counter())


async def _counted_execute(connection: aiosqlite.Connection, *args: Any, **kwargs: Any) -> Any:
    jobs = _jobs_of(asyncio.get_running_loop())
    jobs["open"] += 1
    try:
        return await _execute(connection, *args, **kwargs)  # type: ignore[no-untyped-call]
    finally:
        jobs["open"] -= 1


def _counted_run(loop: asyncio.BaseEventLoop, *args: Any) -> asyncio.Future[Any]:
    future: asyncio.Future[Any] = _run_in_executor(loop, *args)
    jobs = _jobs_of(loop)
    jobs["open"] += 1
    future.add_done_callback(lambda _: jobs.subtract(["open"]))
    return future


async def _counted_wait(
    connection: psycopg.AsyncConnection[Any], gen: PQGen[Any], *args: Any, **kwargs: Any
) -> Any:
    jobs = _jobs_of(asyncio.get_running_loop())
    jobs["open"] += 1
    try:
        return await _wait(connection, gen, *args, **kwargs)
    finally:
        jobs["open"] -= 1


def count_jobs() -> None:
    """Count what is done for loops elsewhere from now on: by executors, by aiosqlite's threads, by PostgreSQL."""
    aiosqlite.Connection._execute = _counted_execute  # type: ignore[method-assign, assignment]
    psycopg.AsyncConnection.wait = _counted_wait  # type: ignore[method-assign, assignment]
    asyncio.BaseEventLoop.run_in_executor = _counted_run  # type: ignore[method-assign, assignment]


async def at_rest() -> None:
    """Wait until the running loop has nothing to do, and nobody works for it elsewhere."""
    loop: Any = asyncio.get_running_loop()
    jobs = _jobs_of(loop)
    idle = 0
    while idle < TURNS:
        await asyncio.sleep(0 if idle else 0.001)
        soon = loop.time() + SOON
        rings = any(timer.when() < soon and not timer.cancelled() for timer in loop._scheduled)
        idle = 0 if loop._ready or rings or jobs["open"] else idle + 1


async def idle(playground: Playground) -> None:
    """Wait until the bots that share the playground's loop have nothing left to do but to wait for people.

    Raises TimeoutError, with a description of the playground, if they always have.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                await at_rest()
                unanswered = playground.rest.in_flight or playground.interactions.pending
                if not unanswered and playground.gateway.quiet:
                    return
    except TimeoutError:
        raise TimeoutError(f"never idle\n{playground.describe()}") from None
