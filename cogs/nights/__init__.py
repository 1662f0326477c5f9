"""Planned nights: a date, a game or an evening, and who comes.

    when      reads a date and time as people type them, by their own clock
    service   plans nights, takes answers, calls nights off, and knows what is due when

A night is a row of the store with its answers; nothing of it is only in memory. `NightService.next_step` tells what a
night asks for next, and when: its message is to be posted, those who come are to be reminded, or it begins.
`cogs.nights.messages` schedules each step (`bot.due_work`) and saves it as it is done, so after a stop it goes on with
whatever is due by then. A night that came due while the bot was
away begins late, up to `LATE`; after that it is missed, and its message says so.

When a night begins, the planner opens the table and those who said yes sit down in the order of their answers, each as
if they had pressed *Sit down*: every refusal holds. What only its member may know, such as a pause, is not told to the
channel. A weekly night plans the next one in the same unit in which it begins.
"""

from __future__ import annotations

from bot.app import App
from bot.language import N_
from bot.user_errors import add_messages
from cogs.interactions.cog_handlers import register
from cogs.nights.cog import NightCog
from cogs.nights.painter import PREFIX
from cogs.ui.offers import leads_on

add_messages("cogs.nights")
leads_on.add(
    N_("`/night plan` brings everyone together again: it asks who comes, and reminds them."),
    anywhere=False,
    another_day=True,
)


async def setup(bot: App) -> None:
    """Load the commands and let the router know the buttons."""
    cog = NightCog(bot)
    await bot.add_cog(cog)
    register(bot, PREFIX, cog.pressed)
