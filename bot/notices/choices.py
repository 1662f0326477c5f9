"""A member's choices about notices, in one place."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field

from bot.notices.times_of_day import minute_shown

Delivery = Literal["channel", "dm"]
TurnDelivery = Literal["mention", "dm", "off"]
DailyNotice = Literal["off", "opens", "streak", "both"]


def minutes_ahead(local: datetime) -> int:
    """Return the offset from UTC of a moment on a local clock."""
    return int((local.utcoffset() or timedelta()).total_seconds()) // 60


class NoticeChoices(BaseModel):
    """The choices of one member in one place. An empty tuple of games or days means all of them."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    calls: bool = Field(False, description="Players may be called by name.")
    games: tuple[str, ...] = Field((), description="Games for which they want to be called.")
    days: tuple[int, ...] = Field((), description="Days on which they do; Monday is 0.")
    quiet: tuple[int, int] | None = Field(
        None, description="Minutes of the day from and until which they are told nothing."
    )
    offset: int | None = Field(None, description="Minutes of their own time from UTC, once they have set it.")
    zone: str | None = Field(
        None, description="The time zone of their own time, once they have named a city."
    )
    place: Delivery = Field("channel", description="Where a notice reaches them.")
    turn: TurnDelivery = Field("mention", description="How they learn that a table waits for them.")
    today: DailyNotice = Field(
        "off", description="What they are told of the table of the day, by direct message."
    )
    dm_closed: bool = Field(False, description="Their direct messages have refused one of ours.")

    @property
    def own_zone(self) -> tzinfo | None:
        """The zone of the member's own clock; None until they have set it."""
        if self.zone is not None:
            return ZoneInfo(self.zone)
        return None if self.offset is None else timezone(timedelta(minutes=self.offset))

    def local(self, now: float) -> datetime:
        """Return a moment on the member's own clock; UTC until they have set it."""
        return datetime.fromtimestamp(now, self.own_zone or UTC)

    def is_quiet(self, now: float) -> bool:
        """Return True in the member's quiet hours, which may run past midnight."""
        if self.quiet is None:
            return False
        begin, end = self.quiet
        minute = minute_shown(self.local(now))
        return begin <= minute < end if begin < end else minute >= begin or minute < end

    def wants_call(self, game: str, now: float) -> bool:
        """Return True if the member wants to be called for this game at this moment."""
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
