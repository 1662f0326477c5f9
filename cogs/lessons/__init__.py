"""Lessons: a game learned by playing a prepared match."""

from __future__ import annotations

from bot.app import App
from cogs.interactions.cog_handlers import register
from cogs.lessons.cog import LessonsCog
from cogs.lessons.lesson_button import PREFIX


async def setup(bot: App) -> None:
    """Load the cog and let the router know its buttons."""
    cog = LessonsCog(bot)
    await bot.add_cog(cog)
    register(bot, PREFIX, cog.pressed)
