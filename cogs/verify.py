"""`/verify`: plays a match again from its revealed seed and says whether it agrees with its record."""

from __future__ import annotations

import asyncio
import logging

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Dicenight
from bot.user_errors import UserError
from bot.verify import verify_export
from cogs.interactions.context import channel_of
from cogs.interactions.responder import Responder
from cogs.ui.components import note
from db import MatchSummary, Refused, Unknown
from games.catalogue import GAMES

Interaction = discord.Interaction[Dicenight]

log = logging.getLogger(__name__)

MOST = 20
"""Matches that are listed."""


class VerifyCog(commands.Cog):
    """One command."""

    def __init__(self, bot: Dicenight) -> None:
        self.bot = bot

    @app_commands.command(name="verify", description="Play a match again from its revealed seed")
    @app_commands.guild_only()
    @app_commands.describe(match="Its number; without one you see the matches of this channel's last table")
    @app_commands.checks.cooldown(5, 10.0)
    async def verify(
        self, interaction: Interaction, match: app_commands.Range[int, 1, 2**53 - 1] | None = None
    ) -> None:
        """Check a match, or list the matches of the last table here."""
        responder = Responder(interaction, "message")
        work = self._list(channel_of(interaction)) if match is None else self._check(interaction, match)
        await responder.show(note(await responder.after(work)))

    async def _check(self, interaction: Interaction, number: int) -> str:
        store = self.bot.store
        try:
            record = await store.match(number)
            table = await store.table(record.table)
            if table.guild_id != interaction.guild_id:
                raise UserError("no_match", n=number)
            exported = await store.export_match(number)
        except Unknown as unknown:
            raise UserError("no_match", n=number) from unknown
        except Refused as session:
            raise UserError("sealed", n=number) from session
        if exported["sealed"]:
            raise UserError("sealed", n=number)
        verdict = await asyncio.to_thread(verify_export, exported)
        if not verdict.ok:
            log.error("match %s does not verify: %s", number, verdict.sentence)
        return f"{'✅' if verdict.ok else '❌'} {verdict.sentence}"

    async def _list(self, channel_id: int) -> str:
        store = self.bot.store
        table = await store.last_closed_in(channel_id)
        if table is None:
            raise UserError("nothing_to_verify")
        matches = await store.matches_of(table.id)
        lines = [_line(match) for match in matches[-MOST:]]
        if not lines:
            return "The table that closed here last has played no match."
        if len(matches) > MOST:
            lines.insert(0, f"-# The last {MOST} of {len(matches)}.")
        return (
            "## Matches of the last table here\n"
            + "\n".join(lines)
            + "\n-# /verify with a number checks one."
        )


def _line(match: MatchSummary) -> str:
    title = GAMES[match.game].title if match.game in GAMES else match.game
    ended = "" if match.state == "ended" else ", called off"
    return f"**{match.id}** {title}, <t:{int(match.opened)}:f>{ended}"


async def setup(bot: Dicenight) -> None:
    """Load the command."""
    await bot.add_cog(VerifyCog(bot))
