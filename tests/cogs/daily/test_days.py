"""The days of a place, and what counts as a streak."""

from __future__ import annotations

from datetime import datetime

import pytest

from bot.clock import DAY, HOUR
from cogs.daily.days import (
    MIDNIGHT,
    Hour,
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
    hour = Hour(begins)
    assert open_day(noon, hour) == PlaceDay(19_999, 20_000 * DAY + begins)
    assert open_day(noon + 5 * HOUR, hour).number == 20_000
    assert open_day(noon, hour, latest=20_000) == PlaceDay(20_000, 20_001 * DAY + begins)


@pytest.mark.parametrize("hour", [0, 6, 12, 18, 23])
@pytest.mark.parametrize(
    ("offset", "zone"),
    [(14, "Pacific/Kiritimati"), (-12, "Etc/GMT+12"), (0, "UTC"), (10, "Australia/Lord_Howe")],
)
def test_a_day_that_is_over_elsewhere_is_told_while_it_is_yesterday(
    hour: int, offset: int, zone: str
) -> None:
    """Far from UTC a day began up to 36 hours after midnight: by then it was nobody's yesterday any more."""
    for far in (Hour(begins_at(hour * 60, offset * 60)), Hour(hour * HOUR, zone)):
        for day in range(20_000, 20_365):
            until = far.of(day + 1)
            assert -7 * HOUR <= far.of(day) - day * DAY <= 19 * HOUR
            assert until <= over_everywhere(day) < MIDNIGHT.of(day + 2), "then it is yesterday in most places"


def at(words: str) -> float:
    """The moment of a date and time in UTC."""
    return datetime.fromisoformat(f"{words}+00:00").timestamp()


def test_an_hour_in_a_zone_stays_when_the_clocks_change() -> None:
    evening = Hour(18 * HOUR, "Europe/Berlin")
    # summer time begins on 2026-03-29, and ends on 2026-10-25
    assert open_day(at("2026-03-28 12:00"), evening).ends == at("2026-03-28 17:00")
    short = open_day(at("2026-03-28 17:00"), evening)
    assert short.ends == at("2026-03-29 16:00"), "18:00 on the next day, an hour nearer"
    assert open_day(short.ends - 1, evening) == short
    assert open_day(short.ends, evening) == PlaceDay(short.number + 1, at("2026-03-30 16:00"))
    long = open_day(at("2026-10-24 16:00"), evening)
    assert long.ends == at("2026-10-25 17:00")
    assert open_day(long.ends - 1, evening) == long


def test_an_hour_that_the_clocks_leave_out_or_show_twice_begins_one_day() -> None:
    night = Hour(2 * HOUR + 1800, "Europe/Berlin")
    for first, last in (("2026-03-27", "2026-03-31"), ("2026-10-23", "2026-10-27")):
        now, days = at(f"{first} 12:00"), [open_day(at(f"{first} 12:00"), night)]
        while now < at(f"{last} 12:00"):
            now += 600
            day = open_day(now, night)
            assert now < day.ends
            if day != days[-1]:
                assert day.number == days[-1].number + 1
                assert days[-1].ends <= now < days[-1].ends + 600
                days.append(day)
        assert len(days) == 5


def test_a_secret_waits_for_the_last_place_on_earth() -> None:
    latest = begins_at(24 * 60 - 1, -12 * 60)
    assert Hour(latest).of(20_001) <= over_everywhere(20_000)
    assert Hour(18 * HOUR).of(20_001) == over_everywhere(20_000) - 2 * HOUR, (
        "zones whose clocks change by two hours"
    )
    assert last_over_everywhere(over_everywhere(20_000)) == 20_000
    assert last_over_everywhere(over_everywhere(20_000) - 1) == 19_999
