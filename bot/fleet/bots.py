"""The bots of a process, as those who keep its leases need them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, Protocol

import aiohttp
import discord

from db import StoreError

FAULTS = (discord.DiscordException, aiohttp.ClientError, OSError, StoreError)
"""Reasons for which a bot cannot stand by: faults of Discord, of the network, of the database."""


class Bots(Protocol):
    """Begins and ends the bots of single shards."""

    def is_connected(self, shard: int) -> bool:
        """Return whether the bot of a shard that is held serves it by now."""

    async def begin(self, shard: int) -> None:
        """Serve a shard that nobody serves."""

    async def end(self, shard: int) -> None:
        """Finish what has been begun on a shard, and leave it."""

    # ---- a shard that goes from one process to another

    async def hand_over(self, shard: int) -> list[int]:
        """Finish what has been begun on a shard, and return the interactions that were taken lately.

        Nothing more is saved here. The connection stays until `leave`.
        """

    def leave(self, shard: int) -> None:
        """Leave a shard that has been handed over, beside everything else."""

    async def stand_by(self, shard: int) -> None:
        """Connect to a shard, and keep its presses. Raises one of `FAULTS` if that cannot be."""

    async def stand_down(self, shard: int) -> None:
        """Leave a shard by which a bot stands, if one does."""

    async def take_up(self, shard: int, taken: Iterable[int]) -> None:
        """Serve a shard by which a bot stands; `taken` are the interactions that its last holder has taken."""


async def end_task(task: asyncio.Task[Any]) -> None:
    """Cancel a task, and wait until it has ended in whatever way."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
