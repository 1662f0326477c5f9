"""A playground that discord.py takes for Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from playground import Playground


def point_at(api: str, gateway: str) -> None:
    """Let discord.py talk to these addresses, for as long as this process runs."""
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = api, yarl.URL(gateway)


@asynccontextmanager
async def as_discord(playground: Playground) -> AsyncIterator[Playground]:
    """Start a playground, and let discord.py talk to it during the block."""
    before = str(Route.BASE), str(DiscordWebSocket.DEFAULT_GATEWAY)
    async with playground:
        point_at(playground.base_url, playground.gateway_url)
        try:
            yield playground
        finally:
            point_at(*before)
