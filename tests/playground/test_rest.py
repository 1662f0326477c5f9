"""Permissions, missing things, rate limits, faults, and the record of requests."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest

from playground import ManualClock, Playground
from playground.world.state import FORUM
from tests.helpers.as_discord import as_discord
from tests.helpers.raw_client import Raw, raw_client
from tests.playground.conftest import running


@pytest.fixture
async def raw(clock: ManualClock) -> AsyncIterator[Raw]:
    async with Playground(clock=clock, rate_limits=False) as playground, raw_client(playground) as client:
        yield client


async def test_wrong_token(raw: Raw) -> None:
    answer = await raw.ask("GET", "/users/@me", headers={"Authorization": "Bot wrong"})
    assert (answer.status, answer.body["message"]) == (401, "401: Unauthorized")


async def test_unknown_things(raw: Raw) -> None:
    tavern = raw.playground.guild.channel("tavern")
    for path, code in (
        ("/channels/1", 10003),
        (f"/channels/{tavern.id}/messages/1", 10008),
        ("/guilds/1", 10004),
        ("/users/1", 10013),
        (f"/guilds/{raw.playground.guild.id}/members/1", 10013),
        (f"/applications/{raw.playground.world.bot.id}/commands/1", 10063),
    ):
        assert (await raw.ask("GET", path)).refusal == (404, code)


async def test_unknown_route_is_told_and_recorded(raw: Raw) -> None:
    answer = await raw.ask("POST", "/stickers/1", {"x": 1})
    assert answer.refusal == (404, 0)
    record = raw.playground.requests[-1]
    assert (record.method, record.path, record.route, record.json) == ("POST", "/stickers/1", None, {"x": 1})


async def test_json_is_json_to_the_letter(raw: Raw) -> None:
    assert (await raw.ask("GET", "/users/@me")).headers["Content-Type"] == "application/json"
    assert (await raw.ask("GET", "/channels/1")).headers["Content-Type"] == "application/json"


async def test_missing_permissions(raw: Raw) -> None:
    playground, tavern = raw.playground, raw.playground.guild.channel("tavern")
    playground.revoke(tavern, "send_messages")
    assert (await raw.send(tavern.id, content="x")).refusal == (403, 50013)
    playground.revoke(tavern, "view_channel")
    assert (await raw.send(tavern.id, content="x")).refusal == (403, 50001)
    playground.grant(tavern, "view_channel")
    playground.grant(tavern, "send_messages")
    assert (await raw.send(tavern.id, content="x")).status == 200
    playground.revoke(tavern, "view_channel", of=playground.member("Bob"))
    assert not playground.member("Bob").can(tavern, "send_messages")


async def test_messages_of_others(raw: Raw) -> None:
    tavern = raw.playground.guild.channel("tavern")
    message = raw.playground.member("Bob").say(tavern, "mine")
    path = f"/channels/{tavern.id}/messages/{message.id}"
    assert (await raw.ask("PATCH", path, {"content": "x"})).refusal == (403, 50005)
    assert (await raw.ask("DELETE", path)).refusal == (403, 50013)


async def test_edits_of_old_messages_are_few(raw: Raw, clock: ManualClock) -> None:
    tavern = raw.playground.guild.channel("tavern")
    sent = (await raw.send(tavern.id, content="x")).body
    path = f"/channels/{tavern.id}/messages/{sent['id']}"
    assert [(await raw.ask("PATCH", path, {"content": "y"})).status for _ in range(5)] == [200] * 5
    clock.advance(3600)
    answers = [await raw.ask("PATCH", path, {"content": "z"}) for _ in range(4)]
    assert [answer.status for answer in answers] == [200, 200, 200, 429]
    assert answers[-1].code == 30046
    assert 0 < answers[-1].body["retry_after"] <= 6
    other = (await raw.send(tavern.id, content="young")).body
    young = f"/channels/{tavern.id}/messages/{other['id']}"
    assert (await raw.ask("PATCH", young, {"content": "z"})).status == 200, "only old messages are limited"
    clock.advance(6)
    assert (await raw.ask("PATCH", path, {"content": "z"})).status == 200


async def test_threads(raw: Raw) -> None:
    playground, tavern = raw.playground, raw.playground.guild.channel("tavern")
    path = f"/channels/{tavern.id}/threads"
    assert (await raw.ask("POST", path, {"name": ""})).refusal == (400, 50035)
    made = (await raw.ask("POST", path, {"name": "aside", "type": 11})).body
    thread = playground.guild.channel("aside")
    sent = (await raw.send(thread.id, content="x")).body
    message = f"/channels/{made['id']}/messages/{sent['id']}"
    playground.world.archive_thread(thread)
    assert (await raw.ask("PATCH", message, {"content": "y"})).refusal == (400, 50083)
    assert (await raw.send(thread.id, content="opens it again")).status == 200
    assert not thread.archived
    playground.world.archive_thread(thread)
    opened = await raw.ask("PATCH", f"/channels/{thread.id}", {"archived": False})
    assert opened.status == 200, "whoever may write may open it"
    playground.revoke(tavern, "send_messages_in_threads")
    playground.world.archive_thread(thread)
    closed = await raw.ask("PATCH", f"/channels/{thread.id}", {"archived": False})
    assert closed.refusal == (403, 50013)
    playground.grant(tavern, "send_messages_in_threads")
    playground.world.archive_thread(thread, locked=True)
    assert (await raw.send(thread.id, content="x")).refusal == (400, 160005)
    locked = await raw.ask("PATCH", f"/channels/{thread.id}", {"archived": False})
    assert locked.refusal == (403, 50013)
    thread.archived = False
    assert (await raw.ask("PATCH", message, {"content": "y"})).refusal == (400, 160005)
    playground.grant(tavern, "manage_threads")
    assert (await raw.ask("PATCH", message, {"content": "y"})).status == 200
    playground.world.delete_channel(tavern)
    assert (await raw.send(thread.id, content="x")).refusal == (404, 10003)


async def test_private_threads(raw: Raw) -> None:
    """Seen by those who were let in; a message tells of each; closed to the members' own guests unless invitable."""
    playground, tavern = raw.playground, raw.playground.guild.channel("tavern")
    bob, eve = playground.member("Bob"), playground.member("Eve")
    path = f"/channels/{tavern.id}/threads"
    playground.revoke(tavern, "create_private_threads")
    assert (await raw.ask("POST", path, {"name": "aside", "type": 12})).refusal == (403, 50013)
    playground.grant(tavern, "create_private_threads")
    made = (await raw.ask("POST", path, {"name": "aside", "type": 12, "invitable": False})).body
    assert made["thread_metadata"]["invitable"] is False
    thread = playground.guild.channel("aside")
    assert not bob.sees(thread)
    members = f"/channels/{thread.id}/thread-members"
    for _ in range(2):
        assert (await raw.ask("PUT", f"{members}/{bob.id}")).status == 204
    assert bob.sees(thread)
    assert not eve.sees(thread)
    [told] = thread.messages
    assert (told.type, told.pings) == (1, [bob.user])
    assert (await raw.ask("PUT", f"{members}/1")).refusal == (404, 10007)
    playground.revoke(tavern, "send_messages_in_threads")
    assert (await raw.ask("PUT", f"{members}/{eve.id}")).refusal == (403, 50013)
    playground.grant(tavern, "send_messages_in_threads")
    theirs = playground.world.add_thread(tavern, "theirs", 12, bob.user)
    assert (await raw.ask("GET", f"/channels/{theirs.id}")).refusal == (403, 50001)
    playground.world.let_in(theirs, playground.world.bot, bob.user)
    theirs.invitable = False
    assert (await raw.ask("PUT", f"/channels/{theirs.id}/thread-members/{eve.id}")).refusal == (403, 50013)
    theirs.invitable = True
    assert (await raw.ask("PUT", f"/channels/{theirs.id}/thread-members/{eve.id}")).status == 204


