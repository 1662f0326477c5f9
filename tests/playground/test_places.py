"""Conversations and servers without the bot, to which a member brings the app along."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from playground import Channel, CommandRefused, Interaction, ManualClock, NotPressable, Playground
from playground.api.interactions import MAX_FOLLOW_UPS
from playground.gateway.sessions import Session
from playground.world.events import Event
from tests.helpers.raw_client import Json, Raw, button, command, raw_client, row

EPHEMERAL = 64
EVERYWHERE: Json = {"contexts": [0, 1, 2], "integration_types": [0, 1]}
SERVERS: Json = {"contexts": [0], "integration_types": [0]}


@pytest.fixture
async def raw(clock: ManualClock) -> AsyncIterator[Raw]:
    async with Playground(clock=clock, rate_limits=False) as playground, raw_client(playground) as client:
        await client.register(command(**EVERYWHERE), command("admin", **SERVERS))
        playground.member("Ann").install_app()
        yield client


@pytest.fixture
def group(raw: Raw) -> Channel:
    return raw.playground.add_conversation("Back room", "Ann", "Bob", "Cid")


@pytest.fixture
def elsewhere(raw: Raw) -> Channel:
    """A channel of a server that has not invited the bot."""
    guild = raw.playground.add_guild("Elsewhere", invited=False)
    raw.playground.add_member("Bob", guild)
    return guild.channel("tavern")


async def ping(raw: Raw, channel: Channel, name: str = "Ann") -> Interaction:
    return await raw.playground.member(name).slash(channel, "ping", wait=False)


async def test_commands_come_along_with_those_who_installed_the_app(
    raw: Raw, group: Channel, elsewhere: Channel
) -> None:
    ann, bob = raw.playground.member("Ann"), raw.playground.member("Bob")
    for place in (group, elsewhere):
        assert ann.commands(place) == ["ping"]
        assert bob.commands(place) == []
        with pytest.raises(CommandRefused):
            await bob.slash(place, "ping", wait=False)
    assert bob.commands(raw.playground.guild.channel("tavern")) == ["ping", "admin"]
    # the bot's own conversation is open to all who share a server with it
    assert bob.commands(raw.playground.world.direct_channel(bob.user)) == ["ping"]


async def test_a_group_is_for_its_people(raw: Raw, group: Channel) -> None:
    dot = raw.playground.member("Dot")
    assert not dot.sees(group)
    with pytest.raises(NotPressable):
        await dot.slash(group, "ping", wait=False)


async def test_what_an_interaction_says_of_its_place(raw: Raw, group: Channel, elsewhere: Channel) -> None:
    ann = raw.playground.member("Ann")
    direct, tavern = raw.playground.world.direct_channel(ann.user), raw.playground.guild.channel("tavern")
    said = [(await ping(raw, place)).payload for place in (tavern, elsewhere, direct, group)]
    own, guild = str(ann.id), str(raw.playground.guild.id)
    assert [each["context"] for each in said] == [0, 0, 1, 2]
    assert [each["authorizing_integration_owners"] for each in said] == [
        {"0": guild, "1": own},
        {"1": own},
        {"0": "0", "1": own},
        {"1": own},
    ]
    assert [each.get("guild_id") for each in said] == [
        guild,
        str(elsewhere.guild and elsewhere.guild.id),
        None,
        None,
    ]
    attach = 1 << 15
    assert all(int(each["app_permissions"]) & attach for each in said)
    assert [each["channel"]["type"] for each in said] == [0, 0, 1, 3]
    assert len(said[3]["channel"]["recipients"]) == 3


async def test_a_press_belongs_to_whoever_brought_the_app(raw: Raw, group: Channel) -> None:
    begun = await ping(raw, group)
    await raw.answer(begun, 4, content="here", components=[row(button())])
    pressed = await raw.playground.member("Bob").press(begun.message, "label", wait=False)
    owners = pressed.payload["authorizing_integration_owners"]
    assert owners == {"1": str(raw.playground.member("Ann").id)}
    assert pressed.payload["user"]["id"] == str(raw.playground.member("Bob").id)


async def test_nothing_is_read_or_written_but_by_a_token(
    raw: Raw, group: Channel, elsewhere: Channel
) -> None:
    for place in (group, elsewhere):
        begun = await ping(raw, place)
        assert (await raw.answer(begun, 4, content="here")).status == 204
        assert begun.message is not None
        path = f"/channels/{place.id}/messages"
        body = {"content": "more"}
        for method, where in (
            ("POST", path),
            ("GET", path),
            ("PATCH", f"{path}/{begun.message.id}"),
            ("DELETE", f"{path}/{begun.message.id}"),
            ("GET", f"/channels/{place.id}"),
        ):
            assert (await raw.ask(method, where, body)).refusal == (403, 50001), (method, where)
        own = f"/webhooks/{raw.playground.world.bot.id}/{begun.token}/messages/@original"
        assert (await raw.ask("PATCH", own, body)).status == 200
        assert begun.message.content == "more"


async def test_five_follow_ups_where_only_a_user_installed_the_app(raw: Raw, group: Channel) -> None:
    tavern = raw.playground.guild.channel("tavern")
    for place, enough in ((group, MAX_FOLLOW_UPS), (tavern, MAX_FOLLOW_UPS + 1)):
        begun = await ping(raw, place)
        await raw.answer(begun, 4, content="here")
        path = f"/webhooks/{raw.playground.world.bot.id}/{begun.token}"
        for _ in range(enough):
            assert (await raw.ask("POST", path, {"content": "more"})).status == 200
    begun = await ping(raw, group)
    await raw.answer(begun, 4, content="here")
    path = f"/webhooks/{raw.playground.world.bot.id}/{begun.token}"
    for _ in range(MAX_FOLLOW_UPS):
        await raw.ask("POST", path, {"content": "more", "flags": EPHEMERAL})
    assert (await raw.ask("POST", path, {"content": "one too many"})).refusal == (400, 40094)
    assert (await raw.ask("PATCH", f"{path}/messages/@original", {"content": "still"})).status == 200


async def test_apps_from_outside_may_be_for_their_users_eyes_only(raw: Raw, elsewhere: Channel) -> None:
    seen = await ping(raw, elsewhere)
    await raw.answer(seen, 4, content="for all")
    assert not seen.ephemeral
    guild = elsewhere.guild
    assert guild is not None
    raw.playground.add_member("Cid", guild).install_app()
    raw.playground.revoke(elsewhere, "use_external_apps", guild.everyone)
    hidden = await ping(raw, elsewhere, "Cid")
    await raw.answer(hidden, 4, content="for one")
    assert hidden.ephemeral


async def test_places_are_registered_as_discord_takes_them(raw: Raw) -> None:
    path = f"/applications/{raw.playground.world.bot.id}/commands"
    faulty: tuple[Json, ...] = ({"contexts": [3]}, {"contexts": [0, 0]}, {"integration_types": [2]})
    for wrong in faulty:
        assert (await raw.ask("PUT", path, [command(**wrong)])).refusal == (400, 50035)


def test_what_belongs_to_no_server_goes_to_the_first_shard() -> None:
    in_a_group = Event("INTERACTION_CREATE", {}, None)
    assert [Session("id", shard, 3, 0).wants(in_a_group) for shard in range(3)] == [True, False, False]
