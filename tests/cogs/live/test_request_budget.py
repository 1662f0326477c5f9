"""The pace of requests: never faster than Discord allows, the urgent first, none for ever."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.live.request_budget import BURST, PER_SECOND, Pace, Urgency

DISCORD = 50
"""Requests a second that Discord allows."""


class Ringer:
    """A clock whose timers ring when it is moved."""

    def __init__(self) -> None:
        self.at = 0.0
        self._order = itertools.count()
        self._calls: list[tuple[float, int, Callable[[], None]]] = []

    def now(self) -> float:
        return self.at

    def later(self, seconds: float, call: Callable[[], None]) -> Ringer:
        heapq.heappush(self._calls, (self.at + seconds, next(self._order), call))
        return self

    def cancel(self) -> None:
        raise AssertionError("a pace cancels nothing")

    async def move(self, seconds: float) -> None:
        """Let time pass, ring after ring, and let whoever has a turn go on."""
        until = self.at + seconds
        await settle()
        while self._calls and self._calls[0][0] <= until:
            self.at, _, call = heapq.heappop(self._calls)
            call()
            await settle()
        self.at = until


async def settle() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


def pace_of(clock: Ringer, per_second: float = 10.0, burst: int = 1) -> Pace:
    return Pace(per_second, burst, now=clock.now, later=clock.later)


async def test_the_most_urgent_goes_first_and_none_waits_for_ever() -> None:
    clock, gone = Ringer(), list[str]()
    pace = pace_of(clock)

    async def send(name: str, urgency: Urgency) -> None:
        await pace.turn(urgency)
        gone.append(name)

    await pace.turn(Urgency.OTHER)
    tasks = [
        asyncio.create_task(send(name, urgency))
        for name, urgency in (
            ("upload", Urgency.OTHER),
            ("board", Urgency.BOARD),
            ("waited for", Urgency.WAITED_FOR),
            ("hand", Urgency.HAND),
        )
    ]
    await clock.move(0.4)
    assert gone == ["hand", "waited for", "board", "upload"]
    assert len(pace) == 0
    gone.clear()
    # boards by which somebody plays come faster than they can go; the other one has its turn all the same
    tasks.append(asyncio.create_task(send("the other board", Urgency.BOARD)))
    for _ in range(160):
        tasks += [asyncio.create_task(send("waited for", Urgency.WAITED_FOR)) for _ in range(2)]
        await clock.move(0.1)
    # before every request that was late only after it
    assert gone.index("the other board") <= 20 * (Urgency.BOARD.value - Urgency.WAITED_FOR.value) + 2
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_what_is_no_longer_wanted_takes_no_turn() -> None:
    clock = Ringer()
    pace = pace_of(clock)
    assert await pace.turn(Urgency.HAND)
    wanted = True
    first = asyncio.create_task(pace.turn(Urgency.WAITED_FOR, lambda: wanted))
    given_up = asyncio.create_task(pace.turn(Urgency.WAITED_FOR))
    second = asyncio.create_task(pace.turn(Urgency.BOARD))
    await settle()
    wanted = False
    given_up.cancel()
    await clock.move(0.1)
    assert first.result() is False
    assert second.result() is True, "at the very turn that the others left"


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 0.4), st.sampled_from(Urgency)), min_size=60, max_size=160))
def test_no_second_has_more_than_discord_allows(asked: list[tuple[float, Urgency]]) -> None:
    """Whatever is asked when: any 50 turns after one are more than a second away from it, with room to spare."""

    async def run() -> list[float]:
        clock, gone = Ringer(), list[float]()
        pace = pace_of(clock, PER_SECOND, BURST)

        async def send(urgency: Urgency) -> None:
            await pace.turn(urgency)
            gone.append(clock.at)

        tasks = []
        for after, urgency in asked:
            tasks.append(asyncio.create_task(send(urgency)))
            await clock.move(after if after > 0.3 else 0.0)
        await clock.move(len(asked) / PER_SECOND + 1)
        await asyncio.gather(*tasks)
        return gone

    gone = asyncio.run(run())
    assert len(gone) == len(asked)
    assert all(late - early > 0.999 for early, late in zip(gone, gone[DISCORD - 3 :], strict=False))
