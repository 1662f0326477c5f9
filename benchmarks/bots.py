"""The two bots that the bot benchmark compares, each in a process of its own: `python -m benchmarks.bots`.

It reads one line of JSON from stdin: which bot to run, the addresses of the playground, and the bot's settings.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import discord
from discord.http import Route
from discord.webhook.async_ import async_context

from bot.monitoring.logs import set_up_logging
from bot.run import build, spare_collector
from bot.settings import Settings
from db import SaveSetting, Store
from tests.helpers.as_discord import point_at

STAKE = 100_000
OURS = ("cogs.table_messages", "cogs.presses", "cogs.table", "cogs.hand")


class Bare(discord.Client):
    """A client that posts a message in some channels and only acknowledges the presses on it.

    With `repaints` it answers with the message as it is, instead of only acknowledging. The answer goes by the same way
    as `interaction.response`: by `Client.http` the bot would keep a rate limit for each press and look through all of
    them at the next, which a bot that is written as the library means it does not do.
    """

    def __init__(self, payload: dict[str, Any], channels: list[int], *, repaints: bool) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self.payload, self.channels, self.repaints = payload, channels, repaints

    async def on_ready(self) -> None:
        """Post the messages."""
        for channel in self.channels:
            route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel)
            await self.http.request(route, json=self.payload)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer."""
        if not self.repaints:
            await interaction.response.defer()
            return
        route = Route(
            "POST",
            "/interactions/{webhook_id}/{webhook_token}/callback",
            webhook_id=interaction.id,
            webhook_token=interaction.token,
        )
        adapter, session = async_context.get(), interaction.followup.session
        await adapter.request(route, session, payload={"type": 7, "data": self.payload})


async def _on_ready() -> None:
    # as in a process that `bot.run` starts
    spare_collector()


async def _run(settings: dict[str, Any]) -> None:
    point_at(settings["base_url"], settings["gateway_url"])
    set_up_logging("WARNING")
    if settings["which"] != "ours":
        repaints = settings["which"] == "repaints"
        async with Bare(settings["payload"], settings["channels"], repaints=repaints) as bare:
            await bare.start(settings["token"])
        return
    async with await Store.open(Path(settings["database"])) as store:
        await store.commit(SaveSetting(settings["guild"], "max_stake", STAKE))
        async with build(store, Settings(thinking=0), OURS) as ours:
            ours.add_listener(_on_ready, "on_ready")
            await ours.start(settings["token"])


if __name__ == "__main__":
    asyncio.run(_run(json.loads(sys.stdin.readline())))
