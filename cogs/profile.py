"""`/profile` and *Profile* on a member: the games of a member here, and what they paid."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Dicenight
from bot.history.profile import Profiles
from bot.user_errors import UserError
from cogs.interactions.context import guild_of
from cogs.interactions.responder import Responder
from cogs.ui.profile import profile_message

Interaction = discord.Interaction[Dicenight]

MENU = "Profile"
"""The name of the entry in a member's menu."""


class ProfileCog(commands.Cog):
    """A command and an entry in a member's menu."""

    def __init__(self, bot: Dicenight) -> None:
        self.bot = bot
        self.profiles = Profiles(bot.store)

    @app_commands.command(name="profile", description="See what you or another member played here")
    @app_commands.guild_only()
    @app_commands.describe(
        member="The member (you, if you leave it out)", show="Show it to the channel, not only to you"
    )
    @app_commands.checks.cooldown(6, 20.0)
    async def profile(
        self, interaction: Interaction, member: discord.Member | None = None, show: bool = False
    ) -> None:
        """Show a profile, unless its member hides it."""
        await self._show(interaction, member or interaction.user, private=not show)

    async def from_menu(self, interaction: Interaction, member: discord.Member) -> None:
        """Show the profile of the member whose menu was used."""
        await self._show(interaction, member, private=True)

    async def _show(
        self, interaction: Interaction, member: discord.Member | discord.User, *, private: bool
    ) -> None:
        responder = Responder(interaction, "message", private=private)
        own = member.id == interaction.user.id
        profile = await responder.after(self.profiles.of(guild_of(interaction), member.id))
        if profile is None:
            raise UserError("no_profile_of_yours" if own else "no_profile", name=member.display_name)
        if profile.hidden and (not own or not private):
            raise UserError("profile_is_hidden", name=member.display_name)
        payload, file = await profile_message(profile, private=private, drawn=self.bot.pictures)
        await responder.show(payload, file)


async def setup(bot: Dicenight) -> None:
    """Load the command and the entry in the menu."""
    cog = ProfileCog(bot)
    await bot.add_cog(cog)
    menu = app_commands.ContextMenu(name=MENU, callback=cog.from_menu)
    bot.tree.add_command(app_commands.guild_only()(menu))
