"""The gateway's protocol: identify, shards, intents, resume, compression and close codes."""

from __future__ import annotations

import json
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from playground import Playground
from playground.gateway.gateway import FORGETTING, PASSING
from playground.world.clock import PATIENCE

Json = dict[str, Any]
GUILDS, MEMBERS, MESSAGES, CONTENT = 1, 1 << 1, 1 << 9, 1 << 15


class Socket:
    """A bare client of the gateway."""

    def __init__(self, playground: Playground, websocket: aiohttp.ClientWebSocketResponse) -> None:
        self.playground = playground
        self.websocket = websocket

    async def next(self) -> Json:
        found: Json = json.loads(await self.websocket.receive_str(timeout=PATIENCE))
        return found

    async def send(self, op: int, **data: Any) -> None:
        await self.websocket.send_json({"op": op, "d": data})

    async def identify(self, intents: int = GUILDS, **more: Any) -> Json:
        """Identify, read the guilds that follow, and return READY."""
        await self.send(2, **{"token": self.playground.token, "intents": intents, "properties": {}, **more})
        ready = (await self.next())["d"]
        for _ in ready["guilds"]:
            assert (await self.next())["t"] == "GUILD_CREATE"
        return dict(ready)

    async def closed(self) -> int | None:
        """Return the code with which the gateway closed."""
        frame = await self.websocket.receive(timeout=PATIENCE)
        assert frame.type is aiohttp.WSMsgType.CLOSE
        return self.websocket.close_code


@asynccontextmanager
async def connected(playground: Playground, query: str = "?v=10&encoding=json") -> AsyncIterator[Socket]:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(playground.gateway_url + query) as websocket,
    ):
        socket = Socket(playground, websocket)
        if "compress" not in query:
            assert (await socket.next())["op"] == 10
        yield socket


async def test_heartbeat_is_answered(playground: Playground) -> None:
    async with connected(playground) as socket:
        await socket.send(1)
        assert (await socket.next())["op"] == 11


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"token": "wrong"}, 4004),
        ({"shard": [2, 2]}, 4010),
        ({"intents": GUILDS | CONTENT}, 4014),
    ],
)
async def test_identify_refused(playground: Playground, data: Json, code: int) -> None:
    async with connected(playground) as socket:
        await socket.send(2, **{"token": playground.token, "intents": GUILDS, **data})
        assert await socket.closed() == code


async def test_order_of_things(playground: Playground) -> None:
    async with connected(playground) as socket:
        await socket.send(8, guild_id="1")
        assert await socket.closed() == 4003
    async with connected(playground) as socket:
        await socket.identify()
        await socket.send(2, token=playground.token, intents=GUILDS)
        assert await socket.closed() == 4005
    async with connected(playground) as socket:
        await socket.websocket.send_str("no json")
        assert await socket.closed() == 4002


async def test_each_shard_has_its_guilds(playground: Playground) -> None:
    guilds = [playground.guild, *(playground.add_guild(f"guild {i}") for i in range(3))]
    async with connected(playground) as socket:
        ready = await socket.identify(shard=[1, 2])
        assert ready["guilds"] == [
            {"id": str(guild.id), "unavailable": True} for guild in guilds if (guild.id >> 22) % 2 == 1
        ]


async def test_intents_decide_what_is_told(playground: Playground) -> None:
    tavern, bob = playground.guild.channel("tavern"), playground.member("Bob")
    async with connected(playground) as few, connected(playground) as more:
        await few.identify(GUILDS)
        await more.identify(GUILDS | MESSAGES)
        bob.say(tavern, "secret words")
        bob.say(tavern, f"to {playground.world.bot.mention}")
        bob.leave_guild()
        playground.world.add_channel(playground.guild, "attic")
        assert (await few.next())["t"] == "CHANNEL_CREATE"
        first, second, third = [await more.next() for _ in range(3)]
        assert (first["t"], first["d"]["content"]) == ("MESSAGE_CREATE", "")
        assert second["d"]["content"].startswith("to "), "whoever mentions the bot is heard"
        assert third["t"] == "CHANNEL_CREATE"


async def test_resume_replays_what_was_missed(playground: Playground) -> None:
    async with connected(playground) as socket:
        ready = await socket.identify()
        playground.faults.drop_gateway()
    await playground.wait_for(lambda: not playground.connected)
    playground.world.add_channel(playground.guild, "attic")
    async with connected(playground) as socket:
        await socket.send(6, token=playground.token, session_id=ready["session_id"], seq=2)
        missed, resumed = await socket.next(), await socket.next()
        assert (missed["t"], missed["s"], missed["d"]["name"]) == ("CHANNEL_CREATE", 3, "attic")
        assert resumed["t"] == "RESUMED"


