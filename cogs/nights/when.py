"""Parses a date and time as people type them, in their own time zone."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta, tzinfo

from bot.language import date_words
from bot.notices.times_of_day import DAYS, minute_of_day, minute_shown

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
UNITS = {"minute": 60, "min": 60, "hour": 3_600, "day": 86_400, "week": 604_800}
EVENING = 20
"""The hour at which most nights begin."""

_IN = re.compile(r"in (\d{1,3}) (minute|min|hour|day|week)s?")
_MOMENT = re.compile(r"(?:(?P<date>.+?) )?(?:at )?(?P<time>\d{1,2}(?:[:.h]\d{2})?(?: ?[ap]m)?)")
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.?(\d{4})?")
_DAY_MONTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\.? ([a-z]{3,9})\.?(?: (\d{4}))?")
_MONTH_DAY = re.compile(r"([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?: (\d{4}))?")


def read_when(typed: str, now: float, zone: tzinfo) -> float:
    """Parse a moment, and return it in seconds: `sat 20:00`, `28 Nov 8pm`, `tomorrow 19:30`, `in 2 hours`.

    `zone` is that of the writer's clock. A date without a year is the next such one, a time without a date the next
    such one. Raises `ValueError`.
    """
    words = " ".join(typed.casefold().replace(",", " ").split())
    if soon := _IN.fullmatch(words):
        return float(int(now + int(soon[1]) * UNITS[soon[2]]) // 60 * 60)
    moment = _MOMENT.fullmatch(words)
    if moment is None:
        raise ValueError(typed)
    minute = minute_of_day(moment["time"])
    local = datetime.fromtimestamp(now, zone)
    later = minute > minute_shown(local)
    day = _read_day(moment["date"], local.date(), today_is_left=later)
    return datetime.combine(day, time(*divmod(minute, 60)), zone).timestamp()


def week_later(moment: float, zone: tzinfo) -> float:
    """Return the moment at which a clock shows the same a week later, whether or not it was put forward or back."""
    return (datetime.fromtimestamp(moment, zone) + timedelta(weeks=1)).timestamp()


def suggestions(now: float, zone: tzinfo) -> list[float]:
    """Return the evenings of the next seven days, to be offered before anything is typed."""
    today = datetime.fromtimestamp(now, zone).date()
    evenings = (
        datetime.combine(today + timedelta(days), time(EVENING), zone).timestamp() for days in range(8)
    )
    return [evening for evening in evenings if evening > now + 3_600][:7]


def moment_words(moment: float, zone: tzinfo) -> str:
    """Return a moment as its reader types it: `2026-11-28 20:00`."""
    return f"{datetime.fromtimestamp(moment, zone):%Y-%m-%d %H:%M}"


def spoken_moment(moment: float, zone: tzinfo) -> str:
    """Return a moment as people say it: `Saturday 28 Nov, 20:00`."""
    local = datetime.fromtimestamp(moment, zone)
    day = date_words(local, "MMMEEEEd", f"{DAYS[local.weekday()]} {local.day} {local:%b}")
    return f"{day}, {local:%H:%M}"


def _read_day(words: str | None, today: date, *, today_is_left: bool) -> date:
    first = today if today_is_left else today + timedelta(days=1)
    if words is None:
        return first
    words = re.sub(r"^(?:on|next|this) ", "", words)
    if words in ("today", "tonight"):
        return today
    if words == "tomorrow":
        return today + timedelta(days=1)
    for number, day in enumerate(DAYS):
        if len(words) >= 3 and day.casefold().startswith(words):
            return first + timedelta(days=(number - first.weekday()) % 7)
    if iso := _ISO.fullmatch(words):
        return date(int(iso[1]), int(iso[2]), int(iso[3]))
    if dotted := _DOTTED.fullmatch(words):
        return _dated(int(dotted[1]), int(dotted[2]), dotted[3], today)
    if named := _DAY_MONTH.fullmatch(words):
        return _dated(int(named[1]), _month(named[2]), named[3], today)
    if named := _MONTH_DAY.fullmatch(words):
        return _dated(int(named[2]), _month(named[1]), named[3], today)
    raise ValueError(words)


def _month(name: str) -> int:
    return MONTHS.index(name[:3]) + 1


def _dated(day: int, month: int, year: str | None, today: date) -> date:
    if year is not None:
        return date(int(year), month, day)
    this_year = date(today.year, month, day)
    return this_year if this_year >= today else date(today.year + 1, month, day)
