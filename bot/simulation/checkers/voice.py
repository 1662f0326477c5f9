"""A process whose shard another one has taken shows nothing of its tables any more.

It may still acknowledge a press that only it has received, and tell its member to press again.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from bot.simulation.host.machine import MACHINE
from bot.simulation.host.network import peer

if TYPE_CHECKING:
    from bot.simulation.world import World

_CHANNEL = re.compile(r"/channels/(\d+)")
_TOKEN = re.compile(r"/(?:interactions|webhooks)/\d+/([^/?]+)")


class Voice:
    """Judges every request of a process by who holds its shard."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.heard = 0
        faults: Any = world.playground.faults
        take_loss = faults.take_loss

        def hear(method: str, path: str, *, arrived: bool) -> bool:
            if not arrived:
                self._judge(method, path)
            lost: bool = take_loss(method, path, arrived=arrived)
            return lost

        faults.take_loss = hear

    def _judge(self, method: str, path: str) -> None:
        guild, sender = self._guild_of(path), peer()
        if guild is None or method == "GET" or sender is None:
            return
        process, spoke_at = sender.process, sender.spoke_at or MACHINE.at
        self.heard += 1
        server = self.world.server
        shard = self.world.shard_of(guild.id)
        if not server.was_overtaken(process, shard, since=spoke_at):
            return
        words = json.dumps(self.world.playground.requests[-1].json, ensure_ascii=False)
        if _CHANNEL.search(path) or "custom_id" in words:
            self.world.fail(f"{process.name} was overtaken and still shows tables: {method} {words[:200]}")

    def _guild_of(self, path: str) -> Any:
        playground = self.world.playground
        if found := _CHANNEL.search(path):
            channel = playground.world.channels.get(int(found[1]))
            return channel.guild if channel is not None else None
        if found := _TOKEN.search(path):
            interaction = playground.interactions.by_token.get(found[1])
            return interaction.channel.guild if interaction is not None else None
        return None
