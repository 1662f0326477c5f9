"""The card of an evening: what was played in a channel, who won, and how fortunes swung.

An evening is over after an hour without a game in its channel, or with `/night end`. It is told of all tables of the
channel from the journals of their matches, so nothing of it is only in memory: the store knows up to which match it
has been told, and after a restart the rest is planned again.

    rows      the matches that are not told yet
    tally     what members did, counted from the events; `superlatives.toml` has the words for the most of each
    service   the evening: games with their winners, the course of the money or of the wins
    painter   its card
"""

from __future__ import annotations

from bot.app import App
from bot.user_errors import add_messages
from cogs.evening.cog import EveningCog
from cogs.interactions.command_groups import add_to_group

add_messages("cogs.evening")


async def setup(bot: App) -> None:
    """Post a card for each evening."""
    await add_to_group(bot, "night", EveningCog(bot))
