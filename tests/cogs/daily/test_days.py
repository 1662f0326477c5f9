"""The days of a place, and what counts as a streak."""

from __future__ import annotations

from bot.clock import DAY, HOUR
from cogs.daily.days import (
    PlaceDay,
    Streak,
    begins_at,
    last_over_everywhere,
    open_day,
    over_everywhere,
    streak,
)


def test_days_in_a_row_are_told_as_such() -> None:
    assert streak([], 100) == Streak(0, 0)
    assert streak([], 100).words == ""
    assert streak([100], 100).words == "1 day in a row"
    assert streak([98, 99], 100) == Streak(2, 2), "today is not over"
    assert streak([97], 100) == Streak(0, 0), "two days missed"
    assert streak([98, 99, 100], 100).words == "3 days in a row"


def test_a_missed_day_is_forgiven_once_in_seven_and_told() -> None:
    assert streak([97, 98, 100], 100).words == "3 of the last 4 days"
    assert streak([94, 95, 97, 98, 100], 100) == Streak(3, 4), "the second missed day within a week"
    assert streak([90, 91, 93, 94, 95, 96, 97, 98, 99, 100], 100) == Streak(10, 11)
    assert streak([97, 98], 100) == Streak(2, 3, missed_yesterday=True), "it lives if today is played"
    assert not streak([97, 98, 100], 100).missed_yesterday


def test_a_place_begins_its_day_at_its_own_hour() -> None:
    noon = 20_000 * DAY + 12 * HOUR
    assert open_day(noon) == PlaceDay(20_000, 20_001 * DAY)
    begins = begins_at(18 * 60, 60)
    assert begins == 17 * HOUR
    assert open_day(noon, begins) == PlaceDay(19_999, 20_000 * DAY + begins)
    assert open_day(noon + 5 * HOUR, begins).number == 20_000
    assert open_day(noon, begins, latest=20_000) == PlaceDay(20_000, 20_001 * DAY + begins)
    assert open_day(noon, begins_at(0, 14 * 60)).number == 20_001, "it is tomorrow there"


def test_a_secret_waits_for_the_last_place_on_earth() -> None:
    latest = begins_at(24 * 60 - 1, -12 * 60)
    last_end = open_day(20_000 * DAY + latest, latest).ends
    assert last_end <= over_everywhere(20_000)
    assert last_over_everywhere(over_everywhere(20_000)) == 20_000
    assert last_over_everywhere(over_everywhere(20_000) - 1) == 19_999
