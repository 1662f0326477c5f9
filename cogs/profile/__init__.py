"""`/my profile`: what a member has played and won here."""

from __future__ import annotations

from discord import app_commands

from bot.app import App
from bot.language import N_
from cogs.interactions.command_groups import add_to_group, anywhere, command_group
from cogs.profile.cog import MENU, ProfileCog
from cogs.ui.offers import leads_on

leads_on.add(N_("`/my profile` draws what you're best at."))


async def setup(bot: App) -> None:
    """Load the commands and the entry in a member's menu."""
    cog = ProfileCog(bot)
    await add_to_group(bot, "my", cog)
    command_group(bot, "privacy").add_command(
        app_commands.Command(
            name="profile",
            description="Hide your profile, or show it again",
            callback=cog.set_visibility,
        )
    )
    bot.tree.add_command(anywhere(app_commands.ContextMenu(name=MENU, callback=cog.from_menu)))