async def test_resume_of_an_unknown_session(playground: Playground) -> None:
    async with connected(playground) as socket:
        await socket.send(6, token=playground.token, session_id="none", seq=1)
        assert await socket.next() == {"op": 9, "d": False, "s": None, "t": None}


async def test_session_ends_when_the_bot_says_goodbye(playground: Playground) -> None:
    async with connected(playground) as socket:
        ready = await socket.identify()
        await socket.websocket.close(code=1000)
    await playground.wait_for(lambda: not playground.gateway.sessions)
    async with connected(playground) as socket:
        await socket.send(6, token=playground.token, session_id=ready["session_id"], seq=1)
        assert (await socket.next())["op"] == 9


async def test_zlib_stream(playground: Playground) -> None:
    inflate = zlib.decompressobj()
    async with connected(playground, "?compress=zlib-stream") as socket:
        first = await socket.websocket.receive_bytes(timeout=PATIENCE)
        assert first.endswith(b"\x00\x00\xff\xff")
        assert json.loads(inflate.decompress(first))["op"] == 10
        await socket.send(1)
        second = await socket.websocket.receive_bytes(timeout=PATIENCE)
        assert json.loads(inflate.decompress(second))["op"] == 11


async def test_zstd_stream_is_served_as_plain_text(playground: Playground) -> None:
    """discord.py asks for it wherever Python has the library, and reads text as well."""
    async with connected(playground, "?compress=zstd-stream") as socket:
        assert json.loads(await socket.websocket.receive_str(timeout=PATIENCE))["op"] == 10


async def test_unknown_compression(playground: Playground) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError):
        async with connected(playground, "?compress=brotli"):
            pass


async def test_same_interaction_twice(playground: Playground) -> None:
    async with connected(playground) as socket:
        await socket.identify()
        tavern = playground.guild.channel("tavern")
        await playground.member("Ann").press_raw(tavern, 1, "id", wait=False)
        playground.replay_last_interaction()
        first, again = await socket.next(), await socket.next()
        assert first["d"] == again["d"]
        assert again["s"] == first["s"] + 1


async def test_outage_and_removal_are_told_apart(playground: Playground) -> None:
    async with connected(playground) as socket:
        await socket.identify()
        playground.world.begin_outage(playground.guild)
        assert (await socket.next())["d"] == {"id": str(playground.guild.id), "unavailable": True}
        playground.world.end_outage(playground.guild)
        assert (await socket.next())["t"] == "GUILD_CREATE"
        playground.world.remove_bot(playground.guild)
        assert (await socket.next())["d"] == {"id": str(playground.guild.id)}


async def test_gateway_can_refuse_connections(playground: Playground) -> None:
    playground.faults.refuse_connections()
    with pytest.raises(aiohttp.WSServerHandshakeError):
        async with connected(playground):
            pass


@pytest.mark.parametrize("code", PASSING)
async def test_a_session_outlives_most_closes_of_the_server(playground: Playground, code: int) -> None:
    """A client answers a close frame with 1000: that is its manners, and no goodbye."""
    async with connected(playground) as socket:
        ready = await socket.identify()
        await playground.faults.close_gateway(code)
        closed = await socket.websocket.receive(timeout=PATIENCE)
        assert (closed.type, closed.data) == (aiohttp.WSMsgType.CLOSE, code)
    await playground.wait_for(lambda: not playground.connected)
    async with connected(playground) as socket:
        await socket.send(6, token=playground.token, session_id=ready["session_id"], seq=2)
        answer = await socket.next()
        assert answer["op"] == 9 if code in FORGETTING else answer["t"] == "RESUMED"


@pytest.mark.parametrize("op", [2, 6, 8])
async def test_a_frame_without_an_object_is_undecodable(playground: Playground, op: int) -> None:
    async with connected(playground) as socket:
        await socket.websocket.send_json({"op": op, "d": "words"})
        assert (await socket.websocket.receive(timeout=PATIENCE)).data == 4002


async def test_closing_one_connection_after_the_other(playground: Playground) -> None:
    playground.faults.close_each_connection([4000, 4009])
    for code in (4000, 4009):
        async with connected(playground) as socket:
            await socket.identify()
            assert (await socket.websocket.receive(timeout=PATIENCE)).data == code
    async with connected(playground) as socket:
        await socket.identify()
        await socket.send(1)
        assert (await socket.next())["op"] == 11, "no code is left"
