"""The playground held to Discord's documentation: its examples are taken, and what its sentences rule out is not."""

from __future__ import annotations

import copy
import json
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from playground import ManualClock, Playground
from playground.world.permissions import Permission
from tests.helpers.raw_client import Answer, Raw, command, raw_client
from tests.playground.documented_bodies import REFUSED, TAKEN, Body

NOON = datetime(2026, 11, 27, 12, 0, tzinfo=UTC)
"""A Friday; the events of the bodies are on the next day."""
WRONG: tuple[Any, ...] = (7, 0.5, "word", True, None, [], {}, [[]], [{}], {"a": []})
"""A value of each type, to be put in the place of each field."""


@pytest.fixture
async def raw() -> AsyncIterator[Raw]:
    clock = ManualClock(NOON.timestamp())
    async with Playground(clock=clock, rate_limits=False) as playground, raw_client(playground) as client:
        bot = playground.world.bot_member(playground.guild)
        assert bot is not None
        needed = Permission.CREATE_EVENTS | Permission.MANAGE_CHANNELS | Permission.EMBED_LINKS
        bot.roles.append(playground.world.add_role(playground.guild, "all it takes", int(needed)))
        yield client


async def ask(raw: Raw, request: str, body: Any) -> Answer:
    """Send a body as the request of that name."""
    playground = raw.playground
    guild = playground.guild
    tavern = next(iter(guild.channels.values()))  # whatever it is called after some tries
    application = playground.world.bot.id
    if request == "modal":
        if all(each["name"] != "ping" for each in playground.commands.get_all(None)):
            await raw.register(command())
        interaction = await playground.member("Ann").slash(tavern, "ping", wait=False)
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        return await raw.ask("POST", path, {"type": 9, "data": body})
    method, path = REQUESTS[request]
    path = path.format(channel=tavern.id, guild=guild.id, application=application)
    return await raw.ask(method, path, body)


REQUESTS = {
    "message": ("POST", "/channels/{channel}/messages"),
    "commands": ("PUT", "/applications/{application}/commands"),
    "event": ("POST", "/guilds/{guild}/scheduled-events"),
    "thread": ("POST", "/channels/{channel}/threads"),
    "channel": ("PATCH", "/channels/{channel}"),
    "emoji": ("POST", "/applications/{application}/emojis"),
    "conversation": ("POST", "/users/@me/channels"),
}
"""The requests by their names. A modal is an answer to a command."""


@pytest.mark.parametrize("body", TAKEN.values(), ids=TAKEN)
async def test_what_the_documentation_shows_is_taken(raw: Raw, body: Body) -> None:
    answer = await ask(raw, body.request, body.json)
    assert answer.status in (200, 201, 204), answer.body


@pytest.mark.parametrize("body", REFUSED.values(), ids=REFUSED)
async def test_what_the_documentation_rules_out_is_refused(raw: Raw, body: Body) -> None:
    answer = await ask(raw, body.request, body.json)
    assert answer.status == 400, answer.body
    assert answer.code == body.code, answer.body


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Each place in a body: the whole, its fields, its elements, and what is in them."""
    yield path
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in pairs:
        yield from places(each, (*path, key))


def replaced(body: Any, path: tuple[str | int, ...], value: Any) -> Any:
    """A body with another value at a place."""
    if not path:
        return value
    changed = copy.deepcopy(body)
    holder = changed
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    return changed


FULL = {
    **{name: body for name, body in TAKEN.items() if body.request != "message" or "flags" in body.json},
    "every field of a classic message": Body(
        "message",
        {
            "content": "words",
            "nonce": 7,
            "tts": False,
            "flags": 4,
            "embeds": [{"title": "a", "footer": {"text": "b"}, "author": {"name": "c"}, "fields": []}],
            "allowed_mentions": {"parse": ["users"], "roles": ["1"], "users": [], "replied_user": False},
            "message_reference": {"message_id": "1", "fail_if_not_exists": False},
            "components": [],
            "attachments": [],
            "sticker_ids": [],
        },
    ),
    "every field of a channel": Body("channel", {"name": "tavern", "topic": "x", "rate_limit_per_user": 5}),
    "a conversation": Body("conversation", {"recipient_id": "1"}),
}


@pytest.mark.parametrize("name", FULL)
async def test_wrong_types_are_refused_and_crash_nothing(raw: Raw, name: str) -> None:
    """Whatever stands in whatever place: an answer with a code, and never 500."""
    request, body, _ = FULL[name]
    for path in places(body):
        for value in WRONG:
            answer = await ask(raw, request, replaced(body, path, value))
            where = f"{path}: {json.dumps(value)}: {answer.body}"
            assert answer.status < 500, where
            assert answer.status < 400 or answer.code in (50035, 50006, 50109, 10013), where
