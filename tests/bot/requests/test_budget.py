"""The pace of requests: never faster than Discord allows, the urgent first, none for ever."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import math
from collections.abc import Callable, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.requests.budget import BURST, IN_FLIGHT, PER_SECOND, Pace, RequestBudget, Urgency, part_of

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

    def ring(self) -> None:
        """Go on to the next timer, and call it; nobody else goes on yet."""
        self.at, _, call = heapq.heappop(self._calls)
        call()

    async def move(self, seconds: float, still: Sequence[tuple[float, float]] = ()) -> None:
        """Let time pass, ring after ring, and let whoever has a turn go on.

        What should ring while the clock's process stands `still` rings after it, all at once.
        """
        until = self.at + seconds
        await settle()
        while self._calls:
            at = max(self.at, self._calls[0][0])
            at = max([at, *(end for begin, end in still if begin <= at < end)])
            if at > until:
                break
            _, _, call = heapq.heappop(self._calls)
            self.at = at
            call()
            await settle()
        self.at = max(self.at, until)


async def settle() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


def pace_of(
    clock: Ringer,
    per_second: float = 10.0,
    burst: int = 1,
    in_flight: int = 1_000,
    *,
    in_bursts: bool = False,
) -> Pace:
    return Pace(per_second, burst, in_flight, now=clock.now, later=clock.later, in_bursts=in_bursts)


async def pass_through(pace: Pace, urgency: Urgency, is_wanted: Callable[[], bool] = lambda: True) -> bool:
    """Have a turn that is over at once; return whether it was wanted."""
    async with pace.turn(urgency, is_wanted) as turn:
        return turn.wanted


async def note_turn(pace: Pace, clock: Ringer, gone: list[float]) -> None:
    """Have a turn that is over at once, and note its moment."""
    await pass_through(pace, Urgency.HAND)
    gone.append(clock.at)


async def test_the_most_urgent_goes_first_and_none_waits_for_ever() -> None:
    clock, gone = Ringer(), list[str]()
    pace = pace_of(clock)

    async def send(name: str, urgency: Urgency) -> None:
        await pass_through(pace, urgency)
        gone.append(name)

    await pass_through(pace, Urgency.OTHER)
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


async def test_in_bursts_what_waits_goes_together() -> None:
    clock, gone = Ringer(), list[float]()
    pace = pace_of(clock, burst=5, in_bursts=True)

    tasks = [asyncio.create_task(note_turn(pace, clock, gone)) for _ in range(2)]
    await clock.move(0.01)
    assert gone == [0.0, 0.0]
    # one after the other they ask for a turn, and have theirs at the same moment
    for _ in range(8):
        tasks.append(asyncio.create_task(note_turn(pace, clock, gone)))
        await clock.move(0.01)
    assert len(gone) == 2
    await clock.move(2.0)
    assert gone == [0.0] * 2 + [0.5] * 5 + [1.0] * 3
    await asyncio.gather(*tasks)


async def test_a_burst_that_was_late_is_not_made_up_for() -> None:
    clock, gone = Ringer(), list[float]()
    pace = pace_of(clock, burst=5, in_bursts=True)

    tasks = [asyncio.create_task(note_turn(pace, clock, gone)) for _ in range(20)]
    await clock.move(3.0, still=[(0.1, 2.0)])
    assert gone == [0.0] * 5 + [2.0] * 5 + [2.5] * 5 + [3.0] * 5
    await asyncio.gather(*tasks)


async def test_what_is_no_longer_wanted_takes_no_turn() -> None:
    clock = Ringer()
    pace = pace_of(clock)
    assert await pass_through(pace, Urgency.HAND)
    wanted = True
    first = asyncio.create_task(pass_through(pace, Urgency.WAITED_FOR, lambda: wanted))
    given_up = asyncio.create_task(pass_through(pace, Urgency.WAITED_FOR))
    second = asyncio.create_task(pass_through(pace, Urgency.BOARD))
    await settle()
    wanted = False
    given_up.cancel()
    await clock.move(0.1)
    assert first.result() is False
    assert second.result() is True, "at the very turn that the others left"


async def test_a_place_is_held_until_the_answer() -> None:
    clock, gone = Ringer(), list[str]()
    pace = pace_of(clock, per_second=1000.0, in_flight=2)
    answered = {name: asyncio.Event() for name in "abcd"}

    async def send(name: str) -> None:
        async with pace.turn(Urgency.HAND) as turn:
            gone.append(name)
            await answered[name].wait()
            if name == "a":
                await turn.another()
                gone.append("a again")

    tasks = [asyncio.create_task(send(name)) for name in "abcd"]
    await clock.move(1.0)
    assert gone == ["a", "b"]
    answered["a"].set()
    await clock.move(0.0)
    assert gone == ["a", "b", "a again"], "what follows a request keeps its place, and goes first"
    await clock.move(1.0)
    assert gone == ["a", "b", "a again", "c"]
    tasks[1].cancel()
    await clock.move(1.0)
    assert gone[-1] == "d", "whoever gives up leaves the place"
    for name in "cd":
        answered[name].set()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_turn_that_comes_as_its_task_is_cancelled_leaves_its_place() -> None:
    clock = Ringer()
    pace = pace_of(clock, in_flight=1)
    await pass_through(pace, Urgency.HAND)
    task = asyncio.create_task(pass_through(pace, Urgency.HAND))
    await settle()
    # the turn is given and the task cancelled before it can run
    clock.ring()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await clock.move(1.0)
    assert await pass_through(pace, Urgency.HAND)


async def test_a_pace_that_is_changed_goes_on_at_the_new_rate() -> None:
    clock, gone = Ringer(), list[float]()
    pace = pace_of(clock, per_second=10.0)

    tasks = [asyncio.create_task(note_turn(pace, clock, gone)) for _ in range(6)]
    await clock.move(0.25)
    assert len(gone) == 3
    pace.change(1.0, 1, 1_000)
    await clock.move(3.0)
    assert len(gone) == 6
    assert gone[5] - gone[3] >= 1.99
    await asyncio.gather(*tasks)


async def test_fewer_places_are_given_once_the_turns_that_last_are_over() -> None:
    clock, gone = Ringer(), list[str]()
    pace = pace_of(clock, per_second=1000.0, in_flight=3)
    answered = {name: asyncio.Event() for name in "abcde"}

    async def send(name: str) -> None:
        async with pace.turn(Urgency.HAND):
            gone.append(name)
            await answered[name].wait()

    tasks = [asyncio.create_task(send(name)) for name in "abcde"]
    await clock.move(1.0)
    pace.change(1000.0, 1, 1)
    for name, then in (("a", "abc"), ("b", "abc"), ("c", "abcd")):
        answered[name].set()
        await clock.move(1.0)
        assert gone == list(then)
    pace.change(1000.0, 1, 2)
    await clock.move(1.0)
    assert gone == list("abcde")
    for event in answered.values():
        event.set()
    await asyncio.gather(*tasks)


def test_processes_divide_what_is_allowed() -> None:
    assert part_of(PER_SECOND, 1) == (PER_SECOND, BURST, IN_FLIGHT)
    for processes in range(2, 11):
        part = part_of(PER_SECOND, processes)
        assert processes * (math.ceil(part.per_second) + part.in_flight) <= DISCORD - 3
        assert processes * part.per_second > PER_SECOND / 2
    raised = part_of(10 * PER_SECOND, 20)
    assert (raised.per_second, raised.in_flight) == (17.0, 5)


def test_a_budget_is_divided_again_only_when_the_number_changes() -> None:
    budget = RequestBudget()
    changes: list[tuple[float, ...]] = []
    budget.requests.change = lambda *part: changes.append(part)  # type: ignore[method-assign]
    for processes in (1, 2, 2, 3, 1):
        budget.divide(processes)
    assert changes == [part_of(PER_SECOND, processes) for processes in (2, 3, 1)]


Stall = tuple[float, float]
"""When something stands still, and for how long."""
STALLS = st.lists(st.tuples(st.floats(0, 8), st.floats(0, 3)), max_size=6)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.floats(0, 0.4), st.sampled_from(Urgency)), min_size=60, max_size=200),
    STALLS,
    STALLS,
    st.floats(0, 0.3),
    st.sampled_from((1, 1, 2, 3, 5, 10)),
)
def test_no_second_has_more_than_discord_allows(
    asked: list[tuple[float, Urgency]], own: list[Stall], theirs: list[Stall], way: float, processes: int
) -> None:
    """Whatever is asked when, and whoever stands still meanwhile: no 51 requests arrive within a second.

    `own`: when this process stands still, after a request's turn too. `theirs`: when Discord, or the network, does.
    `way`: the seconds that a request is on its way in either direction. `processes` divide the requests among them.
    """

    async def run() -> list[float]:
        clock, arrived = Ringer(), list[float]()
        paces = itertools.cycle([pace_of(clock, *part_of(PER_SECOND, processes)) for _ in range(processes)])

        def until(stalls: list[Stall]) -> float:
            """When those who stand still now go on."""
            return max([clock.at, *(at + length for at, length in stalls if at <= clock.at)])

        async def wait(seconds: float) -> None:
            over = asyncio.Event()
            clock.later(seconds, over.set)
            await over.wait()

        async def send(urgency: Urgency) -> None:
            async with next(paces).turn(urgency):
                await wait(until(own) - clock.at)
                await wait(way)
                await wait(until(theirs) - clock.at)
                arrived.append(clock.at)
                await wait(way)

        async def go_on(seconds: float) -> None:
            """Let time pass; while this process stands still, no timer rings."""
            await clock.move(seconds, [(at, at + length) for at, length in own])

        tasks = []
        for after, urgency in asked:
            tasks.append(asyncio.create_task(send(urgency)))
            await go_on(after if after > 0.3 else 0.0)
        await go_on(200.0)
        await asyncio.gather(*tasks)
        return sorted(arrived)

    arrived = asyncio.run(run())
    assert len(arrived) == len(asked)
    # a tolerance for sums of floats; a few requests fewer than allowed, for those that nobody asks a turn for
    assert all(late - early > 0.999 for early, late in zip(arrived, arrived[DISCORD - 3 :], strict=False))


async def test_nothing_is_sent_while_another_process_may_serve_in_place_of_this_one() -> None:
    ringer, allowed = Ringer(), [False]
    pace = Pace(PER_SECOND, BURST, IN_FLIGHT, now=ringer.now, later=ringer.later, may_send=lambda: allowed[0])
    sent: list[float] = []

    async def send() -> None:
        async with pace.turn(Urgency.BOARD):
            sent.append(ringer.now())

    sending = [asyncio.create_task(send()) for _ in range(3)]
    await ringer.move(20.0)
    assert sent == []
    allowed[0] = True
    await ringer.move(1.0)
    assert len(sent) == 3
    await asyncio.gather(*sending)
