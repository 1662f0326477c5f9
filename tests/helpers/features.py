"""The features that add to matches, for tables without a bot."""

from __future__ import annotations

from bot.tables.hooks import Hooks
from cogs.characters.in_match import check_out_uses, return_all_uses, return_uses
from cogs.conduct.after_match import after_match
from cogs.deeds.service import earn_deeds
from cogs.leaderboard.seasons import Seasons
from db import Store


def add_features(hooks: Hooks, store: Store) -> Seasons:
    """Let conduct, characters, deeds and seasons have their part in matches, as the bot does; return the seasons."""
    seasons = Seasons(store)
    hooks.match_beginning.append(check_out_uses)
    hooks.match_ending += [after_match, return_uses, earn_deeds, seasons.rate_match]
    hooks.match_void.append(return_all_uses)
    return seasons
