"""A playground that discord.py takes for Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from pydantic import SecretStr

from bot.settings import Settings
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


def settings_for(token: str, database: str | Path) -> Settings:
    """Return the settings of a whole process on a database: computer players answer at once, and nothing is drawn."""
    return Settings(
        _env_file=None,
        token=SecretStr(token),
        database=database,
        test_guild=None,
        thinking=0,
        pictures=False,
    )
