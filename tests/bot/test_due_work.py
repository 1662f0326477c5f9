"""Work that is due at a moment: once, in order, again after a fault, and by one timer."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from bot import due_work
from bot.due_work import LONGEST_TIMER, RETRY, SOON, Schedule
from db.errors import NotEnough, NotSaved, StoreAway
from tests.e2e.conftest import HandClock


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def schedule(clock: HandClock) -> Schedule:
    return Schedule(clock)


async def passes(clock: HandClock, schedule: Schedule, seconds: float) -> None:
    """Let time pass, and the work be done that is due."""
    clock.advance(seconds)
    await schedule.wait_idle()


async def test_work_is_done_once_at_its_moment_in_order(clock: HandClock, schedule: Schedule) -> None:
    done: list[str] = []
    for name, after in (("late", 20.0), ("early", 10.0), ("second", 15.0)):
        schedule.at(name, clock.now() + after, partial(done.append, name))
    await passes(clock, schedule, 9)
    assert done == []
    await passes(clock, schedule, 6)
    assert done == ["early", "second"]
    await passes(clock, schedule, 100)
    assert done == ["early", "second", "late"]


async def test_a_name_stands_for_its_latest_work_until_it_is_dropped(
    clock: HandClock, schedule: Schedule
) -> None:
    done: list[str] = []
    schedule.at("night", clock.now() + 10, lambda: done.append("at ten"))
    schedule.at("night", clock.now() + 5, lambda: done.append("at five"))
    schedule.at("call", clock.now() + 5, lambda: done.append("call"))
    schedule.drop("call")
    await passes(clock, schedule, 30)
    assert done == ["at five"]


async def test_work_that_fails_is_tried_again_and_holds_up_no_other(
    clock: HandClock, schedule: Schedule, caplog: pytest.LogCaptureFixture
) -> None:
    done: list[str] = []
    faults = [ValueError("wrong"), ValueError("still wrong")]

    async def fails_twice() -> None:
        if faults:
            raise faults.pop()
        done.append("at last")

    schedule.at("night", clock.now() + 1, fails_twice)
    schedule.at("call", clock.now() + 2, lambda: done.append("call"))
    await passes(clock, schedule, 3)
    assert done == ["call"]
    assert "tried again: night" in caplog.text
    await passes(clock, schedule, RETRY)
    assert done == ["call"]
    await passes(clock, schedule, RETRY)
    assert done == ["call", "at last"]


@pytest.mark.parametrize(
    ("fault", "seconds"),
    [
        (StoreAway("the database is away"), SOON),
        (NotSaved("the disk is full"), SOON),
        (ConnectionError("no network"), SOON),
        # trying again at once would help neither
        (NotEnough(1, "copper.g4", 0, 1), RETRY),
        (KeyError("a bug"), RETRY),
    ],
)
async def test_what_the_store_or_the_network_kept_from_being_done_is_tried_again_soon(
    clock: HandClock, schedule: Schedule, fault: Exception, seconds: float
) -> None:
    tried: list[str] = []

    async def fails() -> None:
        tried.append("again")
        raise fault

    schedule.at("night", clock.now() + 1, fails)
    await passes(clock, schedule, 1)
    await passes(clock, schedule, seconds - 1)
    assert len(tried) == 1
    await passes(clock, schedule, 1)
    assert len(tried) == 2


async def test_work_is_not_begun_again_before_it_has_ended(clock: HandClock, schedule: Schedule) -> None:
    begun: list[str] = []
    goes_on = asyncio.Event()

    async def slow() -> None:
        begun.append("slow")
        await goes_on.wait()

    schedule.at("night", clock.now(), slow)
    clock.advance(1)
    await asyncio.sleep(0)
    schedule.at("night", clock.now(), lambda: begun.append("next"))
    clock.advance(1)
    await asyncio.sleep(0)
    assert begun == ["slow"]
    goes_on.set()
    await schedule.wait_idle()
    await passes(clock, schedule, 0)
    assert begun == ["slow", "next"]


async def test_work_may_drop_what_is_due_at_the_same_moment(clock: HandClock, schedule: Schedule) -> None:
    done: list[str] = []
    schedule.at("first", clock.now() + 1, lambda: schedule.drop("second"))
    schedule.at("second", clock.now() + 2, lambda: done.append("second"))
    await passes(clock, schedule, 5)
    assert done == []


async def test_nothing_begins_once_it_is_stopped(clock: HandClock, schedule: Schedule) -> None:
    done: list[str] = []
    schedule.at("night", clock.now() + 1, lambda: done.append("night"))
    await schedule.stop()
    schedule.at("call", clock.now() + 1, lambda: done.append("call"))
    await passes(clock, schedule, 10)
    assert done == []


async def test_a_moment_far_away_comes_too(clock: HandClock, schedule: Schedule) -> None:
    done: list[str] = []
    schedule.at("night", clock.now() + 3.5 * LONGEST_TIMER, lambda: done.append("night"))
    for _ in range(3):
        await passes(clock, schedule, LONGEST_TIMER)
        assert done == []
    await passes(clock, schedule, LONGEST_TIMER)
    assert done == ["night"]


async def test_running_work_ends_before_what_it_works_with_is_closed(
    clock: HandClock, schedule: Schedule, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lasts for longer than a stop can wait is cut short, as it would be by a sudden end."""
    monkeypatch.setattr(due_work, "STOP_PATIENCE", 0.01)
    done: list[str] = []

    async def slow(name: str, goes_on: asyncio.Event) -> None:
        try:
            await goes_on.wait()
            done.append(name)
        finally:
            done.append(f"{name} is over")

    soon, never = asyncio.Event(), asyncio.Event()
    schedule.at("night", clock.now(), partial(slow, "night", soon))
    schedule.at("evening", clock.now(), partial(slow, "evening", never))
    clock.advance(1)
    await asyncio.sleep(0)
    asyncio.get_running_loop().call_soon(soon.set)
    await schedule.stop()
    assert done == ["night", "night is over", "evening is over"]
