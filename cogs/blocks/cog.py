"""`/my block`: members you never want to be seated with. Only you ever see them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.economy.accounts import MemberAccounts
from bot.face.text.templates import safe_name
from bot.language import N_, _
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.blocks.service import MOST, BlockLists
from cogs.interactions.context import channel_of, person_of, place_key_of
from cogs.requests.responder import Responder
from cogs.ui.components import PLAIN, Json, container, message, text, user_select

Interaction = discord.Interaction[App]

PREFIX = "block"
"""Custom id of the menu: `block:list`."""
EXPLAINED = N_(
    "We never seat you at one table: neither of you gets a seat or a place at the rail where the other is. It then "
    "says that the seats are taken or kept for someone, as it does at any full table. Nobody is told, admins included."
)
TOGETHER = N_("You're at a table together right now. You both keep your seats there until one of you leaves.")


class BlockCog(commands.Cog):
    """The command `/my block`, which answers with the list and its menu."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self.lists = BlockLists(bot.service(MemberAccounts))

    @app_commands.command(
        name="block", description="Never be seated with a member, or see your list; nobody is told"
    )
    @app_commands.describe(
        member="The member you'd rather not meet; leave it out to see and change your list"
    )
    async def block(self, interaction: Interaction, member: discord.User | None = None) -> None:
        """Block a member, if one is named, and show the list."""
        responder = Responder(interaction, "message")
        person, place_key = person_of(interaction), place_key_of(interaction)
        if member is None:
            await responder.show(block_list(await self.lists.of(place_key, person)))
            return
        blocked = await self.lists.add(place_key, person, member.id)
        lead = _("You won't be seated with {name}.").format(name=safe_name(member.display_name))
        table = self.bot.service(TableRegistry).find_in_channel(channel_of(interaction))
        if table is not None and {person.user_id, member.id} <= table.state.company():
            lead = f"{lead} {_(TOGETHER)}"
        await responder.show(block_list(blocked, lead))

    async def pressed(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Save the list as the menu says."""
        data: Any = interaction.data or {}
        values = [str(value) for value in data.get("values", [])]
        if rest != "list" or not all(each.isdecimal() and int(each) < 2**63 for each in values):
            raise UserError("passed")
        blocked = await self.lists.replace(
            place_key_of(interaction), person_of(interaction), [*map(int, values)]
        )
        await responder.show(block_list(blocked, _("Saved.")))


def block_list(blocked: Sequence[int], lead: str = "") -> Json:
    """Return a member's list with the menu to change it: taking someone off it unblocks them."""
    names = ", ".join(f"<@{user}>" for user in blocked)
    lines = [
        _("## Your blocks"),
        lead,
        _("You block {names}.").format(names=names) if names else _("You block nobody."),
        f"-# {_(EXPLAINED)}",
    ]
    menu = user_select(_("Members you block, up to {n}").format(n=MOST), f"{PREFIX}:list", blocked, high=MOST)
    return message(container([text("\n".join(filter(None, lines))), menu], PLAIN), ephemeral=True)
