"""Who comes in to the Activity: a member whom Discord vouches for, from the Activity's own page, and nobody else."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

import aiohttp
import discord
import msgspec
import pytest
from aiohttp import web
from aiohttp.test_utils import BaseTestServer, TestServer
from discord.http import HTTPClient
from nacl.signing import SigningKey

from activity.identity import (
    AWAY,
    BUSY,
    CONFIRMED_FOR,
    EXPIRED,
    FOREIGN,
    MALFORMED,
    NO_CONSENT,
    NOT_THERE,
    SESSION_LIFE,
    UNSIGNED,
    Credentials,
    Identity,
    Refused,
)
from bot.clock import SystemClock
from bot.startup.activity import AnyBot
from playground import ManualClock, Playground
from tests.helpers.as_discord import as_discord

Headers = dict[str, str]
Answer = tuple[int, dict[str, str]]


class At(SystemClock):
    """The bot's clock, by the playground's."""

    def __init__(self, clock: ManualClock) -> None:
        self.clock = clock

    def now(self) -> float:
        return self.clock.now


class Door(NamedTuple):
    """A server that lets members in, and the playground that vouches for them."""

    playground: Playground
    clock: ManualClock
    http: HTTPClient
    identity: Identity
    server: BaseTestServer
    origin: str

    def consent(self, name: str, *scopes: str) -> str:
        """The code that a member's page gets."""
        return self.playground.world.activities.authorize(
            self.playground.member(name).user, scopes or ("identify",)
        )

    def launch(self, name: str, channel: str = "tavern") -> str:
        """Let a member open the Activity; the id of the instance."""
        place = self.playground.guild.channel(channel)
        return self.playground.world.activities.launch(self.playground.member(name).user, place).id

    async def knock(self, body: object, **headers: str) -> Answer:
        """Ask for a session."""
        named = {"Origin": self.origin, **{name.replace("_", "-"): value for name, value in headers.items()}}
        async with aiohttp.ClientSession() as session:
            url = self.server.make_url("/api/token")
            kept = {name: value for name, value in named.items() if value}
            async with session.post(url, json=body, headers=kept) as answer:
                return answer.status, await answer.json()

    async def come_in(self, name: str, channel: str = "tavern") -> str:
        """Open the Activity and sign in, as the page does; the session's token."""
        status, told = await self.knock(
            {"code": self.consent(name), "instance_id": self.launch(name, channel)}
        )
        assert status == 200, told
        return told["session"]


@asynccontextmanager
async def open_door(*, signed: bool = False, bot_token: str = "") -> AsyncIterator[Door]:
    clock = ManualClock()
    async with as_discord(Playground(clock=clock, rate_limits=False)) as playground:
        activities = playground.world.activities
        application = playground.world.bot.id
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.login(playground.token)
            credentials = Credentials(
                application,
                activities.client_secret,
                bot_token or playground.token,
                public_key=activities.public_key if signed else None,
            )
            identity = Identity(client.http, credentials, At(clock))
            app = web.Application(middlewares=[identity.guard])
            app.router.add_post("/api/token", identity.token)
            async with TestServer(app) as server:
                origin = f"https://{application}.discordsays.com"
                yield Door(playground, clock, client.http, identity, server, origin)
            await identity.close()


@pytest.fixture
async def door() -> AsyncIterator[Door]:
    async with open_door() as made:
        yield made


async def test_a_member_comes_in_with_what_discord_says_of_them(door: Door) -> None:
    guild = door.playground.guild
    regular = door.playground.world.add_role(guild, "regular")
    ann = door.playground.member("Ann")
    ann.give_role(regular)
    ann.member_of(guild).nick = "Annie"
    session = door.identity.session(await door.come_in("Ann"))
    assert (session.user_id, session.name, session.roles) == (ann.id, "Annie", (regular.id,))
    assert (session.guild_id, session.channel_id) == (guild.id, guild.channel("tavern").id)
    assert session.until == door.clock.now + SESSION_LIFE
    await door.identity.confirm(session)


async def test_the_page_gets_the_access_token_that_its_sdk_wants_and_a_time_in_milliseconds(
    door: Door,
) -> None:
    status, told = await door.knock({"code": door.consent("Bob"), "instance_id": door.launch("Bob")})
    grant = door.playground.world.activities.granted(told["access_token"])
    assert status == 200
    assert grant is not None
    assert grant.user.name == "Bob"
    assert int(told["expires"]) == int((door.clock.now + SESSION_LIFE) * 1000)
    assert told["access_token"] not in told["session"]


async def test_a_conversation_has_no_server(door: Door) -> None:
    channel = door.playground.add_conversation("The Back Room", "Ann", "Bob", "Cid")
    instance = door.playground.world.activities.launch(door.playground.member("Ann").user, channel)
    status, told = await door.knock({"code": door.consent("Ann"), "instance_id": instance.id})
    assert status == 200
    session = door.identity.session(told["session"])
    assert (session.guild_id, session.channel_id, session.name) == (None, channel.id, "Ann")


