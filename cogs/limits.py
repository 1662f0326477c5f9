"""`/my limits`: cap what you can lose in a day, or pause. Two presses; nobody is told."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.clock import DAY
from bot.economy.accounts import MemberAccounts
from bot.language import _, ngettext, number
from bot.members.loss_limits import CAPS, LARGEST_CAP, PAUSES, LossLimitService
from bot.places.settings import load_place_settings
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.interactions.cog_handlers import register
from cogs.interactions.command_groups import add_to_group
from cogs.interactions.context import person_of, place_key_of
from cogs.requests.responder import Responder
from cogs.ui.components import PLAIN, Json, container, message, option, select, text
from cogs.ui.forms import modal
from cogs.ui.modals import modal_text
from cogs.ui.rules_text import PLAY_MONEY
from db.loss_limits import LimitStatus
from db.store import Store

Interaction = discord.Interaction[App]

PREFIX = "limits"
"""Custom ids: `limits:cap` and `limits:pause`, menus whose values follow them: `limits:cap:<pieces, none or other>`,
`limits:pause:<days>`, `limits:resume`."""


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
        """Set what was chosen in a menu, or typed in the modal."""
        data: Any = interaction.data or {}
        for chosen in data.get("values", ()):
            rest = chosen
        if rest == "cap:other" and interaction.type is not discord.InteractionType.modal_submit:
            about = _("Pieces of copper; a silver one counts as 10, a gold one as 100. 0 means no wagers.")
            await responder.modal(
                modal(_("A cap for a day"), f"{PREFIX}:cap:other", _("Lose at most"), about)
            )
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
        caps = [option(_("Lose at most {n} a day").format(n=n), f"cap:{n}") for n in CAPS]
        caps.append(option(_("Other cap"), "cap:other"))
        if limits.cap is not None:
            caps.append(option(_("Remove the cap (tomorrow)"), "cap:none"))
        pauses = [option(_pause(days), f"pause:{days}") for days in PAUSES]
        if limits.paused_until is not None:
            pauses.append(option(_("End the pause (tomorrow)"), "resume"))
        place_settings = await load_place_settings(self.bot.service(Store), place_key_of(interaction))
        care = _(place_settings.help_line)
        if limits.cap is None and limits.paused_until is None:
            # members with limits know why, and those take the room
            care = f"{_(PLAY_MONEY)} {care}"
        now = self.bot.service(TableRegistry).context.clock.now()
        body = f"{_('## Your limits')}\n{limits_text(status, now)}\n-# {care}"
        menus = [
            select(_("A cap for a day"), f"{PREFIX}:cap", caps),
            select(_("A pause"), f"{PREFIX}:pause", pauses),
        ]
        return message(container([text(body), *menus], PLAIN), ephemeral=True)


def limits_text(status: LimitStatus, now: float) -> str:
    """Return the limits in force, those that take effect later, and today's result.

    Days of limits end at midnight, UTC; members read that in their own time.
    """
    ends = (int(now) // DAY + 1) * DAY
    limits, lines = status.limits, []
    if limits.paused_until is not None:
        lines.append(
            _("**Paused until <t:{due}:f>**: you can't sit down or stake anything.").format(
                due=int(limits.paused_until)
            )
        )
    if limits.cap is not None:
        left = max(0, status.room or 0)
        room = _("**Up to {cap} a day**: you can still risk {left} today{sum}.")
        lines.append(room.format(cap=number(limits.cap), left=number(left), sum=_sum(status)))
        lines.append(
            _(
                "-# The cap is on what you're down. What you win today gives you that much room again, and money at "
                "tables counts as lost until it comes back."
            )
        )
    if limits.later_at is not None:
        then = (
            _("From <t:{due}:f>: no cap.")
            if limits.later_cap is None
            else _("From <t:{due}:f>: up to {cap} a day.")
        )
        lines.append(then.format(due=int(limits.later_at), cap=number(limits.later_cap or 0)))
    if not lines:
        lines.append(_("You haven't set any."))
    today = (
        _("Today, until <t:{ends}:t>: {n} lost, {at_risk} at tables, in pieces of copper.")
        if status.lost > 0
        else _("Today, until <t:{ends}:t>: {n} won, {at_risk} at tables, in pieces of copper.")
    )
    lines.append(today.format(n=number(abs(status.lost)), at_risk=number(status.at_risk), ends=ends))
    lines.append(
        _(
            "-# Covers every game, everywhere. Lowering it works at once, raising it takes a day. Only you see this."
        )
    )
    return "\n".join(lines)


def _sum(status: LimitStatus) -> str:
    """Return the sum behind what may still be lost today; empty if that is the whole cap."""
    parts = []
    if status.lost:
        today = _("plus {n} won") if status.lost < 0 else _("less {n} lost")
        parts.append(today.format(n=number(abs(status.lost))))
    if status.at_risk:
        parts.append(_("less {n} at tables").format(n=number(status.at_risk)))
    return f" ({number(status.limits.cap or 0)}, {', '.join(parts)})" if parts else ""


def _pause(days: int) -> str:
    return ngettext("Pause for a day", "Pause for {n} days", days).format(n=days)


def _amount(text: str) -> int:
    plain = text.strip().replace(",", "").replace(" ", "")
    if not (plain.isascii() and plain.isdecimal()) or len(plain) > 10 or int(plain) > LARGEST_CAP:
        raise UserError("no_number_within", low=0, high=number(LARGEST_CAP))
    return int(plain)


async def setup(bot: App) -> None:
    """Load the command and let the router know the buttons."""
    cog = LimitsCog(bot)
    await add_to_group(bot, "my", cog)
    register(bot, PREFIX, cog.pressed)
