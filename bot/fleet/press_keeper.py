"""A session at Discord that keeps presses while another process takes over the database."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

import discord

from bot.unreadable_events import drop_unreadable_events

Event = dict[str, Any]


class PressKeeper(discord.AutoShardedClient):
    """Keeps each interaction as Discord sent it, until the bot takes them.

    It answers none, and subscribes to no other event.
    """

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.none(), max_messages=None, chunk_guilds_at_startup=False)
        self._waiting: deque[Event] = deque()
        self._take: Callable[[Event], None] = self._waiting.append
        drop_unreadable_events(self)
        parsers: dict[str, Callable[[Any], None]] = self._connection.parsers
        parsers["INTERACTION_CREATE"] = self._arrived
        self._task: asyncio.Task[None] | None = None
        self._shards_here: set[int] = set()
        self._connected = asyncio.Event()

    def _arrived(self, event: Event) -> None:
        self._take(event)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Record that a shard's interactions arrive here."""
        self._shards_here.add(shard_id)
        if len(self._shards_here) == (self.shard_count or 1):
            self._connected.set()

    async def begin(self, token: str) -> None:
        """Connect, and return once the interactions of all shards arrive.

        Raises the error of discord.py if it cannot.
        """
        self._task = asyncio.create_task(self.start(token), name="keeper")
        arriving = asyncio.create_task(self._connected.wait())
        await asyncio.wait({self._task, arriving}, return_when=asyncio.FIRST_COMPLETED)
        arriving.cancel()
        if self._task.done():
            self._task.result()

    def pass_on(self, take: Callable[[Event], None]) -> None:
        """Pass the kept interactions on, oldest first, and all later ones as they arrive."""
        self._take = take
        while self._waiting:
            take(self._waiting.popleft())

    async def end(self) -> None:
        """Disconnect from Discord."""
        await self.close()
        if self._task is not None:
            # A client that is closed while it connects would retry forever.
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
