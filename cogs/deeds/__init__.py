"""Deeds: feats that members earn at the tables, each once, listed behind their profile."""

from __future__ import annotations

from bot.app import App
from bot.tables.registry import TableRegistry
from cogs.deeds.cog import DeedsCog
from cogs.deeds.painter import PREFIX
from cogs.deeds.service import earn_deeds
from cogs.interactions.cog_handlers import register
from cogs.interactions.member_pages import member_pages


async def setup(bot: App) -> None:
    """Let members earn deeds, and list them behind the profile."""
    bot.service(TableRegistry).context.hooks.match_ending.append(earn_deeds)
    cog = DeedsCog(bot)
    await bot.add_cog(cog)
    register(bot, PREFIX, cog.press)
    member_pages(bot).profile.append(cog.on_profile)
    member_pages(bot).evening.append(cog.in_evening)


async def teardown(bot: App) -> None:
    """Let matches end without deeds."""
    bot.service(TableRegistry).context.hooks.match_ending.remove(earn_deeds)
