"""Dates and times as members type them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from cogs.nights.when import moment_words, read_when, spoken_moment, suggestions, week_later

NOW = datetime(2026, 11, 27, 12, 30, tzinfo=UTC).timestamp()
"""A Friday, half past twelve in UTC."""
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("typed", "at"),
    [
        ("20:00", "2026-11-27 20:00"),
        ("8pm", "2026-11-27 20:00"),
        ("12:30", "2026-11-28 12:30"),
        ("tonight 21", "2026-11-27 21:00"),
        ("tomorrow at 7:30 pm", "2026-11-28 19:30"),
        ("Sat 20:00", "2026-11-28 20:00"),
        ("friday 20:00", "2026-11-27 20:00"),
        ("fri 9:00", "2026-12-04 09:00"),
        ("next thursday, 19h30", "2026-12-03 19:30"),
        ("28 Nov 8pm", "2026-11-28 20:00"),
        ("28th november 2026 20:00", "2026-11-28 20:00"),
        ("Dec 5 20:00", "2026-12-05 20:00"),
        ("5.12. 20:00", "2026-12-05 20:00"),
        ("5 jan 20:00", "2027-01-05 20:00"),
        ("2026-11-28 20:15", "2026-11-28 20:15"),
        ("in 2 hours", "2026-11-27 14:30"),
        ("in 1 week", "2026-12-04 12:30"),
    ],
)
def test_what_people_type_is_read(typed: str, at: str) -> None:
    assert moment_words(read_when(typed, NOW, UTC), UTC) == at


@pytest.mark.parametrize(
    "typed",
    ["", "soon", "saturday", "31.11. 20:00", "28 nov", "25:00", "foo 20:00", "in a while", "29 feb 8pm"],
)
def test_what_is_no_moment_is_refused(typed: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - it may be datetime's own
        read_when(typed, NOW, UTC)


def test_a_moment_is_read_by_the_writers_own_clock() -> None:
    # in the far east it's already Saturday, 1:30
    east, west = timezone(timedelta(hours=13)), timezone(timedelta(hours=-5))
    assert read_when("2:00", NOW, east) == NOW + 1_800
    assert read_when("sat 2:00", NOW, east) == NOW + 1_800
    assert read_when("fri 20:00", NOW, BERLIN) == datetime(2026, 11, 27, 19, 0, tzinfo=UTC).timestamp()
    at = read_when("28 nov 20:00", NOW, west)
    assert moment_words(at, west) == "2026-11-28 20:00"
    assert spoken_moment(at, west) == "Saturday 28 Nov, 20:00"
    assert read_when(moment_words(at, west), NOW, west) == at


def test_evenings_are_offered() -> None:
    offered = [spoken_moment(at, BERLIN) for at in suggestions(NOW, BERLIN)]
    assert offered[0] == "Friday 27 Nov, 20:00"
    assert len(offered) == 7
    late = datetime(2026, 11, 27, 18, 30, tzinfo=UTC).timestamp()
    assert spoken_moment(suggestions(late, BERLIN)[0], BERLIN) == "Saturday 28 Nov, 20:00"


def test_an_hour_stays_where_the_clocks_change_before_it() -> None:
    # they go back in the night to Sunday
    friday = datetime(2026, 10, 23, 12, 30, tzinfo=UTC).timestamp()
    monday = read_when("mon 20:00", friday, BERLIN)
    assert monday == datetime(2026, 10, 26, 19, 0, tzinfo=UTC).timestamp()
    assert [spoken_moment(at, BERLIN)[-5:] for at in suggestions(friday, BERLIN)] == ["20:00"] * 7
    tonight = read_when("20:00", friday, BERLIN)
    assert tonight == datetime(2026, 10, 23, 18, 0, tzinfo=UTC).timestamp()
    assert moment_words(week_later(tonight, BERLIN), BERLIN) == "2026-10-30 20:00"
    assert week_later(tonight, UTC) == tonight + 7 * 86_400
