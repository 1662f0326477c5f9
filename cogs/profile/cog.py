"""`/my profile` and *Profile* on a member: the games of a member here, and what they paid."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.deeds import rows as deed_rows
from cogs.deeds.service import earn_deeds
from cogs.interactions.command_groups import add_to_group, anywhere
from cogs.interactions.context import place_key_of
from cogs.interactions.router import register
from cogs.profile.painter import OPEN, PREFIX, deeds_note, profile_message
from cogs.profile.service import Profiles
from cogs.requests.responder import Responder
from db import Store

Interaction = discord.Interaction[App]

MENU = "Profile"
"""The name of the entry in a member's menu."""


class ProfileCog(commands.Cog):
    """A command and an entry in a member's menu."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self.profiles = Profiles(bot.service(Store))

    @app_commands.command(name="profile", description="See what you or another member played here")
    @app_commands.describe(
        member="The member (you, if you leave it out)", show="Show it to the channel, not only to you"
    )
    @app_commands.checks.cooldown(6, 20.0)
    async def profile(
        self, interaction: Interaction, member: discord.User | None = None, show: bool = False
    ) -> None:
        """Show a profile, unless its member hides it."""
        await self._show(interaction, member or interaction.user, private=not show)

    async def from_menu(self, interaction: Interaction, member: discord.User) -> None:
        """Show the profile of the member whose menu was used."""
        await self._show(interaction, member, private=True)

    async def _show(
        self, interaction: Interaction, member: discord.User | discord.Member, *, private: bool
    ) -> None:
        responder = Responder(interaction, "message", private=private)
        own = member.id == interaction.user.id
        profile = await self.profiles.of(place_key_of(interaction), member.id)
        if profile is None:
            raise UserError("no_profile_of_yours" if own else "no_profile", name=member.display_name)
        if profile.hidden and (not own or not private):
            raise UserError("profile_is_hidden", name=member.display_name)
        payload, file = await profile_message(profile, member.id, private=private, drawn=self.bot.pictures)
        await responder.show(payload, file)

    async def press(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Show a page of a member's deeds, unless their profile is hidden."""
        user_id, _, page = rest.partition(":")
        if page == OPEN:
            # the profile stays, and so does one that everyone sees
            responder.surface, page = "message", "0"
        if not (user_id.isdecimal() and page.isdecimal() and len(rest) <= 30):
            raise UserError("passed")
        store, place_key = self.bot.service(Store), place_key_of(interaction)
        member = await store.find_member(place_key, int(user_id))
        if member is None:
            raise UserError("passed")
        names = await store.names([member])
        if int(user_id) != interaction.user.id and await self.profiles.is_hidden(member):
            raise UserError("profile_is_hidden")
        await responder.show(
            deeds_note(names[member], int(user_id), await store.read(deed_rows.deeds, member), int(page))
        )


async def setup(bot: App) -> None:
    """Load the command and the entry in the menu, and let members earn deeds."""
    bot.service(TableRegistry).context.hooks.match_ending.append(earn_deeds)
    cog = ProfileCog(bot)
    await add_to_group(bot, "my", cog)
    menu = app_commands.ContextMenu(name=MENU, callback=cog.from_menu)
    bot.tree.add_command(anywhere(menu))
    register(bot, PREFIX, cog.press)


async def teardown(bot: App) -> None:
    """Let matches end without deeds."""
    bot.service(TableRegistry).context.hooks.match_ending.remove(earn_deeds)
