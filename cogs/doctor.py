"""`/house doctor`: check the bot's health, and list missing permissions by channel."""

from __future__ import annotations

import logging
import math
import platform
from collections.abc import Sequence
from enum import Enum
from importlib.metadata import version
from typing import NamedTuple

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.language import N_, _, ngettext
from bot.tables.registry import TableRegistry
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from cogs.interactions.command_groups import add_to_group
from cogs.interactions.context import person_of, place_key_of
from cogs.interactions.permissions import NEEDED, missing_permissions
from cogs.requests.responder import Responder
from cogs.ui.components import Json, container, message, separator, text
from db.store import Store

Interaction = discord.Interaction[App]

log = logging.getLogger(__name__)

SLOW = 1.0
"""Heartbeats of the gateway slower than this many seconds are reported."""
WAIT = 10.0
"""Seconds between two reports for one server: adding up the whole ledger takes a moment."""
MOST_CHANNELS = 20
"""The most channels that are listed one by one."""


class DoctorCog(commands.Cog):
    """The command `/house doctor`."""

    def __init__(self, bot: App) -> None:
        self.bot = bot

    @app_commands.command(name="doctor", description="Look at permissions, store and connection")
    @app_commands.checks.cooldown(1, WAIT, key=lambda interaction: interaction.guild_id)
    async def doctor(self, interaction: Interaction) -> None:
        """Show the report to the admin in private."""
        if not person_of(interaction).admin:
            raise UserError("not_admin")
        responder = Responder(interaction, "message")
        faults = await self.bot.service(Store).audit()
        for fault in faults:
            log.error("the books: %s", fault)
        findings = [
            *(_place(place, missing) for place, missing in self._places(interaction)),
            _books(len(faults)),
            _gateway(self.bot.latency),
            _tables(self.bot.service(TableRegistry).in_place(place_key_of(interaction))),
        ]
        await responder.show(_report(findings, self.bot.service(Store).engine))

    def _places(self, interaction: Interaction) -> list[tuple[str, list[str]]]:
        """Yield this channel and every channel with a table: its mention and its missing permissions."""
        here = isinstance(interaction.channel, discord.Thread)
        missing = missing_permissions(interaction.app_permissions, thread=here)
        places: list[tuple[str, list[str]]] = [(f"<#{interaction.channel_id}>", missing)]
        guild = interaction.guild
        assert guild is not None
        for actor in self.bot.service(TableRegistry).in_place(guild.id)[:MOST_CHANNELS]:
            channel = guild.get_channel_or_thread(actor.state.channel_id)
            if actor.state.channel_id == interaction.channel_id:
                continue
            if channel is None:
                places.append((f"<#{actor.state.channel_id}>", [_("View Channel")]))
            else:
                thread = isinstance(channel, discord.Thread)
                allowed = channel.permissions_for(guild.me)
                places.append((channel.mention, missing_permissions(allowed, thread=thread)))
        return places


class _Sign(Enum):
    """A grade of health: its mark, the title of a report with nothing worse in it, and the report's edge."""

    GOOD = ("✅", N_("All is well"), 0x15803D)
    UNKNOWN = ("⏳", N_("All is well"), 0x15803D)
    DOUBTFUL = ("⚠️", N_("Something needs a look"), 0xB45309)
    BAD = ("❌", N_("Something is missing"), 0xB91C1C)


class _Finding(NamedTuple):
    sign: _Sign
    words: str


def _place(place: str, missing: list[str]) -> _Finding:
    """Return a channel with each needed permission, granted or missing."""
    gone = set(missing)
    names = [*NEEDED.values(), *sorted(gone - set(NEEDED.values()))]
    if not gone:
        return _Finding(_Sign.GOOD, f"{place}: {', '.join(map(_, names))}")
    present = ", ".join(_(name) for name in names if name not in gone)
    lacking = ", ".join(f"**{_(name)}**" for name in names if name in gone)
    words = (
        _("{channel}: missing {lacking}. There: {present}") if present else _("{channel}: missing {lacking}")
    )
    return _Finding(_Sign.BAD, words.format(channel=place, lacking=lacking, present=present))


def _books(faults: int) -> _Finding:
    if not faults:
        return _Finding(_Sign.GOOD, _("Books: every account adds up."))
    words = ngettext(
        "Books: 1 fault found; the log of the bot names them.",
        "Books: {n} faults found; the log of the bot names them.",
        faults,
    )
    return _Finding(_Sign.BAD, words.format(n=faults))


def _gateway(latency: float) -> _Finding:
    """Report the connection; `latency` is in seconds, and NaN until the first heartbeat is answered."""
    if not math.isfinite(latency):
        return _Finding(_Sign.UNKNOWN, _("Gateway: no heartbeat yet, look again in a minute"))
    sign, words = _Sign.GOOD, _("Gateway: {n} ms")
    if latency >= SLOW:
        sign = _Sign.DOUBTFUL
        words = _("Gateway: {n} ms, which is slow: the bot's machine or its network is busy")
    return _Finding(sign, words.format(n=round(latency * 1000)))


def _tables(tables: Sequence[TableActor]) -> _Finding:
    suspended = sum(table.state.phase == "suspended" for table in tables)
    if not suspended:
        return _Finding(_Sign.GOOD, _("Tables open: {n}").format(n=len(tables)))
    words = _("Tables open: {n}, {suspended} suspended (/house refund)")
    return _Finding(_Sign.DOUBTFUL, words.format(n=len(tables), suspended=suspended))


def _report(findings: Sequence[_Finding], engine: str) -> Json:
    """Return all findings under the title of the worst one; `engine` is the database engine."""
    _mark, title, edge = max((finding.sign for finding in findings), key=list(_Sign).index).value
    lines = "\n".join(f"{finding.sign.value[0]} {finding.words}" for finding in findings)
    versions = (
        f"-# Dicenight {version('dicenight')} · discord.py {discord.__version__} · "
        f"Python {platform.python_version()} · {engine}"
    )
    parts = [text(f"## {_(title)}"), text(lines), separator(), text(versions)]
    return message(container(parts, edge), ephemeral=True)


async def setup(bot: App) -> None:
    """Load the command."""
    await add_to_group(bot, "house", DoctorCog(bot))