async def test_guild_comes_and_goes(raw: Raw) -> None:
    world, guild = raw.playground.world, raw.playground.guild
    tavern = guild.channel("tavern")
    world.begin_outage(guild, rest=True)
    assert (await raw.send(tavern.id, content="x")).status == 503
    world.end_outage(guild)
    assert (await raw.send(tavern.id, content="x")).status == 200
    world.remove_bot(guild)
    assert (await raw.send(tavern.id, content="x")).refusal == (403, 50001)
    world.invite_bot(guild)
    assert (await raw.send(tavern.id, content="x")).status == 200


async def test_member_leaves(raw: Raw) -> None:
    bob = raw.playground.member("Bob")
    path = f"/guilds/{raw.playground.guild.id}/members/{bob.id}"
    assert (await raw.ask("GET", path)).status == 200
    bob.leave_guild()
    assert (await raw.ask("GET", path)).refusal == (404, 10007)


async def test_direct_messages(raw: Raw) -> None:
    ann = raw.playground.member("Ann")
    opened = (await raw.ask("POST", "/users/@me/channels", {"recipient_id": str(ann.id)})).body
    assert (await raw.send(opened["id"], content="psst")).status == 200
    assert [message.text for message in ann.direct_messages] == ["psst"]
    ann.user.accepts_dms = False
    assert (await raw.send(opened["id"], content="psst")).refusal == (403, 50007)


