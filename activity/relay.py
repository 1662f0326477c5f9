"""The way from one process of the bot to another: a page is passed on to the process that serves its table.

Discord's URL mapping reaches one process, or any of them; the tables of a channel are at the one that holds its shard.
The leases say which that is, and at which address. It believes a header that only processes with the bot's token can
write: that the first one has checked where the page comes from. Who its member is, it checks again.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging

import aiohttp
from aiohttp import WSMsgType, web

from activity.identity import Session
from activity.messages import MOST_BYTES
from bot.clock import Clock
from bot.places.place import Place, PlaceKind
from bot.places.shard_set import ShardSet
from db.backend.database import ShardLeases
from db.errors import StoreError

log = logging.getLogger(__name__)

HEADER = "X-Dicenight-Passed"
GOOD_FOR = 30
"""Seconds for which a header is believed; the clocks of two machines may differ by so much."""
CONNECT_WITHIN = aiohttp.ClientTimeout(total=None, sock_connect=3)
MOST_SENT = 1 << 20
"""The most bytes of a frame of the server."""


class ProcessRelay:
    """Passes sockets on by the leases of this process, and knows those that were passed on to it."""

    def __init__(self, leases: ShardLeases, token: str, clock: Clock) -> None:
        self._leases, self._clock = leases, clock
        key = hashlib.sha256(token.encode()).digest()
        self._key = hmac.digest(key, b"socket of the Activity", "sha256")

    def is_passed(self, request: web.Request) -> bool:
        """Return whether another process of the bot has checked this request and passed it on."""
        moment, _, signature = request.headers.get(HEADER, "").partition(".")
        if not moment.isdecimal() or not hmac.compare_digest(
            signature.encode(), self._signed(moment).encode()
        ):
            return False
        return abs(int(moment) - self._clock.now()) <= GOOD_FOR

    def header(self) -> dict[str, str]:
        """Return the header of a request that this process passes on."""
        moment = str(int(self._clock.now()))
        return {HEADER: f"{moment}.{self._signed(moment)}"}

    def _signed(self, moment: str) -> str:
        return hmac.digest(self._key, moment.encode(), "sha256").hex()

    async def pass_on(self, session: Session, hello: str, socket: web.WebSocketResponse) -> bool:
        """Pass a socket on to the process that serves its place, until it goes; return False if none does."""
        shard = _shard_of(session, self._leases.shards)
        if shard in self._leases.held:
            # it is ours, and about to be served
            return False
        try:
            address = await self._leases.address_of(shard)
            if not address:
                return False
            async with (
                aiohttp.ClientSession(timeout=CONNECT_WITHIN) as client,
                client.ws_connect(
                    f"http://{address}/api/socket", headers=self.header(), max_msg_size=MOST_SENT
                ) as far,
            ):
                await far.send_str(hello)
                await _joined(socket, far)
        except (aiohttp.ClientError, TimeoutError, StoreError) as fault:
            log.warning("a page cannot be passed on to the process with shard %s: %r", shard, fault)
            return False
        return True


def _shard_of(session: Session, shards: int) -> int:
    """Return the shard of a session's place."""
    guild = session.guild_id
    place = Place(PlaceKind.GUILD, guild) if guild is not None else Place(PlaceKind.CONVERSATION, 0)
    return next(shard for shard in range(shards) if ShardSet(frozenset({shard}), shards).has(place.key))


async def _joined(near: web.WebSocketResponse, far: aiohttp.ClientWebSocketResponse) -> None:
    """Carry messages both ways until one side is closed."""

    async def from_page() -> None:
        async for message in near:
            if message.type is WSMsgType.TEXT and len(message.data) <= MOST_BYTES:
                await far.send_str(message.data)

    async def to_page() -> None:
        async for message in far:
            if message.type is WSMsgType.TEXT:
                await near.send_str(message.data)

    ways = [asyncio.create_task(from_page()), asyncio.create_task(to_page())]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in ways:
            task.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
