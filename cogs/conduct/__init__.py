"""Conduct at the tables: good and bad form, tips and offerings, and the pranks of the rulebook.

A member's form and prank items are told by `bot.members.standing`, since gifts and the character sheet ask for them
too; this package has the house's responses.
"""

from __future__ import annotations

from bot.app import App
from bot.tables.registry import TableRegistry
from cogs.conduct import prank
from cogs.conduct.after_match import after_match
from cogs.conduct.cog import ConductCog
from cogs.conduct.offerings import OfferingsCog
from cogs.conduct.prank import PrankCog
from cogs.interactions.command_groups import add_to_group
from cogs.interactions.router import register


async def setup(bot: App) -> None:
    """Load the commands, and let the gambler's code follow every match."""
    await add_to_group(bot, "gembones", ConductCog(bot), tip="purse")
    await add_to_group(bot, "gembones", OfferingsCog(bot))
    pranks = PrankCog(bot)
    await add_to_group(bot, "gembones", pranks, uncurse="house")
    register(bot, prank.PREFIX, pranks.pressed)
    bot.service(TableRegistry).context.hooks.match_ending.append(after_match)


async def teardown(bot: App) -> None:
    """Let matches end without the gambler's code."""
    bot.service(TableRegistry).context.hooks.match_ending.remove(after_match)
