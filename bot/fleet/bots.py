"""The interface of a process's bots that the keepers of its leases need."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import aiohttp
import discord

from db.errors import StoreError

FAULTS = (discord.DiscordException, aiohttp.ClientError, OSError, StoreError)
"""Errors that keep a bot from standing by: of Discord, of the network, of the database."""
PASSING = (StoreError, aiohttp.ClientConnectionError, discord.DiscordServerError)
"""Errors of a database or a Discord that is away: a held shard waits until it is back."""


class Bots(Protocol):
    """Begins and ends the bots of single shards."""

    def has_begun(self, shard: int) -> bool:
        """Return True if a held shard has a bot: it began here, or stood by and took the shard up."""

    def is_connected(self, shard: int) -> bool:
        """Return True if the bot of a held shard is connected."""

    async def begin(self, shard: int) -> None:
        """Serve a shard that no process serves. Raises one of `PASSING` if the database or Discord is away."""

    async def end(self, shard: int) -> None:
        """Finish the running interactions of a shard, and disconnect from it, if it has a bot."""

    async def lose(self, shard: int) -> None:
        """Disconnect at once from a shard that another process has taken; nothing of it is saved any more."""

    # ---- a shard that goes from one process to another

    async def hand_over(self, shard: int) -> list[int]:
        """Finish the running interactions of a shard, and return the ids of the recent ones.

        Nothing is saved here afterwards. The connection stays open until `leave`.
        """

    def leave(self, shard: int) -> None:
        """Disconnect from a shard that has been handed over, in the background."""

    async def stand_by(self, shard: int) -> None:
        """Connect to a shard and keep its presses. Raises one of `FAULTS` on failure."""

    async def know_servers(self, shard: int) -> None:
        """Wait until the bot that stands by for a shard knows its servers. Raises one of `FAULTS` on failure."""

    async def stand_down(self, shard: int) -> None:
        """Disconnect the bot that stands by for a shard, if there is one."""

    async def take_up(self, shard: int, taken: Iterable[int]) -> None:
        """Serve a shard whose bot stands by; `taken` are the interactions that its former holder has taken.

        Raises `StoreError` if its tables cannot be read; the shard has no bot then.
        """
