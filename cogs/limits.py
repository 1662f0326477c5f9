"""`/my limits`: cap what you can lose in a day, or pause. Two presses; nobody is told."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.economy.accounts import MemberAccounts
from bot.members.loss_limits import CAPS, LARGEST_CAP, PAUSES, LossLimitService
from bot.places.settings import load_place_settings
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.interactions.command_groups import add_to_group
from cogs.interactions.context import person_of, place_key_of
from cogs.interactions.press import modal_text
from cogs.interactions.router import register
from cogs.requests.responder import Responder
from cogs.ui.components import Json, button, note
from cogs.ui.forms import modal
from cogs.ui.rules_text import PLAY_MONEY
from db.loss_limits import LimitStatus
from db.store import Store

Interaction = discord.Interaction[App]

PREFIX = "limits"
"""Custom ids: `limits:cap:<pieces, `none`, or `other`>`, `limits:pause:<days>`, `limits:resume`."""


class LimitsCog(commands.Cog):
    """Private answers about the limits that members set themselves."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self.loss_limits = LossLimitService(bot.service(Store), bot.service(TableRegistry).context.clock)

    @app_commands.command(
        name="limits", description="Cap your losses for a day, or take a break; only you will know"
    )
    async def limits(self, interaction: Interaction) -> None:
        """Show the limits in force, with buttons to change them."""
        responder = Responder(interaction, "message")
        member = await self._account(interaction)
        status = await self.loss_limits.status(member)
        await responder.show(await self._note(interaction, status))

    async def pressed(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """A button, or the modal."""
        if rest == "cap:other" and interaction.type is not discord.InteractionType.modal_submit:
            about = "Pieces of copper; a silver one counts as 10, a gold one as 100. 0 means no wagers."
            await responder.modal(modal("A cap for a day", f"{PREFIX}:cap:other", "Lose at most", about))
            return
        member = await self._account(interaction)
        match rest.split(":"):
            case ["cap", "other"]:
                work = self.loss_limits.set_cap(member, _amount(modal_text(interaction.data)))
            case ["cap", "none"]:
                work = self.loss_limits.set_cap(member, None)
            case ["cap", pieces]:
                work = self.loss_limits.set_cap(member, _amount(pieces))
            case ["pause", days] if days in map(str, PAUSES):
                work = self.loss_limits.pause(member, int(days))
            case ["resume"]:
                work = self.loss_limits.end_pause(member)
            case _:
                raise UserError("passed")
        await responder.show(await self._note(interaction, await work))

    async def _account(self, interaction: Interaction) -> int:
        return await self.bot.service(MemberAccounts).get_or_create(
            place_key_of(interaction), person_of(interaction)
        )

    async def _note(self, interaction: Interaction, status: LimitStatus) -> Json:
        limits = status.limits
        caps = [button(f"Lose at most {n} a day", f"{PREFIX}:cap:{n}") for n in CAPS]
        caps.append(button("Other cap", f"{PREFIX}:cap:other"))
        if limits.cap is not None:
            caps.append(button("Remove the cap (tomorrow)", f"{PREFIX}:cap:none"))
        pauses = [button(_pause(days), f"{PREFIX}:pause:{days}") for days in PAUSES]
        if limits.paused_until is not None:
            pauses.append(button("End the pause (tomorrow)", f"{PREFIX}:resume"))
        place_settings = await load_place_settings(self.bot.service(Store), place_key_of(interaction))
        body = f"## Your limits\n{limits_text(status)}\n\n{PLAY_MONEY}\n{place_settings.help_line}"
        return note(body, groups=[caps, pauses])


def limits_text(status: LimitStatus) -> str:
    """Return the limits in force, those that take effect later, and today's result."""
    limits, lines = status.limits, []
    if limits.paused_until is not None:
        lines.append(
            f"**Paused until <t:{int(limits.paused_until)}:f>**: you can't sit down or stake anything."
        )
    if limits.cap is not None:
        left = max(0, status.room or 0)
        lines.append(f"**Up to {limits.cap:,} a day**: you can still risk {left:,} today{_sum(status)}.")
        lines.append(
            "-# The cap is on what you're down. What you win today gives you that much room again, and money at tables "
            "counts as lost until it comes back. Every day starts fresh at midnight UTC."
        )
    if limits.later_at is not None:
        then = "no cap" if limits.later_cap is None else f"up to {limits.later_cap:,} a day"
        lines.append(f"From <t:{int(limits.later_at)}:f>: {then}.")
    if not lines:
        lines.append("You haven't set any.")
    today = f"{status.lost:,} lost" if status.lost > 0 else f"{-status.lost:,} won"
    lines.append(f"Today (UTC): {today}, {status.at_risk:,} at tables, in pieces of copper.")
    lines.append(
        "-# Covers every game, everywhere. Lowering it works at once, raising it takes a day. Only you see this."
    )
    return "\n".join(lines)


def _sum(status: LimitStatus) -> str:
    """Return the sum behind what may still be lost today; empty if that is the whole cap."""
    parts = []
    if status.lost:
        parts.append(f"plus {-status.lost:,} won" if status.lost < 0 else f"less {status.lost:,} lost")
    if status.at_risk:
        parts.append(f"less {status.at_risk:,} at tables")
    return f" ({status.limits.cap:,}, {', '.join(parts)})" if parts else ""


def _pause(days: int) -> str:
    return "Pause for a day" if days == 1 else f"Pause for {days} days"


def _amount(text: str) -> int:
    plain = text.strip().replace(",", "").replace(" ", "")
    if not (plain.isascii() and plain.isdecimal()) or len(plain) > 10 or int(plain) > LARGEST_CAP:
        raise UserError("illegal", allowed=f"type a whole number from 0 to {LARGEST_CAP:,}")
    return int(plain)


async def setup(bot: App) -> None:
    """Load the command and let the router know the buttons."""
    cog = LimitsCog(bot)
    await add_to_group(bot, "my", cog)
    register(bot, PREFIX, cog.pressed)
