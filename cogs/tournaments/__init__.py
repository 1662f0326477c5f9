"""Tournaments: rounds of tables, standings, a final, a crown.

Theory of operation
-------------------
    Tournaments     opens tournaments, finds them, takes them up again after a stop (`service`)
    Tournament      one of them: entries, the host's commands, and what follows by itself
    seating         the tables of a round; pure, by a published method, with tests of its properties
    scoring         what a match counts, and the standings; pure
    formats         a class for each format: the next round, the cut, the final, the end; pure
    prizes          the pot by places; pure, from `points_and_prizes.toml`
    round_table     the kind of its tables; they take their entrants only, and nobody hosts them
    results         the matches of a round's table, counted from the journal and its outcomes
    money           entries, prizes and stakes that go back, as transfers of the ledger
    Venue           the border to those who show it and open channels for its tables (`boards`); Discord begins there

A tournament goes through phases: `open` to entries, `gathering` the players of a round, `playing` it, and again, until
it has `ended` or is called `off`. All of that is rows; an object holds no more than timers. `Tournament.follow_soon`
looks at the rows and at the tables, takes the step that is due, saves it, and looks again. So it may be called at any
moment and by anyone: when a match has ended, when a player says that they are there, when time is up, when the bot
starts. Once a step is saved it is not due any more, and a step that was not saved is taken again. A match counts once,
since its number is kept with its scores.

The tables are tables like any other (`bot.tables`), opened in threads where that can be. They are of a kind of their
own (`round_table`), which refuses what a host decides at other tables. Their matches are for fun: what the players put
up is held in escrows of their own, and paid out by places when the tournament ends.
"""

from __future__ import annotations

from bot.app import App
from bot.due_work import Schedule
from bot.economy.accounts import MemberAccounts
from bot.tables.kinds import KINDS
from bot.tables.registry import TableRegistry
from bot.user_errors import add_messages
from cogs.interactions.cog_handlers import register
from cogs.interactions.member_pages import member_pages
from cogs.tournaments.cog import TournamentCog
from cogs.tournaments.painter import PREFIX
from cogs.tournaments.round_table import RoundTable
from cogs.tournaments.service import Tournaments

add_messages("cogs.tournaments")


async def setup(bot: App) -> None:
    """Load the commands, let the router know the controls of boards, and follow the matches of tournaments."""
    # it stays when the extension is taken out: other bots of this process may have tables of tournaments
    KINDS["tournament"] = RoundTable
    registry = bot.service(TableRegistry)
    tournaments = Tournaments(bot.service(MemberAccounts), registry, bot.service(Schedule))
    bot.provide(tournaments)
    registry.context.hooks.match_over.append(tournaments.match_over)
    # before the tables: a tournament that goes on would open others
    bot.before_stop.append(tournaments.stop)
    cog = TournamentCog(bot, tournaments)
    await bot.add_cog(cog)
    register(bot, PREFIX, cog.press)
    member_pages(bot).profile.append(cog.on_profile)


async def teardown(bot: App) -> None:
    """Stop the tournaments where they are; the next start takes them up again."""
    tournaments = bot.service(Tournaments)
    await tournaments.stop()
    bot.service(TableRegistry).context.hooks.match_over.remove(tournaments.match_over)
    bot.before_stop.remove(tournaments.stop)
    bot.withdraw(Tournaments)
