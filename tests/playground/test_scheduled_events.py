"""Scheduled events: permissions, checks, states and the gateway's events."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest

from playground import ManualClock, Playground
from playground.world.permissions import Permission
from tests.helpers.raw_client import Raw, raw_client

NOON = datetime(2026, 11, 27, 12, 0, tzinfo=UTC)
"""A Friday."""
EVENT = {
    "name": "A night of dice",
    "description": "In the tavern",
    "privacy_level": 2,
    "entity_type": 3,
    "entity_metadata": {"location": "#tavern"},
    "scheduled_start_time": "2026-11-28T20:00:00+00:00",
    "scheduled_end_time": "2026-11-28T23:00:00+00:00",
}
RULE = {"start": EVENT["scheduled_start_time"], "frequency": 2, "interval": 1, "by_weekday": [5]}


@pytest.fixture
async def raw() -> AsyncIterator[Raw]:
    clock = ManualClock(NOON.timestamp())
    async with Playground(clock=clock, rate_limits=False) as playground, raw_client(playground) as client:
        yield client


def allow(playground: Playground, permission: Permission | None) -> None:
    """Give the bot a permission in the whole server, or take such a role away."""
    guild = playground.guild
    bot = playground.world.bot_member(guild)
    assert bot is not None
    bot.roles = bot.roles[:1]
    if permission is not None:
        bot.roles.append(playground.world.add_role(guild, "events", int(permission)))


async def test_an_event_is_made_changed_and_deleted_by_leave(raw: Raw) -> None:
    guild = raw.playground.guild
    path = f"/guilds/{guild.id}/scheduled-events"
    assert (await raw.ask("POST", path, EVENT)).refusal == (403, 50013)
    allow(raw.playground, Permission.MANAGE_EVENTS)
    assert (await raw.ask("POST", path, EVENT)).refusal == (403, 50013), "apart since February 2026"
    allow(raw.playground, Permission.CREATE_EVENTS)
    made = (await raw.ask("POST", path, {**EVENT, "recurrence_rule": RULE})).body
    assert (made["name"], made["status"]) == ("A night of dice", 1)
    assert {key: value for key, value in made["recurrence_rule"].items() if value is not None} == RULE
    assert [each["id"] for each in (await raw.ask("GET", path)).body] == [made["id"]]
    one = f"{path}/{made['id']}"
    assert (await raw.ask("PATCH", one, {"name": "Another"})).body["name"] == "Another"
    assert (await raw.ask("PATCH", one, {"status": 3})).refusal == (400, 50035)
    assert (await raw.ask("PATCH", one, {"status": 2})).body["status"] == 2
    allow(raw.playground, None)
    assert (await raw.ask("DELETE", one)).refusal == (403, 50013)
    guild.scheduled_events[int(made["id"])].creator = raw.playground.member("Bob").user
    allow(raw.playground, Permission.CREATE_EVENTS)
    assert (await raw.ask("DELETE", one)).refusal == (403, 50013), "another's event"
    allow(raw.playground, Permission.MANAGE_EVENTS)
    assert (await raw.ask("DELETE", one)).status == 204
    assert (await raw.ask("GET", one)).refusal == (404, 10070)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 101}, "name"),
        ({"description": "x" * 1001}, "description"),
        ({"entity_metadata": {}}, "entity_metadata"),
        ({"entity_metadata": {"location": "x" * 101}}, "entity_metadata"),
        ({"scheduled_end_time": None}, "scheduled_end_time"),
        ({"scheduled_end_time": "2026-11-28T19:00:00+00:00"}, "scheduled_end_time"),
        ({"scheduled_start_time": "2026-11-27T11:00:00+00:00"}, "scheduled_start_time"),
        ({"scheduled_start_time": "tomorrow"}, "scheduled_start_time"),
        ({"entity_type": 2}, "entity_type"),
        ({"privacy_level": 1}, "privacy_level"),
        ({"recurrence_rule": {**RULE, "by_weekday": [4]}}, "recurrence_rule"),
        ({"recurrence_rule": {**RULE, "by_weekday": [4, 5]}}, "recurrence_rule"),
        ({"recurrence_rule": {**RULE, "interval": 3}}, "recurrence_rule"),
        ({"recurrence_rule": {**RULE, "frequency": 9}}, "recurrence_rule"),
        ({"recurrence_rule": {**RULE, "start": "2026-11-28T21:00:00+00:00"}}, "recurrence_rule"),
    ],
)
async def test_what_discord_refuses_is_refused(raw: Raw, change: dict[str, Any], field: str) -> None:
    allow(raw.playground, Permission.CREATE_EVENTS)
    refused = await raw.ask(
        "POST", f"/guilds/{raw.playground.guild.id}/scheduled-events", {**EVENT, **change}
    )
    assert refused.refusal == (400, 50035)
    assert field in refused.body["errors"]


async def test_a_hundred_events_are_enough(raw: Raw) -> None:
    allow(raw.playground, Permission.CREATE_EVENTS)
    path = f"/guilds/{raw.playground.guild.id}/scheduled-events"
    for _ in range(100):
        assert (await raw.ask("POST", path, EVENT)).status == 200
    assert (await raw.ask("POST", path, EVENT)).refusal == (400, 30038)
