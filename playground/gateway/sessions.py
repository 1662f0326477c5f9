"""Sessions of the gateway, and the connections that carry them.

A session begins with READY. It outlives its connection and keeps the last events, so that RESUME can replay the
ones that a bot missed. A connection is one websocket, compressed as its address asked for.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import deque
from dataclasses import dataclass, field

from aiohttp import web

from playground.traffic_log import TrafficLog
from playground.world.events import Event

MAX_MISSED_EVENTS = 2000


@dataclass(slots=True, eq=False)
class Session:
    """A session of a bot: its shard, its intents, and the last events that it was sent."""

    id: str
    shard: int
    shards: int
    intents: int
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=MAX_MISSED_EVENTS))
    connection: Connection | None = None
    traffic: TrafficLog | None = None
    known_guilds: set[int] = field(default_factory=set)
    """The guilds that it was told about: for these, a GUILD_CREATE says that they are available again."""

    def wants(self, event: Event) -> bool:
        """Return True if `event` fits the intents of this session and its shard's guilds."""
        if event.intent and not event.intent & self.intents:
            return False
        if event.guild_id is None:
            # Discord sends everything about direct conversations to the first shard.
            return self.shard == 0
        return (event.guild_id >> 22) % self.shards == self.shard

    def send(self, name: str, data: str) -> None:
        """Number an event, store it for RESUME, and send it if the bot is connected. `data` is JSON already."""
        self.sequence += 1
        # Joined as text: `data` is written once for all sessions, and is large for a guild.
        text = f'{{"op":0,"t":"{name}","s":{self.sequence},"d":{data}}}'
        self.sent.append((self.sequence, text))
        if self.connection is not None:
            self.connection.queue.put_nowait(text)
            if self.traffic is not None:
                self.traffic.add("event", name, got=len(text))


@dataclass(slots=True, eq=False)
class Connection:
    """One websocket of a bot. `compression` is what its address asked for."""

    socket: web.WebSocketResponse
    compression: str | None
    transport: asyncio.BaseTransport | None
    queue: asyncio.Queue[str | int] = field(default_factory=asyncio.Queue)
    session: Session | None = None
    closed_with: int | None = None
    """The code with which this side closed it, None if the bot did."""
    is_silent: bool = False
    """True if nothing is sent any more, heartbeats are not answered, and it stays open all the same."""
    _closing: asyncio.Task[None] | None = None

    def send(self, op: int, data: object = None) -> None:
        """Send a control message."""
        self.queue.put_nowait(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    async def write(self) -> None:
        """Send the queued messages for as long as the connection lasts; a number among them is a code to close it with.

        "zlib-stream" is one stream of zlib, flushed after each message. A bot that asks for anything else, such as
        "zstd-stream", gets plain text, which libraries read as well.
        """
        deflate = zlib.compressobj(level=1) if self.compression == "zlib-stream" else None
        while True:
            text = await self.queue.get()
            try:
                if self.is_silent:
                    continue
                if isinstance(text, int):
                    # A task of its own: this one is cancelled as soon as the socket begins to close.
                    self._closing = asyncio.create_task(self.close(text))
                    return
                if deflate is None:
                    await self.socket.send_str(text)
                else:
                    packed = deflate.compress(text.encode()) + deflate.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(packed)
            except ConnectionResetError:
                return
            finally:
                self.queue.task_done()

    async def close(self, code: int, message: str = "") -> None:
        """Close with a code."""
        self.closed_with = code
        await self.socket.close(code=code, message=message.encode())
