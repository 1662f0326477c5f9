"""Times of day and offsets from UTC: parsed as people type them, written as people read them."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from bot.language import N_

DAY_MINUTES = 24 * 60
EARLIEST, LATEST = -12 * 60, 14 * 60
"""The lowest and highest offset from UTC, in minutes."""
QUARTER = 15
"""Offsets are whole quarters of an hour."""
DAYS = (
    N_("Monday"),
    N_("Tuesday"),
    N_("Wednesday"),
    N_("Thursday"),
    N_("Friday"),
    N_("Saturday"),
    N_("Sunday"),
)

_CLOCK = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm)?", re.IGNORECASE)
_OFFSET = re.compile(r"(?:UTC|GMT)?\s*([+-])\s*(\d{1,2})(?:[:.](\d{2}))?", re.IGNORECASE)


def minute_of_day(text: str) -> int:
    """Parse a time of day: `22`, `22:30`, `9pm`. Raises `ValueError`."""
    match = _CLOCK.fullmatch(text.strip())
    if match is None:
        raise ValueError(text)
    hour, minute = int(match[1]), int(match[2] or 0)
    if match[3]:
        if not 1 <= hour <= 12:
            raise ValueError(text)
        hour = hour % 12 + (12 if match[3].lower() == "pm" else 0)
    if hour == 24 and minute == 0:
        hour = 0
    if hour > 23 or minute > 59:
        raise ValueError(text)
    return hour * 60 + minute


def minute_shown(clock: datetime) -> int:
    """Return what a clock shows, as a minute of the day."""
    return clock.hour * 60 + clock.minute


def quiet_hours(text: str) -> tuple[int, int] | None:
    """Parse quiet hours: `22-8`, `11pm to 7:30am`; `none` or nothing clears them. Raises `ValueError`."""
    if text.strip().casefold() in ("", "none", "off", "no", "-"):
        return None
    parts = re.split(r"\s*(?:-|–|to|until)\s*", text.strip())
    if len(parts) != 2:
        raise ValueError(text)
    begin, end = map(minute_of_day, parts)
    if begin == end:
        raise ValueError(text)
    return begin, end


def own_offset(text: str, now: float) -> int:
    """Parse a member's own time as an offset from UTC in minutes: `20:15`, what their clock shows, or `+2`.

    Raises `ValueError`.
    """
    given = _OFFSET.fullmatch(text.strip())
    if given is not None:
        sign = -1 if given[1] == "-" else 1
        offset = sign * (int(given[2]) * 60 + int(given[3] or 0))
        if not EARLIEST <= offset <= LATEST or offset % QUARTER:
            raise ValueError(text)
        return offset
    if ":" not in text and not text.strip().lower().endswith("m"):
        raise ValueError(text)
    utc = datetime.fromtimestamp(now, UTC)
    ahead = minute_of_day(text) - minute_shown(utc)
    # rounded to the nearest quarter of an hour: the clock has moved on while the member typed
    ahead = round(ahead / QUARTER) * QUARTER % DAY_MINUTES
    # ten hours behind is likelier than fourteen ahead
    return ahead - DAY_MINUTES if ahead >= LATEST else ahead


def offset_words(offset: int) -> str:
    """Return an offset as people read it: `UTC+5:30`."""
    hours, minutes = divmod(abs(offset), 60)
    sign = "−" if offset < 0 else "+"
    return f"UTC{sign}{hours}" + (f":{minutes:02}" if minutes else "")


def clock_words(minute: int) -> str:
    """Return a minute of the day as people read it: `22:30`."""
    return f"{minute // 60}:{minute % 60:02}"
