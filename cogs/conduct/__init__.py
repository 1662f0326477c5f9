"""Conduct at the tables: good and bad form, tips and offerings, and the pranks of the rulebook.

A member's form and prank items are told by `bot.members.standing`, since gifts and the character sheet ask for them
too; this package has the house's responses.
"""

from __future__ import annotations

from bot.app import App
from bot.language import N_
from bot.tables.registry import TableRegistry
from cogs.conduct import offerings, prank
from cogs.conduct.after_match import after_match
from cogs.conduct.cog import ConductCog
from cogs.conduct.offerings import Offerings
from cogs.conduct.prank import PrankCog
from cogs.interactions.cog_handlers import register
from cogs.interactions.command_groups import add_to_group
from cogs.interactions.pranks import add_prank


async def setup(bot: App) -> None:
    """Load the commands, and let the gambler's code follow every match."""
    conduct, pranks, altars = ConductCog(bot), PrankCog(bot), Offerings(bot)
    await add_to_group(bot, "purse", conduct)
    await add_to_group(bot, "house", pranks)
    register(bot, prank.PREFIX, pranks.pressed)
    register(bot, offerings.PREFIX, altars.pressed)
    add_prank(bot, "doover", N_("Ask for a do-over of your roll"), conduct.doover)
    add_prank(bot, "wish", N_("Make the one wish of your Duck Blade"), pranks.wish)
    add_prank(bot, "strike", N_("Strike with your Snake Eyes Greatsword"), pranks.damage, modified=True)
    add_prank(bot, "offering", N_("After a win: lay an offering on an altar"), altars.offer)
    add_prank(bot, "gifts", N_("See the house's gifts to you, and get rid of them"), pranks.gifts)
    bot.service(TableRegistry).context.hooks.match_ending.append(after_match)


async def teardown(bot: App) -> None:
    """Let matches end without the gambler's code."""
    bot.service(TableRegistry).context.hooks.match_ending.remove(after_match)
