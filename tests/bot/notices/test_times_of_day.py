"""Times as members type them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.notices.times_of_day import minute_of_day, own_offset, quiet_hours

NOON = datetime(2026, 11, 27, 12, 0, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("typed", "minute"),
    [("22", 1320), ("7:05", 425), ("9pm", 1260), ("12am", 0), ("12 pm", 720), ("24:00", 0), ("20h15", 1215)],
)
def test_times_of_day(typed: str, minute: int) -> None:
    assert minute_of_day(typed) == minute


@pytest.mark.parametrize("typed", ["", "25", "7:61", "13pm", "0am", "noon", "24:01", "-3"])
def test_what_is_no_time_is_refused(typed: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - it is the typed text
        minute_of_day(typed)


def test_quiet_hours_are_two_times_or_none() -> None:
    assert quiet_hours("22-8") == (1320, 480)
    assert quiet_hours(" 11pm to 7:30am ") == (1380, 450)
    assert quiet_hours("none") is None
    for typed in ("22", "8-8", "22-8-9", "late to early"):
        with pytest.raises(ValueError):  # noqa: PT011
            quiet_hours(typed)


@pytest.mark.parametrize(
    ("typed", "offset"),
    [
        ("12:00", 0),
        ("13:02", 60),
        ("17:31", 330),
        ("7:00 am", -300),
        ("1:00", 780),
        ("2:00", -600),
        ("UTC+2", 120),
        ("-3:30", -210),
        ("+5.45", 345),
    ],
)
def test_an_own_time_is_what_the_clock_shows_or_an_offset(typed: str, offset: int) -> None:
    assert own_offset(typed, NOON) == offset


@pytest.mark.parametrize("typed", ["12", "+15", "UTC+1:10", "home", ""])
def test_what_is_no_own_time_is_refused(typed: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        own_offset(typed, NOON)
