"""The two bots that the bot benchmark compares, each in a process of its own: `python -m benchmarks.bots`.

It reads one line of JSON from stdin: which bot to run, the addresses of the playground, and the bot's settings.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import discord
from discord.http import Route

from bot.monitoring.logs import set_up_logging
from bot.settings import Settings
from bot.startup.run import build, spare_collector
from bot.tables import question_clocks
from bot.workers.worker_process import WorkerProcess
from cogs.live import hand_panels, live_message, table_messages
from db import SaveSetting
from db.opening import open_store
from tests.helpers.as_discord import point_at

STAKE = 100_000
OURS = ("cogs.table_messages", "cogs.presses", "cogs.table", "cogs.hand")


class Bare(discord.Client):
    """A client that posts a message in some channels and answers the presses on it, as the library means it.

    The answer is a `LayoutView` that stays the same, by `interaction.response.edit_message`.
    """

    def __init__(self, payload: dict[str, Any], channels: list[int]) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self.payload, self.channels = payload, channels
        self.view: discord.ui.LayoutView | None = None

    async def on_ready(self) -> None:
        """Post the messages."""
        for channel in self.channels:
            route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel)
            await self.http.request(route, json=self.payload)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer."""
        if self.view is None:
            assert interaction.message is not None
            self.view = discord.ui.LayoutView.from_message(interaction.message, timeout=None)
        await interaction.response.edit_message(view=self.view)


def _keep_still() -> None:
    """Let nothing follow a press from now on but its answer."""
    for module, name in (
        (live_message, "SPACING"),
        (live_message, "SOON"),
        (table_messages, "PANELS_SPACING"),
        (hand_panels, "SPACING"),
        (hand_panels, "QUIET_SPACING"),
        (hand_panels, "LATER"),
    ):
        setattr(module, name, 3600.0)


def _be_patient() -> None:
    """Let nobody be nudged or run out of time while other bots have their turn."""
    question_clocks.PACE = {**question_clocks.PACE, "normal": 40.0}
    question_clocks.TablePace.nudge_after = 3600.0


async def _on_ready() -> None:
    # as in a process that `bot.startup.run` starts
    spare_collector()


async def _run(settings: dict[str, Any]) -> None:
    point_at(settings["base_url"], settings["gateway_url"])
    set_up_logging("WARNING")
    if settings["which"] != "ours":
        async with Bare(settings["payload"], settings["channels"]) as bare:
            await bare.start(settings["token"])
        return
    _be_patient()
    async with await open_store(Path(settings["database"])) as store:
        await store.commit(SaveSetting(settings["guild"], "max_stake", STAKE))
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, _keep_still)
        ours_settings = Settings(thinking=0, pictures=settings.get("pictures", True))
        with closing(WorkerProcess()) as drawing_process:
            async with build(store, ours_settings, OURS, drawing_process=drawing_process) as ours:
                ours.add_listener(_on_ready, "on_ready")
                await ours.start(settings["token"])


if __name__ == "__main__":
    asyncio.run(_run(json.loads(sys.stdin.readline())))
