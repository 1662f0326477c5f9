"""`/notify`: a member's choices of notices, quiet hours and where notices go."""

from __future__ import annotations

from bot.app import App
from bot.user_errors import add_messages
from cogs.interactions.cog_handlers import register
from cogs.notify.cog import NotifyCog
from cogs.notify.painter import PREFIX

add_messages("cogs.notify")


async def setup(bot: App) -> None:
    """Load the commands and let the router know the panel's controls."""
    cog = NotifyCog(bot)
    await bot.add_cog(cog)
    register(bot, PREFIX, cog.pressed)
