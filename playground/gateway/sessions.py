"""Who is connected to the gateway.

A session is what READY named; it outlives its connection and keeps the events that a bot missed, so that RESUME
can replay them. A connection is one websocket, compressed as its address asked for.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from dataclasses import dataclass, field

from aiohttp import web

from playground.gateway.compression import Compressor
from playground.web.traffic_log import Traffic
from playground.world.events import Event

MISSED_EVENTS_KEPT = 2000


@dataclass(slots=True, eq=False)
class Session:
    """What a bot identified for: its shard, its intents, and the events it was sent."""

    id: str
    shard: int
    shards: int
    intents: int
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=MISSED_EVENTS_KEPT))
    connection: Connection | None = None
    traffic: Traffic | None = None

    def wants(self, event: Event) -> bool:
        """Whether this session is told of `event`: its intents, and its share of the guilds."""
        if event.intent and not event.intent & self.intents:
            return False
        if event.guild_id is None:
            return self.shard == 0
        return (event.guild_id >> 22) % self.shards == self.shard

    def send(self, name: str, data: str) -> None:
        """Number an event (its data already JSON), keep it, and send it if somebody is connected."""
        self.sequence += 1
        text = f'{{"op":0,"t":"{name}","s":{self.sequence},"d":{data}}}'
        self.sent.append((self.sequence, text))
        if self.connection is not None:
            self.connection.queue.put_nowait(text)
            if self.traffic is not None:
                self.traffic.note("event", name, got=len(text))


@dataclass(slots=True, eq=False)
class Connection:
    """One websocket."""

    socket: web.WebSocketResponse
    compressor: Compressor | None
    transport: asyncio.BaseTransport | None
    queue: asyncio.Queue[str] = field(default_factory=asyncio.Queue)
    session: Session | None = None

    def send(self, op: int, data: object = None) -> None:
        """Send a control message."""
        self.queue.put_nowait(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    async def write(self) -> None:
        """Send what is queued, for as long as the connection lasts."""
        while True:
            text = await self.queue.get()
            try:
                if self.compressor is None:
                    await self.socket.send_str(text)
                else:
                    await self.socket.send_bytes(self.compressor.pack(text))
            except ConnectionResetError:
                return
            finally:
                self.queue.task_done()

    async def close(self, code: int, message: str = "") -> None:
        """Close with a code."""
        await self.socket.close(code=code, message=message.encode())
