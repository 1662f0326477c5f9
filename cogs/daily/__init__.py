"""`/today`: one table a day, the same for everyone, with one try each, and the event of a channel.

days            when a day begins and ends in a place, and how many were played in a row
day_table       the table of one day, played by a member's answers alone
signs           how good each decision of a try was
parting         where the tries of a day parted
standing        who stands where
service         tries, results, and the days of a place
boards          the boards in channels, and what is due there
"""

from __future__ import annotations

from bot.app import App
from bot.language import N_
from bot.user_errors import add_messages
from cogs.daily.cog import TodayCog
from cogs.daily.house import HouseTodayCog
from cogs.daily.painter import PREFIX
from cogs.interactions.cog_handlers import register
from cogs.interactions.command_groups import add_to_group
from cogs.interactions.member_pages import member_pages
from cogs.ui.offers import leads_on

add_messages("cogs.daily")
leads_on.add(N_("`/today` has one table a day, with the same cards for everyone."), another_day=True)


async def setup(bot: App) -> None:
    """Load the commands and let the router know the controls."""
    # first the one that moves into a group, since both commands have the same name
    await add_to_group(bot, "house", HouseTodayCog(bot))
    cog = TodayCog(bot)
    await bot.add_cog(cog)
    register(bot, PREFIX, cog.press)
    member_pages(bot).profile.append(cog.on_profile)
