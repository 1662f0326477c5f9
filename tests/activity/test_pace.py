"""How fast members may press on pages."""

from __future__ import annotations

import pytest

from activity.messages import A_SECOND, AT_ONCE, MOST_REMEMBERED, MemberPace
from playground import ManualClock

ANN, BOB = 1, 2


class Waits:
    """A clock that moves on by what is waited for."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.waited = 0.0

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        self.waited += seconds
        self.clock.advance(seconds)


async def test_a_hand_is_never_held_back_and_a_program_is() -> None:
    waits = Waits()
    pace = MemberPace(waits.clock, waits.sleep)
    for _ in range(500):
        waits.clock.advance(1 / A_SECOND)
        await pace.turn(ANN)
    assert waits.waited == 0
    waits.clock.advance(1 / A_SECOND)
    for _ in range(AT_ONCE + 200):
        await pace.turn(ANN)
    assert waits.waited == pytest.approx(200 / A_SECOND, abs=0.01)


async def test_each_member_has_a_pace_of_their_own_and_one_for_all_their_pages() -> None:
    waits = Waits()
    pace = MemberPace(waits.clock, waits.sleep)
    for _ in range(AT_ONCE):
        await pace.turn(ANN)
    await pace.turn(BOB)
    assert waits.waited == 0
    await pace.turn(ANN)
    assert waits.waited == pytest.approx(1 / A_SECOND, abs=0.01)


async def test_looking_back_counts_as_several_presses() -> None:
    waits = Waits()
    pace = MemberPace(waits.clock, waits.sleep)
    await pace.turn(ANN, AT_ONCE)
    await pace.turn(ANN, 5)
    assert waits.waited == pytest.approx(5 / A_SECOND, abs=0.01)


async def test_members_who_press_no_more_are_forgotten() -> None:
    waits = Waits()
    pace = MemberPace(waits.clock, waits.sleep)
    for user_id in range(MOST_REMEMBERED + 5):
        await pace.turn(user_id)
        waits.clock.advance(1.0)
    assert len(pace._paid) < MOST_REMEMBERED
