"""`/doctor`: is everything as it should be, and if not, what is missing where."""

from __future__ import annotations

import logging
import math
import platform
import sqlite3
from importlib.metadata import version

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Dicenight
from bot.tables.refusals import Refusal
from cogs.components import Json, container, message, separator, text
from cogs.grounds import NEEDED, missing_permissions
from cogs.router import person
from cogs.wire import Answer

Interaction = discord.Interaction[Dicenight]

log = logging.getLogger(__name__)

GREEN_EDGE, RED_EDGE = 0x15803D, 0xB91C1C
WAIT = 10.0
"""Seconds between two looks of one server: adding up all books takes a moment."""
MOST_CHANNELS = 20
"""Channels that are told one by one."""


class Doctor(commands.Cog):
    """One command."""

    def __init__(self, bot: Dicenight) -> None:
        self.bot = bot

    @app_commands.command(name="doctor", description="Look at permissions, store and connection")
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.checks.cooldown(1, WAIT, key=lambda interaction: interaction.guild_id)
    async def doctor(self, interaction: Interaction) -> None:
        """For the admin's eyes."""
        if not person(interaction).admin:
            raise Refusal("not_admin")
        answer = Answer(interaction, "message")
        faults = await answer.after(self.bot.store.audit())
        for fault in faults:
            log.error("the books: %s", fault)
        places = self._places(interaction)
        well = not faults and not any(missing for _, missing in places)
        parts = [
            text("## All is well" if well else "## Something is missing"),
            text("\n".join(_place_text(where, missing) for where, missing in places)),
            separator(),
            text(_store_text(len(faults))),
            text(self._about(interaction)),
        ]
        await answer.show(_report(parts, well))

    def _places(self, interaction: Interaction) -> list[tuple[str, list[str]]]:
        """This channel and every one with a table: its mention, and what is missing there."""
        here = isinstance(interaction.channel, discord.Thread)
        missing = missing_permissions(interaction.app_permissions, thread=here)
        places: list[tuple[str, list[str]]] = [(f"<#{interaction.channel_id}>", missing)]
        guild = interaction.guild
        assert guild is not None
        for actor in self.bot.floor.of_guild(guild.id)[:MOST_CHANNELS]:
            channel = guild.get_channel_or_thread(actor.state.channel_id)
            if actor.state.channel_id == interaction.channel_id:
                continue
            if channel is None:
                places.append((f"<#{actor.state.channel_id}>", ["View Channel"]))
            else:
                thread = isinstance(channel, discord.Thread)
                allowed = channel.permissions_for(guild.me)
                places.append((channel.mention, missing_permissions(allowed, thread=thread)))
        return places

    def _about(self, interaction: Interaction) -> str:
        assert interaction.guild_id is not None
        latency = self.bot.latency
        well = math.isfinite(latency) and latency < 1.0
        gateway = (
            f"{latency * 1000:.0f} ms"
            if math.isfinite(latency)
            else "no heartbeat yet, look again in a minute"
        )
        if math.isfinite(latency) and not well:
            gateway += ", which is slow: the bot's machine or its network is busy"
        tables = self.bot.floor.of_guild(interaction.guild_id)
        suspended = sum(actor.state.phase == "suspended" for actor in tables)
        lines = [
            f"{'✅' if well else '⚠️'} Gateway: {gateway}",
            f"{'⚠️' if suspended else '✅'} Tables open: {len(tables)}"
            + (f", {suspended} suspended (/house refund)" if suspended else ""),
            f"-# Dicenight {version('dicenight')} · discord.py {discord.__version__} · "
            f"Python {platform.python_version()} · SQLite {sqlite3.sqlite_version}",
        ]
        return "\n".join(lines)


def _place_text(where: str, missing: list[str]) -> str:
    """A channel with each needed permission, there or missing."""
    gone = set(missing)
    names = [*NEEDED.values(), *sorted(gone - set(NEEDED.values()))]
    if not gone:
        return f"✅ {where}: {', '.join(names)}"
    there = ", ".join(name for name in names if name not in gone)
    lacking = ", ".join(f"**{name}**" for name in names if name in gone)
    return f"❌ {where}: missing {lacking}" + (f". There: {there}" if there else "")


def _store_text(faults: int) -> str:
    if not faults:
        return "✅ Books: every account adds up."
    count = "1 fault" if faults == 1 else f"{faults} faults"
    return f"❌ Books: {count} found; the log of the bot names them."


def _report(parts: list[Json], well: bool) -> Json:
    return message(container(parts, GREEN_EDGE if well else RED_EDGE), ephemeral=True)


async def setup(bot: Dicenight) -> None:
    """Load the command."""
    await bot.add_cog(Doctor(bot))
