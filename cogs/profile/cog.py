"""`/my profile`, *Profile* on a member, and `/privacy profile`: the games of a member here, and what they paid."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.language import _
from bot.members.names import name_in_text
from bot.user_errors import UserError
from cogs.interactions.context import in_language_of_readers, person_of, place_key_of
from cogs.interactions.member_pages import member_pages
from cogs.profile.painter import profile_message
from cogs.profile.service import Profiles
from cogs.requests.responder import Responder
from cogs.ui.components import note
from db.store import Store

Interaction = discord.Interaction[App]

MENU = "Profile"
"""The name of the entry in a member's menu."""


class ProfileCog(commands.Cog):
    """Shows profiles by command and by a member's menu, and lets members hide theirs."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self.store = bot.service(Store)
        self.profiles = Profiles(self.store, member_pages(bot).profile)

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
            raise UserError(
                "no_profile_of_yours" if own else "no_profile", name=name_in_text(member.display_name)
            )
        if profile.hidden and (not own or not private):
            raise UserError("profile_is_hidden", name=name_in_text(member.display_name))
        with in_language_of_readers(interaction, private=private):
            drawn = self.bot.draws_for(interaction.user.id if private else None)
            payload, file = await profile_message(profile, private=private, drawn=drawn)
        await responder.show(payload, file)

    @app_commands.describe(visibility="Whether others may see your profile and find your name in theirs")
    @app_commands.choices(
        visibility=[
            app_commands.Choice(name="Hide it", value="hide"),
            app_commands.Choice(name="Show it", value="show"),
        ]
    )
    async def set_visibility(self, interaction: Interaction, visibility: str) -> None:
        """Hide or show the member's own profile."""
        responder = Responder(interaction, "message")
        person = person_of(interaction)
        member = await self.store.member(place_key_of(interaction), person.user_id, person.name)
        await self.profiles.hide(member, visibility == "hide")
        done = (
            _("Your profile is hidden now. Nobody else sees it, and no other profile names you.")
            if visibility == "hide"
            else _("Your profile can be seen again.")
        )
        await responder.show(note(done))
