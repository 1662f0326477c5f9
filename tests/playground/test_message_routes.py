"""Reactions, pins, bulk deletion, webhooks and invitations: what a bot may do, and what it is told."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from playground import ManualClock, Playground
from tests.helpers.raw_client import Raw, raw_client
from tests.playground.test_gateway import connected

INTENTS = (1 << 26) - 1 - (1 << 1) - (1 << 8) - (1 << 15)
"""All but the privileged ones."""


@pytest.fixture
async def raw(clock: ManualClock) -> AsyncIterator[Raw]:
    async with Playground(clock=clock, rate_limits=False) as playground, raw_client(playground) as client:
        yield client


@pytest.fixture
def channel(raw: Raw) -> str:
    return f"/channels/{raw.playground.guild.channel('tavern').id}"


async def sent(raw: Raw, words: str = "words") -> str:
    """Send a message and return its id."""
    return str((await raw.send(raw.playground.guild.channel("tavern").id, content=words)).body["id"])


def allow(raw: Raw, name: str) -> None:
    raw.playground.grant(raw.playground.guild.channel("tavern"), name)


async def test_reactions_are_counted_for_each_emoji(raw: Raw, channel: str) -> None:
    one, ann = f"{channel}/messages/{await sent(raw)}", raw.playground.member("Ann")
    assert (await raw.ask("PUT", f"{one}/reactions/🎲/@me")).status == 204
    assert (await raw.ask("PUT", f"{one}/reactions/🎲/@me")).status == 204
    [reaction] = (await raw.ask("GET", one)).body["reactions"]
    assert (reaction["emoji"], reaction["count"], reaction["me"]) == ({"id": None, "name": "🎲"}, 1, True)
    for wrong in ("fox", "fox:1", "x"):
        assert (await raw.ask("PUT", f"{one}/reactions/{wrong}/@me")).refusal == (404, 10014)
    path = f"{one}/reactions/🎲/{ann.id}"
    assert (await raw.ask("DELETE", path)).refusal == (403, 50013), "others' need Manage Messages"
    assert (await raw.ask("DELETE", f"{one}/reactions/🎲/@me")).status == 204
    assert "reactions" not in (await raw.ask("GET", one)).body
    raw.playground.revoke(raw.playground.guild.channel("tavern"), "add_reactions")
    assert (await raw.ask("PUT", f"{one}/reactions/🦊/@me")).refusal == (403, 50013)


async def test_a_message_has_twenty_reactions_at_most(raw: Raw, channel: str) -> None:
    one = f"{channel}/messages/{await sent(raw)}"
    signs = [chr(0x1F400 + each) for each in range(21)]
    answers = [await raw.ask("PUT", f"{one}/reactions/{sign}/@me") for sign in signs]
    assert [each.status for each in answers[:-1]] == [204] * 20
    assert answers[-1].refusal == (400, 30010)


async def test_pins_take_a_permission_and_are_told(raw: Raw, channel: str) -> None:
    number = await sent(raw)
    path = f"{channel}/messages/pins/{number}"
    assert (await raw.ask("PUT", path)).refusal == (403, 50013)
    allow(raw, "pin_messages")
    assert (await raw.ask("PUT", path)).status == 204
    assert (await raw.ask("PUT", path)).status == 204
    pins = (await raw.ask("GET", f"{channel}/messages/pins")).body
    assert [item["message"]["id"] for item in pins["items"]] == [number]
    assert pins["items"][0]["message"]["pinned"]
    lines = [message for message in raw.playground.guild.channel("tavern").messages if message.type == 6]
    assert len(lines) == 1, "the channel is told once"
    assert (await raw.ask("DELETE", path)).status == 204
    assert (await raw.ask("GET", f"{channel}/pins")).body == []


async def test_old_messages_are_not_deleted_together(raw: Raw, channel: str, clock: ManualClock) -> None:
    path = f"{channel}/messages/bulk-delete"
    old = await sent(raw)
    clock.advance(14 * 86_400 + 1)
    young = [await sent(raw) for _ in range(2)]
    assert (await raw.ask("POST", path, {"messages": young})).refusal == (403, 50013)
    allow(raw, "manage_messages")
    assert (await raw.ask("POST", path, {"messages": [old, young[0]]})).refusal == (400, 50034)
    for wrong in ([], young[:1], [young[0]] * 2, [*map(str, range(1, 102))]):
        assert (await raw.ask("POST", path, {"messages": wrong})).refusal == (400, 50035)
    assert (await raw.ask("POST", path, {"messages": [*young, "1"]})).status == 204
    assert [str(each.id) for each in raw.playground.guild.channel("tavern").messages] == [old]


async def test_a_webhook_writes_under_a_name_of_its_own(raw: Raw, channel: str) -> None:
    body = {"name": "Crier"}
    assert (await raw.ask("POST", f"{channel}/webhooks", body)).refusal == (403, 50013)
    allow(raw, "manage_webhooks")
    for wrong in ("", "x" * 81, "Discord's own", None):
        assert (await raw.ask("POST", f"{channel}/webhooks", {"name": wrong})).refusal == (400, 50035)
    webhook = (await raw.ask("POST", f"{channel}/webhooks", body)).body
    path = f"/webhooks/{webhook['id']}/{webhook['token']}"
    assert (await raw.ask("POST", f"{path[:-1]}?wait=true", {"content": "x"})).refusal == (401, 50027)
    message = (await raw.ask("POST", f"{path}?wait=true", {"content": "Hear!", "username": "Moth"})).body
    assert (message["author"]["username"], message["webhook_id"]) == ("Moth", webhook["id"])
    own = await sent(raw)
    assert (await raw.ask("PATCH", f"{path}/messages/{own}", {"content": "x"})).refusal == (404, 10008)
    edited = await raw.ask("PATCH", f"{path}/messages/{message['id']}", {"content": "Hear, hear!"})
    assert edited.body["content"] == "Hear, hear!"
    assert (await raw.ask("DELETE", f"/webhooks/{webhook['id']}")).status == 204
    assert (await raw.ask("POST", path, {"content": "x"})).refusal == (404, 10015)


async def test_an_invitation_holds_until_its_time_is_over(raw: Raw, channel: str, clock: ManualClock) -> None:
    raw.playground.revoke(raw.playground.guild.channel("tavern"), "create_instant_invite")
    assert (await raw.ask("POST", f"{channel}/invites", {})).refusal == (403, 50013)
    allow(raw, "create_instant_invite")
    assert (await raw.ask("POST", f"{channel}/invites", {"max_age": 604_801})).refusal == (400, 50035)
    first, again = [(await raw.ask("POST", f"{channel}/invites", {"max_age": 60})).body for _ in range(2)]
    assert first["code"] == again["code"]
    assert (await raw.ask("GET", f"/invites/{first['code']}")).body["guild"]["name"]
    clock.advance(61)
    assert (await raw.ask("GET", f"/invites/{first['code']}")).refusal == (404, 10006)


async def test_each_of_these_is_told_to_bots_that_ask_for_it(raw: Raw, channel: str) -> None:
    for name in ("manage_messages", "pin_messages", "manage_webhooks", "manage_channels"):
        allow(raw, name)
    allow(raw, "create_instant_invite")
    async with connected(raw.playground) as socket:
        await socket.identify(INTENTS)
        number = await sent(raw)
        await raw.ask("PUT", f"{channel}/messages/{number}/reactions/🎲/@me")
        await raw.ask("DELETE", f"{channel}/messages/{number}/reactions/🎲")
        await raw.ask("PUT", f"{channel}/messages/{number}/reactions/🎲/@me")
        await raw.ask("DELETE", f"{channel}/messages/{number}/reactions/🎲/@me")
        await raw.ask("DELETE", f"{channel}/messages/{number}/reactions")
        await raw.ask("PUT", f"{channel}/pins/{number}")
        await raw.ask("POST", f"{channel}/messages/bulk-delete", {"messages": [number, await sent(raw)]})
        webhook = (await raw.ask("POST", f"{channel}/webhooks", {"name": "Crier"})).body
        await raw.ask("DELETE", f"/webhooks/{webhook['id']}")
        invite = (await raw.ask("POST", f"{channel}/invites", {})).body
        await raw.ask("DELETE", f"/invites/{invite['code']}")
        [session] = raw.playground.gateway.sessions.values()
        events: list[Any] = [json.loads(text) for _, text in session.sent]
    told = [each["t"] for each in events]
    for name in (
        *(f"MESSAGE_REACTION_{verb}" for verb in ("ADD", "REMOVE", "REMOVE_EMOJI", "REMOVE_ALL")),
        *("CHANNEL_PINS_UPDATE", "MESSAGE_DELETE_BULK", "WEBHOOKS_UPDATE", "INVITE_CREATE", "INVITE_DELETE"),
    ):
        assert name in told, name
