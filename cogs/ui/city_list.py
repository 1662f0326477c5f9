"""The option of a command that names a city: what is offered while it is being typed, and the zone of what was."""

from __future__ import annotations

import asyncio

from discord import app_commands

from bot.language import _
from bot.notices.times_of_day import clock_words
from bot.notices.zones import city_of, find_zone, minute_in, zones_like
from bot.user_errors import UserError
from cogs.ui.game_list import MOST_LINES


async def city_choices(current: str, now: float) -> list[app_commands.Choice[str]]:
    """Return the cities that fit what was typed, and what their clocks show."""
    words = _("{city}, where it's {time}")
    return [
        app_commands.Choice(
            name=words.format(city=city_of(zone), time=clock_words(minute_in(zone, now))), value=zone
        )
        for zone in (await asyncio.to_thread(zones_like, current))[:MOST_LINES]
    ]


async def zone_of(city: str) -> str:
    """Return the zone of a city that was typed or chosen. Raises `UserError`."""
    try:
        return await asyncio.to_thread(find_zone, city)
    except ValueError as wrong:
        raise UserError("unknown_city") from wrong
