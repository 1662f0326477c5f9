"""Shards of several processes identify in turn, as Discord wants it, and use up no turn without an identify.

discord.py opens a connection before it asks whether it may identify. While the shard waits for its turn, Discord may
drop that connection: then it is opened again, and the wait goes on. To identify on a lost one would cost the turn, and
the shard would have to wait for another.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from typing import Any

import discord
import discord.shard
from discord.gateway import DiscordWebSocket

log = logging.getLogger(__name__)

HOOK = "identify_turn"


class ConnectionLost(ConnectionError):
    """The connection of a shard was lost before its turn to identify came."""


IdentifyTurn = Callable[[int, Callable[[], bool]], Coroutine[Any, Any, None]]
"""Waits for a shard's turn to identify, and takes it if its connection is there, as the second argument tells.

Raises `ConnectionLost` if it is not.
"""


class _Socket(DiscordWebSocket):
    """A connection to the gateway that waits for its turn to identify, if its client takes turns."""

    @classmethod
    async def from_client(cls, client: discord.Client, **options: Any) -> _Socket:
        """Connect, as often as the connection is lost in the wait."""
        while True:
            try:
                return await super().from_client(client, **options)
            except ConnectionLost:
                log.info("shard %s connects again, to wait for its turn", options.get("shard_id"))

    async def identify(self) -> None:
        """Wait for the turn, and identify."""
        try:
            await self.call_hooks(HOOK, self.shard_id or 0, self._is_there)
        except ConnectionLost:
            await self.close()
            raise
        await super().identify()

    def _is_there(self) -> bool:
        # its `closed` changes only when it is read, and nobody reads it now
        return self.socket.get_extra_info("peername") is not None


def take_turns(client: discord.Client, turn: IdentifyTurn) -> None:
    """Let the shards of a client identify when others that use its token don't."""
    library: Any = discord.shard
    library.DiscordWebSocket = _Socket
    hooks = client._connection.hooks
    del hooks["before_identify"]  # the pause between the shards of one client
    hooks[HOOK] = turn