async def test_on_a_server_without_the_bot_the_name_is_the_one_for_everywhere(door: Door) -> None:
    guild = door.playground.add_guild("The Far Shore", invited=False)
    channel = guild.channel("tavern")
    instance = door.playground.world.activities.launch(door.playground.member("Ann").user, channel)
    _, told = await door.knock({"code": door.consent("Ann"), "instance_id": instance.id})
    session = door.identity.session(told["session"])
    assert (session.guild_id, session.name, session.roles) == (guild.id, "Ann", ())


async def test_codes_that_discord_is_tired_of_are_not_sent_on(door: Door) -> None:
    """Anyone on the web can send made-up ones, and too many refusals would ban the bot's own address."""
    asked = r"/oauth2/token$"
    door.playground.faults.rate_limit("POST", asked, 10.0, times=1)

    def sent() -> int:
        return sum(request.path.endswith("/oauth2/token") for request in door.playground.requests)

    assert (await door.knock({"code": "made-up", "instance_id": "i-1"}))[0] == 503
    assert sent() == 1
    for _ in range(5):
        status, told = await door.knock({"code": "made-up", "instance_id": "i-1"})
        assert (status, told["error"]) == (503, BUSY)
    door.clock.advance(9.0)
    await door.knock({"code": "made-up", "instance_id": "i-1"})
    assert sent() == 1
    door.clock.advance(2.0)
    await door.come_in("Ann")
    assert sent() == 2


@pytest.mark.parametrize(
    ("body", "status", "sentence"),
    [
        (lambda door: {"code": "made-up", "instance_id": door.launch("Ann")}, 403, NO_CONSENT),
        (
            lambda door: {"code": door.consent("Ann", "guilds"), "instance_id": door.launch("Ann")},
            403,
            NO_CONSENT,
        ),
        (lambda door: {"code": door.consent("Ann"), "instance_id": "i-1-gc-2-3"}, 403, NOT_THERE),
        (lambda door: {"code": door.consent("Ann"), "instance_id": door.launch("Bob")}, 403, NOT_THERE),
        (lambda door: {"code": door.consent("Ann"), "instance_id": "../../users/@me"}, 400, MALFORMED),
        (lambda door: {"code": door.consent("Ann")}, 400, MALFORMED),
        (lambda door: {"code": 7, "instance_id": door.launch("Ann")}, 400, MALFORMED),
        (lambda door: ["code"], 400, MALFORMED),
    ],
    ids=[
        "code made up",
        "not identify",
        "no such instance",
        "another's instance",
        "a path",
        "none",
        "number",
        "list",
    ],
)
async def test_whom_discord_does_not_vouch_for_stays_outside(
    door: Door, body: Callable[[Door], object], status: int, sentence: str
) -> None:
    assert await door.knock(body(door)) == (status, {"error": sentence})


async def test_a_code_opens_once(door: Door) -> None:
    body = {"code": door.consent("Ann"), "instance_id": door.launch("Ann")}
    assert (await door.knock(body))[0] == 200
    assert await door.knock(body) == (403, {"error": NO_CONSENT})


async def test_who_has_left_the_instance_stays_outside(door: Door) -> None:
    activities = door.playground.world.activities
    instance = door.launch("Ann")
    activities.leave(door.playground.member("Ann").user, activities.instances[instance])
    assert await door.knock({"code": door.consent("Ann"), "instance_id": instance}) == (
        403,
        {"error": NOT_THERE},
    )


async def test_a_wrong_secret_lets_nobody_in(door: Door) -> None:
    door.playground.world.activities.client_secret = "another"
    told = await door.knock({"code": door.consent("Ann"), "instance_id": door.launch("Ann")})
    assert told == (403, {"error": NO_CONSENT})


async def test_nobody_gets_in_while_discord_is_away(door: Door) -> None:
    body = {"code": door.consent("Ann"), "instance_id": door.launch("Ann")}
    await door.playground.stop()
    assert await door.knock(body) == (503, {"error": AWAY})


async def test_a_process_without_a_bot_asks_to_try_again(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    """All its shards are with other processes for a moment."""
    monkeypatch.setattr(door.identity, "_http", AnyBot())
    told = await door.knock({"code": door.consent("Ann"), "instance_id": door.launch("Ann")})
    assert told == (503, {"error": AWAY})


# ---- where it is asked from


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "null",
        "https://discord.com",
        "https://1.discordsays.com",
        "https://evil.example",
        "http://{own}",
        "https://{own}.evil.example",
        "https://{own}:444",
    ],
)
async def test_a_foreign_page_is_refused(door: Door, origin: str) -> None:
    own = door.origin.removeprefix("https://")
    body = {"code": door.consent("Ann"), "instance_id": door.launch("Ann")}
    assert await door.knock(body, Origin=origin.format(own=own)) == (403, {"error": FOREIGN})
    # the code was not used up: the own page still gets in by it
    assert (await door.knock(body))[0] == 200


