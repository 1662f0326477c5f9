"""Time zones as members name them: by a city or a country, in their own language."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from babel.core import get_global

from bot.language import _, locale_of, reader_language
from bot.notices.times_of_day import minute_shown

KNOWN = (
    "Europe/London",
    "Europe/Paris",
    "Europe/Berlin",
    "Europe/Madrid",
    "Europe/Rome",
    "Europe/Warsaw",
    "Europe/Athens",
    "Europe/Istanbul",
    "Africa/Johannesburg",
    "Asia/Dubai",
    "Asia/Singapore",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Mexico_City",
    "America/Bogota",
    "America/Sao_Paulo",
    "America/Argentina/Buenos_Aires",
)
"""The zones that are offered before anything is typed."""


def city_of(zone: str) -> str:
    """Return the city of a zone in the reader's language."""
    named = locale_of(reader_language()).time_zones.get(zone, {})
    return str(named.get("city") or _english_city(zone))


def clocks_words(zone: str) -> str:
    """Return a time zone as people read it: by its city."""
    return _("by the clocks of {city}").format(city=city_of(zone))


def zones_like(typed: str) -> list[str]:
    """Return the zones whose city or country has what was typed, the likeliest first."""
    wanted = typed.strip().casefold()
    if not wanted:
        return list(KNOWN)
    likely = dict[str, int]()
    for zone in _countries():
        cities = [city.casefold() for city in (city_of(zone), _english_city(zone))]
        if wanted in cities or wanted == zone.casefold():
            likely[zone] = 3
        elif any(city.startswith(wanted) for city in cities) or _country_of(zone).startswith(wanted):
            likely[zone] = 2 if zone in KNOWN else 1
        elif any(wanted in city for city in cities):
            likely[zone] = 0
    return sorted(likely, key=lambda zone: (-likely[zone], zone))


def find_zone(typed: str) -> str:
    """Return the zone of a city, or by its own name; of several the likeliest. Raises `ValueError`."""
    found = zones_like(typed) if typed.strip() else []
    if not found:
        raise ValueError(typed)
    return found[0]


def minute_in(zone: str, now: float) -> int:
    """Return what the clocks of a zone show, as a minute of the day."""
    return minute_shown(datetime.fromtimestamp(now, ZoneInfo(zone)))


@cache
def _countries() -> dict[str, str]:
    """Return the zones that are a place on earth, and the country of each."""
    countries: Mapping[str, str] = get_global("zone_territories")
    return {zone: countries[zone] for zone in sorted(countries.keys() & available_timezones()) if "/" in zone}


def _english_city(zone: str) -> str:
    return zone.rpartition("/")[2].replace("_", " ")


def _country_of(zone: str) -> str:
    return str(locale_of(reader_language()).territories.get(_countries()[zone], "")).casefold()
