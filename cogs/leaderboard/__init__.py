"""The boards of a place: members by what matches paid them, and by their ratings in seasons."""

from __future__ import annotations

from bot.app import App
from bot.tables.registry import TableRegistry
from cogs.interactions.cog_handlers import register
from cogs.interactions.command_groups import add_to_group
from cogs.interactions.member_pages import member_pages
from cogs.leaderboard.cog import PREFIX, LeaderboardCog
from cogs.leaderboard.seasons import Seasons
from cogs.leaderboard.seasons_cog import SeasonsCog
from db.store import Store


async def setup(bot: App) -> None:
    """Load the commands, let the router know the buttons, and let rated matches move ratings."""
    seasons = Seasons(bot.service(Store))
    bot.provide(seasons)
    hooks = bot.service(TableRegistry).context.hooks
    hooks.match_ending.append(seasons.rate_match)
    hooks.ratings.append(seasons.rating)
    boards = LeaderboardCog(bot, seasons)
    await bot.add_cog(boards)
    register(bot, PREFIX, boards.turn)
    season_end = SeasonsCog(bot, seasons)
    await add_to_group(bot, "house", season_end)
    member_pages(bot).profile.append(season_end.on_profile)


async def teardown(bot: App) -> None:
    """Let matches end without ratings."""
    hooks = bot.service(TableRegistry).context.hooks
    hooks.match_ending.remove(bot.service(Seasons).rate_match)
    hooks.ratings.remove(bot.service(Seasons).rating)
    bot.withdraw(Seasons)