async def test_with_the_public_key_only_what_the_proxy_signed_is_answered() -> None:
    async with open_door(signed=True) as door:
        activities = door.playground.world.activities
        body = {"code": door.consent("Ann"), "instance_id": door.launch("Ann")}
        good = activities.signed_headers(None)
        signature = base64.b64decode(good["X-Signature-Ed25519"])
        other = SigningKey.generate()
        raw = base64.b64decode(good["X-Discord-Proxy-Payload"])
        foreign = msgspec.json.encode({**msgspec.json.decode(raw), "application_id": "7"})
        for wrong in (
            {},
            {**good, "X-Signature-Timestamp": "1"},
            {**good, "X-Signature-Ed25519": base64.b64encode(other.sign(raw).signature).decode()},
            {**good, "X-Signature-Ed25519": signature[:-1].hex()},
            {**good, "X-Discord-Proxy-Payload": base64.b64encode(foreign).decode()},
            {**good, "X-Discord-Proxy-Payload": "%"},
        ):
            assert await door.knock(body, **wrong) == (401, {"error": UNSIGNED})
        # the documentation writes the signature in base64 at one place, and in hexadecimal at another
        assert (await door.knock(body, **{**good, "X-Signature-Ed25519": signature.hex()}))[0] == 200
        body = {"code": door.consent("Ann"), "instance_id": door.launch("Ann")}
        assert (await door.knock(body, **good))[0] == 200
        door.clock.advance(301)
        assert await door.knock(body, **good) == (401, {"error": UNSIGNED})


# ---- sessions


async def test_a_session_is_over_after_its_time(door: Door) -> None:
    token = await door.come_in("Ann")
    door.clock.advance(SESSION_LIFE - 1)
    door.identity.session(token)
    door.clock.advance(1)
    with pytest.raises(Refused, match=EXPIRED):
        door.identity.session(token)


async def test_no_forged_session_opens(door: Door) -> None:
    token = await door.come_in("Ann")
    told, _, signature = token.partition(".")
    session = door.identity.session(token)
    bob = door.playground.member("Bob").id
    cellar = door.playground.guild.channel("cellar").id
    forged = [
        base64.urlsafe_b64encode(msgspec.json.encode(session._replace(**change), enc_hook=str)).decode()
        for change in (
            {"user_id": bob},
            {"channel_id": cellar},
            {"until": session.until + 9e9},
            {"instance_id": "i-2"},
        )
    ]
    tokens = [f"{each}.{signature}" for each in forged]
    tokens += ["", ".", token[:-1], f"{token}=", told, f"{told}.", f".{signature}", "\ud800.x", token.upper()]
    for each in tokens:
        with pytest.raises(Refused, match=MALFORMED):
            door.identity.session(each)


async def test_a_session_of_another_bot_is_refused(door: Door) -> None:
    token = await door.come_in("Ann")
    credentials = Credentials(door.playground.world.bot.id, "secret", "another token")
    other = Identity(door.http, credentials, At(door.clock))
    with pytest.raises(Refused, match=MALFORMED):
        other.session(token)


async def test_a_session_outlives_a_restart(door: Door) -> None:
    token = await door.come_in("Ann")
    activities = door.playground.world.activities
    credentials = Credentials(door.playground.world.bot.id, activities.client_secret, door.playground.token)
    again = Identity(door.http, credentials, At(door.clock))
    session = again.session(token)
    await again.confirm(session)
    assert session == door.identity.session(token)


async def test_a_session_played_back_after_its_member_has_left_is_refused(door: Door) -> None:
    activities = door.playground.world.activities
    token = await door.come_in("Ann")
    await door.come_in("Bob")
    session = door.identity.session(token)
    activities.leave(door.playground.member("Ann").user, activities.instances[session.instance_id])
    door.clock.advance(CONFIRMED_FOR)
    with pytest.raises(Refused, match=NOT_THERE):
        await door.identity.confirm(session)


async def test_many_pages_that_come_back_ask_discord_once(door: Door) -> None:
    sessions = [door.identity.session(await door.come_in(name)) for name in ("Ann", "Bob", "Cid")]
    door.clock.advance(CONFIRMED_FOR)
    door.playground.requests.clear()
    for session in sessions:
        await door.identity.confirm(session)
    asked = [each for each in door.playground.requests if "activity-instances" in each.path]
    assert len(asked) == 1


async def test_the_access_token_is_kept_nowhere(door: Door) -> None:
    _, told = await door.knock({"code": door.consent("Ann"), "instance_id": door.launch("Ann")})
    assert told["access_token"] not in repr(vars(door.identity))
