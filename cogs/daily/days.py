"""The days of the table of the day: when one begins and ends in a place, and how many were played in a row.

A table has the number of a day, counted from 1970-01-01. Where nothing else is set a day begins at midnight, UTC. A
place with an event begins each day at its own hour, so the same table is open at different times in different places:
it begins from six hours before that midnight to eighteen after it, so that a day is over everywhere while it is still
yesterday in most places.
Where the hour is that of a time zone it stays when the clocks change: the day on which they do has 23 hours, or 25.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from math import ceil
from typing import NamedTuple
from zoneinfo import ZoneInfo

from bot.clock import DAY, HOUR
from bot.language import _, ngettext

FREE_DAYS = 7
"""One day in this many may be missed without ending a streak."""
LATEST_HOUR = 18 * HOUR
"""Seconds after the midnight (UTC) of a day at which the last place begins it in winter; a later hour begins the next.

Evenings in Europe are before it: a day that began before midnight could not be told as soon as it ends.
"""
LATEST_BEGINNING = LATEST_HOUR + 2 * HOUR
"""Seconds after the midnight (UTC) of a day at which the last place on earth begins it: no clocks change by more."""
SOME_WINTER = datetime(2026, 1, 1)
"""A moment at which zones are compared: what day it is in a place must not depend on its summer time."""


class PlaceDay(NamedTuple):
    """The day that is open in a place, and when it ends there."""

    number: int
    ends: float


class Hour(NamedTuple):
    """The hour at which days begin in a place."""

    begins: int = 0
    """Seconds from the midnight of a day, by the clocks of `zone`; negative where it begins the day before."""
    zone: str | None = None
    """The name of a time zone; None for UTC."""

    def of(self, day: int) -> float:
        """Return the moment at which a day begins."""
        if self.zone is None:
            return float((day - self._late) * DAY + self.begins)
        local = datetime(1970, 1, 1) + timedelta(days=day - self._late, seconds=self.begins)
        return local.replace(tzinfo=ZoneInfo(self.zone)).timestamp()

    @property
    def _late(self) -> int:
        """The days by which the hour is late, or early where it is negative: it is then one of another day."""
        ahead = None if self.zone is None else ZoneInfo(self.zone).utcoffset(SOME_WINTER)
        begins = self.begins - (0.0 if ahead is None else ahead.total_seconds())
        return ceil((begins - LATEST_HOUR) / DAY)


MIDNIGHT = Hour()
"""The hour of places that have set none: midnight, UTC."""


def begins_at(minute: int, offset: int) -> int:
    """Return the seconds from midnight (UTC) to a minute of the day on a clock that is `offset` minutes ahead."""
    return (minute - offset) * 60


def open_day(now: float, hour: Hour = MIDNIGHT, latest: int | None = None) -> PlaceDay:
    """Return the day that is open where days begin at an hour.

    `latest` is the last day that the place has seen: a change of the hour never goes back behind it.
    """
    # no zone is further than a day from UTC, and no hour than a day from midnight
    number = int(now // DAY) + 2
    while hour.of(number) > now:
        number -= 1
    if latest is not None:
        number = max(number, latest)
    return PlaceDay(number, hour.of(number + 1))


def over_everywhere(day: int) -> float:
    """Return the moment from which on a day is over in all places: only then its secret may be shown."""
    return float((day + 1) * DAY + LATEST_BEGINNING)


def last_over_everywhere(now: float) -> int:
    """Return the latest day that is over in all places."""
    return int((now - LATEST_BEGINNING) // DAY) - 1


class Streak(NamedTuple):
    """The days that were played, of so many last days. Without a missed day both are equal."""

    played: int
    days: int
    missed_yesterday: bool = False
    """True if yesterday was missed and today isn't played yet: the streak lives only if it is."""

    @property
    def words(self) -> str:
        """The streak as people read it; empty without one."""
        if self.played == self.days:
            words = ngettext("{n} day in a row", "{n} days in a row", self.played)
            return words.format(n=self.played) if self.played else ""
        return _("{played} of the last {days} days").format(played=self.played, days=self.days)


def streak(played: Collection[int], today: int) -> Streak:
    """Return the streak until now: one day in seven may be missed, and today is not over."""
    at = last = today if today in played else today - 1
    count, first, missed = 0, last, today + FREE_DAYS
    while True:
        if at in played:
            count, first = count + 1, at
        elif missed - at >= FREE_DAYS and at - 1 in played and (count or at == today - 1):
            missed = at
        else:
            return Streak(count, last - first + 1, last not in played) if count else Streak(0, 0)
        at -= 1
