"""The two bots that the bot benchmark compares, each in a process of its own: `python -m benchmarks.bots`.

It reads one line of JSON from stdin: which bot to run, the addresses of the playground, and the bot's settings.
"""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import discord
from discord.http import Route
from discord.webhook.async_ import async_context

from bot.monitoring.logs import set_up_logging
from bot.settings import Settings
from bot.startup.run import build, spare_collector
from bot.worker_process import WorkerProcess
from db import SaveSetting
from db.opening import open_store
from tests.helpers.as_discord import point_at

STAKE = 100_000
OURS = ("cogs.table_messages", "cogs.presses", "cogs.table", "cogs.hand")


class Bare(discord.Client):
    """A client that posts a message in some channels and answers the presses on it.

    `answer`: it only `acknowledges`; it `repaints` the message as it is, which is ready as JSON; or it does so by
    `views`, as the library means it: a `LayoutView` that stays the same, by `interaction.response.edit_message`.

    JSON goes by the same way as `interaction.response`. By `Client.http` the bot would keep a rate limit for each press
    and look through all of them at the next, which makes it slower and slower.
    """

    def __init__(self, payload: dict[str, Any], channels: list[int], answer: str) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self.payload, self.channels, self.answer = payload, channels, answer
        self.view: discord.ui.LayoutView | None = None

    async def on_ready(self) -> None:
        """Post the messages."""
        for channel in self.channels:
            route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel)
            await self.http.request(route, json=self.payload)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer."""
        if self.answer == "acknowledges":
            await interaction.response.defer()
            return
        if self.answer == "views":
            if self.view is None:
                assert interaction.message is not None
                self.view = discord.ui.LayoutView.from_message(interaction.message, timeout=None)
            await interaction.response.edit_message(view=self.view)
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
    # as in a process that `bot.startup.run` starts
    spare_collector()


async def _run(settings: dict[str, Any]) -> None:
    point_at(settings["base_url"], settings["gateway_url"])
    set_up_logging("WARNING")
    if settings["which"] != "ours":
        async with Bare(settings["payload"], settings["channels"], settings["which"]) as bare:
            await bare.start(settings["token"])
        return
    async with await open_store(Path(settings["database"])) as store:
        await store.commit(SaveSetting(settings["guild"], "max_stake", STAKE))
        ours_settings = Settings(thinking=0, pictures=settings["pictures"])
        with closing(WorkerProcess()) as drawing_process:
            async with build(store, ours_settings, OURS, drawing_process=drawing_process) as ours:
                ours.add_listener(_on_ready, "on_ready")
                await ours.start(settings["token"])


if __name__ == "__main__":
    asyncio.run(_run(json.loads(sys.stdin.readline())))