async def test_sixth_message_within_five_seconds(raw: Raw, clock: ManualClock) -> None:
    raw.playground.rate_limits.enabled = True
    tavern, cellar = raw.playground.guild.channel("tavern"), raw.playground.guild.channel("cellar")
    answers = [await raw.send(tavern.id, content="x") for _ in range(6)]
    assert [answer.status for answer in answers] == [200] * 5 + [429]
    assert answers[4].headers["X-RateLimit-Remaining"] == "0"
    assert answers[5].body == {"message": "You are being rate limited.", "retry_after": 5.0, "global": False}
    assert "Via" in answers[5].headers
    assert (await raw.send(cellar.id, content="x")).status == 200, "every channel counts for itself"
    clock.advance(5)
    assert (await raw.send(tavern.id, content="x")).status == 200


async def test_fifty_requests_a_second_in_all(raw: Raw, clock: ManualClock) -> None:
    raw.playground.rate_limits.enabled = True
    raw.playground.rate_limits.limits["other"] = (1000, 1.0)
    for _ in range(50):
        assert (await raw.ask("GET", "/users/@me")).status == 200
    refused = await raw.ask("GET", "/users/@me")
    assert (refused.status, refused.body["global"]) == (429, True)
    assert (await raw.ask("POST", "/interactions/1/x/callback", {"type": 5})).status == 404, "exempt"
    clock.advance(1)
    assert (await raw.ask("GET", "/users/@me")).status == 200


async def test_discordpy_waits_a_429_out() -> None:
    async with as_discord(Playground()) as playground:
        playground.rate_limits.limits["messages"] = (2, 0.05)
        tavern = playground.guild.channel("tavern")
        quick = discord.Client(intents=discord.Intents(guilds=True), guild_ready_timeout=0.01)
        async with running(quick, playground) as bot:
            place = bot.get_channel(tavern.id)
            assert isinstance(place, discord.TextChannel)
            # Another process took what this one believes to have left.
            playground.rate_limits.check("messages", str(tavern.id))
            playground.rate_limits.check("messages", str(tavern.id))
            for number in range(5):
                await place.send(str(number))
        assert [message.text for message in tavern.messages] == ["0", "1", "2", "3", "4"]
        assert playground.rate_limits.refusals >= 1


async def test_faults_on_request(raw: Raw) -> None:
    tavern, faults = raw.playground.guild.channel("tavern"), raw.playground.faults
    faults.fail_next("POST", r"/messages$", 403, 50001, times=2)
    for expected in (403, 403, 200):
        assert (await raw.send(tavern.id, content="x")).status == expected
    faults.lose_answer("POST", r"/messages$")
    with pytest.raises(aiohttp.ClientError):
        await raw.send(tavern.id, content="done, but not told")
    assert tavern.messages[-1].text == "done, but not told"
    faults.lose_request("POST", r"/messages$")
    with pytest.raises(aiohttp.ClientError):
        await raw.send(tavern.id, content="never seen")
    assert tavern.messages[-1].text == "done, but not told"


async def test_only_this_machine_and_this_page_may_ask(raw: Raw) -> None:
    url = raw.playground.page_url
    for headers in ({"Host": "evil.example"}, {"Host": "127.0.0.1"}, {"Origin": "http://evil.example"}):
        async with raw.session.get(url, headers=headers) as response:
            assert response.status == 403


async def test_a_forum_holds_only_posts(raw: Raw) -> None:
    world, guild = raw.playground.world, raw.playground.guild
    forum = world.add_channel(guild, "games", FORUM)
    assert (await raw.send(forum.id, content="x")).refusal == (400, 50008)
    post = world.add_thread(forum, "dice night", 11, raw.playground.member("Bob").user)
    assert (await raw.send(post.id, content="x")).status == 200


async def test_what_libraries_ask_before_they_are_ready(raw: Raw) -> None:
    for path in ("/soundboard-default-sounds", "/voice/regions"):
        assert (await raw.ask("GET", path)).body == []


async def test_a_thread_says_when_it_archives_itself(raw: Raw) -> None:
    path = f"/channels/{raw.playground.guild.channel('tavern').id}/threads"
    made = await raw.ask("POST", path, {"name": "aside", "type": 11, "auto_archive_duration": 60})
    assert made.body["thread_metadata"]["auto_archive_duration"] == 60
