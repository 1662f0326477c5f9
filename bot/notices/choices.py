"""A member's choices about notices, on one server, and the reading of times as people type them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

DAY_MINUTES = 24 * 60
EARLIEST, LATEST = -12 * 60, 14 * 60
"""The offsets from UTC that there are, in minutes."""
QUARTER = 15
"""Offsets are whole quarters of an hour."""
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

Delivery = Literal["channel", "dm"]
TurnPlace = Literal["mention", "dm", "off"]

_CLOCK = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm)?", re.IGNORECASE)
_OFFSET = re.compile(r"(?:UTC|GMT)?\s*([+-])\s*(\d{1,2})(?:[:.](\d{2}))?", re.IGNORECASE)


class NoticeChoices(BaseModel):
    """The choices of one member on one server. An empty tuple of games or days means all of them."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    calls: bool = Field(False, description="Players may be called by name.")
    games: tuple[str, ...] = Field((), description="Games for which they want to be called.")
    days: tuple[int, ...] = Field((), description="Days on which they do; Monday is 0.")
    quiet: tuple[int, int] | None = Field(
        None, description="Minutes of the day from and until which they are told nothing."
    )
    offset: int | None = Field(None, description="Minutes of their own time from UTC, once they have set it.")
    place: Delivery = Field("channel", description="Where a notice reaches them.")
    turn: TurnPlace = Field("mention", description="How they learn that a table waits for them.")
    dm_closed: bool = Field(False, description="Their direct messages have refused one of ours.")

    def local(self, now: float) -> datetime:
        """Return a moment by the member's own clock; UTC until they have set it."""
        return datetime.fromtimestamp(now, UTC) + timedelta(minutes=self.offset or 0)

    def is_quiet(self, now: float) -> bool:
        """Return True in the member's quiet hours, which may run past midnight."""
        if self.quiet is None:
            return False
        begin, end = self.quiet
        clock = self.local(now)
        minute = clock.hour * 60 + clock.minute
        return begin <= minute < end if begin < end else minute >= begin or minute < end

    def wants_call(self, game: str, now: float) -> bool:
        """Return True if the member wants to hear of this game at this moment."""
        return (
            self.calls
            and (not self.games or game in self.games)
            and (not self.days or self.local(now).weekday() in self.days)
            and not self.is_quiet(now)
        )

    @property
    def by_dm(self) -> bool:
        """True if a notice goes to their direct messages."""
        return self.place == "dm" and not self.dm_closed

    @property
    def turn_by_dm(self) -> bool:
        """True if a turn message goes to their direct messages."""
        return self.turn == "dm" and not self.dm_closed


def minute_of_day(text: str) -> int:
    """Read a time of day: `22`, `22:30`, `9pm`. Raises `ValueError`."""
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


def quiet_hours(text: str) -> tuple[int, int] | None:
    """Read quiet hours: `22-8`, `11pm to 7:30am`; `none` or nothing clears them. Raises `ValueError`."""
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
    """Read a member's own time as an offset from UTC in minutes: `20:15`, what their clock shows, or `+2`.

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
    ahead = minute_of_day(text) - (utc.hour * 60 + utc.minute)
    # what a clock shows is read to the nearest quarter, since nobody types as fast as it ticks
    ahead = round(ahead / QUARTER) * QUARTER % DAY_MINUTES
    # ten hours behind is likelier than fourteen ahead
    return ahead - DAY_MINUTES if ahead >= LATEST else ahead


def offset_words(offset: int) -> str:
    """Return an offset as people read it: `UTC+5:30`."""
    hours, minutes = divmod(abs(offset), 60)
    sign = "-" if offset < 0 else "+"
    return f"UTC{sign}{hours}" + (f":{minutes:02}" if minutes else "")


def clock_words(minute: int) -> str:
    """Return a minute of the day as people read it: `22:30`."""
    return f"{minute // 60}:{minute % 60:02}"
