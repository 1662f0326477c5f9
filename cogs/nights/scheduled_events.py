"""Discord's scheduled events: planned nights on a server's calendar, where the bot may put them there."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from functools import partial
from typing import Literal, NamedTuple

import discord
from discord.http import Route

from bot.requests.budget import Urgency
from cogs.live.live_message import LiveMessages
from cogs.requests import http
from cogs.ui.components import Json

log = logging.getLogger(__name__)

EXTERNAL, GUILD_ONLY, WEEKLY = 3, 2, 2
"""Discord's numbers for an event's kind (no voice channel), its visibility and its repetition."""
SHORTEST, LONGEST = 3_600.0, 4 * 3_600.0
"""The least and the greatest length of an event, in seconds."""

Trouble = Literal["not_allowed", "refused"]


class EventTimes(NamedTuple):
    """When a night is on a calendar."""

    starts: float
    seconds: float
    weekly: bool

    def body(self) -> Json:
        """Return the times as Discord reads them."""
        starts = datetime.fromtimestamp(self.starts, UTC)
        length = min(max(self.seconds, SHORTEST), LONGEST)
        body: Json = {
            "scheduled_start_time": starts.isoformat(),
            "scheduled_end_time": datetime.fromtimestamp(self.starts + length, UTC).isoformat(),
        }
        if self.weekly:
            body["recurrence_rule"] = {
                "start": starts.isoformat(),
                "frequency": WEEKLY,
                "interval": 1,
                "by_weekday": [starts.weekday()],
            }
        return body


class CalendarEntry(NamedTuple):
    """The words and times of a night on a calendar."""

    name: str
    description: str
    place: str
    times: EventTimes


class ScheduledEvents:
    """Makes and deletes the events of planned nights; a night goes on without one."""

    def __init__(self, client: discord.Client, live: LiveMessages) -> None:
        self.client = client
        self._live = live

    async def create(self, guild: discord.Guild, entry: CalendarEntry) -> int | Trouble:
        """Put a night on a server's calendar. Return the event's id, or why there is none."""
        # Since February 2026 *Manage Events* only edits the events of others; creating needs its own permission.
        if not guild.me.guild_permissions.create_events:
            return "not_allowed"
        try:
            async with self._live.pace.turn(Urgency.HAND):
                route = Route("POST", "/guilds/{guild_id}/scheduled-events", guild_id=guild.id)
                return http.id_of(await self.client.http.request(route, json=_body(entry)))
        except http.FAILURES as error:
            log.info("no scheduled event in server %s: %s", guild.id, error)
            refused = isinstance(error, discord.HTTPException) and error.code == http.MISSING_PERMISSION
            return "not_allowed" if refused else "refused"

    def move(self, guild_id: int, event_id: int, times: EventTimes) -> None:
        """Tell the calendar when a night is, unless someone has taken it off."""
        request = partial(self.client.http.request, _route("PATCH", guild_id, event_id), json=times.body())
        self._live.until_done(
            request, Urgency.OTHER, f"scheduled event {event_id} keeps its time, or is gone"
        )

    def delete(self, guild_id: int, event_id: int) -> None:
        """Take a night off the calendar, unless someone has done that already."""
        request = partial(self.client.http.request, _route("DELETE", guild_id, event_id))
        self._live.until_done(request, Urgency.OTHER, f"scheduled event {event_id} stays, or is gone")


def _route(method: str, guild_id: int, event_id: int) -> Route:
    path = "/guilds/{guild_id}/scheduled-events/{event_id}"
    return Route(method, path, guild_id=guild_id, event_id=event_id)


def _body(entry: CalendarEntry) -> Json:
    return {
        "name": entry.name[:100],
        "description": entry.description[:1000],
        "privacy_level": GUILD_ONLY,
        "entity_type": EXTERNAL,
        "entity_metadata": {"location": entry.place[:100]},
        **entry.times.body(),
    }
